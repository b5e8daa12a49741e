// Colours: materials in both themes, seats, tones. Marks keep a contrast of at least 3:1 to every board they lie on.
import type { BoardTheme, Material, Palette, SkinName, Tone } from '../types';

/** What a board is made of. */
export interface Wood {
  /** Gradient from the upper left to the lower right. */
  stops: readonly [string, string, string];
  /** Colour of the fibres, as three numbers 0..1 for the filter, and how strong they are. */
  fibre: readonly [number, number, number];
  strength: number;
  line: string;
  label: string;
  frame: string;
}

export interface Colours {
  wood: Wood;
  /** The Reversi field, from the middle outwards, its lines, and the frame around it. */
  felt: { inner: string; outer: string; line: string; frame: Wood };
  hole: { inner: string; middle: string; rim: string };
  marks: MarkColours;
}

export interface MarkColours {
  last: string;
  destination: string;
  capture: string;
  selected: string;
  forbidden: string;
  check: string;
  win: string;
  premove: string;
  pending: string;
  hint: string;
  focus: string;
  /** Drawn under a mark that must be seen on any ground. */
  halo: string;
}

const KAYA: Wood = {
  stops: ['#ecce92', '#e0b46d', '#cf9c54'],
  fibre: [0.42, 0.23, 0.06],
  strength: 0.8,
  line: '#3b2410',
  label: '#5d3c18',
  frame: '#6b4520',
};

const KAYA_DARK: Wood = {
  stops: ['#cdad70', '#bf9555', '#ad8144'],
  fibre: [0.26, 0.14, 0.04],
  strength: 0.8,
  line: '#2a1809',
  label: '#3a2309',
  frame: '#4a2e13',
};

/** Dark wood with lines of inlaid ivory: dark lines would sink in it. */
const ROSEWOOD: Wood = {
  stops: ['#a5633d', '#925230', '#7a4023'],
  fibre: [0.2, 0.06, 0.03],
  strength: 0.95,
  line: '#f2d9b6',
  label: '#f7dfc4',
  frame: '#3f1a0e',
};

const ROSEWOOD_DARK: Wood = {
  ...ROSEWOOD,
  stops: ['#8a5033', '#774127', '#61311a'],
  line: '#e3c49c',
  label: '#ecd2b2',
  frame: '#2c110a',
};

const PAPER: Wood = {
  stops: ['#f8f2e3', '#f3ebd8', '#ebe0c8'],
  fibre: [0.5, 0.42, 0.3],
  strength: 0.25,
  line: '#4a4339',
  label: '#6d6354',
  frame: '#b9ab90',
};

const PAPER_DARK: Wood = {
  stops: ['#cfc7b6', '#c4bba8', '#b4aa95'],
  fibre: [0.3, 0.25, 0.18],
  strength: 0.25,
  line: '#2e2922',
  label: '#443c31',
  frame: '#7d735f',
};

const DARK_FRAME: Wood = {
  stops: ['#7a5433', '#62402a', '#472c18'],
  fibre: [0.12, 0.06, 0.02],
  strength: 1.1,
  line: '#2a1809',
  label: '#f3dfbf',
  frame: '#2f1c0e',
};

const MARKS: MarkColours = {
  last: '#0a4f97',
  destination: '#0b5730',
  capture: '#9c1b14',
  selected: '#0b5730',
  forbidden: '#9c1b14',
  check: '#d6261c',
  win: '#e8590c',
  premove: '#3b3fa5',
  pending: '#3b3fa5',
  hint: '#7048a8',
  focus: '#123a7c',
  halo: '#fffaf0',
};

/** The same on wood seen by night, which is a shade darker. */
const MARKS_AT_NIGHT: MarkColours = {
  ...MARKS,
  last: '#06325f',
  destination: '#063d20',
  capture: '#7a0d08',
  selected: '#063d20',
  forbidden: '#7a0d08',
  premove: '#262970',
  pending: '#262970',
  focus: '#0d2c60',
};

/** Marks on the dark grounds, where deep colours would sink. */
const MARKS_ON_DARK: MarkColours = {
  ...MARKS,
  last: '#bfe0ff',
  destination: '#d9f7c5',
  capture: '#ffd2c8',
  selected: '#d9f7c5',
  forbidden: '#ffc9bf',
  check: '#ff4a3d',
  win: '#ffb347',
  premove: '#dcdcff',
  pending: '#dcdcff',
  hint: '#eed8ff',
  focus: '#e9f2ff',
  halo: '#1b0d06',
};

