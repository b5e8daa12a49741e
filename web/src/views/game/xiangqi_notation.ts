// The notations of Xiangqi: Chinese four characters, WXF and ICCS. A text names the piece by its file (or its place
// among pieces that share one), the direction, and how far or to which file; files count from the mover's right.
import type { Content } from '../../board';

export type Notation = 'chinese' | 'wxf' | 'iccs';

const FILES = 9;
const TYPES: Record<string, string> = { k: 'K', a: 'A', b: 'E', n: 'H', r: 'R', c: 'C', p: 'P' };
const NUMERALS = '一二三四五六七八九';
const WIDE = '１２３４５６７８９';
const SIGNS: Record<string, string> = { '+': '进', '-': '退', '.': '平', f: '前', m: '中', b: '后' };
const RED: Record<string, string> = { K: '帅', A: '仕', E: '相', H: '马', R: '车', C: '炮', P: '兵' };
const BLACK: Record<string, string> = { K: '将', A: '士', E: '象', H: '马', R: '车', C: '炮', P: '卒' };
/** The characters of the pieces by their letters. */
export const PIECE_NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(TYPES).flatMap(([letter, type]) => [
    [letter, BLACK[type] ?? ''],
    [letter.toUpperCase(), RED[type] ?? ''],
  ]),
);
const MARKS: Record<number, readonly string[]> = {
  2: ['+', '-'],
  3: ['+', '3', '-'],
  4: ['++', '+', '-', '--'],
  5: ['++', '+', '3', '-', '--'],
};

/** The moves of a game (`h2e2`...) from a board, each in the notation. */
export function writeMoves(start: Content, moves: readonly string[], notation: Notation): string[] {
  const board = [...start];
  return moves.map((text) => {
    const written = writeMove(board, text, notation);
    const [from, to] = cellsOf(text);
    board[to] = board[from] ?? '';
    board[from] = '';
    return written;
  });
}

/** One move on a board; a text that moves no piece is given back as it is. */
export function writeMove(board: Content, text: string, notation: Notation): string {
  const [from, to] = cellsOf(text);
  const letter = board[from] ?? '';
  if (letter === '' || !TYPES[letter.toLowerCase()]) return text;
  if (notation === 'iccs') return `${text.slice(0, 2)}-${text.slice(2)}`.toUpperCase();
  const mover = new Mover(board, letter === letter.toUpperCase());
  if (notation === 'wxf') return mover.wxfName(from) + mover.action(from, to);
  return mover.inChinese(mover.chineseName(from) + mover.action(from, to));
}

function cellsOf(text: string): [number, number] {
  const cell = (at: number): number =>
    (9 - Number(text[at + 1])) * FILES + text.toLowerCase().charCodeAt(at) - 97;
  return [cell(0), cell(2)];
}

/** The side to move, its pieces seen from its own end. */
class Mover {
  readonly #types = new Map<number, string>();
  /** Pieces of a type on a file, front first. */
  readonly #columns = new Map<string, number[]>();
  readonly #crowded: number[];

  constructor(
    board: Content,
    private readonly isRed: boolean,
  ) {
    for (const [cell, letter] of board.entries()) {
      const type = TYPES[letter.toLowerCase()];
      if (type && (letter === letter.toUpperCase()) === isRed) this.#types.set(cell, type);
    }
    const cells = [...this.#types.keys()].sort((a, b) => this.#rank(b) - this.#rank(a));
    for (const cell of cells) {
      const key = `${this.#types.get(cell)}${this.#file(cell)}`;
      this.#columns.set(key, [...(this.#columns.get(key) ?? []), cell]);
    }
    this.#crowded = [...this.#columns]
      .filter(([key, column]) => key.startsWith('P') && column.length > 1)
      .map(([key]) => Number(key.slice(1)))
      .sort((a, b) => a - b);
  }

  /** Direction and goal: a distance for pieces that move straight along a file, else the file reached. */
  action(from: number, to: number): string {
    const climb = this.#rank(to) - this.#rank(from);
    const sign = climb > 0 ? '+' : climb < 0 ? '-' : '.';
    const isStraight = 'KRCP'.includes(this.#types.get(from) ?? '') && climb !== 0;
    return `${sign}${isStraight ? Math.abs(climb) : this.#file(to)}`;
  }

  chineseName(cell: number): string {
    const { type, file, place, count } = this.#place(cell);
    // Advisors and elephants are told apart by their direction.
    if (count === 1 || 'AE'.includes(type)) return `${type}${file}`;
    if (type === 'P' && (count > 3 || this.#crowded.length > 1)) {
      const pawns = this.#crowded.flatMap((crowded) => this.#columns.get(`P${crowded}`) ?? []);
      return `${pawns.indexOf(cell) + 1}P`;
    }
    return `${(count === 2 ? 'fb' : 'fmb')[place] ?? ''}${type}`;
  }

  wxfName(cell: number): string {
    const { type, file, place, count } = this.#place(cell);
    if (count === 1 || 'AE'.includes(type)) return `${type}${file}`;
    const mark = MARKS[count]?.[place] ?? '';
    if (mark.length === 2) return mark;
    // P3 is also the lone pawn of file 3: then the middle pawn takes the form with its file.
    const withFile = this.#crowded.length > 1 || (mark === '3' && this.#columns.get('P3')?.length === 1);
    return type === 'P' && withFile ? `${file}${mark}` : `${type}${mark}`;
  }

  inChinese(signs: string): string {
    const names = { ...(this.isRed ? RED : BLACK), ...SIGNS };
    const digits = this.isRed ? NUMERALS : WIDE;
    // A digit in front is an ordinal, written as a numeral by both sides.
    return [...signs]
      .map((sign, at) => names[sign] ?? (at === 0 ? NUMERALS : digits)[Number(sign) - 1] ?? sign)
      .join('');
  }

  #file(cell: number): number {
    return this.isRed ? 9 - (cell % FILES) : (cell % FILES) + 1;
  }

  #rank(cell: number): number {
    const row = Math.floor(cell / FILES);
    return this.isRed ? 9 - row : row;
  }

  #place(cell: number): { type: string; file: number; place: number; count: number } {
    const [type, file] = [this.#types.get(cell) ?? '', this.#file(cell)];
    const column = this.#columns.get(`${type}${file}`) ?? [];
    return { type, file, place: column.indexOf(cell), count: column.length };
  }
}
