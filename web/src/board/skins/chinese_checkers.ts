// Chinese Checkers: a hexagonal board whose corners are the tips of the star, drilled holes, glass marbles.
import { seatColour } from '../draw/colours';
import { el, fix, type SvgNode } from '../draw/node';
import { linear, radial, shadow, shadowGradient, symbol } from '../draw/pieces';
import type { Point } from '../types';
import { boxAround, plank, plankDefs, type Scene, type Skin, use } from './skin';

export const CAMPS = ['A', 'B', 'C', 'D', 'E', 'F'] as const;

const MARGIN = 1;

export const chineseCheckers: Skin = {
  radius: 0.41,
  last: 'trail',
  motion: 'hop',
  isDark: () => true,

  box: (scene) => boxAround(scene, MARGIN, MARGIN * 1.02),
  wood: (scene) => scene.colours.wood,

  defs(scene) {
    const { ids, colours, palette } = scene;
    return [
      ...plankDefs(scene, colours.wood),
      shadowGradient(ids),
      linear(ids.id('edge'), [
        [0, '#fff', 0.55],
        [0.5, '#fff', 0.05],
        [1, '#000', 0.4],
      ]),
      el('path', {
        id: ids.id('holes'),
        d: scene.layout.points.map((point) => `M${pair(point)}h0`).join(''),
      }),
      ...CAMPS.flatMap((camp) => marble(scene, camp, seatColour(camp, palette))),
    ];
  },

  board(scene) {
    const { wood } = scene.colours;
    const box = this.box(scene);
    const outline = hexagon(scene, MARGIN);
    const d = rounded(outline, 0.9);
    return [
      // A soft shadow without a filter: three faint copies, each a little further off.
      ...[1, 2, 3].map((step) =>
        el('path', { d, fill: '#000', opacity: 0.1, transform: `translate(${step * 0.02} ${step * 0.04})` }),
      ),
      ...plank(scene, el('path', { d }), box),
      el('path', {
        d: rounded(hexagon(scene, MARGIN - 0.06), 0.86),
        fill: 'none',
        stroke: wood.frame,
        'stroke-width': 0.12,
      }),
      el('path', {
        d: rounded(hexagon(scene, MARGIN - 0.14), 0.82),
        fill: 'none',
        stroke: scene.ids.url('edge'),
        'stroke-width': 0.05,
      }),
      ...CAMPS.flatMap((camp) => campGround(scene, camp)),
      lattice(scene),
      ...holes(scene),
    ];
  },

  piece: (scene, code) => use(scene, `m${CAMPS.find((camp) => camp === code) ?? 'A'}`),
};

/**
 * All holes at once, as dots of a line without length: a light edge below, then from the rim inwards, each shade over the
 * one before. A picture for every hole would be most of the elements of the board.
 */
function holes(scene: Scene): SvgNode[] {
  const { inner, middle, rim } = scene.colours.hole;
  const shades: [radius: number, y: number, colour: string, opacity: number][] = [
    [0.285, 0.02, '#fff', 0.28],
    [0.27, 0, rim, 1],
    [0.255, 0.01, middle, 0.35],
    [0.235, 0.02, middle, 0.4],
    [0.215, 0.03, middle, 0.5],
    [0.195, 0.04, inner, 0.13],
    [0.17, 0.045, inner, 0.16],
    [0.145, 0.05, inner, 0.2],
    [0.115, 0.055, inner, 0.24],
    [0.08, 0.06, inner, 0.3],
  ];
  return shades.map(([radius, y, stroke, opacity]) =>
    el('use', {
      href: scene.ids.href('holes'),
      y,
      stroke,
      'stroke-width': radius * 2,
      'stroke-linecap': 'round',
      opacity: opacity === 1 ? undefined : opacity,
    }),
  );
}

/** Six pale signs, so that seats differ without their colour: dot, bar, cross, triangle, ring, star. */
export const SYMBOLS: Record<(typeof CAMPS)[number], string> = {
  A: 'M0-.1a.1 .1 0 1 0 .001 0z',
  B: 'M-.15-.045h.3v.09h-.3z',
  C: 'M-.045-.15h.09v.105h.105v.09h-.105v.105h-.09v-.105h-.105v-.09h.105z',
  D: 'M0-.15L.145 .1h-.29z',
  E: 'M0-.145a.145 .145 0 1 0 .001 0zM0-.07a.07 .07 0 1 1-.001 0z',
  F: 'M0-.17L.045-.055.165-.05.07 .025.1 .14 0 .075-.1 .14-.07 .025-.165-.05-.045-.055z',
};

