// A game with its variations as a tree of moves. Values are never changed: every edit gives a new tree.
import type { RecordJson, RecordNote, RecordStep } from './record';

export interface TreeNode {
  /** Its place in `Tree.nodes`; it never changes while the tree is edited. */
  id: number;
  parent: number | null;
  /** The move that leads here; '' for the root. */
  move: string;
  /** The first child goes on with the line, the others are variations. */
  children: readonly number[];
  comment: string;
  /** Verdicts such as `!` or `?!`. */
  marks: readonly string[];
  notes: readonly RecordNote[];
  /** What else a file said about the move. */
  rest: Pick<RecordStep, 'path' | 'seconds' | 'clock'>;
}

export interface Tree {
  /** A removed node leaves a gap, so that ids stay what they are. */
  nodes: readonly (TreeNode | undefined)[];
  /** Game, start, header and outcome of the record. */
  frame: Omit<RecordJson, 'moves' | 'comment' | 'notes'>;
}

export const ROOT = 0;

export function emptyTree(game: string, start: string | null = null): Tree {
  const frame = { duiyi_record: 1 as const, game };
  return { nodes: [newNode(ROOT, null, { move: '' })], frame: start === null ? frame : { ...frame, start } };
}

export function treeOf(record: RecordJson): Tree {
  const { moves = [], comment = '', notes = [], ...frame } = record;
  const nodes: TreeNode[] = [{ ...newNode(ROOT, null, { move: '' }), comment, notes }];
  grow(nodes, ROOT, moves);
  return { nodes, frame };
}

export function recordOfTree(tree: Tree): RecordJson {
  const root = nodeOf(tree, ROOT);
  const record: RecordJson = { ...tree.frame, moves: steps(tree, ROOT) };
  if (root.comment !== '') record.comment = root.comment;
  if (root.notes.length > 0) record.notes = [...root.notes];
  return record;
}

export function nodeOf(tree: Tree, id: number): TreeNode {
  const node = tree.nodes[id];
  if (!node) throw new Error(`the tree has no node ${id}`);
  return node;
}

/** The nodes from the root to a node, both included. */
export function pathTo(tree: Tree, id: number): number[] {
  const path: number[] = [];
  for (let at: number | null = id; at !== null; at = nodeOf(tree, at).parent) path.push(at);
  return path.reverse();
}

/** The line that leads through a node and goes on with first children to its end. */
export function lineThrough(tree: Tree, id: number): number[] {
  const line = pathTo(tree, id);
  for (let next = nodeOf(tree, id).children[0]; next !== undefined; next = nodeOf(tree, next).children[0])
    line.push(next);
  return line;
}

/** The moves that lead to a node. */
export function movesTo(tree: Tree, id: number): string[] {
  return pathTo(tree, id)
    .slice(1)
    .map((node) => nodeOf(tree, node).move);
}

export function plyOf(tree: Tree, id: number): number {
  return pathTo(tree, id).length - 1;
}

/** Is the node on the line that was played, or on a branch? */
export function isMainline(tree: Tree, id: number): boolean {
  return pathTo(tree, id).every((node) => {
    const { parent } = nodeOf(tree, node);
    return parent === null || nodeOf(tree, parent).children[0] === node;
  });
}

/** The last node of the main line that a branch set out from; the node itself on the main line. */
export function trunkOf(tree: Tree, id: number): number {
  return pathTo(tree, id)
    .filter((node) => isMainline(tree, node))
    .at(-1) as number;
}

/** Plays a move after a node: goes to the child that has it already, or makes a new one. */
export function playMove(tree: Tree, parent: number, move: string): { tree: Tree; id: number } {
  const known = nodeOf(tree, parent).children.find((child) => nodeOf(tree, child).move === move);
  if (known !== undefined) return { tree, id: known };
  const id = tree.nodes.length;
  const grown = withNode(tree, parent, ({ children }) => ({ children: [...children, id] }));
  return { tree: { ...grown, nodes: [...grown.nodes, newNode(id, parent, { move })] }, id };
}

export function withComment(tree: Tree, id: number, comment: string): Tree {
  return withNode(tree, id, () => ({ comment }));
}

export function withNotes(tree: Tree, id: number, notes: readonly RecordNote[]): Tree {
  return withNode(tree, id, () => ({ notes }));
}

/** The tree without a node and all that follows it. The root stays. */
export function without(tree: Tree, id: number): Tree {
  const { parent } = nodeOf(tree, id);
  if (parent === null) return tree;
  const gone = new Set(below(tree, id));
  const cut = withNode(tree, parent, ({ children }) => ({
    children: children.filter((child) => child !== id),
  }));
  return { ...cut, nodes: cut.nodes.map((node) => (node && gone.has(node.id) ? undefined : node)) };
}

/** Makes the line of a node the first one wherever it branches off. */
export function promoted(tree: Tree, id: number): Tree {
  let result = tree;
  for (const node of pathTo(tree, id)) {
    const { parent } = nodeOf(tree, node);
    if (parent !== null)
      result = withNode(result, parent, ({ children }) => ({
        children: [node, ...children.filter((child) => child !== node)],
      }));
  }
  return result;
}

function newNode(id: number, parent: number | null, step: RecordStep): TreeNode {
  const { move, comment = '', marks = [], notes = [], path, seconds, clock } = step;
  const rest: TreeNode['rest'] = {};
  if (path) rest.path = path;
  if (typeof seconds === 'number') rest.seconds = seconds;
  if (typeof clock === 'number') rest.clock = clock;
  return { id, parent, move, children: [], comment, marks, notes, rest };
}

function withNode(tree: Tree, id: number, change: (node: TreeNode) => Partial<TreeNode>): Tree {
  const node = nodeOf(tree, id);
  const nodes = [...tree.nodes];
  nodes[id] = { ...node, ...change(node) };
  return { ...tree, nodes };
}

function below(tree: Tree, id: number): number[] {
  return [id, ...nodeOf(tree, id).children.flatMap((child) => below(tree, child))];
}

/** Adds a line of steps after a node; only variations recurse, so long games are no danger. */
function grow(nodes: TreeNode[], parent: number, line: readonly RecordStep[]): void {
  let at = parent;
  for (const step of line) {
    const id = nodes.length;
    nodes.push(newNode(id, at, step));
    attach(nodes, at, id);
    for (const variation of step.variations ?? []) grow(nodes, at, variation);
    at = id;
  }
}

function attach(nodes: TreeNode[], parent: number, id: number): void {
  const node = nodes[parent];
  if (node) nodes[parent] = { ...node, children: [...node.children, id] };
}

function steps(tree: Tree, parent: number): RecordStep[] {
  const line: RecordStep[] = [];
  for (let at = parent; ;) {
    const [first, ...others] = nodeOf(tree, at).children;
    if (first === undefined) return line;
    const variations = others.map((other) => [stepOf(tree, other), ...steps(tree, other)]);
    line.push({ ...stepOf(tree, first), ...(variations.length > 0 ? { variations } : {}) });
    at = first;
  }
}

function stepOf(tree: Tree, id: number): RecordStep {
  const { move, comment, marks, notes, rest } = nodeOf(tree, id);
  return {
    move,
    ...rest,
    ...(comment === '' ? {} : { comment }),
    ...(marks.length === 0 ? {} : { marks: [...marks] }),
    ...(notes.length === 0 ? {} : { notes: [...notes] }),
  };
}
