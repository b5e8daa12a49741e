import { describe, expect, it } from 'vitest';
import { toBoard } from './elements';
import { gomokuShape } from '../shapes/shapes';
import { drawPicture } from './picture';
import { textureSize } from './texture';

describe('places on the screen', () => {
  const box = { x: -1, y: -1, width: 10, height: 11 };

  it('become places on the board', () => {
    const rect = new DOMRect(100, 50, 1000, 1100);
    expect(toBoard({ x: 100, y: 50 }, rect, box)).toEqual({ x: -1, y: -1 });
    expect(toBoard({ x: 600, y: 600 }, rect, box)).toEqual({ x: 4, y: 4.5 });
  });

  it('take the empty bands into account when the element has other proportions', () => {
    const rect = new DOMRect(0, 0, 2000, 1100);
    expect(toBoard({ x: 500, y: 0 }, rect, box)).toEqual({ x: -1, y: -1 });
  });

  it('do not fail before the page is laid out', () => {
    expect(toBoard({ x: 0, y: 0 }, new DOMRect(0, 0, 0, 0), box)).toEqual({ x: 4, y: 4.5 });
  });
});

describe('the texture', () => {
  it('is smaller and fainter on small boards', () => {
    expect(textureSize(360).pixels).toBeLessThan(textureSize(800).pixels);
    expect(textureSize(360).gain).toBeLessThan(textureSize(800).gain);
  });
});

describe('a picture on the page', () => {
  it('shows the next position with the same elements', () => {
    const holder = document.createElement('div');
    const shape = gomokuShape(9);
    const content = shape.cells.map(({ id }) => (id === 40 ? 'x' : ''));
    drawPicture(holder, shape, content);
    const [svg, stone] = [holder.querySelector('svg'), holder.querySelector('use')];
    drawPicture(
      holder,
      shape,
      content.map((code, id) => (id === 41 ? 'o' : code)),
    );
    expect(holder.querySelector('svg')).toBe(svg);
    expect(holder.querySelectorAll('use')).toHaveLength(2);
    expect(holder.querySelector('use')).toBe(stone);
  });
});
