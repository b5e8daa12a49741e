// The settings of a board, their defaults, and how new ones are merged.
import type {
  BoardTheme,
  Cell,
  Content,
  GlyphSet,
  LegalMove,
  Marks,
  Material,
  Palette,
  Shape,
} from './types';

/** What a label function may tell about a cell. */
export interface CellFacts {
  code: string;
  isLast: boolean;
  isSelected: boolean;
  /** The selected piece may go here, or a piece may be placed here. */
  isDestination: boolean;
  isInCheck: boolean;
  isPending: boolean;
  /** Part of a move kept for the next turn. */
  isKept: boolean;
  /** Reason when the point is forbidden, else ''. */
  forbidden: string;
}

export interface Config {
  shape: Shape;
  content: Content;
  /** Moves the user may make now; empty when it is not the user's turn. */
  moves: readonly LegalMove[];
  /** The move that led to `content`: it steers the animation and is marked unless `marks.last` says otherwise. */
  lastMove: LegalMove | null;
  /** A move sent but not acknowledged, drawn as such. */
  pending: LegalMove | null;
  marks: Marks;
  /** Half a turn: the second seat at the bottom. */
  isFlipped: boolean;
  /** Camp letter to turn to the bottom (Chinese Checkers); '' leaves the shape as it is. */
  bottomCamp: string;
  /** Code of the piece that a tap would place: the ghost under the pointer. */
  ghost: string;
  /** How a tap becomes a move: at once, at the second tap, or at release after sliding. */
  input: 'direct' | 'twice' | 'slide';
  /** Chains of hops: tap the end, or walk hop by hop and tap again to stop. */
  hops: 'end' | 'steps';
  isInteractive: boolean;
  showsDestinations: boolean;
  showsCoordinates: boolean;
  /** Paint the grain of the wood when there is time for it. A plain board is drawn sooner. */
  showsGrain: boolean;
  /** Multiplies every duration; 0 means no animation. Reduced motion sets it to 0 whatever it says. */
  animation: number;
  material: Material;
  theme: BoardTheme;
  glyphs: GlyphSet;
  palette: Palette;
  /** Accessible name of the whole board. */
  name: string;
  /** Accessible name of one cell, in the language of the page. */
  label: (cell: Cell, facts: CellFacts) => string;
  onMove: (move: LegalMove) => void;
  /** Several legal moves share the cells that were tapped (a promotion, a choice): the caller asks which. */
  onChoice: (moves: readonly LegalMove[]) => void;
  onSelect: (cell: number | null) => void;
  onHover: (cell: number | null) => void;
  /** A piece landed after an animation step; the moment for a sound. `index` counts the hops of a chain. */
  onLand: (kind: 'drop' | 'slide' | 'hop' | 'flip' | 'capture', index: number) => void;
}

const nothing = (): void => undefined;

/** A complete configuration from a shape and whatever else the caller knows. */
export function configure(given: Partial<Config> & { shape: Shape }): Config {
  return merge(
    {
      shape: given.shape,
      content: given.shape.cells.map(() => ''),
      moves: [],
      lastMove: null,
      pending: null,
      marks: {},
      isFlipped: false,
      bottomCamp: '',
      ghost: '',
      input: 'direct',
      hops: 'end',
      isInteractive: true,
      showsDestinations: true,
      showsCoordinates: true,
      showsGrain: true,
      animation: 1,
      material: 'kaya',
      theme: 'light',
      glyphs: 'traditional',
      palette: 'standard',
      name: '',
      label: defaultLabel,
      onMove: nothing,
      onChoice: nothing,
      onSelect: nothing,
      onHover: nothing,
      onLand: nothing,
    },
    given,
  );
}

/** The configuration with some settings replaced; refuses a content that does not fit the shape. */
export function merge(config: Config, changes: Partial<Config>): Config {
  const next = { ...config, ...changes };
  if (next.content.length !== next.shape.cells.length) {
    throw new Error(
      `a board of ${next.shape.cells.length} cells needs as many codes, but the content has ${next.content.length}`,
    );
  }
  return next;
}

/** English words for boards whose caller gave no label function. */
export function defaultLabel(cell: Cell, facts: CellFacts): string {
  const words = [cell.label, facts.code === '' ? 'empty' : facts.code];
  if (facts.isSelected) words.push('selected');
  if (facts.isLast) words.push('last move');
  if (facts.isDestination) words.push('legal');
  if (facts.isInCheck) words.push('in check');
  if (facts.isPending) words.push('sending');
  if (facts.isKept) words.push('kept');
  if (facts.forbidden !== '') words.push(facts.forbidden);
  return words.join(', ');
}
