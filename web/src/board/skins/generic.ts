// Boards of games that nobody drew: squares, points or hexes straight from the shape, discs with letters.
import { seatColour } from '../draw/colours';
import { el, fix, type SvgNode } from '../draw/node';
import { radial, shadow, stone, stoneGradients, symbol } from '../draw/pieces';
import { FONT } from './labels';
import { edgeLabels } from './labels';
import { boxAround, plankDefs, rectPlank, type Scene, type Skin } from './skin';

/** A generic skin for one kind of cell. */
export function generic(kind: 'squares' | 'points' | 'hexes'): Skin {
  return {
    radius: 0.4,
    last: 'brackets',
    motion: 'slide',
    isDark: (code) => isBlack(code),

    box: (scene) => (scene.showsCoordinates ? boxAround(scene, 1.05, 1.05) : boxAround(scene, 0.75, 0.75)),
    wood: (scene) => scene.colours.wood,

    defs(scene) {
      const { ids } = scene;
      return [
        ...plankDefs(scene, scene.colours.wood),
        ...stoneGradients(ids),
        radial(
          ids.id('gloss'),
          [
            [0, '#fff', 0.55],
            [0.45, '#fff', 0.05],
            [1, '#000', 0.35],
          ],
          0.36,
          0.3,
          0.85,
        ),
        symbol(ids.id('x'), stone(ids, true, 0.4)),
        symbol(ids.id('o'), stone(ids, false, 0.4)),
      ];
    },

    board(scene) {
      const box = this.box(scene);
      return [
        ...rectPlank(scene, box, scene.colours.wood),
        ...(kind === 'points' ? edges(scene) : tiles(scene, kind)),
        ...edgeLabels(scene, {
          offset: 0.8,
          size: 0.3,
          fill: scene.colours.wood.label,
          filesAt: 'bottom',
          upperCase: false,
        }),
      ];
    },

    piece(scene, code) {
      if (code === 'x' || code === 'o') return el('use', { href: scene.ids.href(code) });
      return lettered(scene, code);
    },
  };
}

/** Lower case is dark, as in the texts of chess-like games; so is the first of the two stones. */
function isBlack(code: string): boolean {
  return code === 'x' || (code !== 'o' && code === code.toLowerCase() && code !== code.toUpperCase());
}

function lettered(scene: Scene, code: string): SvgNode {
  const dark = isBlack(code);
  const isLetter = /^[a-z]$/i.test(code);
  const fill = isLetter ? (dark ? '#2b3037' : '#f4eee0') : seatColour(code, scene.palette);
  const ink = isLetter && !dark ? '#2b2620' : '#ffffff';
  const text = [...code].slice(0, 3).join('');
  return el('g', {}, [
    shadow(scene.ids, 0.4),
    el('circle', { r: 0.4, fill }),
    el('circle', { r: 0.4, fill: scene.ids.url('gloss') }),
    el('circle', { r: 0.335, fill: 'none', stroke: ink, 'stroke-width': 0.02, opacity: 0.5 }),
    el(
      'text',
      {
        y: 0.15,
        'font-size': [0.42, 0.34, 0.26][text.length - 1] ?? 0.42,
        'font-family': FONT,
        'font-weight': 700,
        'text-anchor': 'middle',
        fill: ink,
        // A thin outline in the other shade keeps the letter readable on any seat colour.
        stroke: ink === '#ffffff' ? '#00000066' : 'none',
        'stroke-width': 0.03,
        'paint-order': 'stroke',
      },
      [],
      isLetter ? text.toUpperCase() : text,
    ),
  ]);
}

function edges(scene: Scene): SvgNode[] {
  const { line } = scene.colours.wood;
  let path = '';
  for (const cell of scene.shape.cells) {
    const from = scene.layout.points[cell.id];
    for (const neighbour of cell.neighbours) {
      const to = scene.layout.points[neighbour];
      if (neighbour > cell.id && from && to)
        path += `M${fix(from.x)} ${fix(from.y)}L${fix(to.x)} ${fix(to.y)}`;
    }
  }
  return [
    el('path', { d: path, stroke: line, 'stroke-width': 0.04, opacity: 0.8, 'stroke-linecap': 'round' }),
    ...scene.layout.points.map(({ x, y }) => el('circle', { cx: x, cy: y, r: 0.08, fill: line })),
  ];
}

function tiles(scene: Scene, kind: 'squares' | 'hexes'): SvgNode[] {
  const outline = kind === 'hexes' ? hexagon : square;
  const { line } = scene.colours.wood;
  return scene.layout.points.map(({ x, y }) =>
    el('path', {
      d: outline(x, y),
      fill: line,
      // Every other square is shaded, which lets the eye count; three hexes meet at a corner, so they stay alike.
      'fill-opacity': kind === 'squares' && (Math.round(x) + Math.round(y)) % 2 !== 0 ? 0.2 : 0.05,
      stroke: line,
      'stroke-width': 0.03,
      'stroke-opacity': 0.7,
    }),
  );
}

function square(x: number, y: number): string {
  return `M${fix(x - 0.5)} ${fix(y - 0.5)}h1v1h-1z`;
}

/** A hexagon with a corner on top, as wide as the distance between neighbours. */
function hexagon(x: number, y: number): string {
  const r = 1 / Math.sqrt(3);
  const corners = [0, 1, 2, 3, 4, 5].map((k) => {
    const angle = (k * Math.PI) / 3;
    return `${fix(x + r * Math.sin(angle))} ${fix(y - r * Math.cos(angle))}`;
  });
  return `M${corners.join('L')}Z`;
}
