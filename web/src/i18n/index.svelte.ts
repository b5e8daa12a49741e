// The language of the page. `t` reads reactive state, so a template that calls it follows the language switch.
import type { Catalogue, MessageKey, MessageValues } from './catalogue';
import en from './en';
import type { Language } from './tags';
import { fill } from './types';
import zh from './zh-CN';

export type { MessageKey } from './catalogue';
export type { Language } from './tags';

/**
 * Every language we speak: tag, its own name, its messages.
 * Adding a language is one file (it may gather parts, as ours do), one line here and its tag in tags.ts.
 */
export const LANGUAGES = {
  'zh-CN': { name: '中文', messages: zh },
  en: { name: 'English', messages: en },
} as const satisfies Record<Language, { name: string; messages: Catalogue }>;

let current = $state<Language>('zh-CN');

/** The language in use. */
export function language(): Language {
  return current;
}

/** Changes the language of every text on the page. */
export function setLanguage(next: Language): void {
  current = next;
}

/** The text of a key in the language in use, its holes filled. */
export function t<K extends MessageKey>(key: K, ...values: MessageValues<K>): string {
  return say(current, key, ...values);
}

/** The text of a key in a language named by the caller, for names shown in both scripts at once. */
export function say<K extends MessageKey>(tag: Language, key: K, ...values: MessageValues<K>): string {
  const given = (values as readonly unknown[])[0] as Record<string, string | number> | undefined;
  return fill(LANGUAGES[tag].messages[key], given ?? {}, tag);
}
