// The shapes of the five games, for pictures drawn without a server: miniatures, help pages, tests.
import type { Cell, Content, Shape } from '../types';

const ROOT3_HALF = Math.sqrt(3) / 2;

/** The n x n squares of Reversi; rank 1 is at the top. */
export function reversiShape(size = 8): Shape {
  return { skin: 'reversi', input: 'place', cells: grid(size, size, (x, y) => `${letter(x)}${y + 1}`) };
}

/** The points of Gomoku; letters with i, rank 1 at the bottom. */
export function gomokuShape(size = 15): Shape {
  return { skin: 'gomoku', input: 'place', cells: grid(size, size, (x, y) => `${letter(x)}${size - y}`) };
}

/** The points of NoGo; letters without i, rank 1 at the bottom. */
export function nogoShape(size = 9): Shape {
  const skipI = (x: number): string => letter(x < 8 ? x : x + 1);
  return { skin: 'nogo', input: 'place', cells: grid(size, size, (x, y) => `${skipI(x)}${size - y}`) };
}

/** The points of Xiangqi; files a-i from red's left, ranks 0-9 from red's side, which is at the bottom. */
export function xiangqiShape(): Shape {
  return { skin: 'xiangqi', input: 'move', cells: grid(9, 10, (x, y) => `${letter(x)}${9 - y}`) };
}

/** The 121 holes of the star. Axial coordinates as in the game's texts: x to the right, y up-right. */
export function chineseCheckersShape(): Shape {
  const holes: { x: number; y: number }[] = [];
  for (let y = 8; y >= -8; y--) {
    for (let x = -8; x <= 8; x++) if (isHole(x, y)) holes.push({ x, y });
  }
  const index = new Map(holes.map((hole, id) => [`${hole.x},${hole.y}`, id]));
  const around = [
    [1, 0],
    [0, 1],
    [-1, 1],
    [-1, 0],
    [0, -1],
    [1, -1],
  ] as const;
  const cells = holes.map(({ x, y }, id): Cell => {
    const neighbours = around.flatMap(([dx, dy]) => index.get(`${x + dx},${y + dy}`) ?? []);
    const cell: Cell = { id, label: `${x},${y}`, x: x + y / 2, y: -y * ROOT3_HALF, neighbours };
    const camp = campOf(x, y);
    return camp === undefined ? cell : { ...cell, camp };
  });
  return { skin: 'chinese_checkers', input: 'move', cells };
}

/**
 * The content of a board from the first word of a position text: ranks from the top joined by '/', each from left to
 * right, runs of empty cells as decimal numbers. Cells are matched by place, so any numbering of ids will do.
 */
export function contentFromText(shape: Shape, text: string): Content {
  const board = text.trim().split(' ')[0] ?? '';
  const order = [...shape.cells].sort((a, b) => (Math.abs(a.y - b.y) > 0.01 ? a.y - b.y : a.x - b.x));
  const codes: string[] = [];
  for (const [token] of board.matchAll(/\d+|[^/\d]/g)) {
    if (/^\d+$/.test(token)) codes.push(...Array<string>(Number(token)).fill(''));
    else codes.push(token);
  }
  if (codes.length !== order.length) {
    throw new Error(`'${board}' describes ${codes.length} cells, but the board has ${order.length}`);
  }
  const content = Array<string>(order.length).fill('');
  for (const [place, cell] of order.entries()) content[cell.id] = codes[place] ?? '';
  return content;
}

function grid(columns: number, rows: number, label: (x: number, y: number) => string): Cell[] {
  const cells: Cell[] = [];
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      const id = y * columns + x;
      const neighbours: number[] = [];
      if (x > 0) neighbours.push(id - 1);
      if (x < columns - 1) neighbours.push(id + 1);
      if (y > 0) neighbours.push(id - columns);
      if (y < rows - 1) neighbours.push(id + columns);
      cells.push({ id, label: label(x, y), x, y, neighbours });
    }
  }
  return cells;
}

function letter(index: number): string {
  return String.fromCharCode(97 + index);
}

function isHole(x: number, y: number): boolean {
  const z = -x - y;
  return Math.min(x, y, z) >= -4 || Math.max(x, y, z) <= 4;
}

function campOf(x: number, y: number): string | undefined {
  if (y > 4) return 'A';
  if (x + y > 4) return 'B';
  if (x > 4) return 'C';
  if (y < -4) return 'D';
  if (x + y < -4) return 'E';
  return x < -4 ? 'F' : undefined;
}
