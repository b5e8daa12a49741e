// Marks over the pieces: destinations, the last stone, forbidden and illegal points, numbers, the winning line.
import { FONT } from '../skins/labels';
import type { Scene, Skin } from '../skins/skin';
import type { Candidate, Point } from '../types';
import type { View } from '../view';
import { TONES } from './colours';
import { brackets } from './marks_below';
import { el, fix, keyed, type SvgNode } from './node';

export function marksAbove(scene: Scene, skin: Skin, view: View): SvgNode[] {
  const { marks, content } = view;
  const colours = scene.colours.marks;
  const each = (cells: readonly number[] | undefined, draw: (p: Point, cell: number) => SvgNode): SvgNode[] =>
    (cells ?? []).flatMap((cell) => {
      const point = scene.layout.points[cell];
      return point ? [draw(point, cell)] : [];
    });
  const code = (cell: number): string => content[cell] ?? '';
  return [
    ...each(numbered(view) || marks.win ? [] : lastOnTop(skin, view), (p, cell) =>
      lastMark(scene, skin, p, code(cell)),
    ),
    ...each(view.turns, (p, cell) =>
      el('circle', {
        cx: p.x,
        cy: p.y,
        r: 0.3,
        fill: 'none',
        stroke: onPiece(skin, code(cell)),
        'stroke-width': 0.06,
        'stroke-dasharray': '.12 .08',
      }),
    ),
    ...view.destinations.flatMap(({ cell, isCapture }) =>
      each([cell], (p) => (isCapture ? captureRing(scene, skin, p) : destinationDot(scene, p))),
    ),
    ...(marks.forbidden ?? []).flatMap(({ cell, reason }) =>
      each([cell], (p) => forbidden(scene, p, reason)),
    ),
    ...illegal(scene, view),
    ...each(marks.dying, (p) =>
      el('circle', {
        class: 'dying',
        cx: p.x,
        cy: p.y,
        r: skin.radius + 0.04,
        fill: colours.check,
        'fill-opacity': 0.35,
        stroke: colours.check,
        'stroke-width': 0.07,
      }),
    ),
    ...winLine(scene, marks.win),
    ...Object.entries(marks.numbers ?? {}).flatMap(([cell, number]) =>
      each([Number(cell)], (p) =>
        moveNumber(scene, skin, p, code(Number(cell)), number, view.last.at(-1) === Number(cell)),
      ),
    ),
    ...(marks.candidates ?? []).flatMap((candidate) =>
      each([candidate.cell], (p) => candidateDot(p, candidate)),
    ),
    ...each(marks.premove, (p) => brackets(p, 0.44, colours.premove, 0.07, '.1 .09')),
    ...view.ghosts
      .filter((ghost) => ghost.kind === 'pending')
      .flatMap((ghost) => each([ghost.cell], (p) => pendingMark(scene, skin, p))),
    ...each(view.focus === null ? [] : [view.focus], (p) => focusRing(scene, p)),
  ];
}

/** Win first: a finished line needs no other mark. Numbers already show the last stone in their own way. */
function numbered(view: View): boolean {
  const cell = view.last.at(-1);
  return cell !== undefined && view.marks.numbers?.[cell] !== undefined;
}

function lastOnTop(skin: Skin, view: View): number[] {
  const cell = view.last.at(-1);
  return cell === undefined || skin.last === 'brackets' || skin.last === 'trail' ? [] : [cell];
}

/** The orange that can be seen on a piece of this code. */
function onPiece(skin: Skin, code: string): string {
  return skin.isDark(code) ? '#ffb03a' : '#c2410c';
}

function lastMark(scene: Scene, skin: Skin, p: Point, code: string): SvgNode {
  if (code === '') return brackets(p, 0.3, scene.colours.marks.last, 0.05);
  const colour = onPiece(skin, code);
  if (skin.last === 'dot') return el('circle', { cx: p.x, cy: p.y - 0.012, r: 0.11, fill: colour });
  return el('circle', { cx: p.x, cy: p.y, r: 0.2, fill: 'none', stroke: colour, 'stroke-width': 0.075 });
}

