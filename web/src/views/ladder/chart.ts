// The geometry of a rating chart: one row per engine, a dot for the rating, a bar for its interval.

export interface Rated {
  engine: string;
  rating: number;
  /** Half the width of the interval, or null where nothing bounds it. */
  interval: number | null;
}

export interface Row extends Rated {
  y: number;
  x: number;
  low: number;
  high: number;
  /** The interval goes on beyond the chart. */
  isOpen: boolean;
}

export interface Chart {
  rows: readonly Row[];
  ticks: readonly { x: number; rating: number }[];
  height: number;
}

export const ROW_HEIGHT = 32;
const STEPS = [10, 20, 25, 50, 100, 200, 250, 500, 1000];

/** Lays out ratings, the strongest at the top, on a scale with round ticks. */
export function chartOf(rated: readonly Rated[], width: number): Chart {
  const sorted = [...rated].sort((a, b) => b.rating - a.rating);
  const ends = sorted.flatMap(({ rating, interval }) => [rating - (interval ?? 0), rating + (interval ?? 0)]);
  const [least, most] = ends.length === 0 ? [0, 1] : [Math.min(...ends), Math.max(...ends)];
  const step = STEPS.find((size) => (most - least) / size <= 7) ?? 2000;
  const from = Math.floor(least / step) * step;
  const to = Math.max(from + step, Math.ceil(most / step) * step);
  const x = (rating: number): number => ((rating - from) / (to - from)) * width;
  const rows = sorted.map((one, index) => ({
    ...one,
    y: (index + 0.5) * ROW_HEIGHT,
    x: x(one.rating),
    low: one.interval === null ? 0 : x(one.rating - one.interval),
    high: one.interval === null ? width : x(one.rating + one.interval),
    isOpen: one.interval === null,
  }));
  const count = Math.round((to - from) / step);
  const ticks = Array.from({ length: count + 1 }, (_, index) => ({
    rating: from + index * step,
    x: x(from + index * step),
  }));
  return { rows, ticks, height: rows.length * ROW_HEIGHT };
}
