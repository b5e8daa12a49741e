// What this device remembers: language, theme, and how boards look, move and sound.
import { setLanguage } from '../i18n/index.svelte';
import { darkQuery, dressPage, type Settings, SETTINGS_KEY, storedSettings } from './stored_settings';

export { defaultSettings, readSettings, type Settings, type Theme } from './stored_settings';

export const settings: Settings = $state(storedSettings());

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
  localStorage.setItem(SETTINGS_KEY, JSON.stringify(settings));
  applySettings();
  for (const listener of listeners) listener();
}

/** Puts language and theme on the page; called once at the start and after every change. */
export function applySettings(): void {
  setLanguage(settings.language);
  dressPage(settings);
}

let systemIsDark = $state(darkQuery.matches);
darkQuery.addEventListener('change', (event) => {
  systemIsDark = event.matches;
});

/** The theme on screen, with `system` resolved; reactive. Boards need it, since they draw their own colours. */
export function shownTheme(): 'light' | 'dark' {
  if (settings.theme !== 'system') return settings.theme;
  return systemIsDark ? 'dark' : 'light';
}
