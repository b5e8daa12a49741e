import { describe, expect, it } from 'vitest';
import { tagsOf } from './preload.mjs';

const chunk = (
  fileName: string,
  imports: readonly string[] = [],
  module: string | null = null,
  css = '',
) => ({
  fileName,
  imports,
  facadeModuleId: module,
  viteMetadata: { importedCss: new Set(css ? [css] : []) },
});

describe('the head of the page', () => {
  const all = [
    chunk('index.js', ['board.js'], '/web/index.html', 'index.css'),
    chunk('board.js'),
    chunk('app.js', ['board.js', 'http.js'], '/web/src/app.ts', 'app.css'),
    chunk('http.js'),
    chunk('Room.js', ['http.js', 'clock.js'], '/web/src/views/room/Room.svelte', 'Room.css'),
    chunk('clock.js'),
    chunk('Study.js', ['http.js'], '/web/src/views/study/Study.svelte'),
  ];
  const tags = tagsOf(Object.fromEntries(all.map((one) => [one.fileName, one])));

  const listed = (name: string): unknown =>
    tags.find(({ attrs }) => attrs?.['name'] === name)?.attrs?.['content'];

  it('lists the files of the views beside those that the page names already', () => {
    expect(listed('views')).toBe('/app.js /app.css /http.js');
  });

  it('lists what a table needs besides', () => {
    expect(listed('table')).toBe('/Room.js /Room.css /clock.js');
  });
});
