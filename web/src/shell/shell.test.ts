import { describe, expect, it } from 'vitest';
import { matchPattern } from './router.svelte';
import { defaultSettings, readSettings } from './settings.svelte';

describe('routes', () => {
  it('match by segments and give the named parts decoded', () => {
    expect(matchPattern('/', '/')).toEqual({});
    expect(matchPattern('/r/:code', '/r/ab%20c/')).toEqual({ code: 'ab c' });
    expect(matchPattern('/r/:code', '/r')).toBeUndefined();
    expect(matchPattern('/r/:code', '/s/1')).toBeUndefined();
    expect(matchPattern('/r/:code', '/r/%E0%A4%A')).toEqual({ code: '%E0%A4%A' });
  });
});

describe('settings', () => {
  const defaults = defaultSettings(['en-US']);

  it('start in the language of the browser', () => {
    expect(defaults.language).toBe('en');
  });

  it('keep what is stored and known, and nothing else', () => {
    const read = readSettings('{"theme":"dark","input":"magic","animation":0,"extra":1}', defaults);
    expect(read).toEqual({ ...defaults, theme: 'dark', animation: 0 });
  });

  it('survive unreadable storage', () => {
    expect(readSettings('{', defaults)).toEqual(defaults);
    expect(readSettings('null', defaults)).toEqual(defaults);
    expect(readSettings(null, defaults)).toEqual(defaults);
  });
});
