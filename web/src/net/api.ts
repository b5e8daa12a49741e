// The HTTP half of the server: one function per request, answers typed by the wire.
import type {
  CreateRoom,
  GameDetail,
  GameSummary,
  InviteLink,
  Me,
  PositionHistory,
  PositionQuery,
  Problem,
  Recovery,
  RoomCreated,
  Words,
} from '../wire.gen';

/** A request that the server refused, or that never reached it (`code` is then `offline`). */
export class RequestError extends Error {
  constructor(
    readonly code: string,
    readonly words: Words,
    readonly retryAfter: number | null = null,
  ) {
    super(words.en);
    this.name = 'RequestError';
  }
}

const UNREACHABLE: Words = {
  en: 'The server cannot be reached. Check the connection and try again.',
  zh: '连接不到服务器，请检查网络后再试。',
};
const UNREADABLE: Words = {
  en: 'The server gave an answer that could not be read.',
  zh: '服务器的回应无法读懂。',
};

/** Asks the server; the answer is the JSON of `T`. Throws `RequestError`. */
export async function request<T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> {
  const options: RequestInit = { method, credentials: 'same-origin' };
  if (body !== undefined) {
    options.headers = { 'content-type': 'application/json' };
    options.body = JSON.stringify(body);
  }
  let response: Response;
  try {
    response = await fetch(path, options);
  } catch {
    throw new RequestError('offline', UNREACHABLE);
  }
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok && answer !== null) return answer as T;
  const problem = answer as Partial<Problem> | null;
  throw new RequestError(
    problem?.code ?? `http_${response.status}`,
    problem?.words ?? UNREADABLE,
    problem?.retry_after ?? null,
  );
}

/** Who I am; `user` is missing at the first visit. */
export const fetchMe = (): Promise<Me> => request('GET', '/api/me');

/** Makes a guest, unless I am somebody already. The recovery code is shown once. */
export const becomeGuest = (): Promise<Recovery> => request('POST', '/api/guest');

/** Opens a room; the game begins at once when nobody is waited for. */
export const createRoom = (wanted: CreateRoom): Promise<RoomCreated> => request('POST', '/api/rooms', wanted);

/** A link to a room, or (for its host) to one of its seats, with a QR code as SVG text. */
export function fetchInvite(room: string, seat: number | null = null): Promise<InviteLink> {
  const query = seat === null ? '' : `?seat=${seat}`;
  return request('GET', `/api/rooms/${encodeURIComponent(room)}/invite${query}`);
}

/** The positions of a line of play: all of them, or only the last. */
export const fetchPositions = (query: PositionQuery): Promise<PositionHistory> =>
  request('POST', '/api/position', query);

const summaries: { list?: Promise<GameSummary[]> } = {};
const details = new Map<string, Promise<GameDetail>>();

/** The games of this server with their options; asked once per visit. */
export function fetchGames(): Promise<GameSummary[]> {
  summaries.list ??= request<GameSummary[]>('GET', '/api/games').catch((error: unknown) => {
    delete summaries.list;
    throw error;
  });
  return summaries.list;
}

/** A game with its options fixed: shape, seats, first position, engines; asked once per spec. */
export function fetchGame(spec: string): Promise<GameDetail> {
  let answer = details.get(spec);
  if (!answer) {
    answer = request<GameDetail>('GET', `/api/games/${encodeURIComponent(spec)}`);
    details.set(spec, answer);
    answer.catch(() => details.delete(spec));
  }
  return answer;
}
