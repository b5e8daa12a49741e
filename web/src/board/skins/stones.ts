// Gomoku and NoGo: wood, a grid, black and white stones on the crossings.
import { el, type SvgNode } from '../draw/node';
import { stone, stoneGradients, symbol } from '../draw/pieces';
import type { Box } from '../types';
import { edgeLabels } from './labels';
import { boxAround, plankDefs, rectPlank, type Skin, use } from './skin';

export const stones: Skin = {
  radius: 0.47,
  last: 'ring',
  motion: 'drop',
  isDark: (code) => code === 'x',

  box: (scene) => (scene.showsCoordinates ? boxAround(scene, 1.05, 1.05) : boxAround(scene, 0.72, 0.72)),
  wood: (scene) => scene.colours.wood,

  defs(scene) {
    const { ids } = scene;
    return [
      ...plankDefs(scene, scene.colours.wood),
      ...stoneGradients(ids),
      symbol(ids.id('x'), stone(ids, true)),
      symbol(ids.id('o'), stone(ids, false)),
    ];
  },

  board(scene) {
    const box = this.box(scene);
    const { line, label } = scene.colours.wood;
    return [
      ...rectPlank(scene, box, scene.colours.wood),
      ...grid(scene.layout.bounds, line),
      ...starPoints(scene.layout.bounds).map(([x, y]) => el('circle', { cx: x, cy: y, r: 0.09, fill: line })),
      ...edgeLabels(scene, { offset: 0.72, size: 0.36, fill: label, filesAt: 'bottom', upperCase: true }),
    ];
  },

  piece: (scene, code) => use(scene, code === 'x' ? 'x' : 'o'),
};

function grid(bounds: Box, stroke: string): SvgNode[] {
  const { x, y, width, height } = bounds;
  let path = '';
  for (let i = 1; i < height; i++) path += `M${x} ${y + i}h${width}`;
  for (let i = 1; i < width; i++) path += `M${x + i} ${y}v${height}`;
  return [
    el('path', { d: path, stroke, 'stroke-width': 0.03, opacity: 0.82, fill: 'none' }),
    el('rect', { ...bounds, fill: 'none', stroke, 'stroke-width': 0.06 }),
  ];
}

/** Star points: the fourth lines from 13 up, the third lines below; the middle when there is one; none on tiny boards. */
export function starPoints(bounds: Box): [number, number][] {
  const size = Math.min(bounds.width, bounds.height) + 1;
  if (size < 7) return [];
  const offset = size >= 13 ? 3 : 2;
  const { x, y, width, height } = bounds;
  const corners: [number, number][] = [
    [x + offset, y + offset],
    [x + width - offset, y + offset],
    [x + offset, y + height - offset],
    [x + width - offset, y + height - offset],
  ];
  return width % 2 === 0 && height % 2 === 0 ? [...corners, [x + width / 2, y + height / 2]] : corners;
}
