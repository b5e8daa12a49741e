// Pictures to share, drawn by the same renderer as the board on the screen.
import { type Content, type Marks, type PictureOptions, type Shape, toSvg } from '../../board';
import type { GifFrame } from './gif';

export interface Look extends Omit<PictureOptions, 'prefix' | 'width' | 'name' | 'surface'> {
  shape: Shape;
}

export interface Caption {
  title: string;
  line: string;
}

const STILL_WIDTH = 1080;
const MOVING_WIDTH = 480;
const PAPER = '#f6f1e7';
const INK = '#22201c';
const ASH = '#6d665b';

/** A PNG of a position with its marks and a line of words below. */
export async function pngOf(look: Look, content: Content, marks: Marks, caption: Caption): Promise<Blob> {
  const picture = await imageOf(look, content, marks, STILL_WIDTH, true);
  const canvas = framed(picture, STILL_WIDTH, caption);
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('the canvas gave no picture'))),
      'image/png',
    ),
  );
}

export interface Scene {
  content: Content;
  marks: Marks;
  caption: Caption;
  /** Hundredths of a second. */
  delay: number;
}

/** A GIF of positions one after the other; `onProgress` hears the share that is done. */
export async function gifOf(
  look: Look,
  scenes: readonly Scene[],
  onProgress: (share: number) => void,
): Promise<Blob> {
  const { encodeGif } = await import('./gif');
  const frames: GifFrame[] = [];
  let size = { width: 0, height: 0 };
  for (const [index, { content, marks, caption, delay }] of scenes.entries()) {
    const canvas = framed(await imageOf(look, content, marks, MOVING_WIDTH, false), MOVING_WIDTH, caption);
    const { width, height } = canvas;
    size = { width, height };
    frames.push({ pixels: contextOf(canvas).getImageData(0, 0, width, height).data, delay });
    onProgress((index + 1) / scenes.length);
  }
  return new Blob([encodeGif(size.width, size.height, frames)], { type: 'image/gif' });
}

/** Grain costs most of the time of a picture; many small frames do without. */
async function imageOf(
  { shape, ...look }: Look,
  content: Content,
  marks: Marks,
  width: number,
  hasGrain: boolean,
): Promise<HTMLImageElement> {
  const surface = hasGrain ? ({ kind: 'grain', gain: 1 } as const) : ({ kind: 'plain' } as const);
  const svg = toSvg(shape, content, marks, { ...look, surface, prefix: 'share', width });
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    return image;
  } finally {
    URL.revokeObjectURL(url);
  }
}

function framed(picture: HTMLImageElement, width: number, caption: Caption): HTMLCanvasElement {
  const foot = Math.round(width * 0.1);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = picture.height + foot;
  const context = contextOf(canvas);
  context.fillStyle = PAPER;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, width, picture.height);
  const size = Math.round(foot * 0.32);
  const middle = picture.height + foot / 2;
  context.textBaseline = 'middle';
  context.fillStyle = INK;
  context.font = `600 ${size}px "Noto Serif SC", "Songti SC", "Noto Serif CJK SC", serif`;
  context.fillText(caption.title, size, middle, width * 0.62);
  context.fillStyle = ASH;
  context.font = `${Math.round(size * 0.85)}px system-ui, sans-serif`;
  context.textAlign = 'end';
  context.fillText(caption.line, width - size, middle, width * 0.3);
  return canvas;
}

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('this browser draws no canvas');
  return context;
}
