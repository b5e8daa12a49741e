// @vitest-environment node
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { generate } from './glyphs.mjs';

it('the committed glyph outlines are what `npm run glyphs` writes', () => {
  const file = path.resolve(import.meta.dirname, '../src/board/skins/xiangqi_glyphs.gen.ts');
  expect(readFileSync(file, 'utf8') === generate(), 'run `npm run glyphs` and commit the result').toBe(true);
});
