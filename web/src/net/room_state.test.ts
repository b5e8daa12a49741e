import { describe, expect, it } from 'vitest';
import type { PositionView, RoomEvent, Seat, Snapshot } from '../wire.gen';
import { clockFace, nextTick, readClock } from './clock';
import { fold, fromSnapshot, isFree, isPlayedByEngine, lineOf, type RoomState, seatsOf } from './room_state';

const ann = { id: 'u1', name: 'Ann' };
const position = (ply: number, extra: Partial<PositionView> = {}): PositionView => ({
  text: `p${ply}`,
  to_move: ply % 2,
  ply,
  board: [],
  legal: [
    { text: 'f5', cells: [37] },
    { text: 'pass', words: { en: 'Pass', zh: '停一手' } },
  ],
  ...extra,
});
const opened: Snapshot = {
  t: 'snapshot',
  room: 'R',
  seq: 3,
  now: 0,
  phase: 'open',
  settings: { game: 'reversi' },
  host: ann,
  seats: [{ owner: ann, online: true }, {}],
};
const start = fromSnapshot(opened);

type Body<E> = E extends RoomEvent ? Omit<E, 'room' | 'seq' | 'at'> : never;

/** The room after some events, numbered on from its own. */
function after(state: RoomState, ...events: Body<RoomEvent>[]): RoomState {
  return events.reduce((room, event) => {
    const next = fold(room, { ...event, room: 'R', seq: room.seq + 1, at: 0 } as RoomEvent);
    if (typeof next === 'string') throw new Error(next);
    return next;
  }, state);
}

const started: Body<RoomEvent> = {
  t: 'started',
  round: 1,
  turn: 1,
  seats: [{ owner: ann, online: true }, { controller: { kind: 'ai', engine: 'greedy' } }],
  start: 'p0',
  position: position(0),
};
const moved = (ply: number, move = 'f5'): Body<RoomEvent> => ({
  t: 'moved',
  seat: (ply - 1) % 2,
  ply,
  turn: ply + 1,
  move,
  spent: 10,
  position: position(ply),
});

