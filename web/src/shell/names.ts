// Names as people read them. The server has one form for guests, "Guest 4821"; every language has its own word for it.
import { type Language, LANGUAGES, say, t } from '../i18n/index.svelte';
import type { Words } from '../wire.gen';
import { GAMES } from './games';
import { inWords } from './http';
import { readSpec } from './spec';

/** The name to show for a name of the server. */
export function shownName(name: string): string {
  const number = /^Guest (\d{4})$/.exec(name)?.[1];
  return number === undefined ? name : t('person.guest', { number });
}

/** The server's name for a name that somebody typed, as it is shown in any of our languages. */
export function serverName(shown: string): string {
  const number = /\d{4}$/.exec(shown)?.[0];
  if (number === undefined) return shown;
  const tags = Object.keys(LANGUAGES) as Language[];
  return tags.some((tag) => say(tag, 'person.guest', { number }) === shown) ? `Guest ${number}` : shown;
}

/** The name of the game of a spec: those of this site in words, others as they call themselves. */
export function gameTitle(spec: string): string {
  const { name } = readSpec(spec);
  const known = GAMES.find((game) => game === name);
  return known ? t(`game.${known}`) : name;
}

const GENERATIONS = ['greedy', 'minimax', 'alphabeta', 'mcts', 'alphazero', 'champion'] as const;

/** The name of an engine: levels and generations in words, others by their spec. */
export function engineName(spec: string): string {
  const level = /^level\((\d+)\)$/.exec(spec)?.[1];
  return level ? t('ai.level', { level }) : (generationName(spec) ?? t('ai.engine', { name: spec }));
}

/** An engine in a list of choices: generations in words, others as the server calls them. */
export function engineTitle({ spec, title }: { spec: string; title: Words }): string {
  return generationName(spec) ?? inWords(title);
}

function generationName(spec: string): string | undefined {
  const generation = GENERATIONS.find((name) => name === spec);
  return generation && t(`engine.${generation}`);
}
