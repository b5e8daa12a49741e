// A board as the text of an SVG picture: share images, miniatures, reports. Pure: no page is needed.
import { defs, layers, restingPoses } from './draw/layers';
import { el, toText } from './draw/node';
import { skinOf } from './skins';
import { sceneOf, type SceneOptions } from './skins/skin';
import type { Content, Marks, Shape } from './types';
import { stillView } from './view';

export interface PictureOptions extends Omit<SceneOptions, 'shape' | 'prefix'> {
  /** Start of every id in the picture; pictures put into one page need different ones. */
  prefix?: string;
  /** Width in pixels; the height follows. Without it the picture fills its place. */
  width?: number;
  /** Accessible name. Without one the picture is decoration. */
  name?: string;
}

/** The text of an SVG picture of a position with its marks. */
export function toSvg(
  shape: Shape,
  content: Content,
  marks: Marks = {},
  options: PictureOptions = {},
): string {
  const { prefix = 'duiyi', width, name, ...look } = options;
  const scene = sceneOf({ surface: { kind: 'grain', gain: 1 }, ...look, shape, prefix });
  const skin = skinOf(shape.skin);
  const view = stillView(content, marks);
  const { below, pieces, above } = layers(scene, skin, view, restingPoses(scene, view));
  const box = skin.box(scene);
  const size = width === undefined ? {} : { width, height: Math.round((width * box.height) / box.width) };
  const label = name === undefined ? { 'aria-hidden': 'true' } : { role: 'img', 'aria-label': name };
  return toText(
    el(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        viewBox: `${box.x} ${box.y} ${box.width} ${box.height}`,
        ...size,
        ...label,
      },
      [
        el('defs', {}, defs(scene, skin)),
        el('g', {}, skin.board(scene)),
        ...[below, pieces, above].map((nodes) => el('g', {}, nodes)),
      ],
    ),
  );
}
