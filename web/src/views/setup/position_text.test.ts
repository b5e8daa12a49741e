import { describe, expect, it } from 'vitest';
import {
  chineseCheckersShape,
  contentFromText,
  gomokuShape,
  nogoShape,
  reversiShape,
  type Shape,
  xiangqiShape,
} from '../../board';
import { boardText, brushes, positionText, sideWords } from './position_text';

const POSITIONS: [string, Shape, string][] = [
  ['reversi', reversiShape(), '8/8/8/3ox3/3xo3/8/8/8'],
  ['xiangqi', xiangqiShape(), 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR'],
  ['gomoku', gomokuShape(), '15/15/15/15/8o6/5o1xx6/4x1xoox5/5xoxo6/15/15/15/15/15/15/15'],
  ['nogo', nogoShape(), '9/1o5x1/2o1o1x2/3o2o2/4x4/3x1x3/2o3x2/1x5o1/9'],
  ['chinese_checkers', chineseCheckersShape(), 'A/AA/AAA/AAAA/13/12/11/10/9/10/11/12/13/DDDD/DDD/DD/D'],
];

describe('a board as text', () => {
  it.each(POSITIONS)('says the same as the text it was read from: %s', (_, shape, text) => {
    expect(boardText(shape, contentFromText(shape, text))).toBe(text);
  });

  it('names the side to move as each game does', () => {
    const said = POSITIONS.map(([, shape, text]) => sideWords(shape, contentFromText(shape, text)).join(''));
    expect(said).toEqual(['xo', 'wb', 'xo', 'xo', 'AD']);
  });

  it('is complete for the server', () => {
    const shape = xiangqiShape();
    const content = contentFromText(shape, '4k4/9/9/9/9/9/9/9/9/3K5');
    expect(positionText(shape, content, 'b')).toBe('4k4/9/9/9/9/9/9/9/9/3K5 b - - 0 1');
    expect(positionText(reversiShape(4), Array<string>(16).fill(''), 'x')).toBe('4/4/4/4 x');
  });

  it('is not written for a game that only its own program knows', () => {
    const shape: Shape = { ...reversiShape(4), skin: 'squares' };
    expect(brushes(shape, [])).toEqual([]);
  });
});
