// The colours of seats in graphs and bars.
import { seatColour } from '../../board';
import { settings } from '../../shell/settings.svelte';
import type { StudyModel } from './model.svelte';

const PAIRS: Record<string, readonly [string, string]> = {
  xiangqi: ['#b3261e', '#3b3a38'],
  stones: ['#3b3a38', '#e9e3d6'],
};

/** The colour of a seat: of its marbles, its army, its stones. */
export function bandFill({ camps, shape, detail }: StudyModel, seat: number): string {
  const camp = camps[seat];
  if (camp) return seatColour(camp, settings.palette);
  const pair = PAIRS[shape.skin === 'xiangqi' ? 'xiangqi' : 'stones'];
  if (detail.seats === 2 && pair) return pair[seat] ?? pair[0];
  return seatColour('ABCDEF'[seat % 6] ?? 'A', settings.palette);
}
