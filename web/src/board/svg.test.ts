import { describe, expect, it } from 'vitest';
import { el, toText } from './draw/node';
import { SYMBOLS } from './skins/chinese_checkers';
import { starPoints } from './skins/stones';
import {
  chineseCheckersShape,
  contentFromText,
  gomokuShape,
  nogoShape,
  reversiShape,
  xiangqiShape,
} from './shapes/shapes';
import { toSvg } from './svg';
import { cellAt, configWith } from './testing';
import type { Marks, Shape, SkinName } from './types';

const parse = (text: string): Document => new DOMParser().parseFromString(text, 'image/svg+xml');
const draw = (shape: Shape, pieces: Record<string, string>, marks: Marks = {}, options = {}): Document =>
  parse(toSvg(shape, configWith(shape, pieces).content, marks, options));
const count = (picture: Document, selector: string): number => picture.querySelectorAll(selector).length;

describe('a picture', () => {
  const shape = xiangqiShape();
  const start = contentFromText(shape, 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR');

  it('is the same text for the same position', () => {
    expect(toSvg(shape, start)).toBe(toSvg(shape, start));
  });

  it('draws each piece by a use of its symbol', () => {
    const picture = parse(toSvg(shape, start, {}, { prefix: 'q' }));
    const uses = [...picture.querySelectorAll('use')].map((use) => use.getAttribute('href'));
    expect(uses).toHaveLength(32);
    expect(uses.filter((href) => href === '#q-P')).toHaveLength(5);
    for (const href of new Set(uses))
      expect(count(picture, `defs > g[id="${href?.slice(1) ?? ''}"]`)).toBe(1);
  });

  it('refers only to ids that it holds', () => {
    const skins: [Shape, string][] = [
      [shape, 'R8/9/9/9/9/9/9/9/9/9'],
      [reversiShape(), 'x7/8/8/8/8/8/8/8'],
      [gomokuShape(), `x14/${'15/'.repeat(13)}15`],
      [nogoShape(), `o8/${'9/'.repeat(7)}9`],
      [chineseCheckersShape(), 'A/2/3/4/13/12/11/10/9/10/11/12/13/4/3/2/1'],
    ];
    for (const [board, text] of skins) {
      const svg = toSvg(board, contentFromText(board, text), { check: [0] });
      const ids = new Set([...svg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
      const refs = [...svg.matchAll(/(?:url\(#|href="#)([^)"]+)/g)].map(([, id]) => id);
      expect(refs.filter((id) => !ids.has(id))).toEqual([]);
    }
  });

  it('needs no style attribute, which a content security policy would refuse', () => {
    expect(toSvg(shape, start)).not.toMatch(/ style="|<style|<script/);
  });

  it('keeps its text upright and its proportions when flipped', () => {
    const flipped = parse(toSvg(shape, start, {}, { isFlipped: true }));
    expect(flipped.documentElement.getAttribute('viewBox')).toBe(
      parse(toSvg(shape, start)).documentElement.getAttribute('viewBox'),
    );
    expect(count(flipped, '[transform*="rotate(180"]')).toBe(0);
  });

  it('has a name when one is given and is hidden from readers otherwise', () => {
    expect(draw(shape, {}, {}, { name: 'A & B' }).documentElement.getAttribute('aria-label')).toBe('A & B');
    expect(draw(shape, {}).documentElement.getAttribute('aria-hidden')).toBe('true');
  });

  it('leaves the filter out of plain miniatures', () => {
    expect(toSvg(shape, start, {}, { surface: { kind: 'plain' } })).not.toContain('feTurbulence');
    expect(toSvg(shape, start)).toContain('feTurbulence');
  });

  it('escapes whatever comes from outside', () => {
    expect(toText(el('text', { x: '"<' }, [], '<b>&'))).toBe('<text x="&quot;&lt;">&lt;b&gt;&amp;</text>');
    const user: Shape = {
      skin: 'points',
      input: 'place',
      cells: [{ id: 0, label: 'a', x: 0, y: 0, neighbours: [] }],
    };
    expect(toSvg(user, ['<i>'])).not.toContain('<i>');
  });
});

describe('marks', () => {
  const shape = nogoShape();
  const cell = (label: string): number => cellAt(shape, label);

  it('tell illegal points of the two sides apart by shape', () => {
    const picture = draw(shape, {}, { illegal: { mine: [0, 1, 2], theirs: [2, 3] } });
    expect([
      count(picture, '.illegal-mine'),
      count(picture, '.illegal-theirs'),
      count(picture, '.illegal-both'),
    ]).toEqual([2, 1, 1]);
    expect(picture.querySelector('.illegal-theirs')?.tagName).toBe('rect');
  });

  it('name the reason of a forbidden point', () => {
    const picture = draw(gomokuShape(), {}, { forbidden: [{ cell: 7, reason: 'double four' }] });
    expect(picture.querySelector('.forbidden title')?.textContent).toBe('double four');
  });

  it('draw candidates with rate and rank', () => {
    const picture = draw(shape, {}, { candidates: [{ cell: 4, text: '61', rank: 1 }] });
    expect([...picture.querySelectorAll('.candidate text')].map((text) => text.textContent)).toEqual([
      '61',
      '1',
    ]);
  });

  it('draw a winning line through all its stones', () => {
    const picture = draw(shape, {}, { win: ['a1', 'b1', 'c1'].map(cell) });
    expect(picture.querySelector('.win path')?.getAttribute('d')).toBe('M0 8L1 8L2 8');
    expect(count(picture, '.win circle')).toBe(3);
  });

  it('write move numbers instead of the ring on the last stone', () => {
    const plain = draw(shape, { e5: 'x' }, { last: [cell('e5')] });
    const numbered = draw(shape, { e5: 'x' }, { last: [cell('e5')], numbers: { [cell('e5')]: 7 } });
    const ring = 'circle[fill="none"][r="0.2"]';
    expect(count(plain, ring)).toBe(1);
    expect(count(numbered, ring)).toBe(0);
    expect([...numbered.querySelectorAll('text')].map((text) => text.textContent)).toContain('7');
  });

  it('draw arrows with their labels, and a ring for an arrow to its own start', () => {
    const picture = draw(shape, {}, { arrows: [{ from: 0, to: 10, tone: 'best', label: '55%' }] });
    expect(picture.querySelector('.arrow.best text')?.textContent).toBe('55%');
    expect(count(draw(shape, {}, { arrows: [{ from: 3, to: 3, tone: 'idea' }] }), 'circle[r="0.5"]')).toBe(1);
  });

  it('walk through every landing of a path, older paths fainter', () => {
    const star = chineseCheckersShape();
    const cells = ['0,0', '0,2', '2,0'].map((label) => cellAt(star, label));
    const picture = draw(
      star,
      {},
      {
        paths: [
          { cells, seat: 'A' },
          { cells, seat: 'B', fade: 1 },
        ],
      },
    );
    const walks = [...picture.querySelectorAll('.walk')];
    expect(walks.map((walk) => Number(walk.getAttribute('opacity')))).toEqual([1, 0.3]);
    expect(walks[0]?.querySelector('path')?.getAttribute('d')?.match(/[ML]/g)).toHaveLength(3);
    expect(count(picture, '.walk-ends circle')).toBe(8);
  });

  it('mark check, a premove, a dying group, a hint and territory', () => {
    const picture = draw(
      shape,
      { e5: 'x' },
      {
        check: [4],
        premove: [5],
        dying: [cell('e5')],
        hint: [6],
        territory: [{ cell: 7, code: 'x' }],
      },
    );
    expect(count(picture, '.check')).toBe(1);
    expect(count(picture, '.dying')).toBe(1);
    expect(count(picture, '[stroke-dasharray=".1 .09"]')).toBe(1);
    expect(count(picture, 'circle[r="0.56"]')).toBe(1);
    expect(count(picture, 'rect[fill="#000"][opacity="0.22"]')).toBe(1);
  });
});

describe('skins', () => {
  it('put star points where players look for them', () => {
    const size = (n: number) => starPoints({ x: 0, y: 0, width: n - 1, height: n - 1 });
    expect(size(15)).toEqual([
      [3, 3],
      [11, 3],
      [3, 11],
      [11, 11],
      [7, 7],
    ]);
    expect(size(9)).toContainEqual([4, 4]);
    expect(size(10)).toHaveLength(4);
    expect(size(5)).toEqual([]);
  });

  it('give every seat of Chinese Checkers a sign of its own', () => {
    expect(new Set(Object.values(SYMBOLS)).size).toBe(6);
  });

  it('draw the general in three ways', () => {
    const shape = xiangqiShape();
    const glyphOf = (glyphs: string): string =>
      draw(shape, {}, {}, { glyphs, prefix: 'q' }).querySelector('g[id="q-K"]')?.innerHTML ?? '';
    const looks = ['traditional', 'simplified', 'pictogram'].map(glyphOf);
    expect(new Set(looks).size).toBe(3);
    expect(looks[2]).toContain('>K<');
  });

  it.each(['squares', 'points', 'hexes'] as SkinName[])('draw %s of a game nobody drew', (skin) => {
    const cells = [0, 1, 2].map((id) => ({
      id,
      label: `${'abc'[id] ?? ''}1`,
      x: id,
      y: 0,
      neighbours: id === 0 ? [1] : [id - 1],
    }));
    const picture = parse(toSvg({ skin, input: 'move', cells }, ['x', 'K', '12']));
    expect([...picture.querySelectorAll('text')].map((text) => text.textContent)).toEqual(
      expect.arrayContaining(['K', '12']),
    );
    expect(count(picture, 'use')).toBe(1);
  });
});
