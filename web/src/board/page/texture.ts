// The grain of the wood, drawn once to a canvas off the page and kept: the filter is far too dear for every frame.
import type { Wood } from '../draw/colours';
import { el, toText } from '../draw/node';
import { idsWith } from '../draw/pieces';
import { plank } from '../draw/wood';
import type { Box } from '../types';

export interface TextureSize {
  /** Width of the canvas in pixels. */
  pixels: number;
  /** Share of the grain's strength: on small boards the grid must stay the strongest line. */
  gain: number;
}

/** The size of texture that suits a board so many CSS pixels wide. */
export function textureSize(boardWidth: number): TextureSize {
  return boardWidth < 480 ? { pixels: 640, gain: 0.72 } : { pixels: 1024, gain: 1 };
}

const cache = new Map<string, Promise<string | null>>();

/** The address of the picture of the wood, or null where the browser cannot make one; the plain gradient stays then. */
export function woodTexture(wood: Wood, box: Box, size: TextureSize): Promise<string | null> {
  const key = JSON.stringify([wood, box, size]);
  const known = cache.get(key);
  if (known) return known;
  const made = paint(wood, box, size).catch(() => null);
  cache.set(key, made);
  return made;
}

async function paint(wood: Wood, box: Box, { pixels, gain }: TextureSize): Promise<string | null> {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (!context) return null;
  await idle();
  canvas.width = pixels;
  canvas.height = Math.round((pixels * box.height) / box.width);
  const picture = el(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      width: canvas.width,
      height: canvas.height,
      viewBox: `${box.x} ${box.y} ${box.width} ${box.height}`,
    },
    plank(idsWith('w'), wood, { seed: 8, gain }, box),
  );
  const source = URL.createObjectURL(new Blob([toText(picture)], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = source;
    await image.decode();
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
  } finally {
    URL.revokeObjectURL(source);
  }
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/webp', 0.92);
  });
  return blob && URL.createObjectURL(blob);
}

/** Waits until the page has nothing better to do: the first board is painted before its grain. */
function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 500 });
    else setTimeout(resolve, 30);
  });
}
