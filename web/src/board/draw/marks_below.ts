// Marks under the pieces: where the last move went, what is selected, who is in check.
import type { Scene, Skin } from '../skins/skin';
import type { Point } from '../types';
import type { View } from '../view';
import { el, fix, type SvgNode } from './node';

export function marksBelow(scene: Scene, skin: Skin, view: View): SvgNode[] {
  const { marks: colours } = scene.colours;
  const each = (cells: readonly number[] | undefined, draw: (p: Point, cell: number) => SvgNode): SvgNode[] =>
    (cells ?? []).flatMap((cell) => {
      const point = scene.layout.points[cell];
      return point ? [draw(point, cell)] : [];
    });
  return [
    ...(view.marks.territory ?? []).flatMap(({ cell, code }) =>
      each([cell], (p) =>
        el('rect', {
          x: p.x - 0.5,
          y: p.y - 0.5,
          width: 1,
          height: 1,
          fill: skin.isDark(code) ? '#000' : '#fff',
          opacity: 0.22,
        }),
      ),
    ),
    ...each(view.marks.hint, (p) =>
      el('circle', {
        cx: p.x,
        cy: p.y,
        r: 0.56,
        fill: colours.hint,
        'fill-opacity': 0.22,
        stroke: colours.hint,
        'stroke-width': 0.04,
        'stroke-dasharray': '.12 .1',
      }),
    ),
    ...crosshair(scene, view),
    ...(skin.last === 'brackets' ? each(view.last, (p) => brackets(p, 0.47, colours.last, 0.055)) : []),
    ...each(view.marks.check, (p) => checkGlow(scene, p)),
    ...each(view.selected === null ? [] : [view.selected], (p) => selection(p, skin, colours.selected)),
  ];
}

/** Four rounded corners around a cell: readable without colour, and nothing is covered. */
export function brackets(p: Point, half: number, stroke: string, width: number, dash?: string): SvgNode {
  const arm = half * 0.42;
  const corner = (sx: number, sy: number): string => {
    const [x, y] = [p.x + sx * half, p.y + sy * half];
    return `M${fix(x)} ${fix(y - sy * arm)}V${fix(y)}H${fix(x - sx * arm)}`;
  };
  return el('path', {
    d: corner(-1, -1) + corner(1, -1) + corner(-1, 1) + corner(1, 1),
    fill: 'none',
    stroke,
    'stroke-width': width,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    'stroke-dasharray': dash,
  });
}

function selection(p: Point, skin: Skin, colour: string): SvgNode {
  return el('circle', {
    cx: p.x,
    cy: p.y,
    r: skin.radius + 0.1,
    fill: colour,
    'fill-opacity': 0.28,
    stroke: colour,
    'stroke-width': 0.05,
  });
}

function checkGlow(scene: Scene, p: Point): SvgNode {
  return el('g', { class: 'check' }, [
    el('circle', { cx: p.x, cy: p.y, r: 0.78, fill: scene.ids.url('check') }),
    el('circle', {
      cx: p.x,
      cy: p.y,
      r: 0.53,
      fill: 'none',
      stroke: scene.colours.marks.check,
      'stroke-width': 0.06,
      'stroke-dasharray': '.16 .07',
    }),
  ]);
}

function crosshair(scene: Scene, view: View): SvgNode[] {
  const p = view.crosshair === null ? undefined : scene.layout.points[view.crosshair];
  if (!p) return [];
  const { x, y, width, height } = scene.layout.bounds;
  const stroke = { stroke: scene.colours.marks.focus, 'stroke-width': 0.05, opacity: 0.55 };
  return [
    el('path', {
      d: `M${fix(x)} ${fix(p.y)}h${fix(width)}M${fix(p.x)} ${fix(y)}v${fix(height)}`,
      fill: 'none',
      ...stroke,
    }),
  ];
}
