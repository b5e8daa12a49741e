import { describe, expect, it } from 'vitest';
import { EVERYTHING, queryOf } from './search';

describe('a search of the library', () => {
  it('asks for nothing but what is wanted', () => {
    expect(queryOf(EVERYTHING)).toBe('');
    expect(queryOf({ ...EVERYTHING, game: 'nogo', isRated: true }, '17-x')).toBe(
      'game=nogo&rated=true&before=17-x',
    );
  });

  it('leaves out what would mean nothing', () => {
    expect(queryOf({ ...EVERYTHING, result: 'win' })).toBe('');
    expect(queryOf({ ...EVERYTHING, result: 'win', player: 'Ann' })).toBe('player=Ann&result=win');
    expect(queryOf({ ...EVERYTHING, position: '8/8 x' })).toBe('');
    expect(queryOf({ ...EVERYTHING, position: '8/8 x', game: 'reversi' })).toBe(
      'game=reversi&position=8%2F8+x',
    );
  });
});
