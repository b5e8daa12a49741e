import type { SkinName } from '../types';
import { chineseCheckers } from './chinese_checkers';
import { generic } from './generic';
import { reversi } from './reversi';
import type { Skin } from './skin';
import { stones } from './stones';
import { xiangqi } from './xiangqi';

const SKINS: Record<SkinName, Skin> = {
  reversi,
  xiangqi,
  gomoku: stones,
  nogo: stones,
  chinese_checkers: chineseCheckers,
  squares: generic('squares'),
  points: generic('points'),
  hexes: generic('hexes'),
};

export function skinOf(name: SkinName): Skin {
  return SKINS[name];
}
