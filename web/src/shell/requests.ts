// What the playing views ask of the server over HTTP; what does not change is asked once per visit.
import { Refusal as Refused } from '../net';
import type {
  CreateRoom,
  GameDetail,
  GameSummary,
  InviteLink,
  PositionHistory,
  PositionQuery,
  RoomCreated,
  Snapshot,
} from '../wire.gen';
import { getJson, inWords, postJson, problemText } from './http';

/** Opens a room; the game begins at once when nobody is waited for. */
export const createRoom = (wanted: CreateRoom): Promise<RoomCreated> => postJson('/api/rooms', wanted);

/** A link to a room, or (for its host) to one of its seats, with a QR code as SVG text. */
export function fetchInvite(room: string, seat: number | null = null): Promise<InviteLink> {
  return getJson(`/api/rooms/${encodeURIComponent(room)}/invite${seat === null ? '' : `?seat=${seat}`}`);
}

/** The positions of a line of play: all of them, or only the last. */
export const fetchPositions = (query: PositionQuery): Promise<PositionHistory> =>
  postJson('/api/position', query);

/** The games of this server with their options. */
export const fetchGames = (): Promise<GameSummary[]> => once('/api/games');

/** A game with its options fixed: shape, seats, first position, engines. */
export const fetchGame = (spec: string): Promise<GameDetail> =>
  once(`/api/games/${encodeURIComponent(spec)}`);

/** A room as it is now. */
export const fetchRoom = (room: string): Promise<Snapshot> =>
  getJson(`/api/rooms/${encodeURIComponent(room)}`);

/** The game of a room, asked for before the room itself has told its settings. */
export const fetchRoomGame = (room: string): Promise<GameDetail> =>
  once(`/api/rooms/${encodeURIComponent(room)}/game`);

/** What to tell the person about a request or a command that failed. */
export function failureText(error: unknown): string {
  return error instanceof Refused ? inWords(error.words) : problemText(error);
}

const known = new Map<string, Promise<unknown>>();

/** An answer that stays true during a visit; a failure is not remembered. */
function once<T>(path: string): Promise<T> {
  let answer = known.get(path);
  if (!answer) {
    answer = getJson<T>(path);
    known.set(path, answer);
    answer.catch(() => known.delete(path));
  }
  return answer as Promise<T>;
}
