import { afterEach, describe, expect, it, vi } from 'vitest';
import { changeSettings, defaultSettings, settings } from './settings.svelte';
import { accountPart, followAccount } from './settings_sync';

const ann = { id: 'u1', name: 'Ann', kind: 'account' as const };

afterEach(async () => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  await followAccount(null);
  changeSettings(defaultSettings(['zh-CN']));
});

describe('settings of an account', () => {
  it('leave out what belongs to the device', () => {
    const part = accountPart(defaultSettings(['en']));
    expect(part).toMatchObject({ language: 'en', material: 'kaya' });
    expect(Object.keys(part)).not.toEqual(expect.arrayContaining(['input']));
    expect(part).not.toHaveProperty('sounds');
  });

  it('are taken over at the login, and the device keeps its own habits', async () => {
    changeSettings({ input: 'twice' });
    const kept = { settings: { theme: 'dark', material: 'paper', input: 'slide', nonsense: 1 } };
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(kept))));
    await followAccount(ann);
    expect(settings).toMatchObject({ theme: 'dark', material: 'paper', input: 'twice' });
  });

  it('are sent after a change, once, when the user has come to rest', async () => {
    vi.useFakeTimers();
    const sent: RequestInit[] = [];
    vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
      sent.push(init);
      return Promise.resolve(new Response('{"settings":{"theme":"light"}}'));
    });
    await followAccount(ann);
    changeSettings({ material: 'paper' });
    changeSettings({ material: 'rosewood' });
    await vi.advanceTimersByTimeAsync(2000);
    expect(sent.map(({ method }) => method)).toEqual(['GET', 'PUT']);
    expect(JSON.parse(String(sent[1]?.body))).toMatchObject({ settings: { material: 'rosewood' } });
  });

  it('of a guest, or without an answer, stay as they are', async () => {
    const asked = vi.fn(() => Promise.reject(new TypeError('no network')));
    vi.stubGlobal('fetch', asked);
    await followAccount({ id: 'u2', name: 'Guest', kind: 'guest' });
    expect(asked).not.toHaveBeenCalled();
    changeSettings({ theme: 'dark' });
    await followAccount(ann);
    expect(settings.theme).toBe('dark');
  });
});
