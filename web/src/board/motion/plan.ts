// What moves when one content replaces another: a list of tweens, worked out before anything is drawn.
import type { Layout } from '../geometry';
import type { Content, LegalMove, Point } from '../types';

export type TweenKind = 'slide' | 'hop' | 'flip' | 'drop' | 'fade';

export interface Tween {
  kind: TweenKind;
  /** The cell whose resting piece is hidden while the tween runs; a fading piece has none, it is already gone. */
  cell: number | null;
  code: string;
  /** The code before a flip. */
  before: string;
  /** Places passed: one for drop, flip and fade, two for a slide, all landings for hops. */
  points: readonly Point[];
  /** Milliseconds from the beginning of the plan. */
  start: number;
  duration: number;
}

export interface Plan {
  tweens: readonly Tween[];
  /** Milliseconds until all is at rest. */
  duration: number;
}

export interface Pace {
  slide: number;
  hop: number;
  /** No chain lasts longer than this, however many hops it has. */
  chainLimit: number;
  flip: number;
  /** Delay of a flip per cell of distance from the placed disc. */
  flipDelay: number;
  drop: number;
  fade: number;
}

export const PACE: Pace = {
  slide: 220,
  hop: 140,
  chainLimit: 900,
  flip: 180,
  flipDelay: 40,
  drop: 130,
  fade: 160,
};

export const REST: Plan = { tweens: [], duration: 0 };

/** More changes than this and the board is a different one: it is shown at once. */
const MOST_CHANGES = 8;

/** The plan from `before` to `after`. The move, when known, gives the path; `motion` is the habit of the skin. */
export function planMotion(
  layout: Layout,
  before: Content,
  after: Content,
  move: LegalMove | null,
  motion: 'slide' | 'hop' | 'flip' | 'drop',
  pace: Pace = PACE,
): Plan {
  const changed = [...after.keys()].filter((cell) => before[cell] !== after[cell]);
  if (before.length !== after.length || changed.length === 0) return REST;
  if (motion === 'flip') return flips(layout, before, after, changed, move, pace);
  if (changed.length > MOST_CHANGES) return REST;
  return transfers(layout, before, after, changed, move, motion, pace);
}

/** The same plan with the moving piece at its goal from the start; captures and flips still run. */
export function settled(plan: Plan): Plan {
  return planOf(
    plan.tweens.map((t) =>
      t.kind === 'flip' || t.kind === 'fade'
        ? t
        : { ...t, points: t.points.slice(-2), start: 0, duration: 0 },
    ),
  );
}

function flips(
  layout: Layout,
  before: Content,
  after: Content,
  changed: readonly number[],
  move: LegalMove | null,
  pace: Pace,
): Plan {
  const placed = changed.filter((cell) => before[cell] === '');
  const removed = changed.filter((cell) => after[cell] === '');
  // A goto across many plies is no move: nothing would be learnt from sixty turning discs.
  if (placed.length + removed.length > 1) return REST;
  const origin = layout.points[move?.cells.at(-1) ?? placed[0] ?? removed[0] ?? -1];
  const tweens = changed.flatMap((cell): Tween[] => {
    const point = layout.points[cell];
    if (!point) return [];
    const [was, is] = [before[cell] ?? '', after[cell] ?? ''];
    if (was === '') return [tween('drop', cell, is, [point], 0, pace.drop)];
    if (is === '') return [tween('fade', null, was, [point], 0, pace.fade)];
    const distance = origin ? Math.max(Math.abs(point.x - origin.x), Math.abs(point.y - origin.y)) : 1;
    return [
      { ...tween('flip', cell, is, [point], Math.round(distance * pace.flipDelay), pace.flip), before: was },
    ];
  });
  return planOf(tweens);
}

function transfers(
  layout: Layout,
  before: Content,
  after: Content,
  changed: readonly number[],
  move: LegalMove | null,
  motion: 'slide' | 'hop' | 'drop',
  pace: Pace,
): Plan {
  const tweens: Tween[] = [];
  const arrivals = new Set(changed.filter((cell) => after[cell] !== ''));
  const departures = new Set(changed.filter((cell) => before[cell] !== ''));
  const transfer = (from: number, to: number, path: readonly number[]): void => {
    const points = path.flatMap((cell) => layout.points[cell] ?? []);
    const isHop = motion === 'hop';
    const hops = points.length - 1;
    const duration = isHop ? Math.min(hops * pace.hop, pace.chainLimit) : pace.slide;
    tweens.push(tween(isHop ? 'hop' : 'slide', to, after[to] ?? '', points, 0, duration));
    arrivals.delete(to);
    departures.delete(from);
    const captured = before[to] ?? '';
    const at = layout.points[to];
    // The captured piece stays under the capturer until it lands.
    if (captured !== '' && at)
      tweens.unshift(tween('fade', null, captured, [at], duration * 0.6, duration * 0.4));
    departures.delete(to);
  };

  // 1. The move we were told about. 2. The same move taken back. 3. Pieces of equal code that vanished here and appeared there.
  const [from, to] = move?.cells ?? [];
  const path = move?.path ?? move?.cells ?? [];
  if (from !== undefined && to !== undefined) {
    if (before[from] !== '' && after[to] === before[from] && after[from] === '') transfer(from, to, path);
    else if (before[to] !== '' && after[from] === before[to] && before[from] === '')
      transfer(to, from, [...path].reverse());
  }
  for (const target of [...arrivals]) {
    const source = nearestOf(layout, departures, target, (cell) => before[cell] === after[target]);
    if (source !== null) transfer(source, target, [source, target]);
  }
  for (const cell of departures) {
    const point = layout.points[cell];
    if (point) tweens.unshift(tween('fade', null, before[cell] ?? '', [point], 0, pace.fade));
  }
  for (const cell of arrivals) {
    const point = layout.points[cell];
    if (point) tweens.push(tween('drop', cell, after[cell] ?? '', [point], 0, pace.drop));
  }
  return planOf(tweens);
}

function nearestOf(
  layout: Layout,
  cells: ReadonlySet<number>,
  target: number,
  fits: (cell: number) => boolean,
): number | null {
  const goal = layout.points[target];
  let best: number | null = null;
  let bestDistance = Infinity;
  for (const cell of cells) {
    const point = layout.points[cell];
    if (!goal || !point || !fits(cell)) continue;
    const distance = Math.hypot(point.x - goal.x, point.y - goal.y);
    if (distance < bestDistance) [best, bestDistance] = [cell, distance];
  }
  return best;
}

function tween(
  kind: TweenKind,
  cell: number | null,
  code: string,
  points: readonly Point[],
  start: number,
  duration: number,
): Tween {
  return { kind, cell, code, before: code, points, start, duration };
}

function planOf(tweens: readonly Tween[]): Plan {
  return { tweens, duration: Math.max(0, ...tweens.map((t) => t.start + t.duration)) };
}
