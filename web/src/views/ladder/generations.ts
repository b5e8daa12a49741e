// Numbers of matches between generations, as people read them.

/** The generation of an engine: `minimax(depth=3)` is of the generation `minimax`. */
export function nameOfGeneration(spec: string): string {
  return spec.split('(')[0] ?? spec;
}

/** The expected score of a lead in Elo; an open end of an interval (null) is the score given with it. */
export function scoreOfElo(elo: number | null, open: number): number {
  return elo === null ? open : 1 / (1 + 10 ** (-elo / 400));
}

export function percent(score: number): string {
  return `${Math.round(100 * score)}%`;
}

/** A lead with its sign, a true minus included. */
export function signed(elo: number): string {
  const whole = Math.round(elo);
  return whole > 0 ? `+${whole}` : whole < 0 ? `−${-whole}` : '0';
}

/** An interval as text; an open end is infinite. */
export function range([low, high]: readonly (number | null)[]): string {
  return `${low === null || low === undefined ? '−∞' : signed(low)} … ${high === null || high === undefined ? '+∞' : signed(high)}`;
}
