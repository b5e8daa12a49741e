// The geometry of the win-rate graph: x is the ply, y the expected score; unknown plies are bridged by straight lines.

/** Expected scores of all seats after each ply; null where no engine has looked yet. */
export type RateSeries = readonly (readonly number[] | null)[];

export interface Size {
  width: number;
  height: number;
}

export interface Band {
  seat: number;
  /** An SVG path, closed. */
  path: string;
}

/** The share of every seat, adding up to 1: ranking games give scores that do not. */
export function shares(rates: readonly number[]): number[] {
  const sum = rates.reduce((total, rate) => total + Math.max(0, rate), 0);
  return rates.map((rate) => (sum === 0 ? 1 / rates.length : Math.max(0, rate) / sum));
}

/** The x of a ply. */
export function xOf(ply: number, count: number, { width }: Size): number {
  return count <= 1 ? 0 : (ply / (count - 1)) * width;
}

/** The ply nearest to an x. */
export function plyAt(x: number, count: number, { width }: Size): number {
  if (count <= 1 || width <= 0) return 0;
  return Math.min(count - 1, Math.max(0, Math.round((x / width) * (count - 1))));
}

/** Bands from the bottom up, one per seat: two seats give the usual graph, more give stacked shares. */
export function bands(series: RateSeries, seats: number, size: Size): Band[] {
  const known = series.flatMap((rates, ply) => (rates ? [{ ply, shares: shares(rates) }] : []));
  if (known.length === 0) return [];
  const points = known.map(({ ply, shares: parts }) => ({
    x: xOf(ply, series.length, size),
    tops: stacked(parts),
  }));
  return Array.from({ length: seats }, (_, seat) => {
    const at = (part: number) =>
      points.map(({ x, tops }) => `${round(x)},${round(size.height * (1 - (tops[part] ?? 0)))}`);
    return { seat, path: `M${at(seat + 1).join('L')}L${at(seat).reverse().join('L')}Z` };
  });
}

/** The line between the first seat and the others. */
export function edge(series: RateSeries, size: Size): string {
  return series
    .map((rates, ply) => ({ rates, ply }))
    .filter(({ rates }) => rates !== null)
    .map(({ rates, ply }, index) => {
      const [first = 0] = shares(rates ?? []);
      return `${index === 0 ? 'M' : 'L'}${round(xOf(ply, series.length, size))},${round(size.height * (1 - first))}`;
    })
    .join('');
}

function stacked(parts: readonly number[]): number[] {
  const tops = [0];
  for (const part of parts) tops.push((tops.at(-1) ?? 0) + part);
  return tops;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
