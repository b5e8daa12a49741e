// Is a general attacked? For the mark on the board only: what is legal the server says.
import type { Content, Shape } from '../../board';

const STRAIGHT = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const;

/** The cell of the general of a side that stands in check, or null. Red pieces are upper case and start below. */
export function checkedGeneral(shape: Shape, content: Content, isRed: boolean): number | null {
  const at = new Map(shape.cells.map(({ id, x, y }) => [`${x},${y}`, content[id] ?? '']));
  const general = shape.cells.find(({ id }) => content[id] === (isRed ? 'K' : 'k'));
  if (!general) return null;
  const { x, y } = general;
  const piece = (dx: number, dy: number): string | undefined => at.get(`${x + dx},${y + dy}`);
  const enemy = (letter: string): string => (isRed ? letter : letter.toUpperCase());
  const isAttacked =
    STRAIGHT.some(([dx, dy]) => isOpenLine(piece, dx, dy, enemy)) ||
    STRAIGHT.some(([dx, dy]) => isByHorse(piece, dx, dy, enemy('n'))) ||
    // Soldiers attack forwards and, where a general is, sideways too.
    [[1, 0] as const, [-1, 0] as const, [0, isRed ? -1 : 1] as const].some(
      ([dx, dy]) => piece(dx, dy) === enemy('p'),
    );
  return isAttacked ? general.id : null;
}

type Look = (dx: number, dy: number) => string | undefined;

/** A chariot or the other general without a piece between, a cannon behind exactly one. */
function isOpenLine(piece: Look, dx: number, dy: number, enemy: (letter: string) => string): boolean {
  let between = 0;
  for (let step = 1; between < 2; step++) {
    const found = piece(dx * step, dy * step);
    if (found === undefined) return false;
    if (found === '') continue;
    if (between === 0 && (found === enemy('r') || (dx === 0 && found === enemy('k')))) return true;
    if (between === 1 && found === enemy('c')) return true;
    between += 1;
  }
  return false;
}

/** Horses that reach the general over a leg on the diagonal point: the leg stands beside the horse. */
function isByHorse(piece: Look, dx: number, dy: number, horse: string): boolean {
  return [1, -1].some((side) => {
    const [fx, fy] = [dx * 2 + dy * side, dy * 2 + dx * side];
    const [lx, ly] = [dx + dy * side, dy + dx * side];
    return piece(fx, fy) === horse && piece(lx, ly) === '';
  });
}
