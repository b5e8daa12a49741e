// The picture as layers, lowest first. The same layers make the text of a picture and the board on the page.
import type { Scene, Skin } from '../skins/skin';
import type { View } from '../view';
import { marksAbove } from './marks_above';
import { marksBelow } from './marks_below';
import { el, fix, keyed, type SvgNode } from './node';
import { pathsAndArrows, walkLines } from './paths';
import { radial } from './pieces';

/** Where and how a piece is drawn: at rest, or somewhere on its way. */
export interface Pose {
  key: string;
  code: string;
  x: number;
  y: number;
  scaleX: number;
  scaleY: number;
  opacity: number;
}

export interface Layers {
  below: SvgNode[];
  pieces: SvgNode[];
  above: SvgNode[];
}

export function defs(scene: Scene, skin: Skin): SvgNode[] {
  const { check } = scene.colours.marks;
  return [
    ...skin.defs(scene),
    radial(scene.ids.id('check'), [
      [0.3, check, 0.95],
      [0.65, check, 0.45],
      [1, check, 0],
    ]),
  ];
}

export function layers(scene: Scene, skin: Skin, view: View, poses: readonly Pose[]): Layers {
  return {
    below: [...marksBelow(scene, skin, view), ...walkLines(scene, skin, view)],
    pieces: drawPieces(scene, skin, poses),
    above: [...pathsAndArrows(scene, skin, view), ...marksAbove(scene, skin, view)],
  };
}

/** Pieces where their poses say. */
export function drawPieces(scene: Scene, skin: Skin, poses: readonly Pose[]): SvgNode[] {
  return poses.map((pose) => posed(scene, skin, pose));
}

/** All pieces at rest, ghosts and the dragged piece included. */
export function restingPoses(scene: Scene, view: View, hidden: ReadonlySet<number> = new Set()): Pose[] {
  const poses: Pose[] = [];
  for (const [cell, code] of view.content.entries()) {
    const point = scene.layout.points[cell];
    if (code === '' || !point || hidden.has(cell)) continue;
    const opacity = view.absent.includes(cell) ? 0.35 : 1;
    poses.push({ key: `p${cell}`, code, x: point.x, y: point.y, scaleX: 1, scaleY: 1, opacity });
  }
  for (const ghost of view.ghosts) {
    const point = scene.layout.points[ghost.cell];
    if (!point || ghost.code === '') continue;
    const opacity = { hover: 0.5, chosen: 0.72, pending: 0.85 }[ghost.kind];
    poses.push({
      key: `g${ghost.cell}`,
      code: ghost.code,
      x: point.x,
      y: point.y,
      scaleX: 1,
      scaleY: 1,
      opacity,
    });
  }
  if (view.dragged) {
    const { code, at } = view.dragged;
    poses.push({ key: 'dragged', code, x: at.x, y: at.y, scaleX: 1.08, scaleY: 1.08, opacity: 1 });
  }
  return poses;
}

function posed(scene: Scene, skin: Skin, pose: Pose): SvgNode {
  const isScaled = pose.scaleX !== 1 || pose.scaleY !== 1;
  const scale = isScaled ? ` scale(${fix(pose.scaleX)} ${fix(pose.scaleY)})` : '';
  const transform = `translate(${fix(pose.x)} ${fix(pose.y)})${scale}`;
  const opacity = pose.opacity === 1 ? undefined : fix(pose.opacity);
  const drawing = skin.piece(scene, pose.code);
  return keyed(
    pose.key,
    el(drawing.tag, { ...drawing.attributes, transform, opacity }, drawing.children, drawing.text),
  );
}
