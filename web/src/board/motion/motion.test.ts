// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { layOut } from '../geometry';
import { chineseCheckersShape, gomokuShape, reversiShape, xiangqiShape } from '../shapes/shapes';
import { cellAt, configWith, moveThrough } from '../testing';
import type { Shape } from '../types';
import { MotionClock } from './clock';
import { PACE, planMotion, REST, settled } from './plan';
import { hiddenCells, landings, posesAt } from './pose';

const contentOf = (shape: Shape, pieces: Record<string, string>): readonly string[] =>
  configWith(shape, pieces).content;

describe('a xiangqi move', () => {
  const shape = xiangqiShape();
  const layout = layOut(shape, false, '');
  const before = contentOf(shape, { h2: 'C', h9: 'n', e4: 'P' });
  const after = contentOf(shape, { h9: 'C', e4: 'P' });
  const plan = planMotion(layout, before, after, moveThrough(shape, 'h2', 'h9'), 'slide');

  it('slides the piece and fades the captured one while it lands', () => {
    expect(plan.tweens.map(({ kind, code }) => [kind, code])).toEqual([
      ['fade', 'n'],
      ['slide', 'C'],
    ]);
    expect(plan.duration).toBe(PACE.slide);
    expect(hiddenCells(plan)).toEqual(new Set([cellAt(shape, 'h9')]));
  });

  it('begins at the origin, is lifted on the way and ends at rest', () => {
    const pose = (now: number) => posesAt(plan, now).find(({ code }) => code === 'C');
    expect(pose(0)).toMatchObject({ x: 7, y: 7, scaleX: 1 });
    expect(pose(plan.duration / 2)?.scaleX).toBeCloseTo(1.06);
    expect(pose(plan.duration)).toMatchObject({ x: 7, y: 0 });
    expect(posesAt(plan, plan.duration).map(({ code }) => code)).toEqual(['C']);
  });

  it('runs backwards when it is taken back', () => {
    const back = planMotion(layout, after, before, moveThrough(shape, 'h2', 'h9'), 'slide');
    const slide = back.tweens.find(({ kind }) => kind === 'slide');
    expect(slide?.points).toEqual([
      { x: 7, y: 0 },
      { x: 7, y: 7 },
    ]);
    expect(back.tweens.some(({ kind, code }) => kind === 'drop' && code === 'n')).toBe(true);
  });

  it('is guessed when nobody told it', () => {
    const guessed = planMotion(layout, before, after, null, 'slide');
    expect(guessed.tweens.some(({ kind, code }) => kind === 'slide' && code === 'C')).toBe(true);
  });

  it('is not animated when half the board changed', () => {
    const start = contentOf(shape, Object.fromEntries([...'abcdefghi'].map((file) => [`${file}0`, 'R'])));
    expect(
      planMotion(
        layout,
        shape.cells.map(() => ''),
        start,
        null,
        'slide',
      ),
    ).toBe(REST);
  });

  it('does not run a second time when it was already drawn as pending', () => {
    const done = settled(plan);
    expect(posesAt(done, 0).find(({ code }) => code === 'C')).toMatchObject({ x: 7, y: 0 });
    expect(done.tweens.find(({ kind }) => kind === 'fade')?.duration).toBeGreaterThan(0);
  });
});

describe('a chain of hops', () => {
  const shape = chineseCheckersShape();
  const layout = layOut(shape, false, '');
  const labels = ['0,0', '0,2', '2,0', '2,-2'];
  const before = contentOf(shape, { '0,0': 'A' });
  const after = contentOf(shape, { '2,-2': 'A' });
  const plan = planMotion(layout, before, after, moveThrough(shape, ...labels), 'hop');

  it('passes through every landing in order', () => {
    const [tween] = plan.tweens;
    expect(tween?.points).toEqual(labels.map((label) => layout.points[cellAt(shape, label)]));
    expect(plan.duration).toBe(3 * PACE.hop);
    for (const [hop, label] of labels.entries()) {
      const [pose] = posesAt(plan, hop * PACE.hop);
      const point = layout.points[cellAt(shape, label)];
      expect(pose?.x).toBeCloseTo(point?.x ?? 99);
      expect(pose?.y).toBeCloseTo(point?.y ?? 99);
    }
  });

  it('rises between landings', () => {
    const [pose] = posesAt(plan, PACE.hop / 2);
    expect(pose?.scaleX).toBeCloseTo(1.15);
  });

  it('lands once per hop, counted from the first', () => {
    expect(landings(plan, -1, Infinity)).toEqual([0, 1, 2].map((index) => ({ kind: 'hop', index })));
    expect(landings(plan, 0, PACE.hop)).toEqual([{ kind: 'hop', index: 0 }]);
  });

  it('never lasts longer than the limit', () => {
    const long = ['0,0', '0,2', '2,0', '2,-2', '0,-2', '-2,0', '-2,2', '0,2', '2,0', '2,-2'];
    const path = moveThrough(shape, ...long);
    expect(planMotion(layout, before, after, path, 'hop').duration).toBe(PACE.chainLimit);
  });

  it('without a known path goes straight', () => {
    const straight = planMotion(layout, before, after, { text: '', cells: [...path(0, 3)] }, 'hop');
    expect(straight.tweens[0]?.points).toHaveLength(2);
  });

  function path(first: number, last: number): number[] {
    return [labels[first], labels[last]].map((label) => cellAt(shape, label ?? ''));
  }
});

