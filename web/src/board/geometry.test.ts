// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { layOut, nearest, neighbourTowards, rowsOf } from './geometry';
import { chineseCheckersShape, gomokuShape, xiangqiShape } from './shapes/shapes';
import { cellAt } from './testing';

const star = chineseCheckersShape();
const CAMPS = ['A', 'B', 'C', 'D', 'E', 'F'];

describe('orientation', () => {
  it('leaves the shape alone when nothing is asked', () => {
    const shape = xiangqiShape();
    expect(layOut(shape, false, '').points[0]).toEqual({ x: 0, y: 0 });
  });

  it('turns the board by half when flipped', () => {
    const shape = xiangqiShape();
    const { points } = layOut(shape, true, '');
    expect(points[cellAt(shape, 'a9')]).toEqual({ x: 8, y: 9 });
    expect(points[cellAt(shape, 'i0')]).toEqual({ x: 0, y: 0 });
  });

  it.each(CAMPS)('brings camp %s to the bottom of the star', (camp) => {
    const { points, bounds } = layOut(star, false, camp);
    const own = star.cells.filter((cell) => cell.camp === camp).map((cell) => points[cell.id]?.y ?? 0);
    const others = star.cells.filter((cell) => cell.camp !== camp).map((cell) => points[cell.id]?.y ?? 0);
    expect(own).toHaveLength(10);
    expect(Math.min(...own)).toBeGreaterThan(Math.max(...others));
    expect(Math.max(...own)).toBeCloseTo(bounds.y + bounds.height);
  });

  it.each(CAMPS)('only exchanges the places of the holes when camp %s is turned', (camp) => {
    const places = (points: readonly { x: number; y: number }[]): string[] =>
      points.map(({ x, y }) => `${x.toFixed(6)} ${y.toFixed(6)}`).sort();
    expect(places(layOut(star, false, camp).points)).toEqual(places(layOut(star, false, '').points));
  });

  it('keeps neighbours neighbours', () => {
    const { points } = layOut(star, false, 'B');
    for (const cell of star.cells) {
      for (const other of cell.neighbours) {
        const [a, b] = [points[cell.id], points[other]];
        expect(Math.hypot((a?.x ?? 0) - (b?.x ?? 9), (a?.y ?? 0) - (b?.y ?? 9))).toBeCloseTo(1);
      }
    }
  });

  it('keeps the turn order clockwise', () => {
    const { points } = layOut(star, false, 'D');
    const middleOf = (camp: string): { x: number; y: number } => {
      const own = star.cells.filter((cell) => cell.camp === camp).flatMap((cell) => points[cell.id] ?? []);
      return { x: own.reduce((s, p) => s + p.x, 0) / 10, y: own.reduce((s, p) => s + p.y, 0) / 10 };
    };
    // D below; clockwise from the bottom comes the lower left.
    expect(middleOf('E').x).toBeLessThan(-2);
    expect(middleOf('E').y).toBeGreaterThan(0);
  });

  it('refuses a camp that the shape does not have', () => {
    expect(() => layOut(gomokuShape(), false, 'A')).toThrow("no camp 'A'");
  });
});

describe('the nearest cell', () => {
  const layout = layOut(gomokuShape(), false, '');

  it('is found from anywhere around it', () => {
    expect(nearest(layout, { x: 3.4, y: 6.6 })).toBe(7 * 15 + 3);
    expect(nearest(layout, { x: -0.5, y: -0.5 })).toBe(0);
  });

  it('is none far outside', () => {
    expect(nearest(layout, { x: -1, y: -1 })).toBeNull();
  });
});

describe('arrow keys', () => {
  it('walk straight on a square board and stop at its edge', () => {
    const layout = layOut(gomokuShape(), false, '');
    expect(neighbourTowards(layout, 0, 'right', 0)).toBe(1);
    expect(neighbourTowards(layout, 0, 'down', 0)).toBe(15);
    expect(neighbourTowards(layout, 0, 'left', 0)).toBeNull();
    expect(neighbourTowards(layout, 0, 'up', 0)).toBeNull();
  });

  it('follow the board when it is flipped', () => {
    const shape = xiangqiShape();
    const layout = layOut(shape, true, '');
    expect(neighbourTowards(layout, cellAt(shape, 'e0'), 'right', 4)).toBe(cellAt(shape, 'd0'));
  });

  it('stay in their column while going up and down the star', () => {
    const layout = layOut(star, false, '');
    let cell = cellAt(star, '0,0');
    const column = layout.points[cell]?.x ?? 0;
    for (let step = 0; step < 4; step++) cell = neighbourTowards(layout, cell, 'up', column) ?? cell;
    expect(Math.abs((layout.points[cell]?.x ?? 9) - column)).toBeLessThanOrEqual(0.5);
    expect(layout.points[cell]?.y).toBeCloseTo(-4 * (Math.sqrt(3) / 2));
  });

  it('reach every hole of the star', () => {
    const layout = layOut(star, false, '');
    const reached = new Set([60]);
    const open = [60];
    for (let cell = open.pop(); cell !== undefined; cell = open.pop()) {
      for (const direction of ['left', 'right', 'up', 'down'] as const) {
        const next = neighbourTowards(layout, cell, direction, layout.points[cell]?.x ?? 0);
        if (next !== null && !reached.has(next)) {
          reached.add(next);
          open.push(next);
        }
      }
    }
    expect(reached.size).toBe(121);
  });
});

describe('rows', () => {
  it('read from the top left to the bottom right, also when turned', () => {
    const shape = xiangqiShape();
    expect(rowsOf(layOut(shape, false, ''))[0]?.[0]).toBe(cellAt(shape, 'a9'));
    expect(rowsOf(layOut(shape, true, ''))[0]?.[0]).toBe(cellAt(shape, 'i0'));
    expect(rowsOf(layOut(star, false, 'C')).map((row) => row.length)).toEqual([
      1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1,
    ]);
  });
});
