// The tiles of the start page as text: the same boards, names and places as in views/Start.svelte.
import { TAGS } from '../i18n/tags';
import english from '../i18n/en/games';
import chinese from '../i18n/zh-CN/games';
import { GAMES, type GameName } from '../shell/games';
import { keepPicture, type Look } from '../shell/miniature_store';
import { hadOpenGames } from '../shell/open_games';
import { darkQuery, type Settings } from '../shell/stored_settings';
import { lastChoice } from '../views/start/last_choice';
import { lay } from './lay';

const WORDS = { 'zh-CN': chinese, en: english } as const;

/** Draws the tiles; says whether it did. */
export async function drawStartPage(settings: Settings): Promise<boolean> {
  // Below a tile that was chosen last there will be its choices: in a single row of tiles that moves no other tile.
  if (lastChoice() && !matchMedia('(min-width: 1101px)').matches) return false;
  const isDark = settings.theme === 'system' ? darkQuery.matches : settings.theme === 'dark';
  const { material, glyphs, palette, language } = settings;
  const look: Look = { theme: isDark ? 'dark' : 'light', material, glyphs, palette };
  const pictures = await picturesIn(look);
  const tiles = GAMES.map((game) => tile(game, keepPicture(game, look, pictures[game]), language));
  const open = hadOpenGames() ? '<div class="open-games"></div>' : '';
  lay(`${open}<ul class="game-tiles">${tiles.join('')}</ul>`);
  return true;
}

/** Most people never change the look: its pictures were drawn when the site was built. Others are drawn here. */
async function picturesIn(look: Look): Promise<Readonly<Record<GameName, string>>> {
  if (look.material === 'kaya' && look.glyphs === 'traditional' && look.palette === 'standard') {
    const drawn =
      look.theme === 'dark' ? import('virtual:miniatures/dark') : import('virtual:miniatures/light');
    return (await drawn).default as Record<GameName, string>;
  }
  const { drawMiniature } = await import('../shell/miniature');
  const entries = GAMES.map((game) => [game, drawMiniature(game, look)] as const);
  return Object.fromEntries(entries) as Record<GameName, string>;
}

function tile(game: GameName, picture: string, language: Settings['language']): string {
  const tags = [language, ...TAGS.filter((tag) => tag !== language)];
  const names = tags.map((tag) => `<span lang="${tag}">${WORDS[tag][`game.${game}`]}</span>`);
  return (
    `<li><div class="game-tile"><div class="miniature">${picture}</div>` +
    `<span class="name">${names.join(' ')}</span>` +
    `<span class="line">${WORDS[language][`game.${game}.line`]}</span></div></li>`
  );
}
