// The settings as this device keeps them. No framework: the first picture is drawn with them before the rest is here.
import { type Language, preferredLanguage, TAGS } from '../i18n/tags';

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

export const SETTINGS_KEY = 'duiyi.settings';

const CHOICES: { [K in keyof Settings]?: readonly Settings[K][] } = {
  language: TAGS,
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

/** The settings that this device remembers. */
export function storedSettings(): Settings {
  return readSettings(localStorage.getItem(SETTINGS_KEY), defaultSettings());
}

/** Does the system of the user prefer a dark page? */
export const darkQuery = matchMedia('(prefers-color-scheme: dark)');

/** Puts language and theme on the page. */
export function dressPage({ language, theme }: Pick<Settings, 'language' | 'theme'>): void {
  const root = document.documentElement;
  root.lang = language;
  if (theme === 'system') root.removeAttribute('data-theme');
  else root.setAttribute('data-theme', theme);
}
