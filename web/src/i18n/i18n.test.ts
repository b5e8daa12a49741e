import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import en from './en';
import { LANGUAGES, language, say, setLanguage, t } from './index.svelte';
import { preferredLanguage } from './tags';
import { fill } from './types';

const SOURCES = path.resolve(import.meta.dirname, '..');

/** Every source file but the catalogues themselves and tests. */
function sources(): string[] {
  return readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|svelte)$/.test(file) && !/\.test\.ts$/.test(file))
    .filter((file) => !file.replaceAll('\\', '/').startsWith('i18n/'))
    .map((file) => readFileSync(path.join(SOURCES, file), 'utf8'));
}

/** The keys a source asks for: literal strings that are keys, and templates whose holes match one part of a key. */
function usedKeys(text: string, keys: readonly string[]): Set<string> {
  const used = new Set<string>();
  for (const [, literal = ''] of text.matchAll(/'([a-z_]+(?:\.[a-z0-9_]+)+)'/gi)) used.add(literal);
  for (const [, template = ''] of text.matchAll(/`([^`]*\$\{[^`]*)`/g)) {
    const pattern = template
      .split(/\$\{[^}]*\}/)
      .map((part) => part.replace(/[.*+?^$()|[\]\\]/g, '\\$&'))
      .join('[a-z0-9_]+');
    if (!/^[a-z_]/i.test(template)) continue;
    const exact = new RegExp(`^${pattern}$`, 'i');
    for (const key of keys) if (exact.test(key)) used.add(key);
  }
  return used;
}

function holes(text: string): string[] {
  return [...text.matchAll(/\{([^}:]+)/g)].map(([, name]) => name ?? '').sort();
}

describe('catalogues', () => {
  const keys = Object.keys(en);

  it('have the same keys in every language, none empty', () => {
    for (const { messages } of Object.values(LANGUAGES)) {
      expect(Object.keys(messages).sort()).toEqual([...keys].sort());
      expect(Object.values(messages).filter((text) => text.trim() === '')).toEqual([]);
    }
  });

  it('have the same holes in every language', () => {
    for (const { messages } of Object.values(LANGUAGES)) {
      for (const key of keys as (keyof typeof en)[]) {
        expect([key, ...new Set(holes(messages[key]))]).toEqual([key, ...new Set(holes(en[key]))]);
      }
    }
  });

  it('say a message in one part only', () => {
    for (const tag of Object.keys(LANGUAGES)) {
      const folder = path.join(import.meta.dirname, tag);
      const texts = readdirSync(folder).map((part) => readFileSync(path.join(folder, part), 'utf8'));
      const said = texts.flatMap((text) => [...text.matchAll(/^ {2}'([^']+)':/gm)].map(([, key]) => key));
      expect(said.filter((key, index) => said.indexOf(key) !== index)).toEqual([]);
      expect(said).toHaveLength(keys.length);
    }
  });

  it('have no key that no source uses', () => {
    const used = new Set(sources().flatMap((text) => [...usedKeys(text, keys)]));
    expect(keys.filter((key) => !used.has(key))).toEqual([]);
  });

  it('have every key that a source passes to t or say', () => {
    const asked = sources().flatMap((text) => [
      ...[...text.matchAll(/\bt\(\s*'([^']+)'/g)].map(([, key]) => key),
      ...[...text.matchAll(/\bsay\(\s*[^,]+,\s*'([^']+)'/g)].map(([, key]) => key),
    ]);
    expect(asked.filter((key) => key === undefined || !keys.includes(key))).toEqual([]);
  });

  it('are written in Chinese where the language is Chinese', () => {
    const latin = Object.entries(LANGUAGES['zh-CN'].messages).filter(
      ([, text]) => /\p{L}/u.test(text) && !/\p{Script=Han}/u.test(text),
    );
    // Names and notations that Chinese users write in Latin letters too.
    expect(latin.map(([key]) => key).filter((key) => !key.startsWith('notation.'))).toEqual([]);
  });
});

describe('t', () => {
  it('follows the language', () => {
    setLanguage('en');
    expect(t('theme.dark')).toBe('Dark');
    setLanguage('zh-CN');
    expect(t('theme.dark')).toBe('深色');
    expect(language()).toBe('zh-CN');
    expect(say('en', 'theme.dark')).toBe('Dark');
  });

  it('fills holes and picks plural words', () => {
    expect(fill('{n} {n:move|moves} by {who}', { n: 1, who: 'A' }, 'en')).toBe('1 move by A');
    expect(fill('{n} {n:move|moves} by {who}', { n: 3, who: 'A' }, 'en')).toBe('3 moves by A');
  });

  it('refuses a message with an unfilled hole', () => {
    expect(() => fill('{n} moves', {}, 'en')).toThrow("needs a value for 'n'");
  });

  it('prefers the first language of the user that we speak', () => {
    expect(preferredLanguage(['fr-FR', 'en-GB', 'zh-TW'])).toBe('en');
    expect(preferredLanguage(['zh-TW'])).toBe('zh-CN');
    expect(preferredLanguage(['fr'])).toBe('zh-CN');
  });
});
