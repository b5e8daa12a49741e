// Sounds made from nothing: filtered noise and decaying tones. Each voice is a list of parts, so it can be tested in silence.

/** A short burst of noise through a band. Times in seconds, pitches in hertz. */
export interface NoisePart {
  kind: 'noise';
  at: number;
  seconds: number;
  centre: number;
  q: number;
  gain: number;
}

/** A tone that glides from one pitch to another while it decays. */
export interface TonePart {
  kind: 'tone';
  at: number;
  seconds: number;
  from: number;
  to: number;
  gain: number;
  wave?: 'sine' | 'triangle';
}

export type Part = NoisePart | TonePart;

export type SoundName =
  | 'stone'
  | 'wood'
  | 'capture'
  | 'hop'
  | 'flip'
  | 'select'
  | 'check'
  | 'turn'
  | 'low_time'
  | 'win'
  | 'loss'
  | 'draw';

/** Five stones, no two alike: a pitch within eight percent either way. */
const STONE_PITCH = [1, 0.92, 1.05, 0.97, 1.08] as const;

const noise = (at: number, seconds: number, centre: number, q: number, gain: number): NoisePart => ({
  kind: 'noise',
  at,
  seconds,
  centre,
  q,
  gain,
});

const tone = (
  at: number,
  seconds: number,
  from: number,
  to: number,
  gain: number,
  wave: 'sine' | 'triangle' = 'sine',
): TonePart => ({ kind: 'tone', at, seconds, from, to, gain, wave });

/** The parts of a sound. `index` picks a variant: which of the five stones, which hop of a chain, which disc of a row. */
export function voice(name: SoundName, index = 0): Part[] {
  switch (name) {
    case 'stone': {
      const pitch = STONE_PITCH[index % STONE_PITCH.length] ?? 1;
      return [noise(0, 0.01, 1800 * pitch, 0.8, 0.9), tone(0, 0.045, 220 * pitch, 140 * pitch, 0.5)];
    }
    case 'wood':
      return [noise(0, 0.014, 900, 0.9, 0.9), tone(0, 0.07, 120, 90, 0.7)];
    case 'capture':
      return [
        noise(0, 0.012, 1100, 0.9, 0.9),
        tone(0, 0.06, 130, 90, 0.6),
        noise(0.035, 0.012, 800, 0.9, 1),
        tone(0.035, 0.08, 105, 75, 0.8),
      ];
    case 'hop': {
      // Rises by four percent with every hop of a chain.
      const rise = 1.04 ** index;
      return [tone(0, 0.03, 1200 * rise, 700 * rise, 0.45), noise(0, 0.006, 2600 * rise, 1.2, 0.35)];
    }
    case 'flip':
      return [noise(index * 0.04, 0.008, 2200, 1.4, 0.35), tone(index * 0.04, 0.025, 420, 330, 0.2)];
    case 'select':
      return [noise(0, 0.006, 1400, 1, 0.35)];
    case 'check':
      return [tone(0, 0.12, 587, 587, 0.35, 'triangle'), tone(0.09, 0.22, 880, 880, 0.35, 'triangle')];
    case 'turn':
      return [tone(0, 0.16, 523, 523, 0.3), tone(0.1, 0.3, 784, 784, 0.3)];
    case 'low_time':
      return [tone(0, 0.06, 880, 880, 0.4), tone(0.12, 0.06, 880, 880, 0.4)];
    case 'win':
      return [
        tone(0, 0.5, 392, 392, 0.3, 'triangle'),
        tone(0.14, 0.7, 587, 587, 0.32, 'triangle'),
        tone(0.28, 0.9, 784, 784, 0.24),
      ];
    case 'loss':
      return [tone(0, 0.4, 392, 392, 0.3, 'triangle'), tone(0.2, 0.8, 330, 326, 0.3, 'triangle')];
    case 'draw':
      return [tone(0, 0.4, 392, 392, 0.28, 'triangle'), tone(0.18, 0.6, 392, 392, 0.24, 'triangle')];
  }
}

/** How long the sound lasts, in seconds. */
export function voiceSeconds(parts: readonly Part[]): number {
  return Math.max(0, ...parts.map((part) => part.at + part.seconds));
}
