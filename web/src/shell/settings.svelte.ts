// What this device remembers: language, theme, and how boards look, move and sound.
import { type Language, preferredLanguage, setLanguage } from '../i18n/index.svelte';

export type Theme = 'system' | 'light' | 'dark';

export interface Settings {
  language: Language;
  theme: Theme;
  material: 'kaya' | 'rosewood' | 'paper';
  glyphs: 'traditional' | 'simplified' | 'pictogram';
  input: 'direct' | 'twice' | 'slide';
  hops: 'end' | 'steps';
  palette: 'standard' | 'safe';
  /** Multiplies every animation: 0 none, 1 normal, 2 slow. */
  animation: number;
  coordinates: boolean;
  sounds: boolean;
  music: boolean;
  /** 0..1 */
  volume: number;
}

const KEY = 'duiyi.settings';

const CHOICES: { [K in keyof Settings]?: readonly Settings[K][] } = {
  language: ['zh-CN', 'en'],
  theme: ['system', 'light', 'dark'],
  material: ['kaya', 'rosewood', 'paper'],
  glyphs: ['traditional', 'simplified', 'pictogram'],
  input: ['direct', 'twice', 'slide'],
  hops: ['end', 'steps'],
  palette: ['standard', 'safe'],
};

export function defaultSettings(languages: readonly string[] = navigator.languages): Settings {
  return {
    language: preferredLanguage(languages),
    theme: 'system',
    material: 'kaya',
    glyphs: 'traditional',
    input: 'direct',
    hops: 'end',
    palette: 'standard',
    animation: 1,
    coordinates: true,
    sounds: true,
    music: false,
    volume: 0.6,
  };
}

/** Settings from stored text; whatever is missing, unreadable or unknown falls back to the default. */
export function readSettings(text: string | null, defaults: Settings): Settings {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? '{}');
  } catch {
    return defaults;
  }
  if (typeof stored !== 'object' || stored === null) return defaults;
  const result: Record<string, unknown> = { ...defaults };
  for (const [key, fallback] of Object.entries(defaults)) {
    const value = (stored as Record<string, unknown>)[key];
    const choices = CHOICES[key as keyof Settings] as readonly unknown[] | undefined;
    if (typeof value === typeof fallback && (!choices || choices.includes(value))) result[key] = value;
  }
  return result as unknown as Settings;
}

export const settings: Settings = $state(readSettings(localStorage.getItem(KEY), defaultSettings()));

let listeners: readonly (() => void)[] = [];

/** Calls back after every change of the settings. Returns a function that stops it. */
export function onSettingsChange(listener: () => void): () => void {
  listeners = [...listeners, listener];
  return () => {
    listeners = listeners.filter((other) => other !== listener);
  };
}

/** Changes some settings, keeps them on this device and applies them to the page. */
export function changeSettings(changes: Partial<Settings>): void {
  Object.assign(settings, changes);
  localStorage.setItem(KEY, JSON.stringify(settings));
  applySettings();
  for (const listener of listeners) listener();
}

/** Puts language and theme on the page; called once at the start and after every change. */
export function applySettings(): void {
  setLanguage(settings.language);
  const root = document.documentElement;
  root.lang = settings.language;
  if (settings.theme === 'system') root.removeAttribute('data-theme');
  else root.setAttribute('data-theme', settings.theme);
}

const darkQuery = matchMedia('(prefers-color-scheme: dark)');
let systemIsDark = $state(darkQuery.matches);
darkQuery.addEventListener('change', (event) => {
  systemIsDark = event.matches;
});

/** The theme on screen, with `system` resolved; reactive. Boards need it, since they draw their own colours. */
export function shownTheme(): 'light' | 'dark' {
  if (settings.theme !== 'system') return settings.theme;
  return systemIsDark ? 'dark' : 'light';
}
