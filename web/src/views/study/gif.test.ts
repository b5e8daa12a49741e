import { describe, expect, it } from 'vitest';
import { changed, encodeGif, lzw, paletteOf } from './gif';

/** A reader of LZW as the format describes it, to check the writer against. */
function unpack(data: Uint8Array): number[] {
  const [clear, end] = [256, 257];
  let [table, width] = [start(), 9];
  let [bits, count] = [0, 0];
  let previous: number[] | null = null;
  const out: number[] = [];
  for (const byte of data) {
    bits |= byte << count;
    count += 8;
    while (count >= width) {
      const code = bits & ((1 << width) - 1);
      bits >>>= width;
      count -= width;
      if (code === end) return out;
      if (code === clear) {
        [table, width, previous] = [start(), 9, null];
        continue;
      }
      const entry: number[] = table[code] ?? [...(previous ?? []), (previous ?? [])[0] ?? 0];
      out.push(...entry);
      if (previous && table.length < 4096) table.push([...previous, entry[0] ?? 0]);
      if (table.length === 1 << width && width < 12) width++;
      previous = entry;
    }
  }
  throw new Error('no end code');
}

function start(): number[][] {
  return Array.from({ length: 258 }, (_, index) => [index]);
}

function noise(length: number, values: number): Uint8Array {
  let seed = 7;
  return Uint8Array.from({ length }, () => {
    seed = (seed * 1103515245 + 12345) & 0x7fffffff;
    return (seed >> 8) % values;
  });
}

describe('LZW', () => {
  it.each([
    ['one point', new Uint8Array([5])],
    ['a plain field', new Uint8Array(3000).fill(9)],
    ['few colours', noise(20_000, 3)],
    ['noise that fills the table several times', noise(30_000, 256)],
  ])('can be read back: %s', (_, indices) => {
    expect(unpack(lzw(indices))).toEqual([...indices]);
  });

  it.each([250, 254, 255, 256, 510, 511, 512, 766, 1020, 1278])(
    'ends well after %i different pairs',
    (length) => {
      const indices = noise(length, 256);
      expect(unpack(lzw(indices))).toEqual([...indices]);
    },
  );

  it('makes plain pictures small', () => {
    expect(lzw(new Uint8Array(100_000)).length).toBeLessThan(1000);
  });
});

describe('frames', () => {
  it('hold only what changed', () => {
    const before = new Uint8Array(30);
    const after = before.slice();
    after[8] = 1;
    after[21] = 1;
    expect(changed(before, after, 6, 5)).toEqual({ x: 2, y: 1, width: 2, height: 3 });
    expect(changed(before, before, 6, 5)).toEqual({ x: 0, y: 0, width: 1, height: 1 });
  });
});

describe('a GIF', () => {
  const frame = (colours: readonly (readonly [number, number, number])[], delay: number) => ({
    pixels: Uint8ClampedArray.from(colours.flatMap((colour) => [...colour, 255])),
    delay,
  });
  const [red, blue] = [
    [255, 0, 0],
    [0, 0, 255],
  ] as const;

  it('has a palette of the colours that occur', () => {
    const palette = paletteOf([frame([red, blue, red, red], 10)]);
    expect(palette).toHaveLength(2);
    expect(palette).toContainEqual([255, 0, 0]);
    expect(palette).toContainEqual([0, 0, 255]);
  });

  it('has head, size, loop, frames and tail', () => {
    const bytes = encodeGif(2, 1, [frame([red, blue], 50), frame([red, red], 70)]);
    expect(new TextDecoder().decode(bytes.slice(0, 6))).toBe('GIF89a');
    expect([...bytes.slice(6, 10)]).toEqual([2, 0, 1, 0]);
    expect(new TextDecoder('latin1').decode(bytes)).toContain('NETSCAPE2.0');
    expect([...bytes].filter((value, at) => value === 0x21 && bytes[at + 1] === 0xf9)).toHaveLength(2);
    expect(bytes.at(-1)).toBe(0x3b);
  });
});
