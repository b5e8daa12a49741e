// Sample positions with every kind of mark, for looking at.
import {
  chineseCheckersShape,
  type Config,
  contentFromText,
  gomokuShape,
  type LegalMove,
  nogoShape,
  reversiShape,
  type Shape,
  xiangqiShape,
} from '../board';

export interface Sample {
  title: string;
  config: Partial<Config> & { shape: Shape };
}

const at = (shape: Shape, label: string): number => {
  const cell = shape.cells.find((c) => c.label === label);
  if (!cell) throw new Error(`the sample names '${label}', which the board does not have`);
  return cell.id;
};

function reversi(): Sample {
  const shape = reversiShape();
  const content = contentFromText(shape, '8/8/3oox2/2xox3/2oxox2/8/8/8');
  const move = (to: string, ...turns: string[]): LegalMove => ({
    text: to,
    cells: [at(shape, to)],
    turns: turns.map((label) => at(shape, label)),
  });
  const moves = [
    move('c2', 'd3'),
    move('d2', 'd3', 'd4'),
    move('e2', 'e3'),
    move('b6', 'c5'),
    move('e6', 'e5'),
  ];
  return {
    title: 'Reversi 黑白棋',
    config: { shape, content, moves, ghost: 'x', marks: { last: [at(shape, 'f3')] } },
  };
}

function gomoku(): Sample {
  const shape = gomokuShape();
  const content = contentFromText(shape, '15/15/15/15/15/15/6o8/7xoo5/8x6/7x1x5/6x3o4/5o9/15/15/15');
  const cell = (label: string): number => at(shape, label);
  const moves = shape.cells
    .filter(({ id }) => content[id] === '')
    .map(({ id, label }) => ({ text: label, cells: [id] }));
  return {
    title: 'Gomoku 五子棋',
    config: {
      shape,
      content,
      moves,
      ghost: 'x',
      marks: {
        last: [cell('f4')],
        forbidden: [{ cell: cell('i5'), reason: 'double three' }],
        candidates: [
          { cell: cell('i9'), text: '61', rank: 1 },
          { cell: cell('h7'), text: '54', rank: 2 },
          { cell: cell('g7'), text: '41', rank: 4 },
        ],
      },
    },
  };
}

function gomokuWon(): Sample {
  const shape = gomokuShape();
  const content = contentFromText(shape, '15/15/15/15/10x4/6o2x5/6oox6/6ox1o5/5ox8/4x1o8/15/15/15/15/15');
  const cell = (label: string): number => at(shape, label);
  const numbers = Object.fromEntries(
    ['h8', 'g8', 'i9', 'h9', 'g7', 'g9', 'j10', 'g10', 'e6', 'f7', 'k11', 'g6'].map((label, i) => [
      cell(label),
      i + 1,
    ]),
  );
  return {
    title: 'Renju 连珠',
    config: {
      shape,
      content,
      marks: { numbers, win: ['g7', 'h8', 'i9', 'j10', 'k11'].map(cell), last: [cell('k11')] },
    },
  };
}

function nogo(): Sample {
  const shape = nogoShape();
  const content = contentFromText(shape, '1x5o1/x5o1o/2x4o1/9/3ox4/9/2o3x2/8o/7o1');
  const cell = (label: string): number => at(shape, label);
  const moves = shape.cells
    .filter(({ id }) => content[id] === '')
    .map(({ id, label }) => ({ text: label, cells: [id] }));
  return {
    title: 'NoGo 不围棋',
    config: {
      shape,
      content,
      moves,
      ghost: 'x',
      marks: {
        last: [cell('h1')],
        illegal: { mine: [cell('h8'), cell('j1')], theirs: [cell('a9'), cell('j1')] },
        territory: [{ cell: cell('a9'), code: 'x' }],
      },
    },
  };
}

function xiangqi(): Sample {
  const shape = xiangqiShape();
  const content = contentFromText(shape, 'r1bakabnr/9/1cn4c1/p1p1C1p1p/4N4/9/P1P1P1P1P/1C7/9/RNBAKAB1R');
  const cell = (label: string): number => at(shape, label);
  const to = (label: string): LegalMove => ({ text: `e5${label}`, cells: [cell('e5'), cell(label)] });
  return {
    title: 'Xiangqi 中国象棋',
    config: {
      shape,
      content,
      moves: ['c6', 'g6', 'd7', 'f7', 'c4', 'g4', 'f3', 'd3'].map(to),
      marks: {
        last: [cell('e2'), cell('e6')],
        check: [cell('e9')],
        arrows: [{ from: cell('h9'), to: cell('g7'), tone: 'good', label: '48%' }],
      },
    },
  };
}

function chineseCheckers(): Sample {
  const shape = chineseCheckersShape();
  const start =
    'A/AA/AAA/AAAA/FFFF5BBBB/FFF6BBB/FF7BB/F1A6B/4E4/E8C/EE4C2CC/EEE3D2CC1/EEEE5CCCC/D1DD/DDD/DD/D';
  const content = [...contentFromText(shape, start)];
  const cell = (label: string): number => at(shape, label);
  const path = ['2,-5', '2,-3', '0,-1', '0,1', '-2,3'].map(cell);
  content[cell('-2,3')] = 'D';
  const hop = (...labels: string[]): LegalMove => ({
    text: labels.join(':'),
    cells: [cell(labels[0] ?? ''), cell(labels.at(-1) ?? '')],
    path: labels.map(cell),
  });
  return {
    title: 'Chinese Checkers 跳棋',
    config: {
      shape,
      content,
      bottomCamp: 'D',
      moves: [hop('1,-5', '1,-4'), hop('1,-5', '0,-4'), hop('3,-6', '1,-4', '-1,-2'), hop('3,-6', '1,-4')],
      marks: { paths: [{ cells: path, seat: 'D' }] },
    },
  };
}

function userGame(kind: 'squares' | 'points' | 'hexes'): Sample {
  const cells = Array.from({ length: 25 }, (_, id) => {
    const [column, row] = [id % 5, Math.floor(id / 5)];
    const isHex = kind === 'hexes';
    const neighbours = [
      ...(column > 0 ? [id - 1] : []),
      ...(column < 4 ? [id + 1] : []),
      ...(row > 0 ? [id - 5] : []),
      ...(row < 4 ? [id + 5] : []),
    ];
    return {
      id,
      label: `${'abcde'[column] ?? ''}${row + 1}`,
      x: isHex ? column + row / 2 : column,
      y: isHex ? (row * Math.sqrt(3)) / 2 : row,
      neighbours,
    };
  });
  const shape: Shape = { skin: kind, input: 'place', cells };
  const content = cells.map(({ id }) => ({ 6: 'x', 7: 'o', 12: 'K', 13: 'k', 18: '12', 3: '将' })[id] ?? '');
  return {
    title: kind,
    config: { shape, content, showsCoordinates: kind !== 'hexes', marks: { last: [7] } },
  };
}

/** Everything the gallery shows, in order. */
export function samples(): Sample[] {
  return [
    chineseCheckers(),
    nogo(),
    reversi(),
    xiangqi(),
    gomoku(),
    gomokuWon(),
    userGame('squares'),
    userGame('points'),
    userGame('hexes'),
  ];
}
