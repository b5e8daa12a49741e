// The pictures of the start page that are drawn already: the first picture and the view show the same ones.
import type { BoardTheme, GlyphSet, Material, Palette } from '../board';
import type { GameName } from './games';

export interface Look {
  theme: BoardTheme;
  material: Material;
  glyphs: GlyphSet;
  palette: Palette;
}

const kept = new Map<string, string>();

export function keptPicture(game: GameName, look: Look): string | undefined {
  return kept.get(keyOf(game, look));
}

/** Keeps the text of a picture, and returns it. */
export function keepPicture(game: GameName, look: Look, picture: string): string {
  kept.set(keyOf(game, look), picture);
  return picture;
}

function keyOf(game: GameName, { theme, material, glyphs, palette }: Look): string {
  return [game, theme, material, glyphs, palette].join();
}
