import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Sounds } from './index';
import type { Output } from './output';
import { pitchOf, pluck, tune } from './strings';
import { type Channel, TabLock } from './tab_lock';
import { type Part, type SoundName, voice, voiceSeconds } from './voices';

/** A small generator with a seed, so that every run hears the same. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

class Recorder implements Output {
  heard: (readonly Part[])[] = [];
  waves = 0;
  play(parts: readonly Part[]): void {
    this.heard.push(parts);
  }
  playWave(): void {
    this.waves++;
  }
}

describe('voices', () => {
  const names: SoundName[] = [
    'stone',
    'wood',
    'capture',
    'hop',
    'flip',
    'select',
    'check',
    'turn',
    'low_time',
    'win',
    'loss',
    'draw',
  ];

  it('are short, audible and in range', () => {
    for (const name of names) {
      const parts = voice(name);
      expect(parts.length).toBeGreaterThan(0);
      expect(voiceSeconds(parts)).toBeLessThan(1.3);
      for (const part of parts) {
        expect(part.gain).toBeGreaterThan(0);
        expect(part.gain).toBeLessThanOrEqual(1);
      }
    }
  });

  it('give five different stones and then begin again', () => {
    const stones = [0, 1, 2, 3, 4].map((index) => JSON.stringify(voice('stone', index)));
    expect(new Set(stones).size).toBe(5);
    expect(JSON.stringify(voice('stone', 5))).toBe(stones[0]);
  });

  it('rise with every hop of a chain', () => {
    const pitch = (index: number): number => {
      const [part] = voice('hop', index);
      return part?.kind === 'tone' ? part.from : 0;
    };
    expect(pitch(1) / pitch(0)).toBeCloseTo(1.04);
    expect(pitch(5)).toBeGreaterThan(pitch(4));
  });

  it('tick each disc of a row after the one before', () => {
    expect(voice('flip', 3)[0]?.at).toBeCloseTo(0.12);
  });
});

describe('strings', () => {
  it('ring at first and fall silent', () => {
    const wave = pluck(220, 1, 8000, seeded(1));
    const loudness = (from: number, to: number): number => Math.max(...wave.slice(from, to).map(Math.abs));
    expect(wave.length).toBe(8000);
    expect(loudness(0, 400)).toBeGreaterThan(0.1);
    expect(loudness(7000, 7600)).toBeLessThan(loudness(0, 400) * 0.5);
    expect(wave.at(-1)).toBeCloseTo(0);
  });

  it('play five notes to the octave', () => {
    expect(pitchOf(5) / pitchOf(0)).toBeCloseTo(2);
    expect(pitchOf(-5) / pitchOf(0)).toBeCloseTo(0.5);
    expect(pitchOf(3) / pitchOf(0)).toBeCloseTo(2 ** (7 / 12));
  });

  it('make a tune that stays in range and repeats with its seed', () => {
    const first = (seed: number): string => {
      const notes = tune(seeded(seed));
      return JSON.stringify(Array.from({ length: 200 }, () => notes.next().value));
    };
    expect(first(7)).toBe(first(7));
    expect(first(7)).not.toBe(first(8));
    for (const note of JSON.parse(first(7)) as { degree: number; beats: number }[]) {
      expect(note.degree).toBeGreaterThanOrEqual(-5);
      expect(note.degree).toBeLessThanOrEqual(9);
      expect(note.beats).toBeGreaterThan(0);
    }
  });
});

describe('sounds', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('vary the stones by themselves', () => {
    const output = new Recorder();
    const sounds = new Sounds(output, { isOurs: true });
    sounds.play('stone');
    sounds.play('stone');
    expect(output.heard[0]).not.toEqual(output.heard[1]);
  });

  it('are silent when switched off or when another tab has the word', () => {
    const output = new Recorder();
    const lock = { isOurs: false };
    const sounds = new Sounds(output, lock);
    sounds.play('win');
    lock.isOurs = true;
    sounds.configure({ sounds: false });
    sounds.play('win');
    expect(output.heard).toEqual([]);
  });

  it('play music only while it is wanted', () => {
    const output = new Recorder();
    const sounds = new Sounds(output, { isOurs: true }, seeded(3));
    vi.advanceTimersByTime(20_000);
    expect(output.waves).toBe(0);
    sounds.configure({ music: true });
    sounds.configure({ volume: 0.2 });
    vi.advanceTimersByTime(20_000);
    const heard = output.waves;
    expect(heard).toBeGreaterThan(10);
    sounds.configure({ music: false });
    vi.advanceTimersByTime(20_000);
    expect(output.waves).toBe(heard);
  });
});

describe('the tab lock', () => {
  it('gives the word to the tab that claimed it last', () => {
    const channels: Channel[] = [];
    const join = (): Channel => {
      const channel: Channel = {
        onmessage: null,
        postMessage: (data) => {
          for (const other of channels) {
            if (other !== channel) other.onmessage?.(new MessageEvent('message', { data }));
          }
        },
      };
      channels.push(channel);
      return channel;
    };
    const [a, b] = [new TabLock(join()), new TabLock(join())];
    b.claim();
    expect([a.isOurs, b.isOurs]).toEqual([false, true]);
    a.claim();
    expect([a.isOurs, b.isOurs]).toEqual([true, false]);
  });
});
