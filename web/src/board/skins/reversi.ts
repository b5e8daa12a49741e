// Reversi: green cloth in a dark frame, two-sided discs on the squares.
import { el, type SvgNode } from '../draw/node';
import { disc, radial, stoneGradients, symbol } from '../draw/pieces';
import type { Box } from '../types';
import { edgeLabels } from './labels';
import { boxAround, plankDefs, rectPlank, type Scene, type Skin, use } from './skin';

export const reversi: Skin = {
  radius: 0.42,
  last: 'dot',
  motion: 'flip',
  isDark: (code) => code === 'x',

  box: (scene) => (scene.showsCoordinates ? boxAround(scene, 1.08, 1.08) : boxAround(scene, 0.72, 0.72)),
  wood: (scene) => scene.colours.felt.frame,

  defs(scene) {
    const { ids } = scene;
    const { inner, outer, frame } = scene.colours.felt;
    return [
      ...plankDefs(scene, frame),
      radial(
        ids.id('felt'),
        [
          [0, inner],
          [1, outer],
        ],
        0.5,
        0.45,
        0.75,
      ),
      ...stoneGradients(ids),
      symbol(ids.id('x'), disc(ids, true)),
      symbol(ids.id('o'), disc(ids, false)),
    ];
  },

  board(scene) {
    const box = this.box(scene);
    const { line, frame } = scene.colours.felt;
    const field = squares(scene.layout.bounds);
    return [
      ...rectPlank(scene, box, frame),
      el('rect', { ...grown(field, 0.07), rx: 0.08, fill: frame.frame, opacity: 0.9 }),
      el('rect', { ...field, fill: scene.ids.url('felt') }),
      ...lines(field, line),
      ...dots(field).map(([x, y]) => el('circle', { cx: x, cy: y, r: 0.08, fill: line })),
      ...edgeLabels(scene, { offset: 0.8, size: 0.32, fill: frame.label, filesAt: 'top', upperCase: false }),
    ];
  },

  piece: (scene: Scene, code: string) => use(scene, code === 'x' ? 'x' : 'o'),
};

/** The field covered by unit squares around the cells. */
export function squares(bounds: Box): Box {
  return grown(bounds, 0.5);
}

function grown(box: Box, by: number): Box {
  return { x: box.x - by, y: box.y - by, width: box.width + 2 * by, height: box.height + 2 * by };
}

export function lines(field: Box, stroke: string): SvgNode[] {
  const { x, y, width, height } = field;
  let path = '';
  for (let i = 0; i <= height; i++) path += `M${x} ${y + i}h${width}`;
  for (let i = 0; i <= width; i++) path += `M${x + i} ${y}v${height}`;
  return [el('path', { d: path, stroke, 'stroke-width': 0.035, fill: 'none' })];
}

/** The four dots two squares in from the corners, on boards where they do not meet. */
function dots(field: Box): [number, number][] {
  if (field.width < 6) return [];
  const { x, y, width, height } = field;
  return [
    [x + 2, y + 2],
    [x + width - 2, y + 2],
    [x + 2, y + height - 2],
    [x + width - 2, y + height - 2],
  ];
}
