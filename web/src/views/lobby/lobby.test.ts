import { beforeEach, describe, expect, it } from 'vitest';
import type { RoomCard } from '../../wire.gen';
import { clockWords, roomSentence, valueWords } from '../room/room_words';
import { firstChoice, keepChoice, lastChoice } from '../start/last_choice';
import { changeSettings } from '../../shell/settings.svelte';
import { withCard } from './lobby_state.svelte';

const card = (room: string, ply = 0): RoomCard => ({
  room,
  settings: { game: 'reversi' },
  host: null,
  phase: 'open',
  seats: [],
  ply,
});

describe('the list of rooms', () => {
  it('changes a room in its place, puts new ones first and drops those that are gone', () => {
    const rooms = [card('A'), card('B')];
    expect(withCard(rooms, 'B', card('B', 5)).map(({ room, ply }) => [room, ply])).toEqual([
      ['A', 0],
      ['B', 5],
    ]);
    expect(withCard(rooms, 'C', card('C'))[0]?.room).toBe('C');
    expect(withCard(rooms, 'A', null).map(({ room }) => room)).toEqual(['B']);
  });
});

describe('rules in words', () => {
  it('say clock, options and manners in one sentence', () => {
    changeSettings({ language: 'en' });
    const clock = { kind: 'fischer', seconds: 300, increment: 3 } as const;
    expect(roomSentence({ game: 'gomoku(size=9,rule=renju)', clock, rated: true })).toBe(
      '9×9, Renju, 5 min and 3 s per move, rated, takebacks by consent',
    );
    expect(clockWords({ kind: 'byoyomi', seconds: 600, period: 30 })).toBe('10 min, then 3 periods of 30 s');
    expect(valueWords('unheard_of')).toBe('unheard_of');
  });
});

describe('the last choice', () => {
  beforeEach(() => localStorage.clear());

  it('comes back, and nonsense does not', () => {
    expect(lastChoice()).toBeNull();
    keepChoice({ game: 'nogo', level: 7, side: 'second' });
    expect(lastChoice()).toEqual({ game: 'nogo', level: 7, side: 'second' });
    expect(firstChoice('xiangqi')).toEqual({ game: 'xiangqi', level: 7, side: 'second' });
    localStorage.setItem('duiyi.last', '{"game":"nogo","level":99,"side":"up"}');
    expect(lastChoice()).toEqual({ game: 'nogo', level: 12, side: 'first' });
    localStorage.setItem('duiyi.last', '{');
    expect(lastChoice()).toBeNull();
  });
});
