import { beforeEach, describe, expect, it } from 'vitest';
import type { RoomCard } from '../../wire.gen';
import { clockWords, roomSentence, valueWords } from '../room/room_words';
import { firstChoice, keepChoice, lastChoice } from '../start/last_choice';
import { changeSettings } from '../../shell/settings.svelte';
import { withCard, withRooms } from './room_list';

const card = (room: string, ply = 0, phase = 'open'): RoomCard => ({
  room,
  settings: { game: 'reversi' },
  host: null,
  phase,
  seats: [],
  ply,
});

const shown = (rooms: readonly RoomCard[]): string[] => rooms.map(({ room, phase }) => `${room} ${phase}`);

describe('the list of rooms', () => {
  it('changes a room in its place, puts new ones last and drops those that wait no more', () => {
    const rooms = [card('A'), card('B')];
    expect(withCard(rooms, 'B', card('B', 5)).map(({ room, ply }) => [room, ply])).toEqual([
      ['A', 0],
      ['B', 5],
    ]);
    expect(shown(withCard(rooms, 'C', card('C')))).toEqual(['A open', 'B open', 'C open']);
    expect(shown(withCard(rooms, 'A', null))).toEqual(['B open']);
  });

  it('keeps a game that has ended where it is until another one takes its place', () => {
    const rooms = [card('A', 9, 'playing'), card('B', 3, 'playing')];
    const ended = withCard(rooms, 'A', null);
    expect(shown(ended)).toEqual(['A finished', 'B playing']);
    expect(ended[0]?.ply).toBe(9);
    expect(shown(withCard(ended, 'C', card('C', 0, 'playing')))).toEqual(['C playing', 'B playing']);
    expect(shown(withCard(ended, 'C', card('C')))).toEqual(['A finished', 'B playing', 'C open']);
    const other = { ...card('D', 0, 'playing'), settings: { game: 'nogo' } };
    expect(shown(withCard(ended, 'D', other))).toEqual(['A finished', 'B playing', 'D playing']);
    expect(shown(withCard(ended, 'A', card('A', 0, 'playing')))).toEqual(['A playing', 'B playing']);
  });

  it('moves nothing when the whole list is told anew', () => {
    const rooms = [card('A', 9, 'playing'), card('B', 3, 'playing'), card('C')];
    const told = [card('D'), card('E', 0, 'playing'), card('B', 4, 'playing')];
    expect(shown(withRooms(rooms, told))).toEqual(['E playing', 'B playing', 'D open']);
    expect(shown(withRooms(rooms, [card('B', 4, 'playing')]))).toEqual(['A finished', 'B playing']);
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
