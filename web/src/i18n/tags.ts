// The languages we speak, without their messages: what is shown before those are here needs no more.
export const TAGS = ['zh-CN', 'en'] as const;

export type Language = (typeof TAGS)[number];

/** The first of the wanted tags (`navigator.languages`) that we speak, else Chinese. */
export function preferredLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const stem = tag.toLowerCase().split('-')[0];
    const match = TAGS.find((known) => known.toLowerCase().split('-')[0] === stem);
    if (match) return match;
  }
  return 'zh-CN';
}