function marble(scene: Scene, camp: (typeof CAMPS)[number], colour: string): SvgNode[] {
  const { ids } = scene;
  const glass = ids.id(`g${camp}`);
  return [
    radial(
      glass,
      [
        [0, '#fff', 0.95],
        [0.16, '#fff', 0.42],
        [0.36, '#fff', 0],
        [0.66, '#000', 0.04],
        [0.9, '#000', 0.38],
        [1, '#000', 0.55],
      ],
      0.36,
      0.3,
      0.8,
    ),
    symbol(ids.id(`m${camp}`), [
      shadow(ids, 0.42, 0.05, 0.09),
      el('circle', { r: 0.4, fill: colour }),
      el('circle', { r: 0.4, fill: `url(#${glass})` }),
      el('path', {
        d: SYMBOLS[camp],
        fill: '#fff',
        opacity: 0.92,
        stroke: '#000',
        'stroke-opacity': 0.35,
        'stroke-width': 0.022,
        'fill-rule': 'evenodd',
        transform: 'translate(.02 .05)',
      }),
      el('ellipse', {
        cx: -0.14,
        cy: -0.2,
        rx: 0.11,
        ry: 0.06,
        fill: '#fff',
        opacity: 0.75,
        transform: 'rotate(-35 -.14 -.2)',
      }),
    ]),
  ];
}

/** The triangle under a camp, a little larger than its ten holes. The colour is that of the seat whose home it is. */
function campGround(scene: Scene, camp: string): SvgNode[] {
  const cells = scene.shape.cells.filter((cell) => cell.camp === camp);
  const points = cells.flatMap((cell) => scene.layout.points[cell.id] ?? []);
  if (points.length === 0) return [];
  const corners = cornersOf(points, scene);
  const colour = seatColour(camp, scene.palette);
  return [
    el('path', {
      d: rounded(scaled(corners, 1.5), 0.95),
      fill: colour,
      'fill-opacity': 0.3,
      stroke: colour,
      'stroke-opacity': 0.75,
      'stroke-width': 0.06,
      'stroke-linejoin': 'round',
    }),
  ];
}

/** The three outermost points of a camp: the ones with at most one neighbour direction inside their own triangle. */
function cornersOf(points: readonly Point[], scene: Scene): Point[] {
  const centre = mean(points);
  const middle = {
    x: scene.layout.bounds.x + scene.layout.bounds.width / 2,
    y: scene.layout.bounds.y + scene.layout.bounds.height / 2,
  };
  const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);
  const corners = [...points].sort((a, b) => distance(b, centre) - distance(a, centre)).slice(0, 3);
  const angle = (p: Point): number => Math.atan2(p.y - centre.y, p.x - centre.x);
  return corners.sort((a, b) => angle(a) - angle(b) || distance(a, middle) - distance(b, middle));
}

function mean(points: readonly Point[]): Point {
  return {
    x: points.reduce((sum, p) => sum + p.x, 0) / points.length,
    y: points.reduce((sum, p) => sum + p.y, 0) / points.length,
  };
}

function scaled(points: readonly Point[], factor: number): Point[] {
  const centre = mean(points);
  return points.map((p) => ({
    x: centre.x + (p.x - centre.x) * factor,
    y: centre.y + (p.y - centre.y) * factor,
  }));
}

/** The six tips of the star, pushed outwards. */
function hexagon(scene: Scene, margin: number): Point[] {
  const { x, y, width, height } = scene.layout.bounds;
  const middle = { x: x + width / 2, y: y + height / 2 };
  const radius = height / 2 + margin * 1.1;
  return [0, 1, 2, 3, 4, 5].map((k) => ({
    x: middle.x + radius * Math.sin((k * Math.PI) / 3),
    y: middle.y - radius * Math.cos((k * Math.PI) / 3),
  }));
}

/** A polygon with rounded corners as a path. */
export function rounded(points: readonly Point[], radius: number): string {
  const towards = (from: Point, to: Point): Point => {
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    const share = Math.min(radius, length / 2) / length;
    return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
  };
  const parts = points.map((corner, index) => {
    const before = points[(index + points.length - 1) % points.length] ?? corner;
    const after = points[(index + 1) % points.length] ?? corner;
    const enter = towards(corner, before);
    const leave = towards(corner, after);
    return `${index === 0 ? 'M' : 'L'}${pair(enter)}Q${pair(corner)} ${pair(leave)}`;
  });
  return `${parts.join('')}Z`;
}

function pair(point: Point): string {
  return `${fix(point.x)} ${fix(point.y)}`;
}

function lattice(scene: Scene): SvgNode {
  let path = '';
  for (const cell of scene.shape.cells) {
    const from = scene.layout.points[cell.id];
    for (const neighbour of cell.neighbours) {
      const to = scene.layout.points[neighbour];
      if (neighbour > cell.id && from && to) path += `M${pair(from)}L${pair(to)}`;
    }
  }
  return el('path', { d: path, stroke: scene.colours.wood.line, 'stroke-width': 0.045, opacity: 0.5 });
}
