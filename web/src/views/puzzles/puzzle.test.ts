import { expect, it } from 'vitest';
import { mixed, type Puzzle } from './puzzle';

const puzzle = (id: string, game: string): Puzzle => ({
  id,
  game,
  start: '',
  to_move: 0,
  goal: { en: '', zh: '' },
});

it('puzzles of several games come in turn, each game in its order', () => {
  const list = [puzzle('a', 'nogo'), puzzle('b', 'nogo'), puzzle('c', 'nogo'), puzzle('d', 'xiangqi')];
  expect(mixed(list).map(({ id }) => id)).toEqual(['a', 'd', 'b', 'c']);
  expect(mixed([])).toEqual([]);
});
