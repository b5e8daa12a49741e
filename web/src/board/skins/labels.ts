// Coordinates along the edges, read from the labels of the cells.
import { el, type SvgNode } from '../draw/node';
import type { Point } from '../types';
import type { Scene } from './skin';

export const FONT = "system-ui, 'PingFang SC', 'Noto Sans CJK SC', sans-serif";

export function caption(at: Point, text: string, size: number, fill: string, attributes = {}): SvgNode {
  return el(
    'text',
    {
      x: at.x,
      y: at.y + size * 0.36,
      'font-size': size,
      'font-family': FONT,
      'text-anchor': 'middle',
      fill,
      ...attributes,
    },
    [],
    text,
  );
}

interface Edges {
  /** Distance of the captions from the outermost cells. */
  offset: number;
  size: number;
  fill: string;
  filesAt: 'top' | 'bottom';
  upperCase: boolean;
}

/** Files along the top or bottom and ranks along the left, for labels like `h8`; nothing for other labels. */
export function edgeLabels(scene: Scene, edges: Edges): SvgNode[] {
  if (!scene.showsCoordinates) return [];
  const { bounds, points } = scene.layout;
  const files = new Map<number, string>();
  const ranks = new Map<number, string>();
  for (const cell of scene.shape.cells) {
    const match = /^([a-z]+)(\d+)$/i.exec(cell.label);
    const point = points[cell.id];
    if (!match || !point) return [];
    files.set(point.x, match[1] ?? '');
    ranks.set(point.y, match[2] ?? '');
  }
  const fileY = edges.filesAt === 'top' ? bounds.y - edges.offset : bounds.y + bounds.height + edges.offset;
  const style = { opacity: 0.9 };
  return [
    ...[...files].map(([x, text]) =>
      caption({ x, y: fileY }, edges.upperCase ? text.toUpperCase() : text, edges.size, edges.fill, style),
    ),
    ...[...ranks].map(([y, text]) =>
      caption({ x: bounds.x - edges.offset, y }, text, edges.size, edges.fill, style),
    ),
  ];
}
