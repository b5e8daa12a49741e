// Puzzles as the server tells them.
import { getJson, isUnsupported } from '../../shell/http';
import type { Words } from '../../wire.gen';

export interface Puzzle {
  id: string;
  game: string;
  start: string;
  /** The seat that is to solve it. */
  to_move: number;
  goal: Words;
  rating?: number | null;
}

/** Whether a move was right; if so, how it goes on. */
export interface Answer {
  right: boolean;
  line: readonly string[];
}

export const answerPuzzle = (id: string, move: string): Promise<Answer> =>
  getJson(`/api/puzzles/${encodeURIComponent(id)}/answer?move=${encodeURIComponent(move)}`);

/** The puzzles of a game, or of all for ''; none from a server that has no puzzles. */
export async function fetchPuzzles(game: string): Promise<readonly Puzzle[]> {
  try {
    const query = game === '' ? '' : `?game=${encodeURIComponent(game)}`;
    return mixed((await getJson<{ puzzles: Puzzle[] }>(`/api/puzzles${query}`)).puzzles);
  } catch (error) {
    if (isUnsupported(error)) return [];
    throw error;
  }
}

/** One of each game in turn, each game in its own order: nobody wants forty of a kind first. */
export function mixed(puzzles: readonly Puzzle[]): Puzzle[] {
  const games = new Map<string, Puzzle[]>();
  for (const puzzle of puzzles) games.set(puzzle.game, [...(games.get(puzzle.game) ?? []), puzzle]);
  const longest = Math.max(0, ...[...games.values()].map((list) => list.length));
  return Array.from({ length: longest }, (_, turn) =>
    [...games.values()].flatMap((list) => list[turn] ?? []),
  ).flat();
}
