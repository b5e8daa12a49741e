// A room's rules in one sentence, clocks and options in words.
import { language, type MessageKey, t } from '../../i18n/index.svelte';
import en from '../../i18n/en';
import { readSpec } from '../../shell/spec';
import type { Clock, Settings } from '../../wire.gen';

/** A clock in words. */
export function clockWords(clock: Clock | undefined): string {
  switch (clock?.kind) {
    case 'sudden_death':
      return t('clock.words.sudden_death', { time: duration(clock.seconds) });
    case 'fischer':
      return t('clock.words.fischer', { time: duration(clock.seconds), more: clock.increment });
    case 'byoyomi':
      return t('clock.words.byoyomi', {
        time: duration(clock.seconds),
        periods: clock.periods ?? 3,
        period: clock.period,
      });
    case 'per_move':
      return t('clock.words.per_move', { time: duration(clock.seconds) });
    case 'correspondence':
      return t('clock.words.correspondence', { days: clock.days });
    default:
      return t('clock.words.none');
  }
}

/** The value of an option in words; numbers and words we do not know stand for themselves. */
export function valueWords(value: string | number): string {
  const key = `value.${value}`;
  return key in en ? t(key as MessageKey & `value.${string}`) : String(value);
}

/** What a room plays and how, as one sentence. */
export function roomSentence(settings: Settings): string {
  const options = Object.entries(readSpec(settings.game).options).map(([name, value]) =>
    /^\d+$/.test(value) ? sizeWords(name, value) : valueWords(value),
  );
  const parts = [
    ...options,
    clockWords(settings.clock),
    settings.rated ? t('room.rated') : t('room.casual'),
    t(`takeback.${settings.takeback ?? 'ask'}`),
  ];
  const sentence = parts.join(language() === 'en' ? ', ' : '，');
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

function sizeWords(name: string, value: string): string {
  if (name === 'seats') return t('room.seats', { n: value });
  return name === 'size' ? `${value}×${value}` : `${name} ${value}`;
}

function duration(seconds: number): string {
  if (seconds < 60) return t('time.seconds', { n: seconds });
  const minutes = seconds / 60;
  return t('time.minutes', { n: Number.isInteger(minutes) ? minutes : minutes.toFixed(1) });
}
