// A Vite plugin: the pictures of the start page in the look that most people keep, drawn when the site is built. They are
// modules (`virtual:miniatures/light` and `/dark`), so that the first picture needs no board library.
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const NAME = /^virtual:miniatures\/(light|dark)$/;
const SOURCES = fileURLToPath(new URL('../src/shell/', import.meta.url));

/** The pictures of all games in a theme, by game, drawn by the board library itself. */
export async function pictures(theme) {
  const load = async (file) =>
    (await runnerImport(SOURCES + file, { configFile: false, logLevel: 'error' })).module;
  const [{ GAMES }, { drawMiniature }] = [await load('games.ts'), await load('miniature.ts')];
  const look = { theme, material: 'kaya', glyphs: 'traditional', palette: 'standard' };
  return Object.fromEntries(GAMES.map((game) => [game, drawMiniature(game, look)]));
}

/** The plugin. */
export default function miniatures() {
  return {
    name: 'duiyi-miniatures',
    resolveId: (id) => (NAME.test(id) ? `\0${id}` : undefined),
    async load(id) {
      const theme = id.startsWith('\0') ? NAME.exec(id.slice(1))?.[1] : undefined;
      return theme && `export default ${JSON.stringify(await pictures(theme))};`;
    },
  };
}
