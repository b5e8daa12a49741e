// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { cellAt } from '../testing';
import { readShape } from './read';
import {
  chineseCheckersShape,
  contentFromText,
  gomokuShape,
  nogoShape,
  reversiShape,
  xiangqiShape,
} from './shapes';

describe('shapes', () => {
  it('label their corners as the games do', () => {
    expect(reversiShape().cells[0]?.label).toBe('a1');
    expect(gomokuShape().cells[0]?.label).toBe('a15');
    expect(nogoShape().cells[8]?.label).toBe('j9');
    expect(xiangqiShape().cells.at(-1)?.label).toBe('i0');
  });

  it('give the star 121 holes, six camps of ten and mutual neighbours', () => {
    const { cells } = chineseCheckersShape();
    expect(cells).toHaveLength(121);
    for (const camp of 'ABCDEF') expect(cells.filter((cell) => cell.camp === camp)).toHaveLength(10);
    for (const cell of cells) {
      for (const other of cell.neighbours) expect(cells[other]?.neighbours).toContain(cell.id);
    }
  });
});

describe('position texts', () => {
  it('fill the board by place', () => {
    const shape = reversiShape();
    const content = contentFromText(shape, '8/8/8/3ox3/3xo3/8/8/8 x');
    expect(content[cellAt(shape, 'd4')]).toBe('o');
    expect(content[cellAt(shape, 'e4')]).toBe('x');
    expect(content.filter((code) => code !== '')).toHaveLength(4);
  });

  it('read runs longer than nine', () => {
    expect(contentFromText(gomokuShape(), `${'15/'.repeat(14)}14x`).at(-1)).toBe('x');
  });

  it('do not depend on the numbering of the cells', () => {
    const shape = xiangqiShape();
    const turned = { ...shape, cells: shape.cells.map((cell) => ({ ...cell, id: 89 - cell.id })) };
    const text = 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR';
    expect(contentFromText(turned, text)[89]).toBe('r');
    expect(contentFromText(turned, text)[0]).toBe('R');
  });

  it('are refused when they describe another board', () => {
    expect(() => contentFromText(reversiShape(), '8/8')).toThrow('describes 16 cells, but the board has 64');
  });
});

describe('shapes from outside', () => {
  it('are sorted by id, and unknown skins become points', () => {
    const shape = readShape({
      skin: 'moebius',
      input: 'move',
      cells: [
        { id: 1, label: 'b', x: 1, y: 0, neighbours: [0], camp: null },
        { id: 0, label: 'a', x: 0, y: 0, camp: 'A' },
      ],
    });
    expect(shape).toEqual({
      skin: 'points',
      input: 'move',
      cells: [
        { id: 0, label: 'a', x: 0, y: 0, neighbours: [], camp: 'A' },
        { id: 1, label: 'b', x: 1, y: 0, neighbours: [0] },
      ],
    });
  });

  it('are refused when an id is missing', () => {
    const cells = [{ id: 3, label: 'a', x: 0, y: 0 }];
    expect(() => readShape({ skin: 'points', input: 'place', cells })).toThrow('one has the id 3');
  });
});
