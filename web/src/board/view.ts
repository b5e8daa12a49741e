// What is to be seen at one instant, with every question answered: drawing code reads it and asks nothing else.
import type { Content, Marks, Point } from './types';

export interface Destination {
  cell: number;
  isCapture: boolean;
}

/** A piece that is not (yet) in the content: under the pointer, waiting for a second tap, or sent and unacknowledged. */
export interface Ghost {
  cell: number;
  code: string;
  kind: 'hover' | 'chosen' | 'pending';
}

export interface View {
  content: Content;
  marks: Marks;
  /** `[to]` or `[from, to]`. */
  last: readonly number[];
  selected: number | null;
  destinations: readonly Destination[];
  ghosts: readonly Ghost[];
  /** Cells whose piece is somewhere else for the moment (dragged, sent, walking a chain): drawn faint. */
  absent: readonly number[];
  /** Discs that the hovered move would turn. */
  turns: readonly number[];
  /** The chain under the pointer or walked so far. */
  chain: readonly number[];
  /** Lines through this cell help to aim. */
  crosshair: number | null;
  /** The cell with the keyboard focus, when focus is to be shown. */
  focus: number | null;
  /** A piece that follows the pointer. */
  dragged: { code: string; at: Point } | null;
}

/** A still picture: content and marks, nobody playing. */
export function stillView(content: Content, marks: Marks): View {
  return {
    content,
    marks,
    last: marks.last ?? [],
    selected: null,
    destinations: [],
    ghosts: [],
    absent: [],
    turns: [],
    chain: [],
    crosshair: null,
    focus: null,
    dragged: null,
  };
}
