// Animated GIF, written by hand: one palette by median cut, frames cut to what changed, LZW. Fetched when it is wanted.

export interface GifFrame {
  /** RGBA, row by row; alpha is ignored. */
  pixels: Uint8ClampedArray;
  /** Hundredths of a second. */
  delay: number;
}

interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

const BITS = 8;
/** Stands for "as it was": points that did not change pack to almost nothing. */
const SAME = 255;
const MOST_COLOURS = 255;
const SAMPLES = 60_000;

/** The bytes of a GIF that loops for ever. */
export function encodeGif(
  width: number,
  height: number,
  frames: readonly GifFrame[],
): Uint8Array<ArrayBuffer> {
  const palette = paletteOf(frames);
  const nearest = finder(palette);
  const out = new Bytes();
  out.text('GIF89a');
  out.short(width).short(height);
  out
    .byte(0x80 | (BITS - 1))
    .byte(0)
    .byte(0);
  for (let index = 0; index < 1 << BITS; index++) {
    const [r, g, b] = palette[index] ?? [0, 0, 0];
    out.byte(r).byte(g).byte(b);
  }
  out.byte(0x21).byte(0xff).byte(11).text('NETSCAPE2.0').byte(3).byte(1).short(0).byte(0);
  let before: Uint8Array | null = null;
  for (const { pixels, delay } of frames) {
    const indexed = indexedBy(pixels, nearest);
    const rect = before ? changed(before, indexed, width, height) : { x: 0, y: 0, width, height };
    out
      .byte(0x21)
      .byte(0xf9)
      .byte(4)
      .byte(before ? 0x05 : 0x04)
      .short(delay)
      .byte(SAME)
      .byte(0);
    out.byte(0x2c).short(rect.x).short(rect.y).short(rect.width).short(rect.height).byte(0);
    out.byte(BITS).blocks(lzw(cut(indexed, before, width, rect)));
    before = indexed;
  }
  return out.byte(0x3b).done();
}

/** The part of a picture that differs from the one before; one point where nothing does. */
export function changed(before: Uint8Array, after: Uint8Array, width: number, height: number): Rect {
  let [left, right, top, bottom] = [width, -1, height, -1];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (before[y * width + x] === after[y * width + x]) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = y;
    }
  }
  return right < 0
    ? { x: 0, y: 0, width: 1, height: 1 }
    : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/** Codes of growing width, least significant bit first, with a fresh table whenever it is full. */
export function lzw(indices: Uint8Array): Uint8Array {
  const clear = 1 << BITS;
  const bits = new BitBytes();
  let [width, next] = [BITS + 1, clear + 2];
  let table = new Map<number, number>();
  bits.push(clear, width);
  let prefix = indices[0] ?? 0;
  for (let at = 1; at < indices.length; at++) {
    const value = indices[at] ?? 0;
    const key = (prefix << BITS) | value;
    const known = table.get(key);
    if (known !== undefined) {
      prefix = known;
      continue;
    }
    bits.push(prefix, width);
    table.set(key, next++);
    if (next > 1 << width) width++;
    if (next >= 4096) {
      bits.push(clear, Math.min(width, 12));
      [table, width, next] = [new Map(), BITS + 1, clear + 2];
    }
    prefix = value;
  }
  bits.push(prefix, width);
  // The reader adds an entry for that code too, so the width may have grown once more.
  if (next + 1 > 1 << width && width < 12) width++;
  bits.push(clear + 1, width);
  return bits.done();
}

type Colour = readonly [number, number, number];

