// The loudspeaker: one audio context, opened at the first gesture, as browsers demand.
import type { Part } from './voices';

/** What can be heard; a fake one stands in for it in tests. */
export interface Output {
  play(parts: readonly Part[], volume: number): void;
  /** Plays a ready wave, e.g. a plucked string; `pan` from -1 (left) to 1 (right). */
  playWave(wave: Float32Array<ArrayBuffer>, rate: number, volume: number, pan: number): void;
}

export class WebAudioOutput implements Output {
  #context: AudioContext | null = null;
  #noise: AudioBuffer | null = null;
  #room: GainNode | null = null;

  /** Opens the context; call it inside a pointer or key event. Harmless when it is open. */
  open(): void {
    this.#context ??= new AudioContext({ latencyHint: 'interactive' });
    if (this.#context.state === 'suspended') void this.#context.resume();
  }

  play(parts: readonly Part[], volume: number): void {
    const context = this.#context;
    if (!context || context.state !== 'running') return;
    for (const part of parts) {
      const start = context.currentTime + 0.004 + part.at;
      const gain = context.createGain();
      gain.gain.setValueAtTime(part.gain * volume, start);
      gain.gain.exponentialRampToValueAtTime(0.0001, start + part.seconds * 2.5);
      gain.connect(context.destination);
      this.#source(context, part, start).connect(gain);
    }
  }

  playWave(wave: Float32Array<ArrayBuffer>, rate: number, volume: number, pan: number): void {
    const context = this.#context;
    if (!context || context.state !== 'running') return;
    const buffer = context.createBuffer(1, wave.length, rate);
    buffer.copyToChannel(wave, 0);
    const source = context.createBufferSource();
    source.buffer = buffer;
    const gain = context.createGain();
    gain.gain.value = volume;
    const panner = context.createStereoPanner();
    panner.pan.value = pan;
    source.connect(gain).connect(panner);
    panner.connect(context.destination);
    panner.connect(this.#reverberation(context));
    source.start();
  }

  #source(context: AudioContext, part: Part, start: number): AudioNode {
    if (part.kind === 'tone') {
      const oscillator = context.createOscillator();
      oscillator.type = part.wave ?? 'sine';
      oscillator.frequency.setValueAtTime(part.from, start);
      oscillator.frequency.exponentialRampToValueAtTime(part.to, start + part.seconds);
      oscillator.start(start);
      oscillator.stop(start + part.seconds * 2.5);
      return oscillator;
    }
    const source = context.createBufferSource();
    source.buffer = this.#whiteNoise(context);
    source.start(start, Math.random() * 0.5, part.seconds * 2.5);
    const band = context.createBiquadFilter();
    band.type = 'bandpass';
    band.frequency.value = part.centre;
    band.Q.value = part.q;
    return source.connect(band);
  }

  #whiteNoise(context: AudioContext): AudioBuffer {
    if (this.#noise) return this.#noise;
    const buffer = context.createBuffer(1, context.sampleRate, context.sampleRate);
    const samples = buffer.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
    this.#noise = buffer;
    return buffer;
  }

  /** Two crossed echoes through a low-pass: a small hall for the strings. */
  #reverberation(context: AudioContext): AudioNode {
    if (this.#room) return this.#room;
    const input = context.createGain();
    input.gain.value = 0.28;
    for (const seconds of [0.137, 0.211]) {
      const delay = context.createDelay(1);
      delay.delayTime.value = seconds;
      const damping = context.createBiquadFilter();
      damping.type = 'lowpass';
      damping.frequency.value = 2200;
      const feedback = context.createGain();
      feedback.gain.value = 0.45;
      input.connect(delay).connect(damping).connect(feedback).connect(delay);
      damping.connect(context.destination);
    }
    this.#room = input;
    return input;
  }
}