function destinationDot(scene: Scene, p: Point): SvgNode {
  const { destination, halo } = scene.colours.marks;
  return el('circle', {
    class: 'dot',
    cx: p.x,
    cy: p.y,
    r: 0.14,
    fill: destination,
    'fill-opacity': 0.82,
    stroke: halo,
    'stroke-opacity': 0.45,
    'stroke-width': 0.035,
  });
}

/** A broken ring around a piece that may be taken: unlike the dot in shape, and the piece stays visible. */
function captureRing(scene: Scene, skin: Skin, p: Point): SvgNode {
  const { capture, halo } = scene.colours.marks;
  const r = skin.radius + 0.035;
  const quarter = (Math.PI * r) / 2;
  const dash = `${fix(quarter * 0.72)} ${fix(quarter * 0.28)}`;
  const ring = {
    cx: p.x,
    cy: p.y,
    r,
    fill: 'none',
    'stroke-dasharray': dash,
    'stroke-dashoffset': fix(quarter * 0.36),
  };
  return el('g', { class: 'capture' }, [
    el('circle', { ...ring, stroke: halo, 'stroke-width': 0.14, 'stroke-opacity': 0.55 }),
    el('circle', { ...ring, stroke: capture, 'stroke-width': 0.085 }),
  ]);
}

function cross(p: Point, half: number): string {
  const [x, y] = [fix(p.x - half), fix(p.y - half)];
  return `M${x} ${y}l${2 * half} ${2 * half}M${fix(p.x + half)} ${y}l${-2 * half} ${2 * half}`;
}

function forbidden(scene: Scene, p: Point, reason: string): SvgNode {
  const { forbidden: stroke, halo } = scene.colours.marks;
  const d = cross(p, 0.17);
  return el('g', { class: 'forbidden', 'stroke-linecap': 'round' }, [
    el('title', {}, [], reason),
    el('circle', { cx: p.x, cy: p.y, r: 0.36, fill: 'transparent' }),
    el('path', { d, stroke: halo, 'stroke-width': 0.16, opacity: 0.5 }),
    el('path', { d, stroke, 'stroke-width': 0.085 }),
  ]);
}

/** NoGo: mine a cross, theirs a hollow square, both a filled lozenge. */
function illegal(scene: Scene, view: View): SvgNode[] {
  const { mine, theirs } = view.marks.illegal ?? { mine: [], theirs: [] };
  const { forbidden: red, focus } = scene.colours.marks;
  const both = new Set(mine.filter((cell) => theirs.includes(cell)));
  const at = (cell: number): Point[] => {
    const point = scene.layout.points[cell];
    return point ? [point] : [];
  };
  return [
    ...[...both].flatMap(at).map((p) =>
      el('path', {
        class: 'illegal-both',
        d: `M${fix(p.x)} ${fix(p.y - 0.2)}l.2 .2-.2 .2-.2-.2z`,
        fill: focus,
      }),
    ),
    ...mine
      .filter((cell) => !both.has(cell))
      .flatMap(at)
      .map((p) =>
        el('path', {
          class: 'illegal-mine',
          d: cross(p, 0.15),
          stroke: red,
          'stroke-width': 0.075,
          'stroke-linecap': 'round',
        }),
      ),
    ...theirs
      .filter((cell) => !both.has(cell))
      .flatMap(at)
      .map((p) =>
        el('rect', {
          class: 'illegal-theirs',
          x: p.x - 0.14,
          y: p.y - 0.14,
          width: 0.28,
          height: 0.28,
          rx: 0.03,
          fill: 'none',
          stroke: focus,
          'stroke-width': 0.06,
        }),
      ),
  ];
}

