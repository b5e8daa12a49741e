// Games and studies kept on this device, so that they open without a server. IndexedDB, one store, no library.
import type { GameDetail, PositionView, RecordSummary } from '../wire.gen';

/** A game as this device keeps it: the record in Duiyi JSON and all that is needed to show it offline. */
export interface SavedStudy {
  /** The id of the server's record, or one of our own that begins with `local-`. */
  id: string;
  title: string;
  /** Milliseconds. */
  saved: number;
  /** Has it been changed here: comments, branches? Then it is never dropped to make room. */
  isEdited: boolean;
  /** A record in Duiyi JSON. */
  record: unknown;
  detail: GameDetail;
  /** The positions of the main line, without their legal moves. */
  positions: PositionView[];
  /** For games that were played on the server. */
  summary: RecordSummary | null;
}

const DATABASE = 'duiyi';
const STORE = 'studies';
const MOST_KEPT = 300;

export async function loadStudy(id: string): Promise<SavedStudy | undefined> {
  return run('readonly', (store) => store.get(id) as IDBRequest<SavedStudy | undefined>);
}

/** Keeps a study; of games that were only looked at, the oldest make room. */
export async function saveStudy(study: SavedStudy): Promise<void> {
  await run('readwrite', (store) => store.put(study));
  const idle = (await allStudies()).filter(({ isEdited }) => !isEdited);
  for (const { id } of idle.slice(MOST_KEPT)) await dropStudy(id);
}

export async function dropStudy(id: string): Promise<void> {
  await run('readwrite', (store) => store.delete(id));
}

/** Everything on this device, the newest first. */
export async function allStudies(): Promise<SavedStudy[]> {
  const all = await run('readonly', (store) => store.getAll() as IDBRequest<SavedStudy[]>);
  return all.sort((a, b) => b.saved - a.saved);
}

/** A new id for a study of this device. */
export function newStudyId(): string {
  return `local-${crypto.getRandomValues(new Uint32Array(2)).join('').slice(0, 16)}`;
}

/** A position to look at: legal moves take much room and are asked for again when there is a server. */
export function withoutLegal(position: PositionView): PositionView {
  const kept = { ...position };
  delete kept.legal;
  return kept;
}

async function run<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open();
  try {
    return await settled(act(database.transaction(STORE, mode).objectStore(STORE)));
  } finally {
    database.close();
  }
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'id' });
  return settled(request);
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the database of this device refused'));
  });
}
