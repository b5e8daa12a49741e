// @vitest-environment node
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { BoardTheme, Material, Palette, SkinName } from '../types';
import { coloursOf, seatColour, TONES } from './colours';

/** Relative luminance and contrast as the Web Content Accessibility Guidelines define them. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((start) => {
    const value = parseInt(hex.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

const MATERIALS: Material[] = ['kaya', 'rosewood', 'paper'];
const THEMES: BoardTheme[] = ['light', 'dark'];
const LOOKS = MATERIALS.flatMap((material) => THEMES.map((theme) => [material, theme] as const));

describe.each(LOOKS)('marks on %s in the %s theme', (material, theme) => {
  it.each(['gomoku', 'xiangqi', 'nogo'] as SkinName[])('stand out from the wood of %s', (skin) => {
    const { wood, marks } = coloursOf(material, theme, skin);
    const grounds = wood.stops;
    for (const name of ['last', 'destination', 'forbidden', 'premove', 'focus', 'selected'] as const) {
      for (const ground of grounds) expect([name, contrast(marks[name], ground) >= 3]).toEqual([name, true]);
    }
    for (const ground of grounds) expect(contrast(wood.line, ground)).toBeGreaterThanOrEqual(3);
  });

  it('stand out from the cloth of Reversi', () => {
    const { felt, marks } = coloursOf(material, theme, 'reversi');
    for (const ground of [felt.inner, felt.outer]) {
      for (const name of ['destination', 'focus'] as const)
        expect(contrast(marks[name], ground)).toBeGreaterThanOrEqual(3);
    }
  });

  it('stand out from the holes of Chinese Checkers', () => {
    const { hole, marks } = coloursOf(material, theme, 'chinese_checkers');
    expect(contrast(marks.destination, hole.middle)).toBeGreaterThanOrEqual(3);
  });

  it('leave the coordinates readable', () => {
    const { wood, felt } = coloursOf(material, theme, 'gomoku');
    for (const part of [wood, felt.frame]) {
      for (const ground of part.stops) expect(contrast(part.label, ground)).toBeGreaterThanOrEqual(3);
    }
  });
});

it('win rates are readable inside their dots', () => {
  for (const colour of Object.values(TONES)) expect(contrast('#ffffff', colour)).toBeGreaterThanOrEqual(4);
});

it('seats have six different colours in both palettes', () => {
  for (const palette of ['standard', 'safe'] as Palette[]) {
    expect(new Set([...'ABCDEF'].map((camp) => seatColour(camp, palette))).size).toBe(6);
  }
});

describe('the tokens of the page', () => {
  const css = readFileSync(path.resolve(import.meta.dirname, '../../theme.css'), 'utf8');
  const tokens = (block: string): Record<string, string> =>
    Object.fromEntries(
      [...block.matchAll(/--([a-z-]+): (#[0-9a-f]{6});/g)].map(([, name = '', value = '']) => [name, value]),
    );
  const blocks = css
    .split('}')
    .filter((block) => block.includes('--paper:'))
    .map(tokens);

  it('exist for light, dark and the dark of the system, which are the same', () => {
    expect(blocks).toHaveLength(3);
    expect(blocks[1]).toEqual(blocks[2]);
  });

  it('give text a contrast of 4.5 and marks one of 3 on both grounds', () => {
    for (const block of blocks) {
      for (const ground of [block['paper'] ?? '', block['sheet'] ?? '']) {
        for (const text of ['ink', 'ash', 'cinnabar', 'jade', 'indigo']) {
          expect([text, ground, contrast(block[text] ?? '', ground) >= 4.5]).toEqual([text, ground, true]);
        }
        expect(contrast(block['amber'] ?? '', ground)).toBeGreaterThanOrEqual(3);
      }
      expect(contrast(block['on-cinnabar'] ?? '', block['cinnabar'] ?? '')).toBeGreaterThanOrEqual(4.5);
    }
  });
});
