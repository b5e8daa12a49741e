// What was begun before the views were there: answers on their way, and a board that a view goes on with. No framework.
import type { Board } from '../board';

/** A board that is on the screen already. */
export interface EarlyBoard {
  /** The code of its room. */
  room: string;
  board: Board;
  /** The element of the board, to be put where it belongs. */
  root: Element;
}

const answers = new Map<string, Promise<Response>>();
let waiting: EarlyBoard | null = null;

/** Asks the server for something that a view will ask for as well. */
export function askEarly(path: string): Promise<Response> {
  const answer = fetch(path, { credentials: 'same-origin' });
  answers.set(path, answer);
  // Whoever takes the answer hears of a failure.
  answer.catch(() => undefined);
  return answer.then((response) => response.clone());
}

/** The answer that is on its way, once; later questions are new ones. */
export function takeAnswer(path: string): Promise<Response> | undefined {
  const answer = answers.get(path);
  answers.delete(path);
  return answer;
}

/** Leaves a board for the view of its room. */
export function leaveBoard(board: EarlyBoard): void {
  waiting = board;
}

/** The board of a room, if it was left, moved into an element of the caller, whose board it is from now on. */
export function takeBoard(room: string, into: Element): Board | null {
  if (waiting?.room !== room) return null;
  const { board, root } = waiting;
  waiting = null;
  into.append(root);
  return board;
}

/** Takes the first picture from the screen: the views have theirs. */
export function dropFirstPicture(): void {
  waiting?.board.destroy();
  waiting = null;
  document.getElementById('early')?.remove();
}
