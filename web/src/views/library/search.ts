// What the library looks for, as a query of the server.
import { getJson } from '../../shell/http';
import { serverName } from '../../shell/names';
import type { RecordPage, RecordSummary } from '../../wire.gen';

export interface Wanted {
  game: string;
  player: string;
  /** For a player: `win`, `draw`, `loss`, or ''. */
  result: string;
  isRated: boolean;
  /** The text of a position that was on the board. */
  position: string;
  /** The name of an opening, or its first moves. */
  opening: string;
}

export const EVERYTHING: Wanted = {
  game: '',
  player: '',
  result: '',
  isRated: false,
  position: '',
  opening: '',
};

/** The query string; only what is asked for. A position means nothing without its game, a result without a player. */
export function queryOf(wanted: Wanted, before: string | null = null): string {
  const query = new URLSearchParams();
  if (wanted.game !== '') query.set('game', wanted.game);
  if (wanted.player !== '') query.set('player', serverName(wanted.player));
  if (wanted.result !== '' && wanted.player !== '') query.set('result', wanted.result);
  if (wanted.isRated) query.set('rated', 'true');
  if (wanted.position !== '' && wanted.game !== '') query.set('position', wanted.position);
  if (wanted.opening !== '') query.set('opening', wanted.opening);
  if (before !== null) query.set('before', before);
  return query.toString();
}

/** A page of games; `total` where the server counts them. */
export interface Page extends RecordPage {
  total?: number;
}

/** Games that match. Openings are known to the library of the server, which answers in one piece. */
export async function searchRecords(wanted: Wanted, before: string | null = null): Promise<Page> {
  if (wanted.opening === '') return getJson(`/api/records?${queryOf(wanted, before)}`);
  const { games, total } = await getJson<{ games: RecordSummary[]; total: number }>(
    `/api/library?${queryOf(wanted)}`,
  );
  return { records: games, next: null, total };
}
