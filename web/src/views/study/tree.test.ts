import { describe, expect, it } from 'vitest';
import { readRecord, type RecordJson } from './record';
import {
  emptyTree,
  isMainline,
  lineThrough,
  movesTo,
  nodeOf,
  playMove,
  plyOf,
  promoted,
  recordOfTree,
  ROOT,
  treeOf,
  trunkOf,
  withComment,
  without,
} from './tree';

const RECORD: RecordJson = {
  duiyi_record: 1,
  game: 'reversi',
  header: { names: ['A', 'B'] },
  comment: 'a short game',
  moves: [
    { move: 'f5', seconds: 2.5 },
    {
      move: 'd6',
      comment: 'usual',
      variations: [[{ move: 'f6' }, { move: 'e6', marks: ['!'] }], [{ move: 'f4' }]],
    },
    { move: 'c3' },
  ],
};

describe('a tree of moves', () => {
  it('gives back the record it was made of', () => {
    expect(recordOfTree(treeOf(RECORD))).toEqual(RECORD);
  });

  it('follows first children to the end of a line', () => {
    const tree = treeOf(RECORD);
    const line = lineThrough(tree, ROOT);
    expect(line.map((id) => nodeOf(tree, id).move)).toEqual(['', 'f5', 'd6', 'c3']);
    const branch = tree.nodes.find((node) => node?.move === 'f6');
    expect(lineThrough(tree, branch?.id ?? -1).map((id) => nodeOf(tree, id).move)).toEqual([
      '',
      'f5',
      'f6',
      'e6',
    ]);
  });

  it('branches at any ply and comes back', () => {
    const tree = treeOf(RECORD);
    const second = lineThrough(tree, ROOT)[2] ?? -1;
    const { tree: grown, id } = playMove(tree, second, 'd3');
    expect(movesTo(grown, id)).toEqual(['f5', 'd6', 'd3']);
    expect(isMainline(grown, id)).toBe(false);
    expect(trunkOf(grown, id)).toBe(second);
    expect(plyOf(grown, id)).toBe(3);
    expect(isMainline(grown, second)).toBe(true);
    expect(recordOfTree(tree)).toEqual(RECORD);
  });

  it('plays a known move without a new branch', () => {
    const tree = treeOf(RECORD);
    const again = playMove(tree, ROOT, 'f5');
    expect(again.tree).toBe(tree);
    expect(again.id).toBe(1);
  });

  it('removes a branch with all that follows, and never the root', () => {
    const tree = treeOf(RECORD);
    const branch = tree.nodes.find((node) => node?.move === 'f6')?.id ?? -1;
    const cut = without(tree, branch);
    expect(recordOfTree(cut).moves?.[1]?.variations).toEqual([[{ move: 'f4' }]]);
    expect(cut.nodes.filter((node) => node === undefined)).toHaveLength(2);
    expect(without(tree, ROOT)).toBe(tree);
    expect(() => nodeOf(cut, branch)).toThrow(`the tree has no node ${branch}`);
  });

  it('makes a branch the main line', () => {
    const tree = treeOf(RECORD);
    const branch = tree.nodes.find((node) => node?.move === 'e6')?.id ?? -1;
    const record = recordOfTree(promoted(tree, branch));
    expect(record.moves?.map(({ move }) => move)).toEqual(['f5', 'f6', 'e6']);
    expect(record.moves?.[1]?.variations?.[0]?.map(({ move }) => move)).toEqual(['d6', 'c3']);
  });

  it('keeps comments', () => {
    const { tree, id } = playMove(emptyTree('reversi', 'a start'), ROOT, 'f5');
    const record = recordOfTree(withComment(withComment(tree, id, 'good'), ROOT, 'whole'));
    expect(record).toEqual({
      duiyi_record: 1,
      game: 'reversi',
      start: 'a start',
      comment: 'whole',
      moves: [{ move: 'f5', comment: 'good' }],
    });
  });

  it('is not troubled by long games', () => {
    const moves = Array.from({ length: 5000 }, (_, index) => ({ move: `m${index}` }));
    const tree = treeOf({ duiyi_record: 1, game: 'x', moves });
    expect(lineThrough(tree, ROOT)).toHaveLength(5001);
    expect(recordOfTree(tree).moves).toHaveLength(5000);
  });
});

describe('Duiyi JSON', () => {
  it('is told from other texts', () => {
    expect(readRecord(JSON.stringify(RECORD))).toEqual(RECORD);
    expect(readRecord('(;GM[2])')).toBeNull();
    expect(readRecord('null')).toBeNull();
    expect(readRecord('{"game":"reversi"}')).toBeNull();
  });
});
