// What comes from outside: shapes, contents, legal moves and marks. The board knows no rules.

/** One square, point or hole. x grows to the right, y DOWN, both in cell units. */
export interface Cell {
  id: number;
  label: string;
  x: number;
  y: number;
  neighbours: number[];
  /** Letter of the camp the cell belongs to (Chinese Checkers). */
  camp?: string;
}

export type SkinName =
  'reversi' | 'xiangqi' | 'gomoku' | 'nogo' | 'chinese_checkers' | 'squares' | 'points' | 'hexes';

export interface Shape {
  skin: SkinName;
  /** `place`: one tap puts a piece; `move`: a piece goes from one cell to another. */
  input: 'place' | 'move';
  cells: Cell[];
}

/** One code per cell id, '' for empty: 'x'/'o', FEN letters, camp letters, or any short text. */
export type Content = readonly string[];

export interface LegalMove {
  text: string;
  /** `[to]`, `[from, to]`, or `[]` for a pass or a choice that has no place on the board. */
  cells: number[];
  /** Every landing of a chain of hops, first and last cell included. */
  path?: number[];
  /** Cells whose pieces the move would turn, shown while it is hovered. */
  turns?: number[];
}

export type Tone = 'best' | 'good' | 'idea' | 'danger';

export interface Arrow {
  from: number;
  to: number;
  tone: Tone;
  label?: string;
}

export interface Candidate {
  cell: number;
  /** Short text inside the dot, e.g. a win rate in percent. */
  text: string;
  /** 1 for the best move, 2 for the next... */
  rank: number;
}

export interface SeatPath {
  cells: number[];
  /** Code of the seat that walked it: the colour of the path. */
  seat: string;
  /** 0 just walked, 1 almost forgotten. */
  fade?: number;
}

/** Everything drawn over the pieces or under them that is not a piece. Every mark differs in shape, not only in colour. */
export interface Marks {
  /** `[to]` or `[from, to]` of the last move. */
  last?: readonly number[];
  /** Pieces under attack that must be seen: a general in check. */
  check?: readonly number[];
  /** Points that are forbidden to the side to move, with the reason as the tooltip. */
  forbidden?: readonly { cell: number; reason: string }[];
  /** Points illegal for me (cross), for the others (hollow square), for both (lozenge). */
  illegal?: { mine: readonly number[]; theirs: readonly number[] };
  /** Points that only one side may ever use, shaded in its colour. */
  territory?: readonly { cell: number; code: string }[];
  /** The winning line, first to last. */
  win?: readonly number[];
  /** A group about to die: it flashes. */
  dying?: readonly number[];
  /** Move numbers on pieces. */
  numbers?: Readonly<Record<number, number>>;
  candidates?: readonly Candidate[];
  arrows?: readonly Arrow[];
  paths?: readonly SeatPath[];
  /** A move to be played when its turn comes. */
  premove?: readonly number[];
  /** Cells of a hint, of growing exactness: an area, then a piece, then a move. */
  hint?: readonly number[];
}

export interface Point {
  x: number;
  y: number;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export type Material = 'kaya' | 'rosewood' | 'paper';
export type BoardTheme = 'light' | 'dark';
export type GlyphSet = 'traditional' | 'simplified' | 'pictogram';
/** `safe` takes seat colours that stay apart for people who see fewer hues. */
export type Palette = 'standard' | 'safe';
