// A review of a game from the rates of an engine: which moves gave something away, and where the game turned.
import type { RateSeries } from './graph';

export type Verdict = 'inaccuracy' | 'mistake' | 'blunder';

export interface Judged {
  /** The ply after the move. */
  ply: number;
  seat: number;
  /** Expected score that the mover lost by it, 0..1; negative when the engine had thought less of the position. */
  loss: number;
  verdict: Verdict | null;
}

export interface SeatReview {
  seat: number;
  moves: number;
  inaccuracies: number;
  mistakes: number;
  blunders: number;
  /** Mean loss per move, 0..1. */
  meanLoss: number;
}

export interface Review {
  moves: readonly Judged[];
  seats: readonly SeatReview[];
  /** The plies after which the game was another one, in order. */
  turningPoints: readonly Judged[];
}

/** Signs as players write them. */
export const SIGNS: Record<Verdict, string> = { inaccuracy: '?!', mistake: '?', blunder: '??' };

// Points of expected score that a move may cost before it gets its name.
const LIMITS: readonly [number, Verdict][] = [
  [0.15, 'blunder'],
  [0.1, 'mistake'],
  [0.05, 'inaccuracy'],
];
const TURNING_POINTS = 3;

/**
 * Judges the moves of a line; unknown neighbours leave a move unjudged. `movers[ply]` is the seat that moves at that ply,
 * null where no move is made (a seat is taken out). `isBest[ply]`: the engine would have played the same there, so it
 * cannot call the move a mistake, whatever it found out later.
 */
export function review(
  series: RateSeries,
  movers: readonly (number | null)[],
  seats: number,
  isBest: readonly boolean[] = [],
): Review {
  const moves: Judged[] = [];
  for (let ply = 1; ply < series.length; ply++) {
    const seat = movers[ply - 1] ?? null;
    if (seat === null) continue;
    const before = series[ply - 1]?.[seat];
    const after = series[ply]?.[seat];
    if (before === undefined || after === undefined) continue;
    const loss = before - after;
    moves.push({ ply, seat, loss, verdict: isBest[ply - 1] ? null : verdictOf(loss) });
  }
  const turningPoints = moves
    .filter(({ verdict }) => verdict !== null)
    .sort((a, b) => b.loss - a.loss)
    .slice(0, TURNING_POINTS)
    .sort((a, b) => a.ply - b.ply);
  return { moves, seats: Array.from({ length: seats }, (_, seat) => seatReview(moves, seat)), turningPoints };
}

export function verdictOf(loss: number): Verdict | null {
  // Rates are fractions of a percent at best: half a tenth of a point is no difference.
  return LIMITS.find(([limit]) => loss > limit - 0.0005)?.[1] ?? null;
}

function seatReview(moves: readonly Judged[], seat: number): SeatReview {
  const own = moves.filter((move) => move.seat === seat);
  const count = (verdict: Verdict): number => own.filter((move) => move.verdict === verdict).length;
  const given = own.reduce((sum, { loss }) => sum + Math.max(0, loss), 0);
  return {
    seat,
    moves: own.length,
    inaccuracies: count('inaccuracy'),
    mistakes: count('mistake'),
    blunders: count('blunder'),
    meanLoss: own.length === 0 ? 0 : given / own.length,
  };
}
