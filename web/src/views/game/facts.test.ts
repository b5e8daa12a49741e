import { describe, expect, it } from 'vitest';
import { chineseCheckersShape, contentFromText, reversiShape, xiangqiShape } from '../../board';
import type { PositionView } from '../../wire.gen';
import {
  blackSeat,
  boardSides,
  campsOf,
  capturedPieces,
  countCodes,
  isOpening,
  marblesHome,
  openPoints,
  placedCode,
  turnedBy,
} from './facts';
import { lastMoveOf, marksOf, type MarkOptions } from './marks';
import { writeMove, writeMoves } from './xiangqi_notation';

const position = (given: Partial<PositionView>): PositionView => ({
  text: '3/3/3 x',
  to_move: 0,
  ply: 0,
  board: [],
  ...given,
});

describe('reversi', () => {
  const shape = reversiShape();
  const start = contentFromText(shape, '8/8/8/3ox3/3xo3/8/8/8');
  const cell = (label: string): number => shape.cells.find((one) => one.label === label)?.id ?? -1;

  it('turns the row between two discs and nothing else', () => {
    expect(turnedBy(shape, start, cell('d3'), 'x')).toEqual([cell('d4')]);
    expect(turnedBy(shape, start, cell('a1'), 'x')).toEqual([]);
    expect(turnedBy(shape, start, cell('d4'), 'x')).toEqual([]);
    const corner = contentFromText(shape, '1ooooox1/o7/8/8/8/8/8/8');
    expect(turnedBy(shape, corner, 0, 'x')).toHaveLength(5);
  });

  it('counts discs', () => {
    expect(countCodes(start)).toEqual({ x: 2, o: 2 });
  });
});

describe('chinese checkers', () => {
  const shape = chineseCheckersShape();
  const first = shape.cells.map((cell) => (cell.camp === 'A' || cell.camp === 'D' ? cell.camp : ''));

  it('knows the camps and the marbles that are home', () => {
    expect(campsOf(first)).toEqual(['A', 'D']);
    expect(marblesHome(shape, first, 'A')).toBe(0);
    const home = shape.cells.map((cell) => (cell.camp === 'D' ? 'A' : ''));
    expect(marblesHome(shape, home, 'A')).toBe(10);
  });
});

describe('stones', () => {
  it('counts the points open to each seat', () => {
    const view = position({
      board: ['x', '', '', ''],
      marks: [
        { cell: 1, code: 'suicide', seat: 0 },
        { cell: 1, code: 'capture', seat: 1 },
        { cell: 2, code: 'capture', seat: 1 },
      ],
    });
    expect([openPoints(view, 0), openPoints(view, 1)]).toEqual([2, 1]);
  });

  it('follows the colours through an opening', () => {
    const swapped = position({ text: '15 o place 1 -', to_move: 0 });
    expect(placedCode(swapped)).toBe('o');
    expect(blackSeat(swapped)).toBe(1);
    expect(blackSeat(position({ text: '15 o', to_move: 1 }))).toBe(0);
    expect(isOpening(swapped)).toBe(true);
    expect(isOpening(position({ text: '15 o choose2 0 -' }))).toBe(true);
    expect(isOpening(position({ text: '15 o play 0 -' }))).toBe(false);
    expect(isOpening(position({ text: '15 o' }))).toBe(false);
  });
});

describe('marks', () => {
  const options: MarkOptions = {
    shape: { skin: 'gomoku', input: 'place', cells: [] },
    viewer: 0,
    seatCodes: [],
    showsIllegal: true,
    tracedSeat: null,
    outcome: null,
    hint: null,
    warnings: [],
    inWords: (words) => words.en,
  };
  const words = { en: 'double three', zh: '三三' };

  it('shows forbidden points to the side to move alone', () => {
    const marks = [{ cell: 7, code: 'double_three', seat: 0, words }];
    expect(marksOf(position({ marks }), options).forbidden).toEqual([{ cell: 7, reason: 'double three' }]);
    expect(marksOf(position({ marks, to_move: 1 }), options).forbidden).toEqual([]);
  });

  it('tells own illegal points from the others, when they are wanted', () => {
    const nogo = { ...options, shape: { ...options.shape, skin: 'nogo' as const } };
    const marks = [
      { cell: 1, code: 'suicide', seat: 0 },
      { cell: 2, code: 'capture', seat: 1 },
    ];
    expect(marksOf(position({ marks }), nogo).illegal).toEqual({ mine: [1], theirs: [2] });
    expect(marksOf(position({ marks }), { ...nogo, showsIllegal: false }).illegal).toBeUndefined();
  });

  it('draws the winning line and the dying group', () => {
    const outcome = { scores: [1, 0], reason: 'five_in_row', words, cells: [1, 2] };
    expect(marksOf(position({}), { ...options, outcome }).win).toEqual([1, 2]);
    expect(marksOf(position({}), { ...options, outcome: { ...outcome, reason: 'capture' } }).dying).toEqual([
      1, 2,
    ]);
  });

  it('shows a hint in three steps', () => {
    const hint = { t: 'hint_shown', room: 'R', turn: 1, step: 3, cells: [4, 9] } as const;
    const shown = marksOf(position({}), { ...options, hint: { ...hint, cells: [4, 9] } });
    expect(shown.arrows).toEqual([{ from: 4, to: 9, tone: 'best' }]);
    expect(marksOf(position({}), { ...options, hint: { ...hint, step: 1, cells: [4, 5, 6] } }).hint).toEqual([
      4, 5, 6,
    ]);
  });

  it('fades the paths of earlier moves and can show one seat alone', () => {
    const checkers = {
      ...options,
      shape: { ...options.shape, skin: 'chinese_checkers' as const },
      seatCodes: ['A', 'D'],
    };
    const last = [
      { seat: 1, text: 'b', path: [1, 2, 3], ply: 6 },
      { seat: 0, text: 'a', path: [7, 8], ply: 5 },
    ];
    const all = marksOf(position({ last, ply: 6 }), checkers).paths;
    expect(all?.map(({ seat, fade }) => [seat, fade])).toEqual([
      ['D', 0],
      ['A', 0.2],
    ]);
    expect(marksOf(position({ last, ply: 6 }), { ...checkers, tracedSeat: 0 }).paths).toHaveLength(1);
  });

  it('takes the latest move as the last one, with its hops', () => {
    const last = [
      { seat: 0, text: 'old', path: [7], ply: 1 },
      { seat: 1, text: 'new', path: [1, 2, 3], ply: 2 },
    ];
    expect(lastMoveOf(position({ last, ply: 2 }))).toEqual({ text: 'new', cells: [1, 3], path: [1, 2, 3] });
    expect(lastMoveOf(position({ last, ply: 3 }))).toBeNull();
  });
});

