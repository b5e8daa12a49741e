// Messages are plain text with {name} holes; {count:move|moves} picks a word by the plural rule of the language.

type HoleName<H extends string> = H extends `${infer Name}:${string}` ? Name : H;

/** The names of the holes of a message: `'{a} of {b}'` gives `'a' | 'b'`. */
export type Holes<Text extends string> = Text extends `${string}{${infer Hole}}${infer Rest}`
  ? HoleName<Hole> | Holes<Rest>
  : never;

/** The last arguments of `t`: nothing when the message has no holes, else a value for each hole. */
export type Values<Text extends string> = [Holes<Text>] extends [never]
  ? []
  : [values: Record<Holes<Text>, string | number>];

/** Fills the holes of a message. Throws when a value is missing: an unfilled hole is a programming error. */
export function fill(
  text: string,
  values: Readonly<Record<string, string | number>>,
  language: string,
): string {
  return text.replace(/\{([^}:]+)(?::([^}]*))?\}/g, (_, name: string, words: string | undefined) => {
    const value = values[name];
    if (value === undefined) throw new Error(`the message '${text}' needs a value for '${name}'`);
    if (words === undefined) return String(value);
    const [one = '', other = one] = words.split('|');
    return new Intl.PluralRules(language).select(Number(value)) === 'one' ? one : other;
  });
}
