// The elements of a board on the page, one picture over the other: the ground, marks under the pieces, the pieces at rest,
// the play with the marks over them and a grid of cells for pointer and keyboard, and pieces on their way. Each is a layer
// of its own: a frame of an animation repaints nothing else, and a move repaints lines and rings but not every piece.
import type { Box } from '../types';

const SVG = 'http://www.w3.org/2000/svg';

export interface Elements {
  root: HTMLElement;
  play: SVGSVGElement;
  /** All pictures, lowest first. */
  pictures: readonly SVGSVGElement[];
  groundDefs: Element;
  groundBoard: Element;
  below: Element;
  pieces: Element;
  /** The pieces on their way. */
  movingPieces: Element;
  above: Element;
  cells: Element;
}

/** Builds the elements inside a container of the caller, which sets the width. */
export function buildElements(container: HTMLElement): Elements {
  const root = document.createElement('div');
  root.className = 'duiyi-board';
  const [ground, under, standing, play, moving] = [
    svg('ground'),
    svg('under'),
    svg('standing'),
    svg('play'),
    svg('moving'),
  ] as const;
  for (const picture of [ground, under, standing, moving]) picture.setAttribute('aria-hidden', 'true');
  const groundDefs = append(ground, 'defs');
  const groundBoard = append(ground, 'g');
  const below = append(under, 'g', 'below');
  const pieces = append(standing, 'g', 'pieces');
  const above = append(play, 'g', 'above');
  above.setAttribute('aria-hidden', 'true');
  const cells = append(play, 'g');
  cells.setAttribute('role', 'grid');
  const movingPieces = append(moving, 'g', 'pieces');
  const pictures = [ground, under, standing, play, moving];
  root.append(...pictures);
  container.append(root);
  return { root, play, pictures, groundDefs, groundBoard, below, pieces, movingPieces, above, cells };
}

/** Gives all pictures the same frame, and the root its proportions before anything is drawn: no layout shift. */
export function frame({ root, pictures }: Elements, box: Box): void {
  const viewBox = `${box.x} ${box.y} ${box.width} ${box.height}`;
  for (const picture of pictures) picture.setAttribute('viewBox', viewBox);
  root.style.aspectRatio = `${box.width} / ${box.height}`;
}

/** A place on the screen in the coordinates of the board. The picture is centred in its element. */
export function toBoard(client: { x: number; y: number }, rect: DOMRect, box: Box): { x: number; y: number } {
  const scale = Math.min(rect.width / box.width, rect.height / box.height) || 1;
  const left = rect.left + (rect.width - box.width * scale) / 2;
  const top = rect.top + (rect.height - box.height * scale) / 2;
  return { x: box.x + (client.x - left) / scale, y: box.y + (client.y - top) / scale };
}

function svg(name: string): SVGSVGElement {
  const element = document.createElementNS(SVG, 'svg');
  element.setAttribute('class', name);
  return element;
}

function append(parent: Element, tag: string, name = ''): Element {
  const element = document.createElementNS(SVG, tag);
  if (name !== '') element.setAttribute('class', name);
  parent.append(element);
  return element;
}
