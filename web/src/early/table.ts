// The board of a table, drawn by the widget that the view of the room goes on with.
import { createBoard, readShape } from '../board';
import { leaveBoard } from '../shell/early';
import { darkQuery, type Settings } from '../shell/stored_settings';
import { boardSides } from '../views/game/facts';
import { lastMoveOf } from '../views/game/marks';
import type { GameDetail, Snapshot } from '../wire.gen';
import { lay } from './lay';

/** Draws the board of a room in which a game is on or over, once the room and its game are told; says whether it did. */
export async function drawTable(
  askedRoom: Promise<Response>,
  askedGame: Promise<Response>,
  settings: Settings,
): Promise<boolean> {
  const [state, detail] = await Promise.all([answer<Snapshot>(askedRoom), answer<GameDetail>(askedGame)]);
  if (!state?.position || !detail || state.phase === 'open' || detail.spec !== state.settings.game)
    return false;
  const shape = readShape(detail.shape);
  const { position } = state;
  const early = lay(
    '<div class="table-page"><div class="bar-place"></div><div class="centre">' +
      '<div class="board-area"><div class="board-holder"></div></div></div></div>',
  );
  // Many seats are shown as chips, three in a row.
  if (state.seats.length > 2 || shape.skin === 'chinese_checkers')
    early.style.setProperty(
      '--bar',
      `${4 + (hasClock(state) ? 76 : 52) * Math.ceil(state.seats.length / 3)}px`,
    );
  const holder = early.querySelector<HTMLElement>('.board-holder');
  if (!holder) return false;
  const { material, glyphs, palette, coordinates } = settings;
  const isDark = settings.theme === 'system' ? darkQuery.matches : settings.theme === 'dark';
  const board = createBoard(holder, {
    shape,
    content: position.board,
    lastMove: lastMoveOf(position),
    isInteractive: false,
    // The grain takes a slow device longer than the view, which asks for it.
    showsGrain: false,
    theme: isDark ? 'dark' : 'light',
    showsCoordinates: coordinates,
    ...boardSides(shape, detail.initial.board, state.you?.seats ?? [], position.to_move),
    ...{ material, glyphs, palette },
  });
  const root = holder.firstElementChild as HTMLElement;
  const [width = 1, height = 1] = root.style.aspectRatio.split('/').map(Number);
  holder.style.setProperty('--ratio', String(width / height));
  leaveBoard({ room: state.room, board, root });
  return true;
}

/** Chips are higher with a clock. */
function hasClock({ settings: { clock } }: Snapshot): boolean {
  return clock !== undefined && clock.kind !== 'none';
}

async function answer<T>(asked: Promise<Response>): Promise<T | null> {
  const response = await asked;
  return response.ok ? ((await response.json()) as T) : null;
}
