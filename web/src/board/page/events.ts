// Pointer and keyboard of the page, turned into actions.
import { nearest } from '../geometry';
import type { Action } from '../input/reducer';
import type { BoardState } from '../state';
import type { Box, Point } from '../types';
import { cursorAfter } from './cells';
import { toBoard } from './elements';

export interface Hooks {
  state: () => BoardState;
  box: () => Box;
  act: (action: Action) => void;
  moveCursor: (cursor: BoardState['cursor']) => void;
  showFocus: (shown: boolean) => void;
}

/** A press becomes a drag after this many pixels: a mouse is steady, a finger is not. */
const DRAG_AFTER = { mouse: 3, pen: 5, touch: 8 };

/** Listens on the play picture; returns a function that stops listening. */
export function listen(play: SVGSVGElement, hooks: Hooks): () => void {
  const stop = new AbortController();
  const options = { signal: stop.signal };
  let pressedAt: Point | null = null;

  const locate = (event: PointerEvent): { cell: number | null; at: Point } => {
    const at = toBoard({ x: event.clientX, y: event.clientY }, play.getBoundingClientRect(), hooks.box());
    return { cell: nearest(hooks.state().layout, at), at };
  };
  const isFar = (event: PointerEvent): boolean => {
    const limit = DRAG_AFTER[event.pointerType as keyof typeof DRAG_AFTER] ?? DRAG_AFTER.mouse;
    return pressedAt !== null && Math.hypot(event.clientX - pressedAt.x, event.clientY - pressedAt.y) > limit;
  };

  play.addEventListener(
    'pointerdown',
    (event) => {
      if (event.button !== 0 || !event.isPrimary) return;
      hooks.showFocus(false);
      pressedAt = { x: event.clientX, y: event.clientY };
      capture(play, event.pointerId);
      hooks.act({ kind: 'press', ...locate(event) });
    },
    options,
  );
  play.addEventListener(
    'pointermove',
    (event) => {
      if (!event.isPrimary) return;
      const { cell, at } = locate(event);
      if (pressedAt) hooks.act({ kind: 'drag', cell, at, isFar: isFar(event) });
      else if (cell !== hooks.state().input.hover) hooks.act({ kind: 'hover', cell });
    },
    options,
  );
  play.addEventListener(
    'pointerup',
    (event) => {
      if (!event.isPrimary || !pressedAt) return;
      pressedAt = null;
      hooks.act({ kind: 'release', cell: locate(event).cell });
      // A finger that was lifted points at nothing.
      if (event.pointerType !== 'mouse') hooks.act({ kind: 'hover', cell: null });
    },
    options,
  );
  play.addEventListener(
    'pointercancel',
    () => {
      pressedAt = null;
      hooks.act({ kind: 'release', cell: null });
      hooks.act({ kind: 'hover', cell: null });
    },
    options,
  );
  play.addEventListener(
    'pointerleave',
    () => {
      if (!pressedAt) hooks.act({ kind: 'hover', cell: null });
    },
    options,
  );
  // Screen readers click without a pointer: such clicks have no detail.
  play.addEventListener(
    'click',
    (event) => {
      const cell = cellOf(event.target);
      if (event.detail === 0 && cell !== null) hooks.act({ kind: 'pick', cell });
    },
    options,
  );
  play.addEventListener('keydown', (event) => onKey(event, hooks), options);
  play.addEventListener(
    'focusin',
    (event) => {
      const cell = cellOf(event.target);
      if (cell === null) return;
      const { layout, cursor } = hooks.state();
      if (cell !== cursor.cell) hooks.moveCursor({ cell, column: layout.points[cell]?.x ?? cursor.column });
      if (event.target instanceof Element && event.target.matches(':focus-visible') && !pressedAt)
        hooks.showFocus(true);
    },
    options,
  );
  play.addEventListener('focusout', () => hooks.showFocus(false), options);
  return () => stop.abort();
}

function onKey(event: KeyboardEvent, hooks: Hooks): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const state = hooks.state();
  const cursor = cursorAfter(state, event.key);
  if (cursor) {
    hooks.showFocus(true);
    hooks.moveCursor(cursor);
  } else if (event.key === 'Enter' || event.key === ' ') {
    hooks.showFocus(true);
    hooks.act({ kind: 'pick', cell: state.cursor.cell });
  } else if (event.key === 'Escape' && (state.input.selected !== null || state.input.chosen !== null)) {
    hooks.act({ kind: 'cancel' });
    event.stopPropagation();
  } else {
    return;
  }
  event.preventDefault();
}

function capture(play: Element, pointer: number): void {
  try {
    play.setPointerCapture(pointer);
  } catch {
    // A pointer that is gone already, or one made by a test, cannot be captured; nothing is lost.
  }
}

function cellOf(target: EventTarget | null): number | null {
  const holder = target instanceof Element ? target.closest('[data-cell]') : null;
  const id = holder?.getAttribute('data-cell');
  return id === null || id === undefined ? null : Number(id);
}
