// A position as text, written from the pieces on a board: what the server reads and judges.
import type { Content, Shape } from '../../board';

/** The first word of a position text: ranks from the top, runs of empty cells as numbers. */
export function boardText(shape: Shape, content: Content): string {
  const rows = new Map<number, { x: number; code: string }[]>();
  for (const { id, x, y } of shape.cells) {
    // Rows of a star are not whole numbers apart.
    const row = Math.round(y * 100);
    rows.set(row, [...(rows.get(row) ?? []), { x, code: content[id] ?? '' }]);
  }
  return [...rows]
    .sort(([a], [b]) => a - b)
    .map(([, cells]) => rowText(cells.sort((a, b) => a.x - b.x).map(({ code }) => code)))
    .join('/');
}

/** The whole text: the board, who moves, and whatever else the game's own beginning says. */
export function positionText(shape: Shape, content: Content, side: string): string {
  const rest = shape.skin === 'xiangqi' ? ' - - 0 1' : '';
  return `${boardText(shape, content)} ${side}${rest}`;
}

/** The words for the seats in a position text, in turn order; none for a game whose texts we cannot write. */
export function sideWords(shape: Shape, initial: Content): readonly string[] {
  if (shape.skin === 'xiangqi') return ['w', 'b'];
  if (shape.skin === 'chinese_checkers') return codesIn(initial);
  return ['reversi', 'gomoku', 'nogo'].includes(shape.skin) ? ['x', 'o'] : [];
}

/** The pieces that may be put on a board, one side after the other. */
export function brushes(shape: Shape, initial: Content): readonly string[] {
  if (shape.skin === 'xiangqi') return [...'KABNRCPkabnrcp'];
  return sideWords(shape, initial);
}

function codesIn(content: Content): string[] {
  return [...new Set(content)].filter((code) => code !== '').sort();
}

function rowText(codes: readonly string[]): string {
  let text = '';
  let empty = 0;
  for (const code of codes) {
    if (code === '') {
      empty += 1;
      continue;
    }
    text += `${empty > 0 ? empty : ''}${code}`;
    empty = 0;
  }
  return `${text}${empty > 0 ? empty : ''}`;
}
