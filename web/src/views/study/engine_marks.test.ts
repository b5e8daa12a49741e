import { describe, expect, it } from 'vitest';
import { gomokuShape, xiangqiShape } from '../../board';
import { engineMarks, percent } from './engine_marks';

const LINES = [
  { moves: ['h8'], rates: [0.574, 0.426], path: [112] },
  { moves: ['h9'], rates: [0.4, 0.6], path: [97] },
  { moves: ['pass'], rates: [0.1, 0.9] },
];

describe('what an engine thinks, on the board', () => {
  it('is a numbered dot with the rate of the mover where stones are placed', () => {
    expect(engineMarks(LINES, gomokuShape(), 0)).toEqual({
      candidates: [
        { cell: 112, text: '57', rank: 1 },
        { cell: 97, text: '40', rank: 2 },
      ],
    });
  });

  it('is an arrow where pieces move, the best one first', () => {
    const lines = [
      { moves: ['h2e2'], rates: [0.5, 0.5], path: [70, 67] },
      { moves: ['b2e2'], rates: [0.52, 0.48], path: [64, 67] },
    ];
    expect(engineMarks(lines, xiangqiShape(), 1)).toEqual({
      arrows: [
        { from: 70, to: 67, tone: 'best', label: '50%' },
        { from: 64, to: 67, tone: 'good', label: '48%' },
      ],
    });
  });

  it('rounds rates to whole percents', () => {
    expect(percent(0.995)).toBe('100%');
    expect(percent(0.004)).toBe('0%');
  });
});
