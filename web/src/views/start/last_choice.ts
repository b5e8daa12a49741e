// What was played last on this device, so that the next game is one click away.
export type Side = 'first' | 'second' | 'random';

export interface Choice {
  game: string;
  level: number;
  side: Side;
}

const KEY = 'duiyi.last';

/** The last choice, or null at the first visit. */
export function lastChoice(): Choice | null {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Partial<Choice> | null;
    if (!stored || typeof stored.game !== 'string') return null;
    const { game } = stored;
    const level = Number.isInteger(stored.level) ? Math.min(12, Math.max(1, stored.level ?? 3)) : 3;
    const side = (['first', 'second', 'random'] as const).find((one) => one === stored.side) ?? 'first';
    return { game, level, side };
  } catch {
    return null;
  }
}

/** The choice to begin with for a game. */
export function firstChoice(game: string): Choice {
  const last = lastChoice();
  return { game, level: last?.level ?? 3, side: last?.side ?? 'first' };
}

export function keepChoice(choice: Choice): void {
  localStorage.setItem(KEY, JSON.stringify(choice));
}
