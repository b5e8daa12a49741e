import { describe, expect, it } from 'vitest';
import { chineseCheckersShape, contentFromText, gomokuShape, xiangqiShape } from '../../board';
import { joinOf, premoveCells, premoveChoices } from './premoves';
import { checkedGeneral } from './xiangqi_check';

const xiangqi = xiangqiShape();
const cell = (label: string): number => xiangqi.cells.find((one) => one.label === label)?.id ?? -1;
const first = contentFromText(xiangqi, 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR');

describe('kept moves', () => {
  it('read from a legal move how two cells are joined', () => {
    expect(joinOf(xiangqi, [{ text: 'h2e2', cells: [cell('h2'), cell('e2')] }])).toBe('');
    const star = chineseCheckersShape();
    const [a, b] = [star.cells[0], star.cells[5]];
    if (!a || !b) throw new Error('the star is too small');
    expect(joinOf(star, [{ text: `${a.label}:${b.label}`, cells: [a.id, b.id] }])).toBe(':');
  });

  it('are not offered where the text of a move is not made of cells', () => {
    expect(joinOf(gomokuShape(), [{ text: 'column 3', cells: [4] }])).toBeNull();
    expect(joinOf(gomokuShape(), [{ text: 'pass' }])).toBeNull();
  });

  it('go as the piece goes, over whatever stands there now', () => {
    const isRed = (code: string): boolean => code !== '' && code === code.toUpperCase();
    const texts = premoveChoices(xiangqi, first, isRed, '').map(({ text }) => text);
    expect(texts).toContain('a0a9');
    expect(texts).toContain('b0c2');
    expect(texts).toContain('e3e4');
    expect(texts).not.toContain('b0b1');
    expect(texts).not.toContain('a9a8');
  });

  it('of stones are the empty points', () => {
    const shape = gomokuShape();
    const content = shape.cells.map((_, id) => (id === 7 ? 'x' : ''));
    expect(premoveChoices(shape, content, () => true, '')).toHaveLength(224);
  });

  it('know their cells again', () => {
    expect(premoveCells(xiangqi, 'h2e2', '')).toEqual([cell('h2'), cell('e2')]);
    expect(premoveCells(gomokuShape(), 'h8', '')).toHaveLength(1);
    expect(premoveCells(xiangqi, 'nonsense', '')).toEqual([]);
  });
});

describe('a general in check', () => {
  const check = (text: string, isRed: boolean): string | null => {
    const id = checkedGeneral(xiangqi, contentFromText(xiangqi, text), isRed);
    return id === null ? null : (xiangqi.cells[id]?.label ?? '');
  };

  it.each([
    ['a chariot on an open file', '4k4/9/9/9/9/9/9/9/4R4/3K5', 'e9'],
    ['a cannon behind one piece', '4k4/9/4p4/9/4C4/9/9/9/9/3K5', 'e9'],
    ['a horse with a free leg', '4k4/9/3N5/9/9/9/9/9/9/3K5', 'e9'],
    ['a soldier in front', '4k4/4P4/9/9/9/9/9/9/9/3K5', 'e9'],
    ['a soldier beside', '3Pk4/9/9/9/9/9/9/9/9/5K3', 'e9'],
  ])('by %s', (_, text, where) => expect(check(text, false)).toBe(where));

  it.each([
    ['a chariot behind a piece', '4k4/9/4p4/9/9/9/9/9/4R4/3K5'],
    ['a cannon without a mount', '4k4/9/9/9/4C4/9/9/9/9/3K5'],
    ['a cannon behind two pieces', '4k4/4a4/4p4/9/4C4/9/9/9/9/3K5'],
    ['a horse with a tied leg', '4k4/3p5/3N5/9/9/9/9/9/9/3K5'],
    ['a soldier that has gone past', '4k4/9/4P4/9/9/9/9/9/9/3K5'],
  ])('is not %s', (_, text) => expect(check(text, false)).toBeNull());

  it('is seen for the red side too', () => {
    expect(check('3k5/9/9/9/9/9/9/9/4p4/4K4', true)).toBe('e0');
    expect(check('4k4/9/9/9/9/9/9/9/9/4K4', true)).toBe('e0');
    expect(check('3k5/9/9/9/9/9/9/4p4/9/4K4', true)).toBeNull();
  });
});
