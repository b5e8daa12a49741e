// Curves of a training run: every number that its progress lines hold, against the step.

export type ProgressLine = Readonly<Record<string, unknown>>;

export interface Curve {
  name: string;
  /** The latest value. */
  last: number;
  least: number;
  most: number;
  /** An SVG path in a box of the given size. */
  path: string;
}

// Counted, not measured: they belong on the axis.
const AXES = ['step', 'minutes', 'time', 'generation'];

/** What our own trainings measure, the most telling first. */
export const MEASURES = [
  'elo',
  'anchor_elo',
  'anchor_score',
  'score',
  'loss',
  'policy_loss',
  'value_loss',
  'games',
  'rows',
  'positions',
  'games_per_hour',
  'positions_per_second',
  'plies',
  'first_seat',
  'resigned',
  'resign_regret',
  'top_move',
  'rate_error',
  'int8_agreement',
  'int8_score',
] as const;

/** One curve per measure; those that we do not know come last, in the order in which the lines name them. */
export function curvesOf(lines: readonly ProgressLine[], size: { width: number; height: number }): Curve[] {
  const named = [...new Set(lines.flatMap((line) => Object.keys(line)))].filter(
    (name) => !AXES.includes(name),
  );
  const known: readonly string[] = MEASURES;
  const names = [
    ...known.filter((name) => named.includes(name)),
    ...named.filter((name) => !known.includes(name)),
  ];
  return names.flatMap((name) => {
    const points = lines.flatMap((line, index) => {
      const value = line[name];
      return typeof value === 'number' && Number.isFinite(value) ? [{ index, value }] : [];
    });
    const values = points.map(({ value }) => value);
    const last = values.at(-1);
    if (last === undefined) return [];
    const [least, most] = [Math.min(...values), Math.max(...values)];
    const x = (index: number): number => (lines.length < 2 ? 0 : (index / (lines.length - 1)) * size.width);
    const y = (value: number): number =>
      most === least ? size.height / 2 : size.height * (1 - (value - least) / (most - least));
    const path = points
      .map(({ index, value }, at) => `${at === 0 ? 'M' : 'L'}${round(x(index))},${round(y(value))}`)
      .join('');
    return [{ name, last, least, most, path }];
  });
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
