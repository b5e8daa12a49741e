// Plucked strings and the tune they play: a wandering pentatonic line, never the same twice.

/** A number in [0, 1), given from outside, so that a tune can be repeated in a test. */
export type Random = () => number;

/** A plucked string after Karplus and Strong: a burst of noise running round a loop that dulls it. */
export function pluck(
  frequency: number,
  seconds: number,
  rate: number,
  random: Random,
): Float32Array<ArrayBuffer> {
  const period = Math.max(2, Math.round(rate / frequency));
  const loop = Float32Array.from({ length: period }, () => random() * 2 - 1);
  // A soft finger: the burst is smoothed before it starts to run.
  for (let pass = 0; pass < 3; pass++) {
    for (let i = 0; i < period; i++) loop[i] = 0.5 * ((loop[i] ?? 0) + (loop[(i + 1) % period] ?? 0));
  }
  const wave = new Float32Array(Math.round(seconds * rate));
  const decay = 0.5 ** (1 / (frequency * 0.55));
  for (let i = 0; i < wave.length; i++) {
    const place = i % period;
    const value = loop[place] ?? 0;
    wave[i] = value;
    loop[place] = decay * 0.5 * (value + (loop[(place + 1) % period] ?? 0));
  }
  fadeOut(wave, Math.round(0.05 * rate));
  return wave;
}

function fadeOut(wave: Float32Array, length: number): void {
  for (let i = 0; i < Math.min(length, wave.length); i++) {
    const place = wave.length - 1 - i;
    wave[place] = (wave[place] ?? 0) * (i / length);
  }
}

/** One note: how many beats to wait after the one before, which degree of the scale, how loud. */
export interface Note {
  beats: number;
  degree: number;
  gain: number;
}

/** gong, shang, jue, zhi, yu: do re mi so la, in semitones. */
const SCALE = [0, 2, 4, 7, 9] as const;
const LOWEST = -5;
const HIGHEST = 9;

/** The pitch of a degree in hertz; degree 0 is the D above middle C. */
export function pitchOf(degree: number): number {
  const octave = Math.floor(degree / SCALE.length);
  const semitone = (SCALE[degree - octave * SCALE.length] ?? 0) + 12 * octave;
  return 293.66 * 2 ** (semitone / 12);
}

/** A tune without end: mostly steps, now and then a leap that is walked back, a bass note to open each phrase. */
export function* tune(random: Random): Generator<Note, never, void> {
  let degree = 0;
  let leap = 0;
  for (;;) {
    const length = 5 + Math.floor(random() * 5);
    yield { beats: 2 + Math.floor(random() * 3), degree: random() < 0.5 ? -5 : -2, gain: 0.5 };
    for (let i = 0; i < length; i++) {
      const step = leap !== 0 ? -Math.sign(leap) : stepFrom(random);
      leap = Math.abs(step) > 2 ? step : 0;
      degree = Math.min(HIGHEST, Math.max(LOWEST, degree + step));
      const isLast = i === length - 1;
      yield {
        beats: [0.5, 1, 1, 1.5, 2][Math.floor(random() * 5)] ?? 1,
        degree: isLast ? settle(degree) : degree,
        gain: 0.35 + random() * 0.3,
      };
    }
  }
}

function stepFrom(random: Random): number {
  const steps = [-2, -1, -1, -1, 1, 1, 1, 2, 0, random() < 0.5 ? 4 : -3];
  return steps[Math.floor(random() * steps.length)] ?? 1;
}

/** Phrases end on the first or the fourth degree, where the ear may rest. */
function settle(degree: number): number {
  const octave = Math.floor(degree / 5) * 5;
  return degree - octave < 3 ? octave : octave + 3;
}
