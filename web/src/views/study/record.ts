// A record in Duiyi JSON, as files hold it and as the server reads and writes it.
import type { OutcomeView, RecordDetail } from '../../wire.gen';

/** What an engine thought of a position. */
export interface RecordNote {
  engine?: string;
  rates?: number[];
  score?: number | null;
  moves?: string[];
  depth?: number | null;
  nodes?: number | null;
  seconds?: number | null;
}

/** One move of a line; `variations` are lines that could have been played instead of it. */
export interface RecordStep {
  move: string;
  path?: string;
  seconds?: number | null;
  clock?: number | null;
  comment?: string;
  marks?: string[];
  notes?: RecordNote[];
  variations?: RecordStep[][];
}

export interface RecordHeader {
  names?: string[];
  ratings?: (number | null)[];
  title?: string;
  event?: string;
  date?: string;
  result?: string;
  [more: string]: unknown;
}

export interface RecordOutcome {
  scores: number[];
  reason: string;
  /** In English and in Chinese. */
  words?: [string, string];
  cells?: number[];
}

export interface RecordJson {
  duiyi_record: 1;
  game: string;
  start?: string | null;
  header?: RecordHeader;
  comment?: string;
  notes?: RecordNote[];
  moves?: RecordStep[];
  outcome?: RecordOutcome | null;
}

/** A record of the server as a file would hold it. */
export function recordOf(detail: RecordDetail, initial: string): RecordJson {
  const { summary, moves, outcome } = detail;
  const players = [...summary.players].sort((a, b) => a.seat - b.seat);
  const record: RecordJson = {
    duiyi_record: 1,
    game: summary.game,
    header: {
      names: players.map(({ name }) => name),
      ratings: players.map(({ rating }) => rating ?? null),
      date: new Date(summary.started).toISOString().slice(0, 10),
    },
    moves: moves.map(({ text, spent }) => (spent ? { move: text, seconds: spent / 1000 } : { move: text })),
    outcome: outcomeOf(outcome),
  };
  return detail.start === initial ? record : { ...record, start: detail.start };
}

/** The record in a text, if it is Duiyi JSON. */
export function readRecord(text: string): RecordJson | null {
  try {
    const value = JSON.parse(text) as Partial<RecordJson> | null;
    return value?.duiyi_record === 1 && typeof value.game === 'string' ? (value as RecordJson) : null;
  } catch {
    return null;
  }
}

function outcomeOf({ scores, reason, words, cells = [] }: OutcomeView): RecordOutcome {
  return { scores, reason, words: [words.en, words.zh], cells };
}
