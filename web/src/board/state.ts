// The headless board: configuration, input state and the plan of motion. No page is needed to run it.
import { type CellFacts, type Config, configure, merge } from './config';
import { type Layout, layOut } from './geometry';
import { destinationsOf, movesTo } from './input/moves';
import { type Action, IDLE, type InputState, reduce } from './input/reducer';
import { type Plan, planMotion, REST, settled } from './motion/plan';
import { skinOf } from './skins';
import type { Cell, LegalMove, Shape } from './types';
import type { Ghost, View } from './view';

export interface BoardState {
  config: Config;
  layout: Layout;
  input: InputState;
  plan: Plan;
  /** The cell that Tab reaches, and the column its arrow keys keep to. */
  cursor: { cell: number; column: number };
  /** Is the cursor to be shown? Only while the keyboard is in use. */
  showsFocus: boolean;
}

export function initialState(given: Partial<Config> & { shape: Shape }): BoardState {
  const config = configure(given);
  const layout = layOut(config.shape, config.isFlipped, config.bottomCamp);
  return { config, layout, input: IDLE, plan: REST, cursor: startCursor(layout), showsFocus: false };
}

/** New settings. A new content is animated from the old one, unless the shape changed. */
export function withConfig(state: BoardState, changes: Partial<Config>): BoardState {
  const config = merge(state.config, changes);
  const isTurned =
    config.shape !== state.config.shape ||
    config.isFlipped !== state.config.isFlipped ||
    config.bottomCamp !== state.config.bottomCamp;
  const layout = isTurned ? layOut(config.shape, config.isFlipped, config.bottomCamp) : state.layout;
  const hasMoved = config.content !== state.config.content;
  const plan = isTurned ? REST : hasMoved ? motionPlan(state, config) : state.plan;
  const cursor = config.shape === state.config.shape ? state.cursor : startCursor(layout);
  // A selection lives as long as the moves that gave it a meaning.
  const input =
    config.moves === state.config.moves && config.shape === state.config.shape
      ? state.input
      : kept(state, config);
  return { ...state, config, layout, plan, cursor, input };
}

/** An action of the user; returns the moves to report. */
export function withAction(
  state: BoardState,
  action: Action,
): { state: BoardState; moves: readonly LegalMove[] } {
  const { state: input, moves } = reduce(state.config, state.input, action);
  return { state: { ...state, input }, moves };
}

/** Everything that is to be drawn now. */
export function viewOf(state: BoardState): View {
  const { config, input } = state;
  const { content, marks } = config;
  const skin = skinOf(config.shape.skin);
  const hovered = input.hover === null ? [] : movesTo(config.moves, input.selected, input.hover);
  const aimed = input.chosen ?? (hovered.length > 0 ? input.hover : null);
  const aimedMove = aimed === null ? undefined : movesTo(config.moves, input.selected, aimed)[0];
  const ghosts = ghostsOf(state, aimed);
  // A ghost says more than the dot it would cover.
  const destinations =
    config.isInteractive && config.showsDestinations && showsDots(state)
      ? destinationsOf(config.moves, input.selected, content).filter(
          ({ cell }) => !ghosts.some((ghost) => ghost.cell === cell),
        )
      : [];
  const isPlacing = config.shape.input === 'place';
  const last = marks.last ?? lastCells(config.lastMove, skin.last === 'trail');
  return {
    content,
    marks,
    last,
    selected: input.selected,
    destinations,
    ghosts,
    absent: absentCells(state),
    turns: aimedMove?.turns ?? [],
    chain: input.chain.length > 1 ? input.chain : config.isInteractive ? (aimedMove?.path ?? []) : [],
    crosshair: isPlacing && aimed !== null && (input.press !== null || input.chosen !== null) ? aimed : null,
    focus: state.showsFocus ? state.cursor.cell : null,
    dragged: draggedPiece(state),
  };
}

