// The pictures of the start page as text, each drawn once for a look.
import type { GameName } from './games';
import { drawMiniature } from './miniature';
import { keepPicture, keptPicture, type Look } from './miniature_store';

/** A real position of the game, small. */
export function miniaturePicture(game: GameName, look: Look): string {
  return keptPicture(game, look) ?? keepPicture(game, look, drawMiniature(game, look));
}
