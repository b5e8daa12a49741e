// All marks on the board of a study: what the rules say, and what the engine thinks when that is wanted.
import type { Marks } from '../../board';
import { inWords } from '../../shell/http';
import { marksOf } from '../game/marks';
import { play } from '../game/play_settings.svelte';
import { deskSettings } from './desk_settings.svelte';
import { engineMarks } from './engine_marks';
import type { StudyModel } from './model.svelte';

export function studyMarks(model: StudyModel): Marks {
  const { position, shape, found } = model;
  const plain = marksOf(position, {
    shape,
    viewer: position.to_move,
    seatCodes: model.camps,
    showsIllegal: play.illegal,
    tracedSeat: null,
    outcome: position.outcome ?? null,
    hint: null,
    warnings: [],
    inWords,
  });
  if (!found || !deskSettings.showsCandidates || position.outcome) return plain;
  return { ...plain, ...engineMarks(found.lines, shape, position.to_move) };
}
