// Rating pools as the server names them: "reversi/blitz".
import { t } from '../../i18n/index.svelte';
import { gameTitle } from '../../shell/names';

const SPEEDS = ['bullet', 'blitz', 'rapid', 'classical', 'correspondence', 'untimed'] as const;

/** A pool in words; parts that we do not know stay as they are. */
export function poolName(pool: string): string {
  const [game = '', speed = ''] = pool.split('/');
  const known = SPEEDS.find((name) => name === speed);
  return [gameTitle(game), known ? t(`speed.${known}`) : speed].filter((part) => part !== '').join(' · ');
}
