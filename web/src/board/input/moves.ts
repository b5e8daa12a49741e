// Questions about the legal moves that came from outside.
import type { Content, LegalMove, Shape } from '../types';
import type { Destination } from '../view';

/** Moves whose piece starts at a cell (`move` games) or that place a piece on it (`place` games). */
export function movesAt(moves: readonly LegalMove[], cell: number): LegalMove[] {
  return moves.filter((move) => move.cells[0] === cell);
}

/** Moves that a tap on `to` completes, given the selected piece if the game has moving pieces. */
export function movesTo(moves: readonly LegalMove[], selected: number | null, to: number): LegalMove[] {
  return moves.filter((move) =>
    move.cells.length === 1
      ? selected === null && move.cells[0] === to
      : selected !== null && move.cells[0] === selected && move.cells.at(-1) === to,
  );
}

/** Where the user may tap to complete a move, each cell once. */
export function destinationsOf(
  moves: readonly LegalMove[],
  selected: number | null,
  content: Content,
): Destination[] {
  const cells = new Set<number>();
  for (const move of moves) {
    const [first] = move.cells;
    const last = move.cells.at(-1);
    if (first === undefined || last === undefined) continue;
    if (move.cells.length === 1 ? selected === null : first === selected) cells.add(last);
  }
  return [...cells].map((cell) => ({ cell, isCapture: selected !== null && content[cell] !== '' }));
}

/** Is a move a single step to a neighbour, after which no hop can follow? */
export function isStep(shape: Shape, move: LegalMove): boolean {
  const [from, to] = move.cells;
  if (from === undefined || to === undefined) return true;
  const cell = shape.cells.find(({ id }) => id === from);
  return (move.path ?? move.cells).length <= 2 && (cell?.neighbours.includes(to) ?? false);
}
