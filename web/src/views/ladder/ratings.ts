// The measured ratings of a game's engines, from whatever the server knows.
import { getJson, isUnsupported } from '../../shell/http';
import type { GameDetail, GenerationRow, Ladder, Words } from '../../wire.gen';
import type { Rated } from './chart';

export interface LadderRow extends Rated {
  title: Words;
  /** How many games were measured, where that is known. */
  games: number | null;
}

/** What was measured of a game: its rated engines, and how each generation did against the one before it. */
export interface Measured {
  rated: LadderRow[];
  generations: readonly GenerationRow[];
}

/** What was measured of a game; nothing where nothing was. */
export async function ladderOf(game: string): Promise<Measured> {
  try {
    const { rows, generations = [] } = await getJson<Ladder>(`/api/ladder?game=${encodeURIComponent(game)}`);
    return { rated: rows, generations };
  } catch (error) {
    if (!isUnsupported(error)) throw error;
    const rated = rowsOf(await getJson<GameDetail>(`/api/games/${encodeURIComponent(game)}`));
    return { rated, generations: [] };
  }
}

/** Engines that may take a seat carry their ratings too. */
export function rowsOf({ engines = [] }: Pick<GameDetail, 'engines'>): LadderRow[] {
  return engines.flatMap(({ spec, title, rating, interval = null }) =>
    typeof rating === 'number' ? [{ engine: spec, title, rating, interval, games: null }] : [],
  );
}
