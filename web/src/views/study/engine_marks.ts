// What an engine thinks, drawn on the board: arrows for pieces that move, numbered dots for stones that are placed.
import type { Arrow, Candidate, Marks, Shape, Tone } from '../../board';
import type { LineView } from '../../wire.gen';

const TONES: readonly Tone[] = ['best', 'good', 'idea'];

/** A rate as people read it: `57%`. */
export function percent(rate: number): string {
  return `${Math.round(100 * rate)}%`;
}

/** The first moves of the lines, best first, with the rate of the seat to move. */
export function engineMarks(lines: readonly LineView[], shape: Shape, seat: number): Marks {
  if (shape.input === 'place') return { candidates: candidates(lines, seat) };
  const arrows = lines.flatMap(({ path = [], rates }, rank): Arrow[] => {
    const [from, to] = [path[0], path.at(-1)];
    if (from === undefined || to === undefined || from === to) return [];
    return [
      { from, to, tone: TONES[Math.min(rank, TONES.length - 1)] ?? 'idea', label: percent(rates[seat] ?? 0) },
    ];
  });
  return { arrows };
}

function candidates(lines: readonly LineView[], seat: number): Candidate[] {
  return lines.flatMap(({ path = [], rates }, index): Candidate[] => {
    const cell = path.at(-1);
    return cell === undefined
      ? []
      : [{ cell, text: String(Math.round(100 * (rates[seat] ?? 0))), rank: index + 1 }];
  });
}
