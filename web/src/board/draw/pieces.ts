// Shapes that several skins share: shadows, stones, discs. Light falls from the upper left.
import { el, type SvgNode } from './node';

/** Where the drawing code finds its definitions: ids carry a prefix, since a page may hold several boards. */
export interface Ids {
  id: (name: string) => string;
  url: (name: string) => string;
  href: (name: string) => string;
}

export function idsWith(prefix: string): Ids {
  const id = (name: string): string => `${prefix}-${name}`;
  return { id, url: (name) => `url(#${id(name)})`, href: (name) => `#${id(name)}` };
}

export type Stop = readonly [offset: number, colour: string, opacity?: number];

export function radial(id: string, stops: readonly Stop[], cx = 0.5, cy = 0.5, r = 0.5): SvgNode {
  return el('radialGradient', { id, cx, cy, r }, stops.map(stop));
}

export function linear(id: string, stops: readonly Stop[], x2 = 1, y2 = 1): SvgNode {
  return el('linearGradient', { id, x1: 0, y1: 0, x2, y2 }, stops.map(stop));
}

function stop([offset, colour, opacity]: Stop): SvgNode {
  return el('stop', { offset, 'stop-color': colour, 'stop-opacity': opacity });
}

/** A symbol drawn around (0, 0). A plain group: a `symbol` would be a picture with a frame of its own at each use. */
export function symbol(id: string, children: readonly SvgNode[]): SvgNode {
  return el('g', { id }, children);
}

/** Gradients of black and white stones and of the soft shadow under everything. */
export function stoneGradients(ids: Ids): SvgNode[] {
  return [
    radial(
      ids.id('black'),
      [
        [0, '#767b83'],
        [0.26, '#3a3e44'],
        [0.7, '#17191c'],
        [1, '#08090a'],
      ],
      0.36,
      0.3,
      0.78,
    ),
    radial(
      ids.id('white'),
      [
        [0, '#ffffff'],
        [0.55, '#f5f3ee'],
        [0.86, '#d9d4ca'],
        [1, '#b3ac9f'],
      ],
      0.36,
      0.3,
      0.85,
    ),
    shadowGradient(ids),
  ];
}

export function shadowGradient(ids: Ids): SvgNode {
  return radial(ids.id('shadow'), [
    [0.55, '#1a0d00', 0.5],
    [0.8, '#1a0d00', 0.22],
    [1, '#1a0d00', 0],
  ]);
}

export function shadow(ids: Ids, r: number, dx = 0.05, dy = 0.08): SvgNode {
  return el('circle', { cx: dx, cy: dy, r: r * 1.14, fill: ids.url('shadow') });
}

/** A stone of Go-like games: lens-shaped, with a soft reflection on black and a thin rim on white. */
export function stone(ids: Ids, isBlack: boolean, r = 0.47): SvgNode[] {
  const body = el('circle', { r, fill: ids.url(isBlack ? 'black' : 'white') });
  if (!isBlack) {
    return [
      shadow(ids, r),
      body,
      el('circle', { r: r - 0.008, fill: 'none', stroke: '#8d8677', 'stroke-width': 0.016, opacity: 0.55 }),
    ];
  }
  const gleam = el('ellipse', {
    cx: -r * 0.34,
    cy: -r * 0.42,
    rx: r * 0.3,
    ry: r * 0.17,
    fill: '#fff',
    opacity: 0.17,
    transform: `rotate(-38 ${-r * 0.34} ${-r * 0.42})`,
  });
  return [shadow(ids, r), body, gleam];
}

/** A two-sided disc: the other colour shows as a rim below. */
export function disc(ids: Ids, isBlack: boolean, r = 0.41): SvgNode[] {
  return [
    shadow(ids, r + 0.01, 0.03, 0.1),
    el('circle', { cy: 0.045, r, fill: isBlack ? '#e9e5dc' : '#17191c' }),
    el('circle', { cy: -0.012, r, fill: ids.url(isBlack ? 'black' : 'white') }),
    el('circle', {
      cy: -0.012,
      r: r * 0.74,
      fill: 'none',
      stroke: isBlack ? '#fff' : '#8d8677',
      'stroke-width': 0.014,
      opacity: isBlack ? 0.09 : 0.28,
    }),
  ];
}
