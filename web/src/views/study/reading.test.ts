import { afterEach, describe, expect, it, vi } from 'vitest';
import { Refusal } from '../../shell/http';
import { readGames, recordOfMoves } from './reading';

afterEach(() => vi.unstubAllGlobals());

function answer(status: number, body: string): void {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { status })));
}

describe('pasted moves', () => {
  it('are read with or without numbers', () => {
    const moves = (text: string) => recordOfMoves('reversi', text).moves?.map(({ move }) => move);
    expect(moves('f5 d6\n c3')).toEqual(['f5', 'd6', 'c3']);
    expect(moves('1. f5 d6 2. c3')).toEqual(['f5', 'd6', 'c3']);
    expect(moves('1.f5 2.d6')).toEqual(['f5', 'd6']);
    expect(moves('-1,5:1,3 1,-5:1,-4')).toEqual(['-1,5:1,3', '1,-5:1,-4']);
  });
});

describe('files', () => {
  const record = { duiyi_record: 1, game: 'reversi', moves: [{ move: 'f5' }] };

  it('are read by the server', async () => {
    answer(200, JSON.stringify({ records: [record], errors: ['game 2: bad'] }));
    expect(await readGames(new Blob(['(;GM[2])']), 'x.sgf')).toEqual({
      records: [record],
      errors: ['game 2: bad'],
    });
  });

  it('of our own format are read also where the server cannot', async () => {
    answer(404, 'not found');
    expect((await readGames(new Blob([JSON.stringify(record)]), 'x.duiyi.json')).records).toEqual([record]);
    await expect(readGames(new Blob(['(;GM[2])']), 'x.sgf')).rejects.toBeInstanceOf(Refusal);
  });
});