describe('folding', () => {
  it('ignores what is old and stops at a gap', () => {
    expect(fold(start, { t: 'skip', room: 'R', seq: 3 })).toBe('old');
    expect(fold(start, { t: 'skip', room: 'R', seq: 5 })).toBe('gap');
    expect(fold(start, { t: 'skip', room: 'R', seq: 4 })).toEqual({ ...start, seq: 4 });
  });

  it('plays a game from its start to its end', () => {
    const playing = after(start, started, moved(1), moved(2, 'pass'));
    expect(playing.phase).toBe('playing');
    expect(playing.moves.map(({ text }) => text)).toEqual(['f5', 'pass']);
    expect(playing.moves[1]?.words?.en).toBe('Pass');
    expect(playing.turn).toBe(3);
    const outcome = { scores: [1, 0], reason: 'resign', words: { en: 'won', zh: '胜' } };
    const ended = after(playing, { t: 'finished', round: 1, turn: 4, outcome, settlement: [], record: 'r9' });
    expect(ended).toMatchObject({ phase: 'finished', outcome, record: 'r9' });
    expect(ended.position?.legal).toEqual([]);
    const again = after(ended, { ...started, round: 2, turn: 5 } as Body<RoomEvent>);
    expect(again).toMatchObject({ phase: 'playing', outcome: null, moves: [], round: 2 });
  });

  it('goes back to an earlier ply', () => {
    const back = after(start, started, moved(1), moved(2), {
      t: 'taken_back',
      ply: 0,
      turn: 4,
      position: position(0),
    });
    expect(back.moves).toEqual([]);
    expect(back.position?.ply).toBe(0);
    expect(back.turn).toBe(4);
  });

  it('takes a seat out of a game that goes on', () => {
    const rest = after(start, started, moved(1), {
      t: 'removed',
      seat: 1,
      ply: 1,
      turn: 3,
      reason: 'time',
      position: position(1),
    });
    expect(rest.removed).toEqual([1]);
    expect(rest.moves).toHaveLength(1);
    expect(rest.outs).toEqual([[1, 1]]);
    expect(after(rest, { ...started, round: 2, turn: 4 } as Body<RoomEvent>).outs).toEqual([]);
  });

  it('writes the departures of a snapshot before the move that came next', () => {
    const room = fromSnapshot({
      ...opened,
      phase: 'playing',
      moves: ['a', 'b', 'c'].map((text, seat) => ({ seat, text, spent: 0 })),
      removed: [2, 3, 4],
      outs: [
        [0, 4],
        [2, 3],
        [3, 2],
      ],
    });
    const { texts, places } = lineOf(room);
    expect(texts).toEqual(['out:4', 'a', 'b', 'out:3', 'c', 'out:2']);
    expect(places).toEqual([1, 2, 4, 6]);
  });

  it('knows who sits where and who plays', () => {
    const handed: Seat = { owner: ann, controller: { kind: 'ai', engine: 'greedy' }, epoch: 3 };
    const room = after(start, started, { t: 'seat', seat: 0, state: handed, cause: 'handed_over' });
    expect(seatsOf(room, 'u1')).toEqual([0]);
    expect(seatsOf(room, null)).toEqual([]);
    expect(isPlayedByEngine(room.seats[0])).toBe(true);
    expect(room.assisted).toBe(true);
    expect(isFree({})).toBe(true);
    expect(isFree(handed)).toBe(false);
  });

  it('keeps people at the table when the settings change', () => {
    const room = after(start, { t: 'configured', settings: { game: 'chinese_checkers(seats=3)' }, seats: 3 });
    expect(room.seats).toHaveLength(3);
    expect(seatsOf(room, 'u1')).toEqual([0]);
    expect(room.position).toBeNull();
  });

  it('replaces offers by kind and drops those that are gone', () => {
    const offer = { kind: 'draw', seat: 0, agreed: [0] } as const;
    const asked = after(start, started, { t: 'offer', kind: 'draw', offer: { ...offer, agreed: [0] } });
    expect(asked.offers).toHaveLength(1);
    expect(after(asked, { t: 'offer', kind: 'draw', declined_by: 1 }).offers).toEqual([]);
  });

  it('keeps moves for later until they are played', () => {
    const kept = after(start, started, { t: 'premove', seat: 0, move: 'e3' });
    expect(kept.premoves).toEqual({ 0: 'e3' });
    expect(after(kept, moved(1)).premoves).toEqual({});
  });

  it('marks everybody as away after a restart, and pauses', () => {
    const away = after(start, started, { t: 'restarted' }, { t: 'paused' });
    expect(away.seats[0]?.online).toBe(false);
    expect(away.phase).toBe('paused');
    expect(after(away, { t: 'resumed' }, { t: 'closed' }).phase).toBe('closed');
  });
});

describe('clocks', () => {
  const clock = { remaining: [65_000, 9_340], running: 1, since: 1000 };

  it('count down only where they run', () => {
    const rules = { kind: 'sudden_death', seconds: 300 } as const;
    expect(readClock(rules, clock, 0, 3000)).toMatchObject({ ms: 65_000, isRunning: false });
    expect(readClock(rules, clock, 1, 3000)).toMatchObject({ ms: 7340, isRunning: true });
    expect(readClock(rules, clock, 1, 99_000)?.ms).toBe(0);
    expect(readClock({ kind: 'none' }, clock, 1, 0)).toBeNull();
  });

  it('eat byo-yomi periods one by one', () => {
    const rules = { kind: 'byoyomi', seconds: 60, period: 30, periods: 3 } as const;
    const state = { remaining: [5000], periods: [3], running: 0, since: 0 };
    expect(readClock(rules, state, 0, 4000)).toMatchObject({ ms: 1000, periods: 3, isInPeriods: false });
    expect(readClock(rules, state, 0, 45_000)).toMatchObject({ ms: 20_000, periods: 2, isInPeriods: true });
    expect(readClock(rules, state, 0, 200_000)).toMatchObject({ ms: 0, periods: 0 });
  });

  it('show tenths only below ten seconds', () => {
    expect(clockFace(9_340)).toBe('9.3');
    expect(clockFace(10_000)).toBe('0:10');
    expect(clockFace(65_000)).toBe('1:05');
    expect(clockFace(3_725_000)).toBe('1:02:05');
    expect(clockFace(3 * 86_400_000)).toBe('3d');
    expect(nextTick(65_250)).toBe(250);
    expect(nextTick(9_340)).toBe(40);
  });
});