/** What the label of a cell may tell. */
export function factsOf(state: BoardState, cell: Cell, view: View): CellFacts {
  const { marks } = state.config;
  return {
    code: state.config.content[cell.id] ?? '',
    isLast: view.last.includes(cell.id),
    isSelected: view.selected === cell.id,
    isDestination:
      state.config.showsDestinations && movesTo(state.config.moves, state.input.selected, cell.id).length > 0,
    isInCheck: marks.check?.includes(cell.id) ?? false,
    isPending: state.config.pending?.cells.includes(cell.id) ?? false,
    isKept: marks.premove?.includes(cell.id) ?? false,
    forbidden: marks.forbidden?.find((mark) => mark.cell === cell.id)?.reason ?? '',
  };
}

/** Placing games on large boards would drown in dots: there every empty point is legal and the ghost is enough. */
function showsDots({ config, input }: BoardState): boolean {
  if (config.shape.input === 'move') return input.selected !== null;
  return config.moves.length <= config.shape.cells.length / 2 && config.shape.skin !== 'nogo';
}

function ghostsOf({ config, input }: BoardState, aimed: number | null): Ghost[] {
  const ghosts: Ghost[] = [];
  const carried = input.selected === null ? config.ghost : (config.content[input.selected] ?? '');
  if (config.isInteractive && aimed !== null && !isCarrying(input)) {
    const isFixed = input.chosen === aimed;
    // Over a piece that could be taken a ghost would only hide it.
    if (isFixed || config.content[aimed] === '')
      ghosts.push({ cell: aimed, code: carried, kind: isFixed ? 'chosen' : 'hover' });
  }
  const to = config.pending?.cells.at(-1);
  const from = config.pending?.cells[0];
  if (to !== undefined) {
    const code = config.pending?.cells.length === 1 ? config.ghost : (config.content[from ?? -1] ?? '');
    ghosts.push({ cell: to, code, kind: 'pending' });
  }
  return ghosts;
}

function absentCells({ config, input }: BoardState): number[] {
  const cells: number[] = [];
  if (input.selected !== null && (isCarrying(input) || input.chosen !== null)) cells.push(input.selected);
  const [from] = config.pending?.cells ?? [];
  if (from !== undefined && (config.pending?.cells.length ?? 0) > 1) cells.push(from);
  return cells;
}

function draggedPiece({ config, input }: BoardState): View['dragged'] {
  if (!isCarrying(input) || !input.press || input.selected === null) return null;
  return { code: config.content[input.selected] ?? '', at: input.press.at };
}

/** Does the selected piece follow the pointer? */
function isCarrying({ press, selected }: InputState): boolean {
  return press !== null && press.isDrag && selected !== null && press.cell === selected;
}

/** A board that draws trails wants every landing, the others the two ends. */
function lastCells(move: LegalMove | null, wantsPath: boolean): readonly number[] {
  if (!move) return [];
  return wantsPath ? (move.path ?? move.cells) : move.cells;
}

function motionPlan(state: BoardState, config: Config): Plan {
  const { motion } = skinOf(config.shape.skin);
  const habit = config.shape.input === 'place' && motion === 'slide' ? 'drop' : motion;
  const move = config.lastMove ?? state.config.lastMove;
  const plan = planMotion(state.layout, state.config.content, config.content, move, habit);
  // A move that was drawn as pending is already in its place: it must not run a second time. A chain of hops has
  // only shown its end so far.
  const { pending } = state.config;
  const isShown = pending !== null && pending.text === config.lastMove?.text && (move?.path?.length ?? 0) < 3;
  return isShown ? settled(plan) : plan;
}

function kept(state: BoardState, config: Config): InputState {
  const { selected, hover } = state.input;
  const survives =
    selected !== null && config.moves.some((move) => move.cells.length > 1 && move.cells[0] === selected);
  return { ...IDLE, hover, selected: survives ? selected : null };
}

/** The cursor starts at the cell nearest to the middle. */
function startCursor(layout: Layout): { cell: number; column: number } {
  const { x, y, width, height } = layout.bounds;
  const middle = { x: x + width / 2, y: y + height / 2 };
  let cell = 0;
  let best = Infinity;
  for (const [id, point] of layout.points.entries()) {
    const distance = Math.hypot(point.x - middle.x, point.y - middle.y);
    if (distance < best) [cell, best] = [id, distance];
  }
  return { cell, column: layout.points[cell]?.x ?? 0 };
}
