// Where a study comes from: a record of the server, this device, a link that carries it, or an empty board.
import { getJson, Refusal } from '../../shell/http';
import { loadStudy, type SavedStudy } from '../../shell/device_store';
import { fetchGame, fetchPositions } from '../../shell/requests';
import type {
  AnalysisFrame,
  GameDetail,
  PositionHistory,
  PositionView,
  RecordDetail,
  RecordSummary,
} from '../../wire.gen';
import { unpack } from './packing';
import { type RecordJson, recordOf } from './record';
import { movesTo, lineThrough, ROOT, treeOf } from './tree';

export interface Opened {
  /** The id in the address; `new` and `shared` get one of their own when they are first changed. */
  id: string;
  record: RecordJson;
  detail: GameDetail;
  /** The positions of the main line. */
  positions: readonly PositionView[];
  summary: RecordSummary | null;
  /** What engines of the server have thought of the main line. */
  analyses: readonly AnalysisFrame[];
  isEdited: boolean;
  isOffline: boolean;
}

/** A study that cannot be opened, for a reason that is not the server's. */
export class Unreadable extends Error {}

/** Opens what an address asks for. */
export async function openStudy(id: string, address: URL): Promise<Opened> {
  if (id === 'shared') return openRecord('shared', await sharedRecord(address));
  if (id === 'new') return openRecord('new', newRecord(address));
  const kept = await loadStudy(id).catch(() => undefined);
  if (id.startsWith('local-')) {
    if (!kept) throw new Unreadable();
    return fromDevice(kept, false);
  }
  try {
    return await fromServer(id, kept);
  } catch (error) {
    // The server said no: what the device remembers may be gone for a reason.
    if (error instanceof Refusal || !kept) throw error;
    return fromDevice(kept, true);
  }
}

/** A record that did not come from the server's own games: its positions are asked for, and so its moves checked. */
export async function openRecord(id: string, record: RecordJson): Promise<Opened> {
  const detail = await fetchGame(record.game);
  const tree = treeOf(record);
  const moves = movesTo(tree, lineThrough(tree, ROOT).at(-1) ?? ROOT);
  const query = { game: record.game, moves, all: true };
  const { positions } = await fetchPositions(record.start ? { ...query, start: record.start } : query);
  return { id, record, detail, positions, summary: null, analyses: [], isEdited: false, isOffline: false };
}

async function fromServer(id: string, kept: SavedStudy | undefined): Promise<Opened> {
  const path = `/api/records/${encodeURIComponent(id)}`;
  const [played, history] = await Promise.all([
    getJson<RecordDetail>(path),
    getJson<PositionHistory>(`${path}/positions`),
  ]);
  const detail = await fetchGame(played.summary.game);
  return {
    id,
    record: kept?.isEdited ? (kept.record as RecordJson) : recordOf(played, detail.initial.text),
    detail,
    positions: history.positions,
    summary: played.summary,
    analyses: played.analyses ?? [],
    isEdited: kept?.isEdited ?? false,
    isOffline: false,
  };
}

function fromDevice(kept: SavedStudy, isOffline: boolean): Opened {
  const { id, detail, positions, summary, isEdited } = kept;
  return {
    id,
    record: kept.record as RecordJson,
    detail,
    positions,
    summary,
    analyses: [],
    isEdited,
    isOffline: isOffline || !navigator.onLine,
  };
}

async function sharedRecord(address: URL): Promise<RecordJson> {
  const record = await unpack(address.hash);
  if (!record) throw new Unreadable();
  return record;
}

/** `/s/new?game=reversi&moves=f5+d6` is a board with these moves on it. */
function newRecord({ searchParams }: URL): RecordJson {
  const moves = (searchParams.get('moves') ?? '').split(/\s+/).filter((move) => move !== '');
  const record: RecordJson = {
    duiyi_record: 1,
    game: searchParams.get('game') ?? 'reversi',
    moves: moves.map((move) => ({ move })),
  };
  const start = searchParams.get('start');
  return start ? { ...record, start } : record;
}
