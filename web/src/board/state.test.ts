// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { REST } from './motion/plan';
import { chineseCheckersShape, gomokuShape, reversiShape, xiangqiShape } from './shapes/shapes';
import { factsOf, initialState, viewOf, withAction, withConfig } from './state';
import { cellAt, configWith, moveThrough } from './testing';
import type { LegalMove } from './types';

const xiangqi = xiangqiShape();
const cannon = configWith(
  xiangqi,
  { h2: 'C', h9: 'n' },
  { moves: [moveThrough(xiangqi, 'h2', 'e2'), moveThrough(xiangqi, 'h2', 'h9')] },
);
const [h2, e2, h9] = ['h2', 'e2', 'h9'].map((label) => cellAt(xiangqi, label)) as [number, number, number];

describe('the view', () => {
  it('shows destinations only for the selected piece, captures apart from steps', () => {
    const state = initialState(cannon);
    expect(viewOf(state).destinations).toEqual([]);
    const selected = withAction(state, { kind: 'pick', cell: h2 }).state;
    expect(viewOf(selected).destinations).toEqual([
      { cell: e2, isCapture: false },
      { cell: h9, isCapture: true },
    ]);
  });

  it('shows a ghost under the pointer, but never over a piece to be taken', () => {
    const selected = withAction(initialState(cannon), { kind: 'pick', cell: h2 }).state;
    const over = (cell: number) => viewOf(withAction(selected, { kind: 'hover', cell }).state).ghosts;
    expect(over(e2)).toEqual([{ cell: e2, code: 'C', kind: 'hover' }]);
    expect(over(h9)).toEqual([]);
  });

  it('carries the dragged piece and leaves its origin faint', () => {
    let state = withAction(initialState(cannon), { kind: 'press', cell: h2, at: { x: 7, y: 7 } }).state;
    state = withAction(state, { kind: 'drag', cell: e2, at: { x: 4.2, y: 7.1 }, isFar: true }).state;
    const view = viewOf(state);
    expect(view.dragged).toEqual({ code: 'C', at: { x: 4.2, y: 7.1 } });
    expect(view.absent).toEqual([h2]);
  });

  it('draws a move that was sent and not acknowledged', () => {
    const view = viewOf(initialState({ ...cannon, pending: moveThrough(xiangqi, 'h2', 'e2') }));
    expect(view.ghosts).toEqual([{ cell: e2, code: 'C', kind: 'pending' }]);
    expect(view.absent).toEqual([h2]);
  });

  it('previews the discs that a hovered move turns', () => {
    const shape = reversiShape();
    const move = { ...moveThrough(shape, 'c4'), turns: [cellAt(shape, 'd4')] };
    const state = initialState(configWith(shape, { d4: 'o', e4: 'x' }, { moves: [move], ghost: 'x' }));
    const hovered = withAction(state, { kind: 'hover', cell: cellAt(shape, 'c4') }).state;
    expect(viewOf(hovered).turns).toEqual([cellAt(shape, 'd4')]);
    expect(viewOf(hovered).ghosts[0]?.code).toBe('x');
  });

  it('does not drown a large placing board in dots', () => {
    const shape = gomokuShape();
    const moves = shape.cells.map(({ id, label }) => ({ text: label, cells: [id] }));
    expect(viewOf(initialState(configWith(shape, {}, { moves }))).destinations).toEqual([]);
  });

  it('aims with a crosshair while a finger is down', () => {
    const shape = gomokuShape();
    const h8 = cellAt(shape, 'h8');
    const state = initialState(
      configWith(shape, {}, { moves: [moveThrough(shape, 'h8')], ghost: 'x', input: 'twice' }),
    );
    const pressed = withAction(state, { kind: 'press', cell: h8, at: { x: 7, y: 7 } }).state;
    expect(viewOf(pressed).crosshair).toBe(h8);
    expect(viewOf(withAction(pressed, { kind: 'release', cell: h8 }).state).ghosts[0]?.kind).toBe('chosen');
  });

  it('shows the path of a chain under the pointer', () => {
    const shape = chineseCheckersShape();
    const move = moveThrough(shape, '0,0', '0,2', '2,0');
    let state = initialState(configWith(shape, { '0,0': 'A' }, { moves: [move] }));
    state = withAction(state, { kind: 'pick', cell: cellAt(shape, '0,0') }).state;
    state = withAction(state, { kind: 'hover', cell: cellAt(shape, '2,0') }).state;
    expect(viewOf(state).chain).toEqual(move.path);
  });
});

describe('changes of the configuration', () => {
  it('animate a new content and mark the last move', () => {
    const move = moveThrough(xiangqi, 'h2', 'e2');
    const content = configWith(xiangqi, { e2: 'C', h9: 'n' }).content;
    const next = withConfig(initialState(cannon), { content, lastMove: move, moves: [] });
    expect(next.plan.tweens[0]?.kind).toBe('slide');
    expect(viewOf(next).last).toEqual([h2, e2]);
  });

  it('do not animate when the board is turned', () => {
    const content = configWith(xiangqi, { e2: 'C' }).content;
    expect(withConfig(initialState(cannon), { content, isFlipped: true }).plan).toBe(REST);
  });

  it('drop a selection whose moves are gone and keep one that still may move', () => {
    const selected = withAction(initialState(cannon), { kind: 'pick', cell: h2 }).state;
    expect(withConfig(selected, { moves: [] }).input.selected).toBeNull();
    expect(withConfig(selected, { moves: [moveThrough(xiangqi, 'h2', 'g2')] }).input.selected).toBe(h2);
    expect(withConfig(selected, { theme: 'dark' }).input.selected).toBe(h2);
  });

  it('refuse a content that does not fit the shape', () => {
    expect(() => withConfig(initialState(cannon), { content: ['x'] })).toThrow(
      'a board of 90 cells needs as many codes',
    );
  });
});

describe('a move that was drawn as pending', () => {
  const shape = chineseCheckersShape();
  const after = (move: LegalMove) => {
    const content = shape.cells.map(({ id }) => (id === move.cells[0] ? 'A' : ''));
    const moved = shape.cells.map(({ id }) => (id === move.cells.at(-1) ? 'A' : ''));
    const state = initialState({ shape, content, pending: move });
    return withConfig(state, { content: moved, lastMove: move, pending: null }).plan.duration;
  };

  it('hops through every landing once it is made', () => {
    expect(after(moveThrough(shape, '0,0', '0,2', '2,0'))).toBeGreaterThan(0);
  });

  it('of one step does not run a second time', () => {
    expect(after(moveThrough(shape, '0,0', '1,0'))).toBe(0);
  });
});

describe('facts for labels', () => {
  it('tell everything a blind player needs', () => {
    const state = initialState({
      ...cannon,
      lastMove: moveThrough(xiangqi, 'h2', 'e2'),
      marks: { check: [h9], forbidden: [{ cell: 0, reason: 'double three' }] },
      pending: moveThrough(xiangqi, 'h2', 'e2'),
    });
    const selected = withAction(state, { kind: 'pick', cell: h2 }).state;
    const facts = (id: number) => {
      const cell = xiangqi.cells[id];
      if (!cell) throw new Error(`no cell ${id}`);
      return factsOf(selected, cell, viewOf(selected));
    };
    expect(facts(h2)).toMatchObject({ code: 'C', isSelected: true, isLast: true, isPending: true });
    expect(facts(e2)).toMatchObject({ code: '', isDestination: true });
    expect(facts(h9)).toMatchObject({ isInCheck: true, isDestination: true });
    expect(facts(0).forbidden).toBe('double three');
  });
});
