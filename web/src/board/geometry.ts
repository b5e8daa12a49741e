// Where cells are on the picture: bounds, orientation, the nearest cell, the next cell in a direction.
import type { Box, Cell, Point, Shape } from './types';

/** The positions of all cells by id after flipping or turning, and what follows from them. */
export interface Layout {
  points: readonly Point[];
  bounds: Box;
}

/**
 * Lays the cells of a shape out. A camp letter turns the star so that this camp lies at the bottom; a flip is half
 * a turn. The coordinates turn, not the picture: light still falls from the upper left and letters stay upright.
 */
export function layOut(shape: Shape, isFlipped: boolean, bottomCamp: string): Layout {
  const bounds = boundsOf(shape.cells);
  const middle = { x: bounds.x + bounds.width / 2, y: bounds.y + bounds.height / 2 };
  const sixths = bottomCamp === '' ? 0 : sixthsToBottom(shape.cells, bottomCamp, middle);
  const degrees = (sixths * 60 + (isFlipped ? 180 : 0)) % 360;
  const points = degrees === 0 ? inOrder(shape.cells) : turned(shape.cells, middle, degrees);
  return { points, bounds: boundsOf(points) };
}

export function boundsOf(points: readonly Point[]): Box {
  if (points.length === 0) return { x: 0, y: 0, width: 0, height: 0 };
  const xs = points.map((p) => p.x);
  const ys = points.map((p) => p.y);
  const x = Math.min(...xs);
  const y = Math.min(...ys);
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

/** The id of the cell nearest to a point, or null when none is within reach. */
export function nearest(layout: Layout, at: Point, reach = 0.75): number | null {
  let best: number | null = null;
  let bestDistance = reach;
  for (const [id, point] of layout.points.entries()) {
    const distance = Math.hypot(point.x - at.x, point.y - at.y);
    if (distance < bestDistance) [best, bestDistance] = [id, distance];
  }
  return best;
}

export type Direction = 'left' | 'right' | 'up' | 'down';

const STEPS: Record<Direction, Point> = {
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
};

/**
 * The cell that an arrow key reaches. `column` is the x the user set out from: on lattices whose rows are shifted
 * by half a cell, going up and down stays near it instead of drifting to one side.
 */
export function neighbourTowards(
  layout: Layout,
  from: number,
  direction: Direction,
  column: number,
): number | null {
  const start = layout.points[from];
  if (!start) return null;
  const step = STEPS[direction];
  let best: number | null = null;
  let bestCost = Infinity;
  for (const [id, point] of layout.points.entries()) {
    const along = (point.x - start.x) * step.x + (point.y - start.y) * step.y;
    const across = Math.abs((point.x - start.x) * step.y) + Math.abs((point.y - start.y) * step.x);
    // A cone of about 50 degrees: the key must mean the direction it names.
    if (along < 0.2 || across > along * 1.2) continue;
    const drift = step.x === 0 ? Math.abs(point.x - column) * 0.01 : 0;
    const cost = along + across + drift;
    if (cost < bestCost) [best, bestCost] = [id, cost];
  }
  return best;
}

/** Rows from top to bottom, each from left to right: the reading order for assistive technology. */
export function rowsOf(layout: Layout): number[][] {
  const rows = new Map<number, number[]>();
  for (const [id, point] of layout.points.entries()) {
    const key = Math.round(point.y * 100);
    const row = rows.get(key);
    if (row) row.push(id);
    else rows.set(key, [id]);
  }
  const x = (id: number): number => layout.points[id]?.x ?? 0;
  return [...rows.entries()].sort(([a], [b]) => a - b).map(([, row]) => row.sort((a, b) => x(a) - x(b)));
}

function inOrder(cells: readonly Cell[]): Point[] {
  const points: Point[] = [];
  for (const cell of cells) points[cell.id] = { x: cell.x, y: cell.y };
  return points;
}

/** Each cell takes the exact place of the cell it lands on, so that no rounding error gathers in the picture. */
function turned(cells: readonly Cell[], middle: Point, degrees: number): Point[] {
  const places = inOrder(cells);
  return places.map((point) => {
    const goal = rotate(point, middle, degrees);
    const id = nearest({ points: places, bounds: boundsOf(places) }, goal, 0.3);
    return (id === null ? undefined : places[id]) ?? goal;
  });
}

function rotate(point: Point, middle: Point, degrees: number): Point {
  const angle = (degrees * Math.PI) / 180;
  const [dx, dy] = [point.x - middle.x, point.y - middle.y];
  return {
    x: middle.x + dx * Math.cos(angle) - dy * Math.sin(angle),
    y: middle.y + dx * Math.sin(angle) + dy * Math.cos(angle),
  };
}

/** How many sixths of a turn clockwise bring the camp to the bottom. */
function sixthsToBottom(cells: readonly Cell[], camp: string, middle: Point): number {
  const own = cells.filter((cell) => cell.camp === camp);
  if (own.length === 0) throw new Error(`the shape has no camp '${camp}'`);
  const x = own.reduce((sum, cell) => sum + cell.x, 0) / own.length - middle.x;
  const y = own.reduce((sum, cell) => sum + cell.y, 0) / own.length - middle.y;
  const towardsBottom = 90 - (Math.atan2(y, x) * 180) / Math.PI;
  return ((Math.round(towardsBottom / 60) % 6) + 6) % 6;
}
