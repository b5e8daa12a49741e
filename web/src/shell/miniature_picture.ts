// The pictures of the start page as text. Each is made once for a look, since the first picture shows the same ones.
import { type PictureOptions, toSvg } from '../board';
import { type GameName, miniature } from './games';

export type Look = Required<Pick<PictureOptions, 'theme' | 'material' | 'glyphs' | 'palette'>>;

const made = new Map<string, string>();

/** A real position of the game, small. */
export function miniaturePicture(game: GameName, look: Look): string {
  const key = [game, look.theme, look.material, look.glyphs, look.palette].join();
  let picture = made.get(key);
  if (picture === undefined) {
    const { shape, content, marks } = miniature(game);
    const options = { prefix: `mini-${game}`, showsCoordinates: false, surface: { kind: 'plain' } } as const;
    picture = toSvg(shape, content, marks, { ...options, ...look });
    made.set(key, picture);
  }
  return picture;
}