describe('xiangqi', () => {
  const shape = xiangqiShape();
  const board = (text: string): readonly string[] => contentFromText(shape, text);
  const start = board('rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR');

  it('writes a game in three notations', () => {
    const moves = ['h2e2', 'h9g7', 'b0c2', 'd9e8'];
    expect(writeMoves(start, moves, 'chinese')).toEqual(['炮二平五', '马８进７', '马八进七', '士４进５']);
    expect(writeMoves(start, moves, 'wxf')).toEqual(['C2.5', 'H8+7', 'H8+7', 'A4+5']);
    expect(writeMoves(start, moves, 'iccs')).toEqual(['H2-E2', 'H9-G7', 'B0-C2', 'D9-E8']);
  });

  it.each([
    ['3k5/9/9/9/4C4/9/9/4C4/9/5K3', 'e5a5', '前炮平九', 'C+.9'],
    ['3k5/9/9/9/4C4/9/9/4C4/9/5K3', 'e2e1', '后炮退一', 'C--1'],
    ['5k3/9/9/4r4/9/9/4r4/9/9/3K5', 'e6i6', '后车平９', 'R-.9'],
    ['4k4/9/9/9/9/9/8p/3A5/9/3A1K3', 'd2e1', '仕六退五', 'A6-5'],
    ['3k5/9/4P4/4P4/4P4/9/9/9/9/5K3', 'e6f6', '中兵平四', 'P3.4'],
    ['3k5/4P4/4P4/4P4/4P4/9/9/9/9/5K3', 'e8f8', '一兵平四', '++.4'],
    ['3k5/2P1P4/2P1P4/9/9/9/9/9/9/4K4', 'c7d7', '四兵平六', '7-.6'],
    ['3k5/9/4P4/4P1P2/4P4/9/9/9/9/5K3', 'e6f6', '中兵平四', '53.4'],
  ])('tells pieces on one file apart: %s %s', (text, move, chinese, wxf) => {
    expect(writeMove(board(text), move, 'chinese')).toBe(chinese);
    expect(writeMove(board(text), move, 'wxf')).toBe(wxf);
  });

  it('lists what was taken', () => {
    const now = board('1nbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P2/1C5C1/9/RNBAKABNR');
    expect(capturedPieces(start, now)).toEqual([['r'], ['P']]);
  });
});

describe('the sides of the board', () => {
  const board = xiangqiShape();
  const star = chineseCheckersShape();
  const camps = star.cells.map(({ camp }) => (camp === 'A' || camp === 'C' || camp === 'E' ? camp : ''));

  it('turn before the second seat, and once more when asked', () => {
    expect(boardSides(board, [], [1], 0).isFlipped).toBe(true);
    expect(boardSides(board, [], [1], 0, 1).isFlipped).toBe(false);
    expect(boardSides(board, [], [], 0).isFlipped).toBe(false);
  });

  it('follow the seat to move for somebody with both seats', () => {
    expect(boardSides(board, [], [0, 1], 0).isFlipped).toBe(false);
    expect(boardSides(board, [], [0, 1], 1).isFlipped).toBe(true);
  });

  it('have the own camp at the bottom', () => {
    expect(boardSides(star, camps, [2], 0).bottomCamp).toBe('E');
    expect(boardSides(star, camps, [2], 0, 1).bottomCamp).toBe('A');
    expect(boardSides(star, camps, [], 0).bottomCamp).toBe('A');
    expect(boardSides(board, [], [0], 0).bottomCamp).toBe('');
  });
});
