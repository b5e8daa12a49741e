import { describe, expect, it } from 'vitest';
import { nameOfGeneration, percent, range, scoreOfElo, signed } from './generations';

describe('matches between generations', () => {
  it('name a generation without its options', () => {
    expect(nameOfGeneration('minimax(depth=3)')).toBe('minimax');
    expect(nameOfGeneration('mcts')).toBe('mcts');
  });

  it('turn a lead into the score that it promises', () => {
    expect(scoreOfElo(0, 0)).toBe(0.5);
    expect(scoreOfElo(400, 0)).toBeCloseTo(10 / 11);
    expect([scoreOfElo(null, 0), scoreOfElo(null, 1)]).toEqual([0, 1]);
  });

  it('write numbers with their sign and open ends as infinite', () => {
    expect([signed(84.6), signed(-3.4), signed(0.2)]).toEqual(['+85', '−3', '0']);
    expect(range([12, null])).toBe('+12 … +∞');
    expect(range([null, -40])).toBe('−∞ … −40');
    expect(percent(0.625)).toBe('63%');
  });
});
