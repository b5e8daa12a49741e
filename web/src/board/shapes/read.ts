// A shape from outside, checked at the border: a user's game may come from any program.
import type { Cell, Shape, SkinName } from '../types';

/** A shape as it arrives: the words are not yet known to be ours. */
export interface LooseShape {
  skin: string;
  input: string;
  cells: readonly {
    id: number;
    label: string;
    x: number;
    y: number;
    neighbours?: readonly number[];
    camp?: string | null;
  }[];
}

const SKINS: readonly SkinName[] = [
  'reversi',
  'xiangqi',
  'gomoku',
  'nogo',
  'chinese_checkers',
  'squares',
  'points',
  'hexes',
];

/** The shape, its cells in the order of their ids. A skin we do not have is drawn as points. */
export function readShape(loose: LooseShape): Shape {
  const cells = loose.cells.map((cell): Cell => {
    const { id, label, x, y, neighbours = [], camp } = cell;
    const known = { id, label, x, y, neighbours: [...neighbours] };
    return camp === undefined || camp === null ? known : { ...known, camp };
  });
  cells.sort((a, b) => a.id - b.id);
  const odd = cells.find((cell, index) => cell.id !== index);
  if (odd) throw new Error(`the cells of a shape are numbered 0, 1, 2..., but one has the id ${odd.id}`);
  return {
    skin: SKINS.find((name) => name === loose.skin) ?? 'points',
    input: loose.input === 'move' ? 'move' : 'place',
    cells,
  };
}
