// Pictograms for players who do not read Chinese characters: one drawing and one letter per piece, made by us.
import { el, type SvgNode } from '../draw/node';
import { FONT } from './labels';

/** Outlines in a box of about -50..50, y down; holes by the even-odd rule. */
const DRAWINGS: Record<string, string> = {
  // A crown with three points and a band.
  k: 'M-40-22l18 18L0-38l22 34 18-18-7 46h-66zM-33 32h66v10h-66z',
  // A folding fan: seven ribs and the rivet.
  a: 'M0 38L-46-10A62 62 0 0 1 46-10zM0 22L-30-10l8-5zM0 22l-12-42h9zM0 22L3-20h9zM0 22L22-15l8 5zM-6 38h12v8h-12z',
  // An elephant from the side: head with trunk, body, legs.
  b: 'M-20-26c10-9 34-10 46 0 12 9 14 24 14 36v26H24V16H8v20H-8V14c-6 4-12 4-16 0v14c0 8-6 14-14 14-6 0-9-4-9-8h8c1 3 5 1 5-4V-4c0-12 4-17 14-22zM-22-8a4 4 0 1 0 8 0 4 4 0 1 0-8 0z',
  // A horse's head looking left, with its mane.
  n: 'M-8-44l8 10c22 2 36 22 36 46v30h-54c0-16 8-24 20-34-8 4-16 6-22 4l-10 8c-6 4-14-2-14-8l18-34-2-20zM-12-14a4 4 0 1 0 8 0 4 4 0 1 0-8 0z',
  // A chariot wheel with eight spokes.
  r: 'M0-44a44 44 0 1 0 .1 0zM0-33a33 33 0 1 1-.1 0zM-4-34h8v68h-8zM-34-4h68v8h-68zM-21-27l48 48-6 6-48-48zM21-27l6 6-48 48-6-6zM0-11a11 11 0 1 0 .1 0z',
  // A cannon on its wheel.
  c: 'M-44-14L26-40l10 20-70 28c-12 4-18-16-10-22zM4 2a22 22 0 1 0 .1 0zM4 13a11 11 0 1 1-.1 0zM34-46l8 16 6-3-8-16z',
  // A soldier's spear and shield.
  p: 'M26-46l9 18-5 2v70h-8v-70l-5-2zM-10-28c10 6 18 8 24 8 0 34-8 52-24 62-16-10-24-28-24-62 6 0 14-2 24-8zM-14-8v12h-10v8h10v14h8V12h10V4H-6V-8z',
};

/** The drawing of a piece with its letter below: K general, A advisor, E elephant, H horse, R chariot, C cannon, P soldier. */
export function pictogram(code: string, ink: string): SvgNode[] {
  const name = code.toLowerCase();
  const letter = { b: 'E', n: 'H' }[name] ?? name.toUpperCase();
  return [
    el('path', {
      d: DRAWINGS[name] ?? '',
      fill: ink,
      'fill-rule': name === 'r' ? 'nonzero' : 'evenodd',
      transform: 'translate(0 -.05) scale(.0047)',
    }),
    el(
      'text',
      {
        y: 0.315,
        'font-size': 0.13,
        'font-weight': 700,
        'font-family': FONT,
        'text-anchor': 'middle',
        fill: ink,
      },
      [],
      letter,
    ),
  ];
}
