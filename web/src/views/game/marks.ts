// The marks of a position as the board draws them: last moves, forbidden points, checks, hints, the end of the game.
import type { LegalMove, Marks, SeatPath, Shape } from '../../board';
import type { HintFrame, Mark, OutcomeView, PositionView, Words } from '../../wire.gen';
import { checkedGeneral } from './xiangqi_check';

export interface MarkOptions {
  shape: Shape;
  /** The seat whose view it is: own illegal points are crosses. */
  viewer: number;
  /** Codes of the seats, for the colours of their paths. */
  seatCodes: readonly string[];
  showsIllegal: boolean;
  /** Draw the last path of this seat alone, or of all when null. */
  tracedSeat: number | null;
  outcome: OutcomeView | null;
  hint: HintFrame | null;
  warnings: readonly Mark[];
  inWords: (words: Words) => string;
}

/** The move that led to the position, as the board wants it. */
export function lastMoveOf(position: PositionView): LegalMove | null {
  const latest = [...(position.last ?? [])].sort((a, b) => (b.ply ?? 0) - (a.ply ?? 0))[0];
  if (!latest || (latest.ply ?? 0) !== position.ply) return null;
  const path = latest.path ?? [];
  const cells = path.length > 1 ? [path[0] ?? 0, path.at(-1) ?? 0] : path;
  return { text: latest.text, cells, ...(path.length > 2 ? { path } : {}) };
}

/** The cells of generals in check: as the server says, else as the board shows. */
export function checksOf(shape: Shape, position: PositionView): number[] {
  const told = (position.marks ?? []).filter((mark) => mark.code === 'check').map((mark) => mark.cell);
  if (told.length > 0 || shape.skin !== 'xiangqi') return told;
  const cell = checkedGeneral(shape, position.board, position.to_move === 0);
  return cell === null ? [] : [cell];
}

/** All marks of a position. */
export function marksOf(position: PositionView, options: MarkOptions): Marks {
  const marks: Marks = {};
  const all = position.marks ?? [];
  const checks = checksOf(options.shape, position);
  if (checks.length > 0) marks.check = checks;
  if (options.shape.skin === 'nogo') {
    if (options.showsIllegal) marks.illegal = illegalPoints(all, options.viewer);
  } else {
    marks.forbidden = all
      .filter((mark) => mark.code !== 'check' && mark.seat === position.to_move)
      .map((mark) => ({ cell: mark.cell, reason: mark.words ? options.inWords(mark.words) : mark.code }));
  }
  if (options.warnings.length > 0) {
    const warned = options.warnings.map(({ cell, words }) => ({
      cell,
      reason: words ? options.inWords(words) : '',
    }));
    marks.forbidden = [...(marks.forbidden ?? []), ...warned];
  }
  if (options.shape.skin === 'chinese_checkers') Object.assign(marks, pathMarks(position, options));
  if (options.hint) Object.assign(marks, hintMarks(options.hint));
  if (options.outcome?.cells?.length)
    Object.assign(marks, endMarks(options.outcome, options.outcome.cells, position.board));
  return marks;
}

function illegalPoints(marks: readonly Mark[], viewer: number): NonNullable<Marks['illegal']> {
  const of = (isMine: boolean): number[] =>
    marks.filter((mark) => (mark.seat === viewer) === isMine).map((mark) => mark.cell);
  return { mine: of(true), theirs: of(false) };
}

/** The last path of every seat through each of its hops; the older, the fainter. */
function pathMarks(position: PositionView, options: MarkOptions): Pick<Marks, 'paths' | 'last'> {
  const wanted = (position.last ?? []).filter(
    ({ seat, path }) =>
      (path?.length ?? 0) > 1 && (options.tracedSeat === null || seat === options.tracedSeat),
  );
  const paths = wanted.map(({ seat, path = [], ply = 0 }): SeatPath => {
    const age = Math.max(0, position.ply - ply);
    const fade = options.tracedSeat === null ? Math.min(0.75, age * 0.2) : 0;
    return { cells: path, seat: options.seatCodes[seat] ?? '', fade };
  });
  // A seat that is looked at shows its own path, not the latest move of the table.
  return options.tracedSeat === null ? { paths } : { paths, last: [] };
}

function hintMarks(hint: HintFrame): Pick<Marks, 'hint' | 'arrows'> {
  const cells = hint.cells ?? [];
  const [from, to] = [cells[0], cells.at(-1)];
  if (hint.step < 3 || from === undefined || to === undefined) return { hint: cells };
  return from === to ? { hint: [to] } : { hint: [from, to], arrows: [{ from, to, tone: 'best' }] };
}

const DEADLY = new Set(['capture', 'suicide', 'no_legal_move']);

function endMarks({ reason }: OutcomeView, cells: readonly number[], board: readonly string[]): Marks {
  if (reason === 'five_in_row') return { win: cells };
  if (DEADLY.has(reason)) return { dying: cells };
  // A mate names the general and who attacks it: only the general is in check.
  const generals = cells.filter((cell) => /^k$/i.test(board[cell] ?? ''));
  return { check: generals.length > 0 ? generals : cells };
}
