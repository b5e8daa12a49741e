// What a screen reader says about a point of a board.
import type { CellFacts, Config, SkinName } from '../board';
import { type Language, say } from '../i18n/index.svelte';

/** A label function for boards with this skin: "e5, black stone, last move". */
export function cellLabel(skin: SkinName, tag: Language): Config['label'] {
  const comma = tag === 'en' ? ', ' : '，';
  return (cell, facts) =>
    [cell.label, pieceWords(skin, facts.code, tag), ...stateWords(facts, tag)].join(comma);
}

/** The name of a piece by its code. */
export function pieceWords(skin: SkinName, code: string, tag: Language): string {
  if (code === '') return say(tag, 'board.empty');
  if (skin === 'xiangqi') return xiangqiWords(code, tag);
  if (skin === 'chinese_checkers') return say(tag, 'board.marble', { camp: code });
  if (code === 'x') return say(tag, skin === 'reversi' ? 'board.black_disc' : 'board.black');
  if (code === 'o') return say(tag, skin === 'reversi' ? 'board.white_disc' : 'board.white');
  return say(tag, 'board.piece', { code });
}

const XIANGQI = ['k', 'a', 'b', 'r', 'n', 'c', 'p'] as const;

function xiangqiWords(code: string, tag: Language): string {
  const name = XIANGQI.find((letter) => letter === code.toLowerCase());
  if (!name) return say(tag, 'board.piece', { code });
  return say(tag, `xiangqi.${code === code.toUpperCase() ? 'red' : 'black'}.${name}`);
}

function stateWords(facts: CellFacts, tag: Language): string[] {
  const words: string[] = [];
  if (facts.isSelected) words.push(say(tag, 'board.selected'));
  if (facts.isLast) words.push(say(tag, 'board.last'));
  if (facts.isInCheck) words.push(say(tag, 'board.check'));
  if (facts.isDestination) words.push(say(tag, 'board.legal'));
  if (facts.isPending) words.push(say(tag, 'board.sending'));
  if (facts.isKept) words.push(say(tag, 'board.kept'));
  if (facts.forbidden !== '') words.push(facts.forbidden);
  return words;
}
