// The elements of a board on the page: the ground, the play with a grid of cells for pointer and keyboard, and a layer of
// its own for pieces on their way, so that their frames repaint nothing else.
import type { Box } from '../types';

const SVG = 'http://www.w3.org/2000/svg';

export interface Elements {
  root: HTMLElement;
  ground: SVGSVGElement;
  play: SVGSVGElement;
  moving: SVGSVGElement;
  groundDefs: Element;
  groundBoard: Element;
  below: Element;
  pieces: Element;
  /** The pieces on their way, inside `moving`. */
  movingPieces: Element;
  above: Element;
  cells: Element;
}

/** Builds the elements inside a container of the caller, which sets the width. */
export function buildElements(container: HTMLElement): Elements {
  const root = document.createElement('div');
  root.className = 'duiyi-board';
  const ground = svg('ground');
  ground.setAttribute('aria-hidden', 'true');
  const groundDefs = append(ground, 'defs');
  const groundBoard = append(ground, 'g');
  const play = svg('play');
  const drawing = append(play, 'g');
  drawing.setAttribute('aria-hidden', 'true');
  const [below, pieces, above] = [append(drawing, 'g'), append(drawing, 'g'), append(drawing, 'g')] as const;
  below.setAttribute('class', 'below');
  pieces.setAttribute('class', 'pieces');
  above.setAttribute('class', 'above');
  const cells = append(play, 'g');
  cells.setAttribute('role', 'grid');
  const moving = svg('moving');
  moving.setAttribute('aria-hidden', 'true');
  const movingPieces = append(moving, 'g');
  movingPieces.setAttribute('class', 'pieces');
  root.append(ground, play, moving);
  container.append(root);
  return { root, ground, play, moving, groundDefs, groundBoard, below, pieces, movingPieces, above, cells };
}

/** Gives all pictures the same frame, and the root its proportions before anything is drawn: no layout shift. */
export function frame({ root, ground, play, moving }: Elements, box: Box): void {
  const viewBox = `${box.x} ${box.y} ${box.width} ${box.height}`;
  for (const picture of [ground, play, moving]) picture.setAttribute('viewBox', viewBox);
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

function append(parent: Element, tag: string): Element {
  const element = document.createElementNS(SVG, tag);
  parent.append(element);
  return element;
}
