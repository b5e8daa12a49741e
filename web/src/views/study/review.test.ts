import { describe, expect, it } from 'vitest';
import { review, verdictOf } from './review';

const pair = (first: number): [number, number] => [first, 1 - first];

describe('verdicts', () => {
  it('begin at five, ten and fifteen points of expected score', () => {
    expect([0.04, 0.05, 0.1, 0.15, 0.6].map(verdictOf)).toEqual([
      null,
      'inaccuracy',
      'mistake',
      'blunder',
      'blunder',
    ]);
    expect(verdictOf(-0.3)).toBeNull();
  });
});

describe('a review', () => {
  const series = [0.5, 0.44, 0.64, 0.62, 0.9, 0.3, 0.29].map(pair);
  const movers = [0, 1, 0, 1, 0, 1];

  it('charges each move to its mover', () => {
    const { moves } = review(series, movers, 2);
    expect(moves.map(({ seat, verdict }) => [seat, verdict])).toEqual([
      [0, 'inaccuracy'],
      [1, 'blunder'],
      [0, null],
      [1, 'blunder'],
      [0, 'blunder'],
      [1, null],
    ]);
  });

  it('names the three moves that cost most, in the order of the game', () => {
    expect(review(series, movers, 2).turningPoints.map(({ ply }) => ply)).toEqual([2, 4, 5]);
  });

  it('sums up each seat', () => {
    const [first, second] = review(series, movers, 2).seats;
    expect(first).toMatchObject({ seat: 0, moves: 3, inaccuracies: 1, blunders: 1 });
    expect(first?.meanLoss).toBeCloseTo((0.06 + 0.02 + 0.6) / 3);
    expect(second?.blunders).toBe(2);
  });

  it('leaves moves unjudged whose neighbours are unknown', () => {
    const { moves, turningPoints } = review([pair(0.5), null, pair(0.1)], [0, 1], 2);
    expect(moves).toEqual([]);
    expect(turningPoints).toEqual([]);
  });

  it('never blames a move that the engine would have made itself', () => {
    const isBest = [false, true, false, false, true, false];
    const { moves, seats, turningPoints } = review(series, movers, 2, isBest);
    expect(moves.map(({ verdict }) => verdict)).toEqual(['inaccuracy', null, null, 'blunder', null, null]);
    expect(turningPoints.map(({ ply }) => ply)).toEqual([1, 4]);
    // It cost what it cost: only the name is taken back.
    expect(seats[0]?.meanLoss).toBeCloseTo((0.06 + 0.02 + 0.6) / 3);
  });

  it('judges nobody where a seat is taken out', () => {
    const rates = [
      [0.5, 0.5, 0.5],
      [0.9, 0.6, 0],
      [0.4, 0.6, 0],
    ];
    expect(review(rates, [null, 0], 3).moves.map(({ ply, seat }) => [ply, seat])).toEqual([[2, 0]]);
  });

  it('works for more than two seats', () => {
    const { moves } = review(
      [
        [0.5, 0.5, 0.5],
        [0.3, 0.6, 0.6],
      ],
      [0],
      3,
    );
    expect(moves[0]).toMatchObject({ seat: 0, verdict: 'blunder' });
  });
});
