// The sounds of the page, as the settings want them.
import { pageSounds, type SoundName, type Sounds } from '../sound';
import { settings } from './settings.svelte';

let made: Sounds | null = null;

/** Plays a sound, if sounds are wanted and this tab has the word. */
export function playSound(name: SoundName, index = 0): void {
  made ??= pageSounds();
  made.configure({ sounds: settings.sounds, music: settings.music });
  made.play(name, index);
}

/** Makes the page ready to sound, so that the first gesture opens the output; called by views with a board. */
export function prepareSounds(): void {
  made ??= pageSounds();
  made.configure({ sounds: settings.sounds, music: settings.music });
}