function moveNumber(
  scene: Scene,
  skin: Skin,
  p: Point,
  code: string,
  number: number,
  isLast: boolean,
): SvgNode {
  const isOnPiece = code !== '';
  const plain = !isOnPiece ? scene.colours.wood.line : skin.isDark(code) ? '#f5efe2' : '#22201c';
  const last = onPiece(skin, code);
  const size = number > 99 ? 0.34 : 0.42;
  return el(
    'text',
    {
      x: p.x,
      y: p.y + size * 0.36,
      'font-size': size,
      'font-family': FONT,
      'font-weight': isLast ? 700 : 500,
      'text-anchor': 'middle',
      fill: isLast && isOnPiece ? last : plain,
      // Readable also where the winning line passes under it.
      stroke: !isOnPiece ? undefined : skin.isDark(code) ? '#101214' : '#fbfaf6',
      'stroke-width': 0.07,
      'paint-order': 'stroke',
    },
    [],
    String(number),
  );
}

function candidateDot(p: Point, { text, rank }: Candidate): SvgNode {
  const fill = rank === 1 ? TONES.best : rank <= 3 ? TONES.good : TONES.idea;
  const label = { 'font-family': FONT, 'text-anchor': 'middle', fill: '#ffffff' };
  return el('g', { class: 'candidate' }, [
    el('circle', {
      cx: p.x,
      cy: p.y,
      r: 0.45,
      fill,
      'fill-opacity': 0.94,
      stroke: '#ffffff',
      'stroke-width': rank === 1 ? 0.07 : 0.03,
    }),
    el('text', { x: p.x, y: p.y + 0.2, 'font-size': 0.36, 'font-weight': 700, ...label }, [], text),
    el('text', { x: p.x, y: p.y - 0.17, 'font-size': 0.22, opacity: 0.95, ...label }, [], String(rank)),
  ]);
}

function winLine(scene: Scene, cells: readonly number[] | undefined): SvgNode[] {
  const points = (cells ?? []).flatMap((cell) => scene.layout.points[cell] ?? []);
  if (points.length < 2) return [];
  const d = points.map((p, index) => `${index === 0 ? 'M' : 'L'}${fix(p.x)} ${fix(p.y)}`).join('');
  const line = { d, fill: 'none', 'stroke-linecap': 'round', pathLength: 1 };
  return [
    keyed(
      'win',
      el('g', { class: 'win' }, [
        el('path', { ...line, stroke: scene.colours.marks.halo, 'stroke-width': 0.26, opacity: 0.6 }),
        el('path', { ...line, stroke: scene.colours.marks.win, 'stroke-width': 0.14 }),
        ...points.map((p) =>
          el('circle', {
            cx: p.x,
            cy: p.y,
            r: 0.49,
            fill: 'none',
            stroke: scene.colours.marks.win,
            'stroke-width': 0.07,
          }),
        ),
      ]),
    ),
  ];
}

/** A turning dashed ring: sent, not yet acknowledged. */
function pendingMark(scene: Scene, skin: Skin, p: Point): SvgNode {
  const { pending, halo } = scene.colours.marks;
  const ring = { r: skin.radius + 0.07, fill: 'none', 'stroke-dasharray': '.22 .16' };
  return el('g', { transform: `translate(${fix(p.x)} ${fix(p.y)})` }, [
    el('circle', { ...ring, stroke: halo, 'stroke-width': 0.11, opacity: 0.6 }),
    el('circle', { class: 'pending', ...ring, stroke: pending, 'stroke-width': 0.065 }),
  ]);
}

function focusRing(scene: Scene, p: Point): SvgNode {
  const { focus, halo } = scene.colours.marks;
  const box = { x: p.x - 0.5, y: p.y - 0.5, width: 1, height: 1, rx: 0.2, fill: 'none' };
  return el('g', { class: 'focus' }, [
    el('rect', { ...box, stroke: halo, 'stroke-width': 0.13, opacity: 0.85 }),
    el('rect', { ...box, stroke: focus, 'stroke-width': 0.07 }),
  ]);
}
