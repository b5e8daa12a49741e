// A demonstration: a line of play as boards, ready for the widget.
import {
  chineseCheckersShape,
  type Content,
  contentFromText,
  gomokuShape,
  type LegalMove,
  type Marks,
  nogoShape,
  reversiShape,
  type Shape,
  xiangqiShape,
} from '../../board';
import type { GameName } from '../../shell/games';
import { inWords } from '../../shell/http';
import type { Mark, OutcomeView } from '../../wire.gen';
import { marksOf } from '../game/marks';

interface FrameData {
  /** The board part of a position text. */
  text: string;
  move?: { text: string; path: number[] };
  marks?: Mark[];
  outcome?: OutcomeView;
  /** The moves of the piece that the demonstration is about. */
  legal?: { text: string; cells: number[] }[];
}

/** What the generated file holds for each demonstration. */
export interface DemoData {
  game: GameName;
  cells: number;
  frames: FrameData[];
}

export interface DemoFrame {
  content: Content;
  move: LegalMove | null;
  moves: readonly LegalMove[];
  marks: Marks;
}

export function demoShape({ game, cells }: DemoData): Shape {
  const side = Math.round(Math.sqrt(cells));
  switch (game) {
    case 'reversi':
      return reversiShape(side);
    case 'gomoku':
      return gomokuShape(side);
    case 'nogo':
      return nogoShape(side);
    case 'xiangqi':
      return xiangqiShape();
    case 'chinese_checkers':
      return chineseCheckersShape();
  }
}

export function demoFrames(data: DemoData, shape: Shape): DemoFrame[] {
  return data.frames.map((frame, ply) => {
    const content = contentFromText(shape, frame.text);
    const move = moveOf(frame.move);
    const view = { text: frame.text, to_move: 0, ply, board: [...content], marks: frame.marks ?? [] };
    const marks = marksOf(view, {
      shape,
      viewer: 0,
      seatCodes: [],
      showsIllegal: true,
      tracedSeat: null,
      outcome: frame.outcome ?? null,
      hint: null,
      warnings: [],
      inWords,
    });
    return { content, move, moves: frame.legal ?? [], marks };
  });
}

function moveOf(move: FrameData['move']): LegalMove | null {
  if (!move) return null;
  const { text, path } = move;
  const [from, to] = [path[0], path.at(-1)];
  if (from === undefined || to === undefined) return { text, cells: [] };
  return { text, cells: path.length === 1 ? [to] : [from, to], path };
}