describe('turning discs', () => {
  const shape = reversiShape();
  const layout = layOut(shape, false, '');
  const before = contentOf(shape, { d4: 'o', e4: 'o', f4: 'x' });
  const after = contentOf(shape, { c4: 'x', d4: 'x', e4: 'x', f4: 'x' });
  const plan = planMotion(layout, before, after, moveThrough(shape, 'c4'), 'flip');

  it('starts later the further a disc lies from the placed one', () => {
    const starts = plan.tweens.filter(({ kind }) => kind === 'flip').map(({ start }) => start);
    expect(starts).toEqual([PACE.flipDelay, 2 * PACE.flipDelay]);
    expect(plan.duration).toBe(2 * PACE.flipDelay + PACE.flip);
  });

  it('changes colour when the disc stands on its edge', () => {
    const flip = plan.tweens.findIndex(({ kind }) => kind === 'flip');
    const pose = (now: number) => posesAt(plan, now).find(({ key }) => key === `t${flip}`);
    const start = plan.tweens[flip]?.start ?? 0;
    expect(pose(start + PACE.flip * 0.49)?.code).toBe('o');
    expect(pose(start + PACE.flip * 0.51)?.code).toBe('x');
    expect(pose(start + PACE.flip * 0.5)?.scaleX).toBeLessThan(0.1);
  });

  it('is not shown for a jump over many plies', () => {
    const later = contentOf(shape, { c4: 'x', d4: 'x', e4: 'x', f4: 'x', g4: 'o', h4: 'o' });
    expect(planMotion(layout, before, later, null, 'flip')).toBe(REST);
  });
});

describe('a stone', () => {
  const shape = gomokuShape();
  const layout = layOut(shape, false, '');

  it('drops in and fades away', () => {
    const [empty, one] = [contentOf(shape, {}), contentOf(shape, { h8: 'x' })];
    expect(planMotion(layout, empty, one, null, 'drop').tweens[0]?.kind).toBe('drop');
    expect(planMotion(layout, one, empty, null, 'drop').tweens[0]?.kind).toBe('fade');
    expect(planMotion(layout, one, one, null, 'drop')).toBe(REST);
  });
});

describe('the clock of a plan', () => {
  const shape = gomokuShape();
  const layout = layOut(shape, false, '');
  const plan = planMotion(layout, contentOf(shape, {}), contentOf(shape, { h8: 'x' }), null, 'drop');

  it('starts when the plan is first seen and goes by the pace', () => {
    const clock = new MotionClock();
    expect(clock.elapsed(plan, 1000, 2)).toBe(0);
    expect(clock.elapsed(plan, 1010, 2)).toBe(5);
    expect(clock.elapsed(plan, 1100, 2)).toBe(50);
  });

  it('waits for a late first frame instead of jumping', () => {
    const clock = new MotionClock();
    clock.elapsed(plan, 1000, 1);
    expect(clock.elapsed(plan, 1080, 1)).toBe(17);
    expect(clock.elapsed(plan, 1100, 1)).toBe(37);
  });

  it('tells each landing once', () => {
    const clock = new MotionClock();
    clock.elapsed(plan, 0, 1);
    expect(clock.landed(PACE.drop / 2)).toEqual([]);
    expect(clock.landed(PACE.drop)).toEqual([{ kind: 'drop', index: 0 }]);
    expect(clock.landed(PACE.drop + 50)).toEqual([]);
  });

  it('tells each kind once without animation', () => {
    const clock = new MotionClock();
    const elapsed = clock.elapsed(plan, 0, 0);
    expect(elapsed).toBe(Infinity);
    expect(clock.landed(elapsed)).toEqual([{ kind: 'drop', index: 0 }]);
    expect(clock.landed(clock.elapsed(plan, 10, 0))).toEqual([]);
  });
});
