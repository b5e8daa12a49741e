// The measured ratings of a game's engines, from whatever the server knows.
import { getJson, isUnsupported } from '../../shell/http';
import type { GameDetail, Words } from '../../wire.gen';
import type { Rated } from './chart';

export interface LadderRow extends Rated {
  title: Words;
  /** How many games were measured, where that is known. */
  games: number | null;
}

interface LadderAnswer {
  rows: {
    engine: string;
    title: Words;
    rating: number;
    interval?: number | null;
    games?: number | null;
  }[];
}

/** The rated engines of a game; none where nothing has been measured. */
export async function ladderOf(game: string): Promise<LadderRow[]> {
  try {
    const { rows } = await getJson<LadderAnswer>(`/api/ladder?game=${encodeURIComponent(game)}`);
    return rows.map(({ interval = null, games = null, ...row }) => ({ ...row, interval, games }));
  } catch (error) {
    if (!isUnsupported(error)) throw error;
    return rowsOf(await getJson<GameDetail>(`/api/games/${encodeURIComponent(game)}`));
  }
}

/** Engines that may take a seat carry their ratings too. */
export function rowsOf({ engines = [] }: Pick<GameDetail, 'engines'>): LadderRow[] {
  return engines.flatMap(({ spec, title, rating, interval = null }) =>
    typeof rating === 'number' ? [{ engine: spec, title, rating, interval, games: null }] : [],
  );
}
