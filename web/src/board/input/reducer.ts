// Taps, drags and keys become selections and moves here: a pure function, so that every habit can be tested.
import type { Config } from '../config';
import type { LegalMove, Point } from '../types';
import { isStep, movesAt, movesTo } from './moves';

export interface InputState {
  selected: number | null;
  hover: number | null;
  /** A placing or a destination that waits for its confirmation. */
  chosen: number | null;
  /** The cell pressed and not yet released; `at` follows the pointer once it is a drag. */
  press: { cell: number | null; isDrag: boolean; wasSelected: boolean; at: Point } | null;
  /** Landings walked so far in hop-by-hop play, the origin first. */
  chain: readonly number[];
}

export const IDLE: InputState = { selected: null, hover: null, chosen: null, press: null, chain: [] };

export type Action =
  | { kind: 'press'; cell: number | null; at: Point }
  | { kind: 'drag'; cell: number | null; at: Point; isFar: boolean }
  | { kind: 'release'; cell: number | null }
  | { kind: 'hover'; cell: number | null }
  /** A whole tap at once: Enter on the keyboard, or a click made by assistive technology. */
  | { kind: 'pick'; cell: number }
  | { kind: 'cancel' };

export interface Result {
  state: InputState;
  /** Moves to report: one is played, several need a choice. */
  moves: readonly LegalMove[];
}

/** What an action does. The configuration is read, never changed. */
export function reduce(config: Config, state: InputState, action: Action): Result {
  if (action.kind === 'cancel') return still({ ...IDLE, hover: state.hover });
  if (action.kind === 'hover') return still({ ...state, hover: action.cell });
  if (!config.isInteractive) return still(state);
  switch (action.kind) {
    case 'pick':
      return tap(config, { ...state, hover: action.cell }, action.cell, config.input === 'twice');
    case 'press':
      return press(config, state, action.cell, action.at);
    case 'drag':
      return drag(config, state, action);
    case 'release':
      return release(config, state, action.cell);
  }
}

function press(config: Config, state: InputState, cell: number | null, at: Point): Result {
  if (cell === null) return still({ ...state, press: null });
  const held = { cell, isDrag: false, wasSelected: state.selected === cell, at };
  const next = { ...state, hover: cell, press: held };
  // Taking up one's own piece shows at once where it may go; everything else waits for the release.
  const isOwn = config.shape.input === 'move' && movesAt(config.moves, cell).length > 0;
  const isTarget = state.selected !== null && movesTo(config.moves, state.selected, cell).length > 0;
  if (isOwn && !isTarget && state.selected !== cell && state.chain.length <= 1) {
    return still({ ...next, selected: cell, chosen: null, chain: [] });
  }
  return still(next);
}

function drag(
  config: Config,
  state: InputState,
  { cell, at, isFar }: Extract<Action, { kind: 'drag' }>,
): Result {
  if (!state.press) return still({ ...state, hover: cell });
  const isDrag = state.press.isDrag || isFar;
  const carries = config.shape.input === 'move' && state.press.cell === state.selected;
  return still({
    ...state,
    hover: cell,
    press: { ...state.press, isDrag: isDrag && (carries || config.input === 'slide'), at },
  });
}

function release(config: Config, state: InputState, cell: number | null): Result {
  const held = state.press;
  if (!held) return still(state);
  const next = { ...state, press: null };
  if (cell === null) return still(held.isDrag ? { ...next, hover: null } : next);
  if (held.isDrag && config.shape.input === 'move' && held.cell === state.selected)
    return drop(config, next, cell);
  // Sliding: the place of release counts. Otherwise a finger that wandered off meant nothing.
  if (config.input === 'slide') return tap(config, next, cell, false, held.wasSelected);
  if (cell !== held.cell) return still(next);
  return tap(config, next, cell, config.input === 'twice', held.wasSelected);
}

/** A dragged piece is put down: on a destination it moves, elsewhere it returns and stays selected. */
function drop(config: Config, state: InputState, cell: number): Result {
  const moves = movesTo(config.moves, state.selected, cell);
  if (moves.length === 0) return still(state);
  return config.input === 'twice' ? confirm(config, state, cell, moves, true) : finish(moves);
}

/** A complete tap on a cell. `wasSelected` tells a second tap on the same piece from the one that selected it. */
function tap(
  config: Config,
  state: InputState,
  cell: number,
  needsTwo: boolean,
  wasSelected?: boolean,
): Result {
  const moves = movesTo(config.moves, state.selected, cell);
  if (moves.length > 0) return confirm(config, state, cell, moves, needsTwo);
  if (state.chosen !== null && state.chain.length > 1 && cell === state.selected) return still(IDLE);
  const isOwn = config.shape.input === 'move' && movesAt(config.moves, cell).length > 0;
  if (!isOwn) return still({ ...state, selected: null, chosen: null, chain: [] });
  const deselects = wasSelected ?? state.selected === cell;
  if (deselects) return still({ ...state, selected: null, chosen: null, chain: [] });
  return still({ ...state, selected: cell, chosen: null, chain: [] });
}

/** A destination was tapped: play it, or show it and wait for the second tap. */
function confirm(
  config: Config,
  state: InputState,
  cell: number,
  moves: readonly LegalMove[],
  needsTwo: boolean,
): Result {
  const [first] = moves;
  const walks = config.hops === 'steps' && config.shape.skin === 'chinese_checkers';
  const waits = walks && first !== undefined && !isStep(config.shape, first);
  if (state.chosen === cell || !(needsTwo || waits)) return finish(moves);
  const chain =
    state.selected === null ? [] : [...(state.chain.length > 0 ? state.chain : [state.selected]), cell];
  return still({ ...state, chosen: cell, chain: waits ? chain : [] });
}

function finish(moves: readonly LegalMove[]): Result {
  return { state: IDLE, moves };
}

function still(state: InputState): Result {
  return { state, moves: [] };
}
