// A move of the tree as people write it.
import { t } from '../../i18n/index.svelte';
import { play } from '../game/play_settings.svelte';
import { writeMove } from '../game/xiangqi_notation';
import type { StudyModel } from './model.svelte';
import { nodeOf } from './tree';

/** The text of the move that leads to a node. */
export function moveText(model: StudyModel, id: number): string {
  const { move, parent } = nodeOf(model.tree, id);
  const before = parent === null ? undefined : model.positionOf(parent);
  return written(model, move, before?.board);
}

/** Moves that follow each other from the position on the board, as far as they can be written without its rules. */
export function lineText(model: StudyModel, moves: readonly string[]): string {
  if (model.shape.skin !== 'xiangqi') return moves.map((move) => written(model, move, undefined)).join(' ');
  const board = [...model.position.board];
  const texts = moves.map((move) => {
    const text = writeMove(board, move, play.notation);
    const [from, to] = [cell(move, 0), cell(move, 2)];
    board[to] = board[from] ?? '';
    board[from] = '';
    return text;
  });
  return texts.join(' ');
}

function written(model: StudyModel, move: string, board: readonly string[] | undefined): string {
  if (move === 'pass') return t('study.pass');
  if (model.shape.skin === 'xiangqi' && board) return writeMove(board, move, play.notation);
  const hops = move.split(':');
  if (hops[0] === 'out') return t('event.removed', { name: model.nameOf(Number(hops[1])) });
  return hops.length > 1 ? `${hops[0]}→${hops.at(-1)}` : move;
}

function cell(move: string, at: number): number {
  return (9 - Number(move[at + 1])) * 9 + move.charCodeAt(at) - 97;
}
