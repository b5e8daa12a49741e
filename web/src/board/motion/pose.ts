// Where the pieces of a plan are at one moment.
import type { Pose } from '../draw/layers';
import type { Plan, Tween } from './plan';

/** The poses of all tweens at a moment, in milliseconds since the plan began. */
export function posesAt(plan: Plan, now: number): Pose[] {
  return plan.tweens.flatMap((tween, index) => poseOf(tween, now, `t${index}`));
}

/** Cells whose resting piece is not to be drawn, since a tween draws it. */
export function hiddenCells(plan: Plan): Set<number> {
  return new Set(plan.tweens.flatMap((tween) => tween.cell ?? []));
}

/** Landings between two moments: what a sound or a vibration may follow. `index` counts the hops of a chain from 0. */
export function landings(plan: Plan, from: number, to: number): { kind: Tween['kind']; index: number }[] {
  return plan.tweens.flatMap((tween) => {
    const steps = tween.kind === 'hop' ? tween.points.length - 1 : 1;
    return Array.from({ length: steps }, (_, index) => ({
      kind: tween.kind,
      index,
      at: tween.start + (tween.duration * (index + 1)) / steps,
    }))
      .filter(({ at }) => at > from && at <= to)
      .map(({ kind, index }) => ({ kind, index }));
  });
}

function poseOf(tween: Tween, now: number, key: string): Pose[] {
  const share = tween.duration === 0 ? 1 : clamp((now - tween.start) / tween.duration);
  const last = tween.points.at(-1);
  if (!last) return [];
  const rest: Pose = { key, code: tween.code, x: last.x, y: last.y, scaleX: 1, scaleY: 1, opacity: 1 };
  switch (tween.kind) {
    case 'slide':
      return [slide(tween, rest, share)];
    case 'hop':
      return [hop(tween, rest, share)];
    case 'flip':
      return [flip(tween, rest, share)];
    case 'drop': {
      const scale = 1.18 - 0.18 * easeOut(share);
      return [{ ...rest, scaleX: scale, scaleY: scale, opacity: Math.min(1, 0.25 + share * 1.5) }];
    }
    case 'fade':
      return share >= 1 ? [] : [{ ...rest, opacity: 1 - share }];
  }
}

/** Lifted a little in the middle of the way, as a hand would. */
function slide(tween: Tween, rest: Pose, share: number): Pose {
  const first = tween.points[0] ?? rest;
  const eased = easeInOut(share);
  const lift = 1 + 0.06 * Math.sin(Math.PI * share);
  return {
    ...rest,
    x: first.x + (rest.x - first.x) * eased,
    y: first.y + (rest.y - first.y) * eased,
    scaleX: lift,
    scaleY: lift,
  };
}

/** One small arc per hop: the marble rises towards the viewer and up the screen. */
function hop(tween: Tween, rest: Pose, share: number): Pose {
  const hops = tween.points.length - 1;
  const position = share * hops;
  const index = Math.min(hops - 1, Math.floor(position));
  const from = tween.points[index];
  const to = tween.points[index + 1];
  if (!from || !to) return rest;
  const part = position - index;
  const eased = easeInOut(part);
  const height = Math.sin(Math.PI * part);
  const scale = 1 + 0.15 * height;
  return {
    ...rest,
    x: from.x + (to.x - from.x) * eased,
    y: from.y + (to.y - from.y) * eased - 0.16 * height,
    scaleX: scale,
    scaleY: scale,
  };
}

/** Half a turn about the vertical axis: narrow, change colour, widen. */
function flip(tween: Tween, rest: Pose, share: number): Pose {
  const width = Math.max(0.04, Math.abs(Math.cos(Math.PI * share)));
  const lift = 1 + 0.1 * Math.sin(Math.PI * share);
  return { ...rest, code: share < 0.5 ? tween.before : tween.code, scaleX: width * lift, scaleY: lift };
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}

function easeOut(t: number): number {
  return 1 - (1 - t) ** 3;
}

function easeInOut(t: number): number {
  return t < 0.5 ? 4 * t ** 3 : 1 - (-2 * t + 2) ** 3 / 2;
}
