// A picture on the page that is brought up to date in place: for boards that are looked at while the game goes on.
import { patch } from '../draw/patch';
import { pictureNode, type PictureOptions } from '../svg';
import type { Content, Marks, Shape } from '../types';

/** Draws a position into an element that holds nothing else. Drawn again, the same elements show the new position. */
export function drawPicture(
  holder: Element,
  shape: Shape,
  content: Content,
  marks: Marks = {},
  options: PictureOptions = {},
): void {
  patch(holder, [pictureNode(shape, content, marks, options)]);
}
