// Game specs such as `gomoku(size=15,rule=renju)`: read into a name and options, and written without defaults.
import type { OptionView } from '../wire.gen';

export interface GameSpec {
  name: string;
  options: Readonly<Record<string, string>>;
}

/** The parts of a spec. */
export function readSpec(text: string): GameSpec {
  const [, name = text, inner = ''] = /^([^(]*)\((.*)\)$/.exec(text) ?? [];
  const pairs = inner
    .split(',')
    .map((part) => part.split('='))
    .filter(([key]) => key);
  return {
    name,
    options: Object.fromEntries(pairs.map(([key = '', value = '']) => [key.trim(), value.trim()])),
  };
}

/** The spec of a game with options; those at their default are left out. */
export function writeSpec({ name, options }: GameSpec, known: readonly OptionView[]): string {
  const said = known
    .filter((option) => {
      const value = options[option.name];
      return value !== undefined && value !== String(option.default);
    })
    .map((option) => `${option.name}=${options[option.name]}`);
  return said.length > 0 ? `${name}(${said.join(',')})` : name;
}
