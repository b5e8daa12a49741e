// The board on a page: give it an element and a configuration, change the configuration, listen to its events.
import './board.css';
import type { Config } from './config';
import { drawPieces, layers, restingPoses } from './draw/layers';
import { patch } from './draw/patch';
import type { Action } from './input/reducer';
import { MotionClock } from './motion/clock';
import { REST } from './motion/plan';
import { hiddenCells, posesAt } from './motion/pose';
import { cellNodes } from './page/cells';
import { buildElements, type Elements } from './page/elements';
import { listen } from './page/events';
import { Ground } from './page/ground';
import { skinOf } from './skins';
import type { Scene } from './skins/skin';
import { type BoardState, initialState, viewOf, withAction, withConfig } from './state';
import type { Shape } from './types';

export interface Board {
  /** Changes some settings; a new `content` is animated. */
  set(changes: Partial<Config>): void;
  /** The state now, for the curious and for tests. */
  readonly state: BoardState;
  /** Drops selection, waiting choice and chain. */
  cancel(): void;
  /** A whole tap on a cell, as Enter does. */
  pick(cell: number): void;
  /** Puts the keyboard focus on a cell. */
  focus(cell?: number): void;
  destroy(): void;
}

export function createBoard(container: HTMLElement, config: Partial<Config> & { shape: Shape }): Board {
  return new PageBoard(container, config);
}

let boards = 0;

class PageBoard implements Board {
  state: BoardState;
  readonly #elements: Elements;
  readonly #ground: Ground;
  readonly #clock = new MotionClock();
  readonly #reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
  readonly #observer: ResizeObserver;
  readonly #stopListening: () => void;
  #frame = 0;
  #cellsAreStale = false;
  /** What the still part of the play was last drawn for. */
  #still: { state: BoardState; scene: Scene; isMoving: boolean } | null = null;

  constructor(container: HTMLElement, config: Partial<Config> & { shape: Shape }) {
    this.state = initialState(config);
    this.#elements = buildElements(container);
    const redraw = (): void => this.#redraw();
    this.#ground = new Ground(this.#elements, `board${++boards}`, this.state.config, redraw);
    this.#observer = new ResizeObserver(() => {
      this.#ground.width = this.#elements.root.clientWidth;
      redraw();
    });
    this.#observer.observe(this.#elements.root);
    this.#stopListening = listen(this.#elements.play, {
      state: () => this.state,
      box: () => this.#ground.box,
      act: (action) => this.#act(action),
      moveCursor: (cursor) => this.#moveCursor(cursor),
      showFocus: (shown) => this.#showFocus(shown),
    });
    this.#draw(performance.now());
    // The cells can be touched, not seen: they follow when the first frame is on the screen.
    this.#cellsAreStale = true;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      redraw();
    });
  }

  set(changes: Partial<Config>): void {
    this.state = withConfig(this.state, changes);
    this.#cellsAreStale = true;
    this.#redraw();
  }

  cancel(): void {
    this.#act({ kind: 'cancel' });
  }

  pick(cell: number): void {
    this.#act({ kind: 'pick', cell });
  }

  focus(cell = this.state.cursor.cell): void {
    this.#moveCursor({ cell, column: this.state.layout.points[cell]?.x ?? this.state.cursor.column });
    this.#focusCursor();
  }

  destroy(): void {
    this.#stopListening();
    this.#observer.disconnect();
    this.#ground.destroy();
    cancelAnimationFrame(this.#frame);
    this.#elements.root.remove();
  }

  /** At most one redraw per animation frame, however many changes arrive. */
  #redraw(): void {
    if (this.#frame === 0) this.#frame = requestAnimationFrame((now) => this.#draw(now));
  }

  #draw(now: number): void {
    this.#frame = 0;
    const { plan, config } = this.state;
    this.#ground.draw(config);
    const pace = this.#reducedMotion.matches ? 0 : config.animation;
    const elapsed = this.#clock.elapsed(plan, now, pace);
    const isMoving = elapsed < plan.duration;
    this.#drawPlay(isMoving ? elapsed : null);
    this.#elements.root.classList.toggle('still', pace === 0);
    for (const { kind, index } of this.#clock.landed(elapsed)) config.onLand(kind, index);
    if (isMoving) this.#redraw();
    else if (this.state.plan === plan && plan !== REST) this.state = { ...this.state, plan: REST };
  }

  #drawPlay(elapsed: number | null): void {
    const { plan, config } = this.state;
    const { scene } = this.#ground;
    this.#drawStill(elapsed !== null);
    const poses = elapsed === null ? [] : posesAt(plan, elapsed);
    patch(this.#elements.movingPieces, drawPieces(scene, skinOf(config.shape.skin), poses));
    // The first frame of a motion has enough to draw: the labels of the cells follow in the next.
    if (this.#cellsAreStale && elapsed !== 0) this.#drawCells();
  }

  /** Marks and resting pieces, which the frames of an animation leave alone. */
  #drawStill(isMoving: boolean): void {
    const { state } = this;
    const { scene } = this.#ground;
    const drawn = this.#still;
    if (drawn?.state === state && drawn.scene === scene && drawn.isMoving === isMoving) return;
    this.#still = { state, scene, isMoving };
    const view = viewOf(state);
    const hidden = isMoving ? hiddenCells(state.plan) : new Set<number>();
    const poses = restingPoses(scene, view, hidden);
    const { below, pieces, above } = layers(scene, skinOf(state.config.shape.skin), view, poses);
    patch(this.#elements.below, below);
    patch(this.#elements.pieces, pieces);
    patch(this.#elements.above, above);
  }

  #drawCells(): void {
    this.#cellsAreStale = false;
    this.#elements.cells.setAttribute('aria-label', this.state.config.name);
    patch(this.#elements.cells, cellNodes(this.state, viewOf(this.state)));
  }

  #act(action: Action): void {
    const before = this.state.input;
    const { state, moves } = withAction(this.state, action);
    this.state = state;
    const { config, input } = state;
    if (input.selected !== before.selected || input.chosen !== before.chosen) this.#cellsAreStale = true;
    if (input.selected !== before.selected) config.onSelect(input.selected);
    if (input.hover !== before.hover) config.onHover(input.hover);
    const [move, ...others] = moves;
    if (move && others.length > 0) config.onChoice(moves);
    else if (move) config.onMove(move);
    this.#redraw();
  }

  #moveCursor(cursor: BoardState['cursor']): void {
    const hasFocus = this.#elements.cells.contains(document.activeElement);
    this.state = { ...this.state, cursor };
    this.#drawCells();
    if (hasFocus) this.#focusCursor();
    this.#redraw();
  }

  #focusCursor(): void {
    const cell = this.#elements.cells.querySelector<SVGElement>(`[data-cell="${this.state.cursor.cell}"]`);
    cell?.focus({ preventScroll: true });
  }

  #showFocus(shown: boolean): void {
    if (this.state.showsFocus === shown) return;
    this.state = { ...this.state, showsFocus: shown };
    this.#redraw();
  }
}
