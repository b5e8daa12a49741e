import { expect, it } from 'vitest';
import { GAMES } from '../shell/games';
import { drawMiniature } from '../shell/miniature';
import dark from 'virtual:miniatures/dark';
import light from 'virtual:miniatures/light';

it.each([
  ['light', light],
  ['dark', dark],
] as const)('the build draws the %s pictures as the page would', (theme, built) => {
  const look = { theme, material: 'kaya', glyphs: 'traditional', palette: 'standard' } as const;
  for (const game of GAMES) expect(built[game]).toBe(drawMiniature(game, look));
});
