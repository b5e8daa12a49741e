import { describe, expect, it } from 'vitest';
import { bands, edge, plyAt, shares, xOf } from './graph';

const SIZE = { width: 100, height: 50 };

describe('shares', () => {
  it('add up to one', () => {
    expect(shares([0.75, 0.25])).toEqual([0.75, 0.25]);
    expect(shares([1, 0.5, 0.5])).toEqual([0.5, 0.25, 0.25]);
    expect(shares([0, 0])).toEqual([0.5, 0.5]);
  });
});

describe('the win-rate graph', () => {
  it('spreads plies over the width and finds them again', () => {
    expect([0, 1, 2].map((ply) => xOf(ply, 3, SIZE))).toEqual([0, 50, 100]);
    expect([-5, 20, 30, 80, 400].map((x) => plyAt(x, 3, SIZE))).toEqual([0, 0, 1, 2, 2]);
    expect(plyAt(10, 1, SIZE)).toBe(0);
  });

  it('draws one band per seat, stacked from the bottom', () => {
    const [first, second] = bands([[0.5, 0.5], null, [1, 0]], 2, SIZE);
    expect(first?.path).toBe('M0,25L100,0L100,50L0,50Z');
    expect(second?.path).toBe('M0,0L100,0L100,0L0,25Z');
  });

  it('has as many bands as seats', () => {
    const series = [[0.2, 0.2, 0.2, 0.2, 0.1, 0.1]];
    expect(bands(series, 6, SIZE).map(({ seat }) => seat)).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('bridges plies that nobody has looked at', () => {
    expect(edge([[0.5, 0.5], null, null, [0, 1]], SIZE)).toBe('M0,25L100,50');
  });

  it('is empty before anything is known', () => {
    expect(bands([null, null], 2, SIZE)).toEqual([]);
    expect(edge([null], SIZE)).toBe('');
  });
});
