// The sounds of a table, and music for those who want it. Nothing is downloaded, and only one tab is heard.
import { type Output, WebAudioOutput } from './output';
import { pitchOf, pluck, type Random, tune } from './strings';
import { TabLock } from './tab_lock';
import { type SoundName, voice } from './voices';

export type { SoundName } from './voices';

export interface SoundSettings {
  sounds: boolean;
  music: boolean;
  /** 0..1 */
  volume: number;
}

const BEAT_SECONDS = 0.62;
const MUSIC_RATE = 32000;

export class Sounds {
  #settings: SoundSettings = { sounds: true, music: false, volume: 0.6 };
  #stones = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly output: Output,
    private readonly lock: { readonly isOurs: boolean },
    private readonly random: Random = Math.random,
  ) {}

  configure(settings: Partial<SoundSettings>): void {
    this.#settings = { ...this.#settings, ...settings };
    if (this.#settings.music && this.#timer === undefined) this.#playTune();
    if (!this.#settings.music) this.#stopTune();
  }

  /** Plays a sound. `index` counts the hops of a chain or the discs of a row; stones take turns by themselves. */
  play(name: SoundName, index = 0): void {
    const { sounds, volume } = this.#settings;
    if (!sounds || !this.lock.isOurs) return;
    const variant = name === 'stone' ? this.#stones++ : index;
    this.output.play(voice(name, variant), volume);
  }

  #playTune(): void {
    const notes = tune(this.random);
    const next = (): void => {
      const { beats, degree, gain } = notes.next().value;
      this.#timer = setTimeout(
        () => {
          if (this.lock.isOurs) this.#pluck(degree, gain);
          next();
        },
        beats * BEAT_SECONDS * 1000,
      );
    };
    next();
  }

  #pluck(degree: number, gain: number): void {
    const wave = pluck(pitchOf(degree), 2.6, MUSIC_RATE, this.random);
    this.output.playWave(wave, MUSIC_RATE, gain * this.#settings.volume * 0.5, (degree + 5) / 14 - 0.5);
  }

  #stopTune(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}

/** The sounds of this page: opened by the first gesture, silent while another tab has the word. */
export function pageSounds(): Sounds {
  const output = new WebAudioOutput();
  const lock = new TabLock(new BroadcastChannel('duiyi.sound'));
  const wake = (): void => {
    output.open();
    lock.claim();
  };
  for (const event of ['pointerdown', 'keydown'] as const) addEventListener(event, wake, { passive: true });
  return new Sounds(output, lock);
}
