// How this device likes to play: kept apart from the look of the boards.
import { settings } from '../../shell/settings.svelte';
import type { Notation } from './xiangqi_notation';

export interface PlaySettings {
  notation: Notation;
  /** Draw the points that NoGo forbids. */
  illegal: boolean;
  /** Number the stones. */
  numbers: boolean;
  /** The engine that takes over my seat. */
  standIn: string;
}

const KEY = 'duiyi.play';
const DEFAULTS: PlaySettings = {
  notation: settings.language === 'zh-CN' ? 'chinese' : 'wxf',
  illegal: true,
  numbers: false,
  standIn: 'level(5)',
};

export const play: PlaySettings = $state(read());

/** Changes some settings and keeps them on this device. */
export function changePlay(changes: Partial<PlaySettings>): void {
  Object.assign(play, changes);
  localStorage.setItem(KEY, JSON.stringify(play));
}

function read(): PlaySettings {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<PlaySettings>;
    const isNotation = ['chinese', 'wxf', 'iccs'].includes(String(stored.notation));
    return {
      notation: isNotation && stored.notation ? stored.notation : DEFAULTS.notation,
      illegal: typeof stored.illegal === 'boolean' ? stored.illegal : DEFAULTS.illegal,
      numbers: typeof stored.numbers === 'boolean' ? stored.numbers : DEFAULTS.numbers,
      standIn: typeof stored.standIn === 'string' ? stored.standIn : DEFAULTS.standIn,
    };
  } catch {
    return { ...DEFAULTS };
  }
}
