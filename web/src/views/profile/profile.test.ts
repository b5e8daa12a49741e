import { describe, expect, it } from 'vitest';
import { setLanguage } from '../../i18n/index.svelte';
import { browserName } from './browser_name';
import { gameTitle } from '../../shell/names';
import { poolName } from './pools';

describe('names of browsers', () => {
  it('say what people say, not what the browser descends from', () => {
    expect(
      browserName(
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36 Edg/130.0',
      ),
    ).toBe('Edge · Windows');
    expect(
      browserName('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1'),
    ).toBe('Safari · iPhone');
    expect(browserName('curl/8')).toBe('');
  });
});

describe('names of pools', () => {
  it('are written in the language of the page, unknown parts as they came', () => {
    setLanguage('en');
    expect(poolName('reversi/blitz')).toBe('Reversi · Blitz');
    expect(poolName('hex/warp')).toBe('hex · warp');
    setLanguage('zh-CN');
    expect(poolName('xiangqi/correspondence')).toBe('中国象棋 · 通信棋');
    expect(gameTitle('nogo(size=9)')).toBe('不围棋');
  });
});
