// Files and pasted texts become studies of this device. The server reads the formats and checks every move.
import { newStudyId, saveStudy, withoutLegal } from '../../shell/device_store';
import { isUnsupported, postBytes } from '../../shell/http';
import { openRecord } from './opening';
import { readRecord, type RecordJson } from './record';

export interface Reading {
  records: readonly RecordJson[];
  /** What is wrong with games of the file that could not be read. */
  errors: readonly string[];
}

/** The games in a file, or in a text that was pasted (then `name` is empty). */
export async function readGames(data: Blob, name: string): Promise<Reading> {
  try {
    const { records, errors = [] } = await postBytes<{ records: RecordJson[]; errors?: string[] }>(
      `/api/read?name=${encodeURIComponent(name)}`,
      data,
    );
    return { records, errors };
  } catch (error) {
    // Our own format needs no reader; its moves are checked when it is opened.
    const record = isUnsupported(error) ? readRecord(await data.text()) : null;
    if (!record) throw error;
    return { records: [record], errors: [] };
  }
}

/** Bare moves of a game: `f5 d6 c3`, with or without numbers. */
export function recordOfMoves(game: string, text: string): RecordJson {
  const words = text.split(/[\s;]+/).filter((word) => word !== '' && !/^\d+\.*$/.test(word));
  const moves = words.map((word) => ({ move: word.replace(/^\d+\.+/, '') }));
  return { duiyi_record: 1, game, moves };
}

/** Keeps a game on this device; gives the id of its study. Throws when a move is against the rules. */
export async function keep(record: RecordJson): Promise<string> {
  const id = newStudyId();
  const { detail, positions } = await openRecord(id, record);
  await saveStudy({
    id,
    title: record.header?.title ?? '',
    saved: Date.now(),
    isEdited: true,
    record,
    detail,
    positions: positions.map(withoutLegal),
    summary: null,
  });
  return id;
}