/** At most 255 colours that stand for all frames. */
export function paletteOf(frames: readonly GifFrame[]): Colour[] {
  const total = frames.reduce((sum, { pixels }) => sum + pixels.length / 4, 0);
  const step = Math.max(1, Math.floor(total / SAMPLES));
  const counts = new Map<number, number>();
  for (const { pixels } of frames) {
    for (let at = 0; at < pixels.length; at += 4 * step) {
      const key = keyOf(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  let boxes: [number, number][][] = [[...counts]];
  while (boxes.length < MOST_COLOURS) {
    const widest = boxes.reduce((best, box) => (spread(box).weight > spread(best).weight ? box : best));
    if (widest.length < 2) break;
    boxes = boxes.flatMap((box) => (box === widest ? split(box) : [box]));
  }
  return boxes.map(mean);
}

function keyOf(r: number, g: number, b: number): number {
  return ((r >> 3) << 10) | ((g >> 3) << 5) | (b >> 3);
}

function channels(key: number): Colour {
  return [key >> 10, (key >> 5) & 31, key & 31].map((part) => (part << 3) | (part >> 2)) as unknown as Colour;
}

const spreads = new WeakMap<object, { channel: number; weight: number }>();

/** The channel in which a box is widest, and how much it asks to be split. */
function spread(box: readonly [number, number][]): { channel: number; weight: number } {
  const kept = spreads.get(box);
  if (kept) return kept;
  const ranges = [0, 1, 2].map((channel) => {
    let [low, high] = [255, 0];
    for (const [key] of box) {
      const value = channels(key)[channel] ?? 0;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
    return high - low;
  });
  const range = Math.max(...ranges);
  const count = box.reduce((sum, [, number]) => sum + number, 0);
  const found = { channel: ranges.indexOf(range), weight: range * Math.sqrt(count) };
  spreads.set(box, found);
  return found;
}

function split(box: [number, number][]): [number, number][][] {
  const { channel } = spread(box);
  const sorted = [...box].sort(([a], [b]) => (channels(a)[channel] ?? 0) - (channels(b)[channel] ?? 0));
  const half = sorted.reduce((sum, [, number]) => sum + number, 0) / 2;
  let [sum, at] = [0, 0];
  while (at < sorted.length - 1 && sum + (sorted[at]?.[1] ?? 0) <= half) sum += sorted[at++]?.[1] ?? 0;
  const middle = Math.max(1, at);
  return [sorted.slice(0, middle), sorted.slice(middle)];
}

function mean(box: readonly [number, number][]): Colour {
  const sums = [0, 0, 0, 0];
  for (const [key, count] of box) {
    for (const [channel, value] of channels(key).entries())
      sums[channel] = (sums[channel] ?? 0) + value * count;
    sums[3] = (sums[3] ?? 0) + count;
  }
  return [0, 1, 2].map((channel) => Math.round((sums[channel] ?? 0) / (sums[3] || 1))) as unknown as Colour;
}

/** Finds the nearest colour of the palette, and remembers it. */
function finder(palette: readonly Colour[]): (key: number) => number {
  const known = new Int16Array(1 << 15).fill(-1);
  return (key) => {
    const kept = known[key] ?? -1;
    if (kept >= 0) return kept;
    const [r, g, b] = channels(key);
    let [best, least] = [0, Infinity];
    for (const [index, [pr, pg, pb]] of palette.entries()) {
      const distance = (r - pr) ** 2 + (g - pg) ** 2 + (b - pb) ** 2;
      if (distance < least) [best, least] = [index, distance];
    }
    known[key] = best;
    return best;
  };
}

function indexedBy(pixels: Uint8ClampedArray, nearest: (key: number) => number): Uint8Array {
  const indices = new Uint8Array(pixels.length / 4);
  for (let at = 0; at < indices.length; at++)
    indices[at] = nearest(keyOf(pixels[4 * at] ?? 0, pixels[4 * at + 1] ?? 0, pixels[4 * at + 2] ?? 0));
  return indices;
}

function cut(indices: Uint8Array, before: Uint8Array | null, width: number, rect: Rect): Uint8Array {
  const part = new Uint8Array(rect.width * rect.height);
  for (let y = 0; y < rect.height; y++) {
    for (let x = 0; x < rect.width; x++) {
      const at = (rect.y + y) * width + rect.x + x;
      const value = indices[at] ?? 0;
      part[y * rect.width + x] = before?.[at] === value ? SAME : value;
    }
  }
  return part;
}

class Bytes {
  readonly #parts: number[] = [];

  byte(value: number): this {
    this.#parts.push(value & 255);
    return this;
  }

  short(value: number): this {
    return this.byte(value).byte(value >> 8);
  }

  text(value: string): this {
    for (const letter of value) this.byte(letter.charCodeAt(0));
    return this;
  }

  /** Data in blocks of at most 255 bytes, and an empty one at the end. */
  blocks(data: Uint8Array): this {
    for (let at = 0; at < data.length; at += 255) {
      const block = data.subarray(at, at + 255);
      this.byte(block.length);
      for (const value of block) this.byte(value);
    }
    return this.byte(0);
  }

  done(): Uint8Array<ArrayBuffer> {
    return Uint8Array.from(this.#parts);
  }
}

class BitBytes {
  readonly #bytes: number[] = [];
  #waiting = 0;
  #count = 0;

  push(code: number, width: number): void {
    this.#waiting |= code << this.#count;
    this.#count += width;
    for (; this.#count >= 8; this.#count -= 8, this.#waiting >>>= 8) this.#bytes.push(this.#waiting & 255);
  }

  done(): Uint8Array {
    return Uint8Array.from(this.#count > 0 ? [...this.#bytes, this.#waiting & 255] : this.#bytes);
  }
}
