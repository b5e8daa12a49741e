import { flushSync, mount, unmount } from 'svelte';
import { afterEach, describe, expect, it } from 'vitest';
import { type Board, contentFromText, gomokuShape, reversiShape, xiangqiShape } from '../board';
import BoardView from './BoardView.svelte';
import { cellLabel, pieceWords } from './cell_label';
import { GAMES } from './games';
import { miniature } from './miniature';
import { changeSettings } from './settings.svelte';

const NOTHING = {
  isLast: false,
  isSelected: false,
  isDestination: false,
  isInCheck: false,
  isPending: false,
  isKept: false,
  forbidden: '',
};

describe('labels of points', () => {
  const [cell] = gomokuShape().cells;
  if (!cell) throw new Error('the board has no cells');

  it('are whole phrases in both languages', () => {
    expect(cellLabel('gomoku', 'en')(cell, { ...NOTHING, code: 'x', isLast: true })).toBe(
      'a15, black stone, last move',
    );
    const facts = { ...NOTHING, code: '', forbidden: '三三禁手' };
    expect(cellLabel('gomoku', 'zh-CN')(cell, facts)).toBe('a15，空，三三禁手');
  });

  it('name the pieces of each game in its own words', () => {
    expect(pieceWords('xiangqi', 'K', 'zh-CN')).toBe('红帅');
    expect(pieceWords('xiangqi', 'k', 'zh-CN')).toBe('黑将');
    expect(pieceWords('reversi', 'o', 'zh-CN')).toBe('白棋');
    expect(pieceWords('chinese_checkers', 'D', 'zh-CN')).toBe('D 营棋子');
    expect(pieceWords('squares', '12', 'zh-CN')).toBe('棋子 12');
  });
});

describe('miniatures', () => {
  it.each(GAMES)('of %s fit their boards', (game) => {
    const { shape, content } = miniature(game);
    expect(content).toHaveLength(shape.cells.length);
    expect(content.some((code) => code !== '')).toBe(true);
  });
});

describe('the board as a component', () => {
  let app: Record<string, unknown> | undefined;
  afterEach(async () => {
    if (app) await unmount(app);
    app = undefined;
    changeSettings({ language: 'zh-CN', material: 'kaya' });
  });

  it('passes props and settings on, and follows their changes', () => {
    const props = $state({
      shape: xiangqiShape(),
      content: contentFromText(xiangqiShape(), 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR'),
      board: undefined as Board | undefined,
    });
    app = mount(BoardView, { target: document.body, props });
    flushSync();
    const state = () => props.board?.state.config;
    expect(state()?.content[0]).toBe('r');
    changeSettings({ material: 'paper', language: 'en' });
    flushSync();
    expect(state()?.material).toBe('paper');
    const reversi = reversiShape();
    props.shape = reversi;
    props.content = contentFromText(reversi, '8/8/8/3ox3/3xo3/8/8/8');
    flushSync();
    expect(state()?.shape.skin).toBe('reversi');
  });
});