/** Marks on the green cloth. */
const MARKS_ON_FELT: MarkColours = {
  ...MARKS_ON_DARK,
  last: '#ffb03a',
  destination: '#f3ffea',
  win: '#ffb347',
  halo: '#0a2e19',
};

/** Marks among marbles and deep holes: white is the one colour that no seat has. */
const MARKS_ON_GLASS = { destination: '#f4ffe9', selected: '#ffffff', halo: '#16240f' };

const HOLE = { inner: '#8a5e31', middle: '#5f3d1b', rim: '#3f2610' };

const MATERIALS: Record<Material, Record<BoardTheme, Colours>> = {
  kaya: {
    light: {
      wood: KAYA,
      felt: { inner: '#2f9e5f', outer: '#1b6b3e', line: '#0d3d22', frame: DARK_FRAME },
      hole: HOLE,
      marks: MARKS,
    },
    dark: {
      wood: KAYA_DARK,
      felt: { inner: '#26824e', outer: '#155632', line: '#08301a', frame: DARK_FRAME },
      hole: HOLE,
      marks: MARKS_AT_NIGHT,
    },
  },
  rosewood: {
    light: {
      wood: ROSEWOOD,
      felt: { inner: '#2c7d86', outer: '#164d57', line: '#0a2d34', frame: ROSEWOOD },
      hole: { inner: '#5d2f1a', middle: '#3d1c0e', rim: '#240e06' },
      marks: MARKS_ON_DARK,
    },
    dark: {
      wood: ROSEWOOD_DARK,
      felt: { inner: '#23656d', outer: '#113d46', line: '#072227', frame: ROSEWOOD_DARK },
      hole: { inner: '#4a2413', middle: '#301509', rim: '#1a0a04' },
      marks: MARKS_ON_DARK,
    },
  },
  paper: {
    light: {
      wood: PAPER,
      felt: { inner: '#7fae8c', outer: '#5f9270', line: '#2f5940', frame: { ...PAPER, label: '#5d5446' } },
      hole: { inner: '#d9cdb4', middle: '#c2b497', rim: '#9a8c70' },
      marks: MARKS,
    },
    dark: {
      wood: PAPER_DARK,
      felt: { inner: '#6c9c7a', outer: '#578466', line: '#1d3a28', frame: PAPER_DARK },
      hole: { inner: '#9d937e', middle: '#968b75', rim: '#5f5645' },
      marks: MARKS_AT_NIGHT,
    },
  },
};

/** The colours of a board of this material in this theme; cloth and glass have marks of their own. */
export function coloursOf(material: Material, theme: BoardTheme, skin: SkinName): Colours {
  const colours = MATERIALS[material][theme];
  if (skin === 'reversi') {
    const pale = material === 'paper' ? { destination: '#0a2e19', focus: '#0a2e19', halo: '#f3ffea' } : {};
    return { ...colours, marks: { ...MARKS_ON_FELT, ...pale } };
  }
  // The holes of a paper board are pale: there the ordinary marks are the better ones.
  if (skin === 'chinese_checkers' && material !== 'paper')
    return { ...colours, marks: { ...colours.marks, ...MARKS_ON_GLASS } };
  return colours;
}

const SEATS: Record<Palette, readonly string[]> = {
  standard: ['#e03131', '#f08c00', '#f2c200', '#2b8a3e', '#1971c2', '#7048e8'],
  // After Okabe and Ito: apart in lightness as well as in hue.
  safe: ['#d55e00', '#e69f00', '#f0e442', '#009e73', '#0072b2', '#3c2a6b'],
};

/** The colour of a camp letter 'A'..'F'; other codes get one by their first character. */
export function seatColour(code: string, palette: Palette): string {
  const index = ((((code.charCodeAt(0) || 65) - 65) % 6) + 6) % 6;
  return SEATS[palette][index] ?? '#888888';
}

export const TONES: Record<Tone, string> = {
  best: '#1f7a3d',
  good: '#1c6fb8',
  idea: '#c2620a',
  danger: '#b3261e',
};
