// Lines across the board: the last paths of the seats, the chain under the pointer, arrows of analysis.
import { FONT } from '../skins/labels';
import type { Scene, Skin } from '../skins/skin';
import type { Arrow, Point } from '../types';
import type { View } from '../view';
import { seatColour, TONES } from './colours';
import { el, fix, type SvgNode } from './node';

/** The lines of walks: under the pieces, so that the marbles that were hopped over stay whole. */
export function walkLines(scene: Scene, skin: Skin, view: View): SvgNode[] {
  return walks(scene, skin, view).map(({ points, colour, opacity }) => {
    const line = { d: polyline(points), 'stroke-linecap': 'round', 'stroke-linejoin': 'round', fill: 'none' };
    return el('g', { class: 'walk', opacity }, [
      el('path', { ...line, stroke: '#1b0f05', 'stroke-width': 0.22, opacity: 0.4 }),
      el('path', { ...line, stroke: colour, 'stroke-width': 0.15 }),
      el('path', { ...line, stroke: '#ffffff', 'stroke-width': 0.11, 'stroke-dasharray': '.01 .24' }),
    ]);
  });
}

/** Over the pieces: the ends of the walks, the chain being walked, arrows. */
export function pathsAndArrows(scene: Scene, skin: Skin, view: View): SvgNode[] {
  return [
    ...walks(scene, skin, view).map(({ points, opacity }) => walkEnds(points, skin.radius, opacity)),
    ...(view.chain.length >= 2 ? [chainLine(scene, view.chain)] : []),
    ...(view.marks.arrows ?? []).map((arrow) => arrowShape(scene, arrow)),
  ];
}

interface Walk {
  points: readonly Point[];
  colour: string;
  opacity: number;
}

/** The given paths; a board that marks its last move by a trail draws one even when no path was given. */
function walks(scene: Scene, skin: Skin, view: View): Walk[] {
  const given = view.marks.paths ?? [];
  if (given.length === 0 && skin.last === 'trail' && view.last.length >= 2) {
    const seat = view.content[view.last.at(-1) ?? -1] ?? '';
    return [{ points: pointsOf(scene, view.last), colour: seatColour(seat, scene.palette), opacity: 1 }];
  }
  return given.map(({ cells, seat, fade = 0 }) => ({
    points: pointsOf(scene, cells),
    colour: seatColour(seat, scene.palette),
    opacity: fix(1 - 0.7 * fade),
  }));
}

/** A small ring where the walk began, a large one where it ended. */
function walkEnds(points: readonly Point[], radius: number, opacity: number): SvgNode {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last) return el('g');
  const ring = (p: Point, r: number, stroke: string, width: number): SvgNode =>
    el('circle', { cx: p.x, cy: p.y, r, fill: 'none', stroke, 'stroke-width': width });
  return el('g', { class: 'walk-ends', opacity }, [
    ring(first, 0.33, '#1b0f05', 0.11),
    ring(first, 0.33, '#ffffff', 0.06),
    ring(last, radius + 0.06, '#1b0f05', 0.13),
    ring(last, radius + 0.06, '#ffffff', 0.075),
  ]);
}

function chainLine(scene: Scene, cells: readonly number[]): SvgNode {
  const { destination, halo } = scene.colours.marks;
  const d = polyline(pointsOf(scene, cells));
  const line = { d, fill: 'none', 'stroke-linecap': 'round', 'stroke-linejoin': 'round' };
  return el('g', { class: 'chain' }, [
    el('path', { ...line, stroke: halo, 'stroke-width': 0.17, opacity: 0.6 }),
    el('path', { ...line, stroke: destination, 'stroke-width': 0.09, 'stroke-dasharray': '.2 .16' }),
  ]);
}

/** An arrow from cell to cell; a label sits on its middle. From = to is a ring around the cell. */
function arrowShape(scene: Scene, { from, to, tone, label }: Arrow): SvgNode {
  const [a, b] = pointsOf(scene, [from, to]);
  if (!a || !b) return el('g');
  const colour = TONES[tone];
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  if (length === 0)
    return el('circle', {
      cx: a.x,
      cy: a.y,
      r: 0.5,
      fill: 'none',
      stroke: colour,
      'stroke-width': 0.1,
      opacity: 0.85,
    });
  const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
  const width = tone === 'best' ? 0.17 : 0.12;
  const head = 0.36;
  const start = { x: a.x + ux * 0.28, y: a.y + uy * 0.28 };
  const tip = { x: b.x - ux * 0.1, y: b.y - uy * 0.1 };
  const neck = { x: tip.x - ux * head, y: tip.y - uy * head };
  const wing = (side: number): string =>
    `${fix(neck.x - uy * side * head * 0.55)} ${fix(neck.y + ux * side * head * 0.55)}`;
  return el('g', { class: `arrow ${tone}`, opacity: 0.82 }, [
    el('path', {
      d: polyline([start, neck]),
      stroke: colour,
      'stroke-width': width,
      'stroke-linecap': 'round',
    }),
    el('path', {
      d: `M${wing(1)}L${fix(tip.x)} ${fix(tip.y)}L${wing(-1)}Z`,
      fill: colour,
      stroke: colour,
      'stroke-width': 0.05,
      'stroke-linejoin': 'round',
    }),
    ...(label === undefined
      ? []
      : arrowLabel({ x: (start.x + neck.x) / 2, y: (start.y + neck.y) / 2 }, label, colour)),
  ]);
}

function arrowLabel(p: Point, label: string, colour: string): SvgNode[] {
  const width = 0.2 + label.length * 0.19;
  return [
    el('rect', {
      x: p.x - width / 2,
      y: p.y - 0.2,
      width,
      height: 0.4,
      rx: 0.2,
      fill: colour,
      stroke: '#ffffff',
      'stroke-width': 0.03,
    }),
    el(
      'text',
      {
        x: p.x,
        y: p.y + 0.11,
        'font-size': 0.3,
        'font-weight': 700,
        'font-family': FONT,
        'text-anchor': 'middle',
        fill: '#ffffff',
      },
      [],
      label,
    ),
  ];
}

function pointsOf(scene: Scene, cells: readonly number[]): Point[] {
  return cells.flatMap((cell) => scene.layout.points[cell] ?? []);
}

function polyline(points: readonly Point[]): string {
  return points.map((p, index) => `${index === 0 ? 'M' : 'L'}${fix(p.x)} ${fix(p.y)}`).join('');
}
