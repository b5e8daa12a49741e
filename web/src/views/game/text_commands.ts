// The text board: a line typed, an answer in words. For players who hear the board, and for quick fingers.
import { language, t } from '../../i18n/index.svelte';
import { clockFace, readClock } from '../../net';
import { pieceWords } from '../../shell/cell_label';
import { connection } from '../../shell/session.svelte';
import type { MoveView } from '../../wire.gen';
import type { GameModel } from './model.svelte';
import { moveTexts } from './move_texts';
import { play } from './play_settings.svelte';

/** An answer to read out, or a move to play. */
export type Reply = { words: string } | { move: MoveView };

const WORDS: Record<string, (model: GameModel, rest: string) => string> = {
  help: () => t('command.help'),
  board: boardWords,
  last: lastWords,
  clock: clockWords,
  moves: movesWords,
  turn: turnWords,
};
const ALIASES: Record<string, string> = {
  帮助: 'help',
  '?': 'help',
  棋盘: 'board',
  上一着: 'last',
  时钟: 'clock',
  着法: 'moves',
  轮到谁: 'turn',
};

/** What a typed line means: a command, else a move. */
export function readLine(model: GameModel, line: string): Reply {
  const [head = '', ...rest] = line.trim().split(/\s+/);
  const command = WORDS[ALIASES[head] ?? head.toLowerCase()];
  if (command) return { words: command(model, rest.join(' ')) };
  const move = findMove(model, line.trim());
  return move ? { move } : { words: t('command.unknown', { text: line.trim().slice(0, 40) }) };
}

/** The legal move that a text means: its own text, its words, or (in Xiangqi) any notation. */
function findMove(model: GameModel, text: string): MoveView | undefined {
  if (!model.isMyTurn) return undefined;
  const wanted = text.toLowerCase().replaceAll(/[\s-]+(?=[a-z]\d)/g, '');
  return (model.room.position?.legal ?? []).find(
    (move) =>
      move.text.toLowerCase() === wanted ||
      move.text === text ||
      move.words?.en.toLowerCase() === wanted ||
      move.words?.zh === text,
  );
}

/** The pieces on the board, row by row from the top. */
function boardWords(model: GameModel): string {
  const rows = new Map<number, string[]>();
  const cells = [...model.shape.cells].sort((a, b) => a.y - b.y || a.x - b.x);
  for (const { id, label, y } of cells) {
    const code = model.shown.board[id] ?? '';
    if (code === '') continue;
    const piece = pieceWords(model.shape.skin, code, language());
    rows.set(y, [...(rows.get(y) ?? []), `${label} ${piece}`]);
  }
  return rows.size === 0
    ? t('command.empty')
    : [...rows.values()].map((row) => row.join(t('list.separator'))).join('\n');
}

function lastWords(model: GameModel): string {
  const last = model.room.moves.at(-1);
  const text = moveTexts(model, play.notation).at(-1);
  if (!last || !text) return t('game.no_moves');
  return t('event.moved', { name: model.nameOf(last.seat), move: text });
}

function clockWords(model: GameModel): string {
  const { settings, clock, seats } = model.room;
  const lines = seats.flatMap((_, seat) => {
    const reading = readClock(settings.clock, clock, seat, connection.time.now());
    return reading ? [`${model.nameOf(seat)}: ${clockFace(reading.ms)}`] : [];
  });
  return lines.length > 0 ? lines.join('\n') : t('clock.words.none');
}

function movesWords(model: GameModel, from: string): string {
  const cell = model.shape.cells.find(({ label }) => label.toLowerCase() === from.toLowerCase())?.id;
  const legal = (model.room.position?.legal ?? []).filter(
    (move) => from === '' || (cell !== undefined && move.cells?.includes(cell)),
  );
  return legal.length > 0 ? legal.map(({ text }) => text).join(t('list.separator')) : t('command.no_moves');
}

function turnWords(model: GameModel): string {
  return model.isMyTurn
    ? t('event.your_turn')
    : t('event.turn', { name: model.nameOf(model.room.position?.to_move ?? 0) });
}
