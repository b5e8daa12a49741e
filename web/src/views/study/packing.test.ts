// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { pack, unpack } from './packing';
import type { RecordJson } from './record';

const RECORD: RecordJson = {
  duiyi_record: 1,
  game: 'gomoku(rule=renju)',
  comment: '一局好棋',
  moves: Array.from({ length: 60 }, (_, index) => ({ move: `h${(index % 15) + 1}` })),
};

describe('a record in a link', () => {
  it('comes back as it went', async () => {
    const fragment = await pack(RECORD);
    expect(fragment).toMatch(/^[\w-]+$/);
    expect(await unpack(`#${fragment}`)).toEqual(RECORD);
  });

  it('is shorter than its text', async () => {
    expect((await pack(RECORD)).length).toBeLessThan(JSON.stringify(RECORD).length / 3);
  });

  it('is not found in other fragments', async () => {
    expect(await unpack('')).toBeNull();
    expect(await unpack('#top')).toBeNull();
    expect(await unpack('#%%%')).toBeNull();
  });
});
