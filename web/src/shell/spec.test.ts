import { describe, expect, it } from 'vitest';
import { readSpec, writeSpec } from './spec';

const options = [
  { name: 'size', default: 15, choices: [9, 15], title: { en: '', zh: '' } },
  { name: 'rule', default: 'freestyle', choices: ['freestyle', 'renju'], title: { en: '', zh: '' } },
];

describe('game specs', () => {
  it('are read into a name and options', () => {
    expect(readSpec('gomoku(size=15, rule=renju)')).toEqual({
      name: 'gomoku',
      options: { size: '15', rule: 'renju' },
    });
    expect(readSpec('xiangqi')).toEqual({ name: 'xiangqi', options: {} });
  });

  it('are written without defaults, options in their order', () => {
    expect(writeSpec({ name: 'gomoku', options: { rule: 'renju', size: '9' } }, options)).toBe(
      'gomoku(size=9,rule=renju)',
    );
    expect(writeSpec({ name: 'gomoku', options: { size: '15' } }, options)).toBe('gomoku');
  });
});
