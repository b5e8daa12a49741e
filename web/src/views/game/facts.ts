// What a board tells about a game beyond its pieces: discs that a move turns, marbles at home, points still open.
import type { Content, Shape } from '../../board';
import type { PositionView } from '../../wire.gen';

const DIRECTIONS = [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => [dx, dy] as const));

/** The discs that a disc of `code` on `cell` would turn in Reversi. */
export function turnedBy(shape: Shape, content: Content, cell: number, code: string): number[] {
  const at = new Map(shape.cells.map(({ id, x, y }) => [`${x},${y}`, id]));
  const origin = shape.cells[cell];
  if (!origin || content[cell] !== '') return [];
  const turned: number[] = [];
  for (const [dx, dy] of DIRECTIONS) {
    if (dx === 0 && dy === 0) continue;
    const row: number[] = [];
    for (let step = 1; ; step++) {
      const next = at.get(`${origin.x + dx * step},${origin.y + dy * step}`);
      const found = next === undefined ? '' : (content[next] ?? '');
      if (found === '' || next === undefined) break;
      if (found === code) {
        turned.push(...row);
        break;
      }
      row.push(next);
    }
  }
  return turned;
}

/** How many pieces of each code are on the board. */
export function countCodes(content: Content): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const code of content) if (code !== '') counts[code] = (counts[code] ?? 0) + 1;
  return counts;
}

const OPPOSITE: Record<string, string> = { A: 'D', B: 'E', C: 'F', D: 'A', E: 'B', F: 'C' };

/** The camps of the seats in turn order, read from the first position. */
export function campsOf(first: Content): string[] {
  return [...new Set(first)].filter((code) => code in OPPOSITE).sort();
}

/**
 * How the board lies before the seats of somebody: the seat to move if several are theirs, else their first. Those who
 * only watch look from the first seat. Each of the `turns` brings the next side to the bottom.
 */
export function boardSides(
  shape: Shape,
  first: Content,
  mySeats: readonly number[],
  toMove: number,
  turns = 0,
): { isFlipped: boolean; bottomCamp: string } {
  const camps = shape.skin === 'chinese_checkers' ? campsOf(first) : [];
  const seat = mySeats.includes(toMove) ? toMove : mySeats[0];
  return {
    isFlipped: (shape.skin === 'xiangqi' && seat === 1) !== (turns % 2 === 1),
    bottomCamp: camps[((mySeats[0] ?? 0) + turns) % Math.max(1, camps.length)] ?? '',
  };
}

/** How many marbles of a camp have reached the camp opposite. */
export function marblesHome(shape: Shape, content: Content, camp: string): number {
  const goal = OPPOSITE[camp];
  return shape.cells.filter((cell) => cell.camp === goal && content[cell.id] === camp).length;
}

/** How many points a seat may still take in NoGo: empty ones without a mark against that seat. */
export function openPoints(position: PositionView, seat: number): number {
  const closed = new Set(
    (position.marks ?? []).filter((mark) => mark.seat === seat).map((mark) => mark.cell),
  );
  return position.board.filter((code, cell) => code === '' && !closed.has(cell)).length;
}

/** The code of the stone or disc that the seat to move would place. */
export function placedCode(position: PositionView): string {
  const side = position.text.split(' ')[1] ?? '';
  return side === 'x' || side === 'o' ? side : position.to_move === 0 ? 'x' : 'o';
}

/** The seat that plays the black stones; it changes with the openings of Gomoku. */
export function blackSeat(position: PositionView): number {
  const [, side = '', , seat] = position.text.split(' ');
  if (seat === '0' || seat === '1') return Number(seat);
  return side === 'o' ? 1 - position.to_move : side === 'x' ? position.to_move : 0;
}

/** Is the opening of Gomoku still being agreed on: stones placed for both, colours not chosen? */
export function isOpening(position: PositionView): boolean {
  return /^\S+ [xo] (?:place|two|choose2?) /.test(position.text);
}

/** Pieces taken by each side in Xiangqi: `[by red, by black]`, in the order of their value. */
export function capturedPieces(first: Content, now: Content): [string[], string[]] {
  const [before, left] = [countCodes(first), countCodes(now)];
  const missing = (letters: string): string[] =>
    [...letters].flatMap((letter) =>
      Array.from({ length: Math.max(0, (before[letter] ?? 0) - (left[letter] ?? 0)) }, () => letter),
    );
  return [missing('rcnbap'), missing('RCNBAP')];
}
