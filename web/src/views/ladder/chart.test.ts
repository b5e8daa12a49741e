import { describe, expect, it } from 'vitest';
import { chartOf } from './chart';

describe('a rating chart', () => {
  const rated = [
    { engine: 'greedy', rating: 0, interval: 30 },
    { engine: 'alphabeta', rating: 640, interval: 40 },
    { engine: 'mcts', rating: 300, interval: null },
  ];

  it('puts the strongest at the top', () => {
    expect(chartOf(rated, 100).rows.map(({ engine }) => engine)).toEqual(['alphabeta', 'mcts', 'greedy']);
  });

  it('has round ticks around all intervals', () => {
    const { ticks } = chartOf(rated, 100);
    expect(ticks.map(({ rating }) => rating)).toEqual([-200, 0, 200, 400, 600, 800]);
    expect(ticks[0]?.x).toBe(0);
    expect(ticks.at(-1)?.x).toBe(100);
  });

  it('draws intervals to scale, and open ones over the whole width', () => {
    const [first, second] = chartOf(rated, 100).rows;
    expect(first?.x).toBeCloseTo(84);
    expect(first?.low).toBeCloseTo(80);
    expect(first?.high).toBeCloseTo(88);
    expect(second).toMatchObject({ low: 0, high: 100, isOpen: true });
  });

  it('is not troubled by one engine or none', () => {
    expect(chartOf([{ engine: 'x', rating: 5, interval: 0 }], 100).rows).toHaveLength(1);
    expect(chartOf([], 100)).toMatchObject({ rows: [], height: 0 });
  });
});
