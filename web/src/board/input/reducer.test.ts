// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { Config } from '../config';
import { chineseCheckersShape, gomokuShape, xiangqiShape } from '../shapes/shapes';
import { cellAt, configWith, moveThrough } from '../testing';
import { type Action, IDLE, type InputState, reduce } from './reducer';

/** Runs actions one after another; returns the last state and the texts of all moves reported. */
function run(
  config: Config,
  actions: readonly Action[],
  start: InputState = IDLE,
): { state: InputState; played: string[] } {
  let state = start;
  const played: string[] = [];
  for (const action of actions) {
    const result = reduce(config, state, action);
    state = result.state;
    played.push(...result.moves.map((move) => move.text));
  }
  return { state, played };
}

const at = { x: 0, y: 0 };
const tap = (cell: number): Action[] => [
  { kind: 'press', cell, at },
  { kind: 'release', cell },
];
const drag = (from: number, to: number | null): Action[] => [
  { kind: 'press', cell: from, at },
  { kind: 'drag', cell: to, at: { x: 2, y: 2 }, isFar: true },
  { kind: 'release', cell: to },
];

describe('placing', () => {
  const shape = gomokuShape();
  const [h8, h9] = [cellAt(shape, 'h8'), cellAt(shape, 'h9')];
  const moves = [moveThrough(shape, 'h8'), moveThrough(shape, 'h9')];
  const direct = configWith(shape, {}, { moves });

  it('directly plays at the first tap', () => {
    expect(run(direct, tap(h8)).played).toEqual(['h8']);
  });

  it('directly ignores a finger that wandered to another point', () => {
    const actions: Action[] = [
      { kind: 'press', cell: h8, at },
      { kind: 'drag', cell: h9, at, isFar: true },
      { kind: 'release', cell: h9 },
    ];
    expect(run(direct, actions).played).toEqual([]);
  });

  it('ignores points that are not legal', () => {
    expect(run(direct, tap(0))).toEqual({ state: { ...IDLE, hover: 0 }, played: [] });
  });

  it('by tapping twice shows the point first and plays it at the second tap', () => {
    const config = { ...direct, input: 'twice' as const };
    const once = run(config, tap(h8));
    expect(once.played).toEqual([]);
    expect(once.state.chosen).toBe(h8);
    expect(run(config, tap(h8), once.state).played).toEqual(['h8']);
  });

  it('by tapping twice takes a tap elsewhere as a new wish', () => {
    const config = { ...direct, input: 'twice' as const };
    const { state, played } = run(config, [...tap(h8), ...tap(h9)]);
    expect(played).toEqual([]);
    expect(state.chosen).toBe(h9);
  });

  it('by sliding plays where the finger is lifted, and not at all outside', () => {
    const config = { ...direct, input: 'slide' as const };
    expect(run(config, drag(h8, h9)).played).toEqual(['h9']);
    expect(run(config, drag(h8, null)).played).toEqual([]);
  });

  it('reports every move that shares the point', () => {
    const choices = [
      { text: 'h8=a', cells: [h8] },
      { text: 'h8=b', cells: [h8] },
    ];
    expect(run({ ...direct, moves: choices }, tap(h8)).played).toEqual(['h8=a', 'h8=b']);
  });

  it('does nothing on a board that is only looked at', () => {
    expect(run({ ...direct, isInteractive: false }, tap(h8)).played).toEqual([]);
  });
});

describe('moving', () => {
  const shape = xiangqiShape();
  const [h2, e2, b2] = [cellAt(shape, 'h2'), cellAt(shape, 'e2'), cellAt(shape, 'b2')];
  const moves = [
    moveThrough(shape, 'h2', 'e2'),
    moveThrough(shape, 'h2', 'h9'),
    moveThrough(shape, 'b2', 'e2'),
  ];
  const config = configWith(shape, { h2: 'C', b2: 'C', h9: 'n' }, { moves });

  it('by tap and tap selects, then plays', () => {
    const selected = run(config, tap(h2));
    expect(selected.state.selected).toBe(h2);
    expect(run(config, tap(e2), selected.state).played).toEqual(['h2:e2']);
  });

  it('lets go of the piece at a second tap on it', () => {
    expect(run(config, [...tap(h2), ...tap(h2)]).state.selected).toBeNull();
  });

  it('changes to another piece of one’s own', () => {
    expect(run(config, [...tap(h2), ...tap(b2)]).state.selected).toBe(b2);
  });

  it('lets go when an empty point is tapped that is no destination', () => {
    expect(run(config, [...tap(h2), ...tap(0)]).state.selected).toBeNull();
  });

  it('by dragging plays at the release', () => {
    expect(run(config, drag(h2, e2)).played).toEqual(['h2:e2']);
  });

  it('returns a piece dragged to a wrong place and keeps it selected', () => {
    const { state, played } = run(config, drag(h2, 0));
    expect(played).toEqual([]);
    expect(state.selected).toBe(h2);
    expect(state.press).toBeNull();
  });

  it('returns a piece dragged off the board', () => {
    expect(run(config, drag(h2, null)).played).toEqual([]);
  });

  it('in the careful mode asks again at the destination, dragged or tapped', () => {
    const careful = { ...config, input: 'twice' as const };
    const dragged = run(careful, drag(h2, e2));
    expect(dragged.played).toEqual([]);
    expect(dragged.state.chosen).toBe(e2);
    expect(run(careful, tap(e2), dragged.state).played).toEqual(['h2:e2']);
  });

  it('by keyboard picks the piece and then the destination; Escape lets go', () => {
    const pick = (cell: number): Action => ({ kind: 'pick', cell });
    expect(run(config, [pick(h2), pick(e2)]).played).toEqual(['h2:e2']);
    expect(run(config, [pick(h2), { kind: 'cancel' }]).state.selected).toBeNull();
  });
});

describe('chains of hops', () => {
  const shape = chineseCheckersShape();
  const moves = [
    moveThrough(shape, '0,0', '1,0'),
    moveThrough(shape, '0,0', '0,2'),
    moveThrough(shape, '0,0', '0,2', '2,0'),
  ];
  const config = configWith(shape, { '0,0': 'A' }, { moves });
  const [from, step, first, end] = ['0,0', '1,0', '0,2', '2,0'].map((label) => cellAt(shape, label)) as [
    number,
    number,
    number,
    number,
  ];

  it('are played by tapping the end', () => {
    expect(run(config, [...tap(from), ...tap(end)]).played).toEqual(['0,0:0,2:2,0']);
    expect(run(config, [...tap(from), ...tap(first)]).played).toEqual(['0,0:0,2']);
  });

  it('are walked hop by hop and end at a second tap', () => {
    const steps = { ...config, hops: 'steps' as const };
    const walking = run(steps, [...tap(from), ...tap(first)]);
    expect(walking.played).toEqual([]);
    expect(walking.state.chain).toEqual([from, first]);
    const further = run(steps, tap(end), walking.state);
    expect(further.state.chain).toEqual([from, first, end]);
    expect(run(steps, tap(end), further.state).played).toEqual(['0,0:0,2:2,0']);
  });

  it('do not ask after a single step, which nothing can follow', () => {
    const steps = { ...config, hops: 'steps' as const };
    expect(run(steps, [...tap(from), ...tap(step)]).played).toEqual(['0,0:1,0']);
  });

  it('are given up by a tap on the marble’s home', () => {
    const steps = { ...config, hops: 'steps' as const };
    const { state, played } = run(steps, [...tap(from), ...tap(first), ...tap(from)]);
    expect(played).toEqual([]);
    expect(state.selected).toBeNull();
  });
});
