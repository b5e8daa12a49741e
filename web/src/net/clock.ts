// What a clock shows at one instant: the server's figures and the server's time in, words for the screen out.
import type { Clock, ClockState } from '../wire.gen';

export interface ClockReading {
  /** Milliseconds on the face: of the main time, or of the running byo-yomi period. */
  ms: number;
  /** Byo-yomi periods left, this one included; null for other clocks. */
  periods: number | null;
  isRunning: boolean;
  /** In byo-yomi: is the main time used up? */
  isInPeriods: boolean;
}

/** The clock of a seat at a moment of server time, or null in a game without clocks. */
export function readClock(
  rules: Clock | undefined,
  state: ClockState | null | undefined,
  seat: number,
  now: number,
): ClockReading | null {
  if (!state || !rules || rules.kind === 'none') return null;
  const isRunning = state.running === seat;
  const since = state.since ?? now;
  const left = (state.remaining[seat] ?? 0) - (isRunning ? Math.max(0, now - since) : 0);
  if (rules.kind !== 'byoyomi')
    return { ms: Math.max(0, left), periods: null, isRunning, isInPeriods: false };
  const periods = state.periods?.[seat] ?? 0;
  if (left > 0) return { ms: left, periods, isRunning, isInPeriods: false };
  const period = rules.period * 1000;
  const eaten = Math.min(periods, Math.floor(-left / period));
  const rest = eaten >= periods ? 0 : period - (-left - eaten * period);
  return { ms: rest, periods: periods - eaten, isRunning, isInPeriods: true };
}

/** The face of a clock: `1:05:09`, `4:07`, and tenths below ten seconds: `9.3`. */
export function clockFace(ms: number): string {
  if (ms < 10_000) return (Math.floor(Math.max(0, ms) / 100) / 10).toFixed(1);
  const seconds = Math.floor(ms / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  if (hours >= 48) return `${Math.floor(hours / 24)}d`;
  const tail = String(seconds % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`;
}

/** How long until the face changes, so that nothing is drawn in vain. */
export function nextTick(ms: number): number {
  if (ms <= 0) return 1000;
  const step = ms < 10_000 ? 100 : 1000;
  return Math.max(16, ms % step || step);
}
