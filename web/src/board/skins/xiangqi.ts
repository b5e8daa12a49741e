// Xiangqi: the river board, wooden pieces with carved characters.
import { el, type SvgNode } from '../draw/node';
import { linear, radial, shadow, shadowGradient, symbol } from '../draw/pieces';
import type { GlyphSet } from '../types';
import { caption } from './labels';
import { pictogram } from './pictograms';
import { boxAround, plankDefs, rectPlank, type Scene, type Skin, use } from './skin';
import { EM, GLYPHS } from './xiangqi_glyphs.gen';

const LETTERS = 'KABRNCPkabrncp';

const CHARACTERS: Record<Exclude<GlyphSet, 'pictogram'>, string> = {
  traditional: '帥仕相俥傌炮兵將士象車馬砲卒',
  simplified: '帅仕相车马炮兵将士象车马炮卒',
};

const RIVER: Record<GlyphSet, string> = {
  traditional: '楚河漢界',
  simplified: '楚河汉界',
  pictogram: '楚河漢界',
};

const RED = '#b3261e';
const BLACK = '#20252b';

export const xiangqi: Skin = {
  radius: 0.45,
  last: 'brackets',
  motion: 'slide',
  isDark: () => false,

  box: (scene) => boxAround(scene, 0.82, scene.showsCoordinates ? 1.02 : 0.82),
  wood: (scene) => scene.colours.wood,

  defs(scene) {
    const { ids } = scene;
    return [
      ...plankDefs(scene, scene.colours.wood),
      shadowGradient(ids),
      linear(
        ids.id('rim'),
        [
          [0, '#fff3d6'],
          [0.5, '#dcb679'],
          [1, '#8f6127'],
        ],
        0,
        1,
      ),
      radial(
        ids.id('face'),
        [
          [0, '#fff5dc'],
          [0.6, '#f3dcab'],
          [1, '#d9b271'],
        ],
        0.4,
        0.34,
        0.75,
      ),
      ...[...LETTERS].map((code) => symbol(ids.id(code), piece(scene, code))),
    ];
  },

  board(scene) {
    const box = this.box(scene);
    const { line } = scene.colours.wood;
    const { bounds } = scene.layout;
    const frame = {
      x: bounds.x - 0.13,
      y: bounds.y - 0.13,
      width: bounds.width + 0.26,
      height: bounds.height + 0.26,
    };
    return [
      ...rectPlank(scene, box, scene.colours.wood),
      el(
        'g',
        {
          transform: `translate(${bounds.x} ${bounds.y})`,
          stroke: line,
          'stroke-width': 0.034,
          fill: 'none',
          opacity: 0.88,
        },
        [el('path', { d: gridPath() }), el('path', { d: ticks() })],
      ),
      el('rect', { ...bounds, fill: 'none', stroke: line, 'stroke-width': 0.04 }),
      el('rect', { ...frame, fill: 'none', stroke: line, 'stroke-width': 0.075, 'stroke-linejoin': 'round' }),
      ...river(scene),
      ...(scene.showsCoordinates ? files(scene) : []),
    ];
  },

  piece: (scene, code) => use(scene, LETTERS.includes(code) ? code : 'P'),
};

function piece(scene: Scene, code: string): SvgNode[] {
  const { ids } = scene;
  const isRed = code === code.toUpperCase();
  const ink = isRed ? RED : BLACK;
  const index = LETTERS.indexOf(code);
  const face =
    scene.glyphs === 'pictogram'
      ? pictogram(code, ink)
      : [glyph([...CHARACTERS[scene.glyphs]][index] ?? '', 0.53, ink)];
  return [
    shadow(ids, 0.45, 0.04, 0.09),
    el('circle', { r: 0.45, fill: ids.url('rim') }),
    el('circle', { r: 0.422, fill: ids.url('face') }),
    // A doubled ring tells red from black without colour.
    el('circle', { r: 0.372, fill: 'none', stroke: ink, 'stroke-width': isRed ? 0.018 : 0.03 }),
    ...(isRed
      ? [el('circle', { r: 0.34, fill: 'none', stroke: ink, 'stroke-width': 0.01, opacity: 0.7 })]
      : []),
    ...face,
  ];
}

function glyph(character: string, height: number, fill: string, x = 0, y = 0): SvgNode {
  const scale = height / (EM * 0.9);
  return el('path', {
    d: GLYPHS[character] ?? '',
    fill,
    transform: `translate(${x} ${y}) scale(${scale.toFixed(5)})`,
  });
}

/** The grid in board coordinates 0..8 x 0..9; half a turn maps it onto itself, so flipping needs nothing here. */
function gridPath(): string {
  let path = '';
  for (let y = 1; y < 9; y++) path += `M0 ${y}h8`;
  for (let x = 1; x < 8; x++) path += `M${x} 0v4M${x} 5v4`;
  return `${path}M3 0l2 2M5 0l-2 2M3 7l2 2M5 7l-2 2`;
}

/** Corner ticks at the homes of cannons and soldiers, left out where the board ends. */
function ticks(): string {
  const homes = [1, 7].flatMap((x) => [2, 7].map((y) => [x, y] as const));
  for (const x of [0, 2, 4, 6, 8]) homes.push([x, 3], [x, 6]);
  const [gap, length] = [0.09, 0.19];
  let path = '';
  for (const [x, y] of homes) {
    for (const sx of [-1, 1]) {
      if ((x === 0 && sx < 0) || (x === 8 && sx > 0)) continue;
      for (const sy of [-1, 1]) {
        const [px, py] = [x + sx * gap, y + sy * gap];
        path += `M${px} ${py + sy * length}V${py}H${px + sx * length}`;
      }
    }
  }
  return path;
}

/** The words of the river, upright for whoever looks at the screen. */
function river(scene: Scene): SvgNode[] {
  const words = [...RIVER[scene.glyphs]];
  const places = [1.45, 2.55, 5.45, 6.55];
  const { x, y } = scene.layout.bounds;
  return words.map((word, index) =>
    glyph(word, 0.5, scene.colours.wood.line, x + (places[index] ?? 0), y + 4.5),
  );
}

/** File numbers as both sides count them: from their own right, red in Chinese figures, black in Arabic ones. */
function files(scene: Scene): SvgNode[] {
  const { bounds } = scene.layout;
  const red = [...'九八七六五四三二一'];
  const isRedBelow = !scene.isFlipped;
  const below = bounds.y + bounds.height + 0.76;
  const above = bounds.y - 0.76;
  return red.flatMap((figure, file) => {
    const x = bounds.x + (isRedBelow ? file : 8 - file);
    const redY = isRedBelow ? below : above;
    const blackY = isRedBelow ? above : below;
    const fill = scene.colours.wood.label;
    return [
      caption({ x, y: redY }, figure, 0.26, fill),
      caption({ x, y: blackY }, String(file + 1), 0.26, fill),
    ];
  });
}
