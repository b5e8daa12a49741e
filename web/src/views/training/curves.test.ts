import { describe, expect, it } from 'vitest';
import { curvesOf } from './curves';

const SIZE = { width: 100, height: 40 };

describe('curves of a run', () => {
  it('are drawn for every measure but the axes', () => {
    const curves = curvesOf(
      [
        { step: 1, minutes: 2, heat: 1, loss: 2, promoted: true },
        { step: 2, minutes: 4, heat: 1, loss: 1, elo: 12 },
      ],
      SIZE,
    );
    expect(curves.map(({ name }) => name)).toEqual(['elo', 'loss', 'heat']);
    expect(curves[1]).toMatchObject({ last: 1, least: 1, most: 2, path: 'M0,0L100,40' });
    expect(curves[0]?.path).toBe('M100,20');
  });

  it('skip lines without a number', () => {
    const [curve] = curvesOf([{ loss: 1 }, { loss: null }, { loss: 3 }], SIZE);
    expect(curve?.path).toBe('M0,40L100,0');
    expect(curvesOf([], SIZE)).toEqual([]);
    expect(curvesOf([{ name: 'x' }], SIZE)).toEqual([]);
  });
});
