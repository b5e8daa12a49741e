// The moves of a game as people write them.
import { inWords } from '../../shell/http';
import type { GameModel } from './model.svelte';
import { type Notation, writeMoves } from './xiangqi_notation';
import { contentFromText } from '../../board';

/** Every move of the game in words: xiangqi in the notation wanted, choices as sentences, the others as texts. */
export function moveTexts(model: GameModel, notation: Notation): string[] {
  const { moves, start } = model.room;
  if (model.shape.skin === 'xiangqi') {
    const board = contentFromText(model.shape, (start || model.detail.initial.text).split(' ')[0] ?? '');
    return writeMoves(
      board,
      moves.map((move) => move.text),
      notation,
    );
  }
  return moves.map((move) => (move.words ? inWords(move.words) : hops(move.text)));
}

/** A chain of hops shortened to its ends: `-1,5:1,3`, written with an arrow. */
function hops(text: string): string {
  const parts = text.split(':');
  return parts.length > 1 ? `${parts[0]} → ${parts.at(-1)}` : text;
}
