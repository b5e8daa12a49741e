// The games in small: a real position of each, as data and as the text of a picture. Not from the index of the
// board library, which brings the widget and its style sheet: the build draws these pictures too, and has no page.
import type { Content, Marks, Shape } from '../board';
import {
  chineseCheckersShape,
  contentFromText,
  gomokuShape,
  nogoShape,
  reversiShape,
  xiangqiShape,
} from '../board/shapes/shapes';
import { toSvg } from '../board/svg';
import type { GameName } from './games';
import type { Look } from './miniature_store';

export interface Miniature {
  shape: Shape;
  content: Content;
  marks: Marks;
}

const POSITIONS: Record<GameName, { shape: () => Shape; text: string; last: readonly string[] }> = {
  chinese_checkers: {
    shape: chineseCheckersShape,
    text: 'A/AA/2A/2AA/1F2F1FF1BBB1/1FF1A4B1B/FFA5C1B/1AE4CB1/EA5BD/EF5D1C/1EE2E1CB2/E1EFDC2B2C/1E2E1CDDC1CC/D2D/D2/DD/1',
    last: [],
  },
  nogo: { shape: nogoShape, text: '9/1o5x1/2o1o1x2/3o2o2/4x4/3x1x3/2o3x2/1x5o1/9', last: ['h2'] },
  reversi: { shape: reversiShape, text: '8/2xo4/1ooox3/1ooxxo2/1oxoxx2/o1xoo3/8/8', last: ['a6'] },
  xiangqi: {
    shape: xiangqiShape,
    text: '1rbakabr1/9/1cn3nc1/p3p1p1p/2p6/6P2/P1P1P3P/C3C1N2/9/RNBAKABR1',
    last: ['a9', 'b9'],
  },
  gomoku: {
    shape: gomokuShape,
    text: '15/15/15/15/8o6/5o1xx6/4x1xoox5/5xoxo6/15/15/15/15/15/15/15',
    last: ['e9'],
  },
};

/** A real position of the game, ready to be drawn small. */
export function miniature(game: GameName): Miniature {
  const { shape: makeShape, text, last } = POSITIONS[game];
  const shape = makeShape();
  const cells = last.flatMap((label) => shape.cells.find((cell) => cell.label === label)?.id ?? []);
  return { shape, content: contentFromText(shape, text), marks: cells.length > 0 ? { last: cells } : {} };
}

/** The picture of that position in a look. */
export function drawMiniature(game: GameName, look: Look): string {
  const { shape, content, marks } = miniature(game);
  const options = { prefix: `mini-${game}`, showsCoordinates: false, surface: { kind: 'plain' } } as const;
  return toSvg(shape, content, marks, { ...options, ...look });
}
