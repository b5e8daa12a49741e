import { afterEach, describe, expect, it, vi } from 'vitest';
import { bringFiles, type Brought, refusedIn } from './bringing';

const words = { en: 'too large', zh: '太大' };

/** Brings files to a server that gives these answers in turn; says what was told and asked. */
async function bring(names: readonly string[], answers: readonly [number, unknown][]) {
  const asked: string[] = [];
  const queue = [...answers];
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path);
    const [status, body] = queue.shift() ?? [500, {}];
    return Promise.resolve(new Response(JSON.stringify(body), { status }));
  });
  const told: Brought[] = [];
  await bringFiles(
    names.map((name) => new File(['x'], name)),
    (one) => told.push(one),
  );
  return { told, asked };
}

describe('files for the library', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('are sent one by one, and each is told of', async () => {
    const { told, asked } = await bring(
      ['a.sgf', 'b & c.pgn'],
      [
        [200, { imported: 2, refused: [], left_out: 0 }],
        [200, { imported: 1, refused: ['line 3: no'], left_out: 4 }],
      ],
    );
    expect(asked).toEqual(['/api/library?name=a.sgf', '/api/library?name=b%20%26%20c.pgn']);
    expect(told.map(({ name, kept }) => [name, kept])).toEqual([
      ['a.sgf', 2],
      ['b & c.pgn', 1],
    ]);
    expect(refusedIn(told)).toBe(5);
  });

  it('that are refused whole do not stop the others', async () => {
    const { told } = await bring(
      ['big.wtb', 'a.sgf'],
      [
        [413, { code: 'too_large', words }],
        [200, { imported: 1, refused: [], left_out: 0 }],
      ],
    );
    expect(told.map(({ kept, reasons }) => [kept, reasons])).toEqual([
      [0, [words.zh]],
      [1, []],
    ]);
  });

  it('are sent again when the server asks for patience', async () => {
    const { told, asked } = await bring(
      ['a.sgf'],
      [
        [429, { code: 'too_fast', words, retry_after: 0.001 }],
        [200, { imported: 3, refused: [], left_out: 0 }],
      ],
    );
    expect(asked).toHaveLength(2);
    expect(told[0]?.kept).toBe(3);
  });
});
