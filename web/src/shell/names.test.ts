import { afterEach, describe, expect, it } from 'vitest';
import { setLanguage } from '../i18n/index.svelte';
import { engineTitle, serverName, shownName } from './names';

describe('names', () => {
  afterEach(() => setLanguage('zh-CN'));

  it('of guests are shown in the language of the page', () => {
    setLanguage('zh-CN');
    expect(shownName('Guest 4821')).toBe('游客 4821');
    setLanguage('en');
    expect(shownName('Guest 4821')).toBe('Guest 4821');
  });

  it('that somebody chose stay as they are', () => {
    setLanguage('zh-CN');
    expect(['Guest of honour', 'Guest 12', 'My Guest 4821', '游客'].map(shownName)).toEqual([
      'Guest of honour',
      'Guest 12',
      'My Guest 4821',
      '游客',
    ]);
  });

  it('of engines in a list are words, never specs', () => {
    const raw = { en: 'champion', zh: 'champion' };
    expect(engineTitle({ spec: 'champion', title: raw })).toBe('AI 最强');
    expect(engineTitle({ spec: 'level(3)', title: { en: 'Level 3', zh: '3 级' } })).toBe('3 级');
    setLanguage('en');
    expect(engineTitle({ spec: 'mine', title: { en: 'Mine', zh: '我的' } })).toBe('Mine');
  });

  it('that are typed as they are shown are found on the server', () => {
    expect(['游客 4821', 'Guest 4821', 'Ann', 'Ann 2024'].map(serverName)).toEqual([
      'Guest 4821',
      'Guest 4821',
      'Ann',
      'Ann 2024',
    ]);
  });
});
