// A board, or its pieces, as the text of SVG pictures: share images, miniatures, reports. Pure: no page is needed.
import { defs, layers, restingPoses } from './draw/layers';
import { el, type SvgNode, toText } from './draw/node';
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
  return toText(pictureNode(shape, content, marks, options));
}

/** The picture as a tree, for texts and for elements of a page. */
export function pictureNode(shape: Shape, content: Content, marks: Marks, options: PictureOptions): SvgNode {
  const { prefix = 'duiyi', width, name, ...look } = options;
  const scene = sceneOf({ surface: { kind: 'grain', gain: 1 }, ...look, shape, prefix });
  const skin = skinOf(shape.skin);
  const view = stillView(content, marks);
  const { below, pieces, above } = layers(scene, skin, view, restingPoses(scene, view));
  const box = skin.box(scene);
  const size = width === undefined ? {} : { width, height: Math.round((width * box.height) / box.width) };
  const label = name === undefined ? { 'aria-hidden': 'true' } : { role: 'img', 'aria-label': name };
  return el(
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
  );
}

export interface PieceOptions extends Omit<PictureOptions, 'width' | 'name'> {
  prefix: string;
}

/** Single pieces as pictures: one text of definitions that the page must hold, and a small picture for every code. */
export function piecePictures(
  shape: Shape,
  codes: readonly string[],
  { prefix, ...look }: PieceOptions,
): { defs: string; pictures: Readonly<Record<string, string>> } {
  const scene = sceneOf({ surface: { kind: 'plain' }, ...look, shape, prefix });
  const skin = skinOf(shape.skin);
  const picture = (code: string): string =>
    toText(el('svg', { ...HIDDEN, viewBox: '-.5 -.5 1.02 1.06' }, [skin.piece(scene, code)]));
  return {
    // Definitions of an element that is not displayed at all would not be used by others.
    defs: toText(el('svg', { ...HIDDEN, width: 0, height: 0 }, [el('defs', {}, defs(scene, skin))])),
    pictures: Object.fromEntries(codes.map((code) => [code, picture(code)])),
  };
}

const HIDDEN = { xmlns: 'http://www.w3.org/2000/svg', 'aria-hidden': 'true' };
