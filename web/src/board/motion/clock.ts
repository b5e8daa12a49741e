// The time of a plan: how far it is, and what landed since it was last asked.
import { type Plan, REST } from './plan';
import { landings } from './pose';

export type Landing = 'drop' | 'slide' | 'hop' | 'flip' | 'capture';

/** The longest first step, in milliseconds: one frame. */
const FIRST_STEP = 17;

export class MotionClock {
  #plan: Plan = REST;
  #start = 0;
  #hasBegun = false;
  #reportedUntil = -1;

  /**
   * Milliseconds into the plan at a moment of the page; a plan not seen before begins now. Pace 0 is its end. The first
   * frame of a plan also draws what else is new on the page: when it is late, the pieces wait and do not jump.
   */
  elapsed(plan: Plan, now: number, pace: number): number {
    if (plan !== this.#plan) {
      this.#plan = plan;
      this.#start = now;
      this.#hasBegun = false;
      this.#reportedUntil = -1;
    } else if (!this.#hasBegun) {
      this.#start = Math.max(this.#start, now - FIRST_STEP);
      this.#hasBegun = true;
    }
    return pace === 0 ? Infinity : (now - this.#start) / pace;
  }

  /** What landed since the last call. Without animation everything lands at once: then each kind is told once. */
  landed(elapsed: number): { kind: Landing; index: number }[] {
    if (this.#plan === REST || elapsed <= this.#reportedUntil) return [];
    const events = landings(this.#plan, this.#reportedUntil, elapsed);
    this.#reportedUntil = elapsed;
    const told =
      elapsed === Infinity
        ? events.filter((event, i) => events.findIndex((e) => e.kind === event.kind) === i)
        : events;
    return told.map(({ kind, index }) => ({ kind: kind === 'fade' ? 'capture' : kind, index }));
  }
}
