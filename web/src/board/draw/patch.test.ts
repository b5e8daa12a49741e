import { describe, expect, it } from 'vitest';
import { el, keyed, type SvgNode } from './node';
import { patch } from './patch';

const SVG = 'http://www.w3.org/2000/svg';
const piece = (key: string, x: number): SvgNode => keyed(key, el('use', { x }));
const shown = (parent: Element): (string | null)[] =>
  [...parent.children].map((child) => child.getAttribute('x'));

describe('patching', () => {
  it('keeps the element of a keyed node that moves among its siblings', () => {
    const parent = document.createElementNS(SVG, 'g');
    patch(parent, [piece('a', 1), piece('b', 2), piece('c', 3)]);
    const [, b] = parent.children;
    patch(parent, [piece('b', 5), piece('d', 4), piece('a', 1)]);
    expect(shown(parent)).toEqual(['5', '4', '1']);
    expect(parent.children[0]).toBe(b);
  });

  it('removes attributes that are gone and changes only what differs', () => {
    const parent = document.createElementNS(SVG, 'g');
    patch(parent, [el('circle', { r: 1, opacity: 0.5 })]);
    const [circle] = parent.children;
    patch(parent, [el('circle', { r: 1, opacity: undefined })]);
    expect(parent.children[0]).toBe(circle);
    expect(circle?.hasAttribute('opacity')).toBe(false);
  });

  it('replaces an element whose tag changed, and follows texts and children', () => {
    const parent = document.createElementNS(SVG, 'g');
    patch(parent, [el('text', {}, [], 'a'), el('g', {}, [el('circle'), el('rect')])]);
    patch(parent, [el('text', {}, [], 'b'), el('path', {}, [])]);
    expect(parent.children[0]?.textContent).toBe('b');
    expect(parent.children[1]?.tagName).toBe('path');
    patch(parent, []);
    expect(parent.children).toHaveLength(0);
  });

  it('writes numbers to the thousandth', () => {
    const parent = document.createElementNS(SVG, 'g');
    patch(parent, [el('circle', { r: 1 / 3 })]);
    expect(parent.children[0]?.getAttribute('r')).toBe('0.333');
  });
});
