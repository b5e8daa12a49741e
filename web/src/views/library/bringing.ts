// Many files of games, brought to the server one after the other: the answer for each says what was kept and what not.
import { postBytes, problemText, Refusal } from '../../shell/http';

/** What the server says about a file. */
interface Kept {
  imported: number;
  /** What is wrong with the games that were not kept. */
  refused: string[];
  /** How many more reasons there are than `refused` tells. */
  left_out: number;
}

/** How it went with one file. */
export interface Brought {
  name: string;
  kept: number;
  reasons: readonly string[];
  moreReasons: number;
}

const LONGEST_WAIT = 30;

/** Brings files to my library in their order; `tell` hears of each when it is done. */
export async function bringFiles(files: readonly File[], tell: (brought: Brought) => void): Promise<void> {
  for (const file of files) tell(await bringOne(file));
}

/** How many games of the files were not kept; a file that could not be read at all counts as one. */
export function refusedIn(brought: readonly Brought[]): number {
  return brought.reduce((sum, { reasons, moreReasons }) => sum + reasons.length + moreReasons, 0);
}

async function bringOne(file: File): Promise<Brought> {
  try {
    const { imported, refused, left_out } = await patiently(() =>
      postBytes<Kept>(`/api/library?name=${encodeURIComponent(file.name)}`, file),
    );
    return { name: file.name, kept: imported, reasons: refused, moreReasons: left_out };
  } catch (error) {
    return { name: file.name, kept: 0, reasons: [problemText(error)], moreReasons: 0 };
  }
}

/** A server that is asked too fast says when it will listen again. */
async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      const wait = error instanceof Refusal ? error.retryAfter : null;
      if (wait === null || wait > LONGEST_WAIT) throw error;
      await new Promise((resolve) => setTimeout(resolve, wait * 1000));
    }
  }
}
