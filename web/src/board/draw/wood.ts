// Wood without bitmaps: a gradient and a noise filter. The filter is dear, so play draws it once (texture.ts).
import type { Box } from '../types';
import type { Wood } from './colours';
import { el, type SvgNode } from './node';
import { linear, type Ids } from './pieces';

export interface Grain {
  seed: number;
  /** 0..1: how much of the material's own strength is shown; small pictures want less. */
  gain: number;
}

/** The gradient of the wood, always needed. */
export function woodGradient(ids: Ids, wood: Wood, name = 'wood'): SvgNode {
  const [a, b, c] = wood.stops;
  return linear(ids.id(name), [
    [0, a],
    [0.5, b],
    [1, c],
  ]);
}

/**
 * The filter: broad year rings and fine fibres, both long in x and short in y. Frequencies are per cell, so the grain
 * keeps its size relative to the grid on every screen.
 */
export function woodFilter(ids: Ids, wood: Wood, grain: Grain, name = 'grain'): SvgNode {
  const gain = wood.strength * grain.gain;
  const [r, g, b] = wood.fibre;
  const tint = (slope: number, offset: number): string =>
    `0 0 0 0 ${r}  0 0 0 0 ${g}  0 0 0 0 ${b}  0 0 0 ${(slope * gain).toFixed(3)} ${(offset * gain).toFixed(3)}`;
  return el(
    'filter',
    { id: ids.id(name), x: 0, y: 0, width: '100%', height: '100%', 'color-interpolation-filters': 'sRGB' },
    [
      el('feTurbulence', {
        type: 'fractalNoise',
        baseFrequency: '0.018 0.5',
        numOctaves: 3,
        seed: grain.seed,
        result: 'rings',
      }),
      el('feColorMatrix', { in: 'rings', values: tint(1.1, -0.45), result: 'ringTint' }),
      el('feTurbulence', {
        type: 'fractalNoise',
        baseFrequency: '0.12 7',
        numOctaves: 2,
        seed: grain.seed + 40,
        result: 'fibres',
      }),
      el('feColorMatrix', { in: 'fibres', values: tint(0.75, -0.28), result: 'fibreTint' }),
      el('feMerge', { result: 'tint' }, [
        el('feMergeNode', { in: 'ringTint' }),
        el('feMergeNode', { in: 'fibreTint' }),
      ]),
      el('feComposite', { in: 'tint', in2: 'SourceGraphic', operator: 'in', result: 'grain' }),
      el('feMerge', {}, [el('feMergeNode', { in: 'SourceGraphic' }), el('feMergeNode', { in: 'grain' })]),
    ],
  );
}

/** The plank as a picture of its own, to be drawn once to a canvas. */
export function plank(ids: Ids, wood: Wood, grain: Grain, box: Box): SvgNode[] {
  return [
    el('defs', {}, [woodGradient(ids, wood), woodFilter(ids, wood, grain)]),
    el('rect', { ...box, fill: ids.url('wood'), filter: ids.url('grain') }),
  ];
}
