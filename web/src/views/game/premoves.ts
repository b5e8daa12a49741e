// Moves that may be kept for one's next turn: how pieces could go, whatever the board will be then.
import type { Content, LegalMove, Shape } from '../../board';
import type { MoveView } from '../../wire.gen';

/** What stands between the two cells of a move's text, or null when texts are not made of cells. */
export function joinOf(shape: Shape, moves: readonly MoveView[]): string | null {
  // Whose a moving piece is, only these two tell by its code.
  if (shape.input === 'move' && shape.skin !== 'xiangqi' && shape.skin !== 'chinese_checkers') return null;
  const move = moves.find(({ cells }) => (cells?.length ?? 0) > 0);
  const labels = (move?.cells ?? []).map((id) => shape.cells[id]?.label ?? '');
  const [from = '', to = ''] = labels;
  if (!move || from === '') return null;
  if (labels.length === 1) return move.text === from ? '' : null;
  if (!move.text.startsWith(from) || !move.text.endsWith(to)) return null;
  return move.text.slice(from.length, move.text.length - to.length);
}

/** Every move that a seat may keep. `isOwn` says which pieces are the seat's. */
export function premoveChoices(
  shape: Shape,
  content: Content,
  isOwn: (code: string) => boolean,
  join: string,
): LegalMove[] {
  const { cells } = shape;
  if (shape.input === 'place')
    return cells.flatMap(({ id, label }) => (content[id] === '' ? [{ text: label, cells: [id] }] : []));
  return cells
    .filter(({ id }) => isOwn(content[id] ?? ''))
    .flatMap((from) =>
      cells
        .filter((to) => to.id !== from.id && goes(shape, content[from.id] ?? '', from, to))
        .map((to) => ({ text: `${from.label}${join}${to.label}`, cells: [from.id, to.id] })),
    );
}

/** The cells of a kept move. */
export function premoveCells(shape: Shape, text: string, join: string): number[] {
  const ids = new Map(shape.cells.map(({ id, label }) => [label, id]));
  const whole = ids.get(text);
  if (whole !== undefined) return [whole];
  for (let at = 1; at < text.length; at++) {
    if (!text.startsWith(join, at)) continue;
    const [from, to] = [ids.get(text.slice(0, at)), ids.get(text.slice(at + join.length))];
    if (from !== undefined && to !== undefined) return [from, to];
  }
  return [];
}

type Place = Shape['cells'][number];

/** Could such a piece ever go this way? Only Xiangqi's pieces are known here, others may go anywhere. */
function goes(shape: Shape, code: string, from: Place, to: Place): boolean {
  if (shape.skin !== 'xiangqi') return true;
  const [dx, dy] = [Math.abs(to.x - from.x), Math.abs(to.y - from.y)];
  switch (code.toLowerCase()) {
    case 'r':
    case 'c':
      return dx === 0 || dy === 0;
    case 'n':
      return dx * dy === 2;
    case 'b':
      return dx === 2 && dy === 2;
    case 'a':
      return dx === 1 && dy === 1;
    default:
      return dx + dy === 1;
  }
}
