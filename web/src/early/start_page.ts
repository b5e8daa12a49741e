// The tiles of the start page as text: the same boards, names and places as in views/Start.svelte.
import { TAGS } from '../i18n/tags';
import english from '../i18n/en/games';
import chinese from '../i18n/zh-CN/games';
import { GAMES, type GameName } from '../shell/games';
import { miniaturePicture } from '../shell/miniature_picture';
import { hadOpenGames } from '../shell/open_games';
import { darkQuery, type Settings } from '../shell/stored_settings';
import { lastChoice } from '../views/start/last_choice';
import { lay } from './lay';

const WORDS = { 'zh-CN': chinese, en: english } as const;

/** Draws the tiles; says whether it did. */
export function drawStartPage(settings: Settings): boolean {
  // Below a tile that was chosen last there will be its choices: in a single row of tiles that moves no other tile.
  if (lastChoice() && !matchMedia('(min-width: 1101px)').matches) return false;
  const tiles = GAMES.map((game) => tile(game, settings));
  const open = hadOpenGames() ? '<div class="open-games"></div>' : '';
  lay(`${open}<ul class="game-tiles">${tiles.join('')}</ul>`);
  return true;
}

function tile(game: GameName, settings: Settings): string {
  const { material, glyphs, palette, language } = settings;
  const isDark = settings.theme === 'system' ? darkQuery.matches : settings.theme === 'dark';
  const look = { theme: isDark ? 'dark' : 'light', material, glyphs, palette } as const;
  const tags = [language, ...TAGS.filter((tag) => tag !== language)];
  const names = tags.map((tag) => `<span lang="${tag}">${WORDS[tag][`game.${game}`]}</span>`);
  return (
    `<li><div class="game-tile"><div class="miniature">${miniaturePicture(game, look)}</div>` +
    `<span class="name">${names.join(' ')}</span>` +
    `<span class="line">${WORDS[language][`game.${game}.line`]}</span></div></li>`
  );
}
