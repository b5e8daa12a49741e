// What a skin is: how one kind of board and its pieces are drawn. Skins know shapes and codes, no rules.
import { coloursOf, type Colours, type Wood } from '../draw/colours';
import { el, type SvgNode } from '../draw/node';
import { idsWith, type Ids } from '../draw/pieces';
import { woodFilter, woodGradient } from '../draw/wood';
import { layOut, type Layout } from '../geometry';
import type { Box, BoardTheme, GlyphSet, Material, Palette, Shape } from '../types';

/** How the plank is painted: plain gradient, gradient with the noise filter, or a picture made earlier. */
export type Surface = { kind: 'plain' } | { kind: 'grain'; gain: number } | { kind: 'image'; href: string };

/** All that the drawing of one board depends on. */
export interface Scene {
  shape: Shape;
  layout: Layout;
  ids: Ids;
  colours: Colours;
  palette: Palette;
  glyphs: GlyphSet;
  isFlipped: boolean;
  showsCoordinates: boolean;
  surface: Surface;
}

export interface Skin {
  /** The part of the plane that the picture shows. */
  box(scene: Scene): Box;
  /** The wood that covers the box. */
  wood(scene: Scene): Wood;
  /** Gradients and symbols, once per board. */
  defs(scene: Scene): SvgNode[];
  /** Everything that does not change during play. */
  board(scene: Scene): SvgNode[];
  /** A piece around (0, 0), mostly a `use` of a symbol. */
  piece(scene: Scene, code: string): SvgNode;
  /** Radius of a piece, in cells. */
  radius: number;
  /** How the last move is marked. */
  last: 'ring' | 'dot' | 'brackets' | 'trail';
  /** How a piece changes places or colour. */
  motion: 'slide' | 'hop' | 'flip' | 'drop';
  /** Do the dark pieces carry light marks? True when a piece of this code is dark. */
  isDark(code: string): boolean;
}

export interface SceneOptions {
  shape: Shape;
  isFlipped?: boolean;
  bottomCamp?: string;
  material?: Material;
  theme?: BoardTheme;
  palette?: Palette;
  glyphs?: GlyphSet;
  showsCoordinates?: boolean;
  surface?: Surface;
  prefix: string;
}

export function sceneOf(options: SceneOptions): Scene {
  const { shape, isFlipped = false, material = 'kaya', theme = 'light' } = options;
  return {
    shape,
    layout: layOut(shape, isFlipped, options.bottomCamp ?? ''),
    ids: idsWith(options.prefix),
    colours: coloursOf(material, theme, shape.skin),
    palette: options.palette ?? 'standard',
    glyphs: options.glyphs ?? 'traditional',
    isFlipped,
    showsCoordinates: options.showsCoordinates ?? true,
    surface: options.surface ?? { kind: 'plain' },
  };
}

/** The definitions that the plank needs. */
export function plankDefs(scene: Scene, wood: Wood): SvgNode[] {
  const gradient = woodGradient(scene.ids, wood);
  if (scene.surface.kind !== 'grain') return [gradient];
  return [gradient, woodFilter(scene.ids, wood, { seed: 8, gain: scene.surface.gain })];
}

/** The plank: a closed outline filled with wood. The picture of the grain, if there is one, is clipped to the outline. */
export function plank(scene: Scene, outline: SvgNode, box: Box): SvgNode[] {
  const fill = scene.ids.url('wood');
  const base = { ...outline, attributes: { ...outline.attributes, fill } };
  if (scene.surface.kind === 'plain') return [base];
  if (scene.surface.kind === 'grain') {
    return [{ ...base, attributes: { ...base.attributes, filter: scene.ids.url('grain') } }];
  }
  const clip = scene.ids.id('plank');
  return [
    base,
    el('clipPath', { id: clip }, [outline]),
    el('image', {
      ...box,
      href: scene.surface.href,
      preserveAspectRatio: 'none',
      'clip-path': `url(#${clip})`,
    }),
  ];
}

/** A rectangular plank with a fine edge, which parts pale boards from a pale page. */
export function rectPlank(scene: Scene, box: Box, wood: Wood): SvgNode[] {
  const inset = 0.02;
  const edge = {
    x: box.x + inset,
    y: box.y + inset,
    width: box.width - 2 * inset,
    height: box.height - 2 * inset,
  };
  return [
    ...plank(scene, el('rect', { ...box, rx: 0.18 }), box),
    el('rect', { ...edge, rx: 0.16, fill: 'none', stroke: wood.frame, 'stroke-width': 0.04, opacity: 0.55 }),
  ];
}

/** A box around the bounds of the layout, wider by the margins. */
export function boxAround(scene: Scene, horizontal: number, vertical: number): Box {
  const { x, y, width, height } = scene.layout.bounds;
  return { x: x - horizontal, y: y - vertical, width: width + 2 * horizontal, height: height + 2 * vertical };
}

/** A use of a symbol by name. */
export function use(scene: Scene, name: string): SvgNode {
  return el('use', { href: scene.ids.href(name) });
}
