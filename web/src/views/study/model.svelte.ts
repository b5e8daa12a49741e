// A study as the views need it: the tree, the node on the board, positions, and what engines think.
import { type LegalMove, readShape, type Shape } from '../../board';
import { newStudyId, saveStudy, withoutLegal } from '../../shell/device_store';
import { inWords } from '../../shell/http';
import { engineName, shownName } from '../../shell/names';
import { failureText, fetchPositions } from '../../shell/requests';
import type { GameDetail, LineView, MoveView, PositionView, RecordSummary } from '../../wire.gen';
import { campsOf, placedCode, turnedBy } from '../game/facts';
import type { RateSeries } from './graph';
import { entry, type Known, known, withKnown } from './known';
import type { Opened } from './opening';
import { type Review, review } from './review';
import * as trees from './tree';

/** What an engine has found at a node. */
export interface Found {
  engine: string;
  lines: readonly LineView[];
  depth: number;
  nodes: number;
  seconds: number;
  isFinal: boolean;
}

const SAVE_AFTER_MS = 500;

export class StudyModel {
  readonly detail: GameDetail;
  readonly shape: Shape;
  readonly camps: readonly string[];
  readonly summary: RecordSummary | null;
  readonly isOffline: boolean;
  id: string;
  tree = $state.raw<trees.Tree>(trees.emptyTree(''));
  current = $state(trees.ROOT);
  isEdited = $state(false);
  /** A move on its way to the server, which knows the rules. */
  pending = $state.raw<LegalMove | null>(null);
  notice = $state('');
  /** Several moves share the cells that were tapped. */
  ambiguous = $state.raw<readonly LegalMove[]>([]);
  isPlaying = $state(false);
  #turns = $state(0);
  #positions = $state.raw<Known<PositionView>>(known());
  #found = $state.raw<Known<Found>>(known());
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(opened: Opened, ply = 0) {
    this.id = opened.id;
    this.detail = opened.detail;
    this.shape = readShape(opened.detail.shape);
    this.camps = this.shape.skin === 'chinese_checkers' ? campsOf(opened.detail.initial.board) : [];
    this.summary = opened.summary;
    this.isOffline = opened.isOffline;
    this.isEdited = opened.isEdited;
    this.tree = trees.treeOf(opened.record);
    const line = trees.lineThrough(this.tree, trees.ROOT);
    this.#positions = known(line.flatMap((id, at) => entry(id, opened.positions[at])));
    this.#found = known([
      ...this.tree.nodes.flatMap((node) => (node ? entry(node.id, fromNotes(node)) : [])),
      ...opened.analyses.flatMap(({ ply: at, lines, depth = 0, nodes = 0, seconds = 0 }) =>
        entry(line[at] ?? -1, { engine: '', lines, depth, nodes, seconds, isFinal: true }),
      ),
    ]);
    this.current = line[Math.min(ply, line.length - 1)] ?? trees.ROOT;
    if (opened.id !== 'new' && opened.id !== 'shared' && !opened.isOffline) this.#saveSoon();
  }

  readonly line: readonly number[] = $derived.by(() => trees.lineThrough(this.tree, this.current));
  readonly ply: number = $derived.by(() => this.line.indexOf(this.current));
  readonly isOnMainline: boolean = $derived.by(() => trees.isMainline(this.tree, this.current));
  readonly node: trees.TreeNode = $derived.by(() => trees.nodeOf(this.tree, this.current));
  /** The position on the board; while it is fetched, the nearest one before it. */
  readonly position: PositionView = $derived.by(() => {
    for (const id of trees.pathTo(this.tree, this.current).reverse()) {
      const known = this.#positions.get(id);
      if (known) return known;
    }
    return this.detail.initial;
  });
  readonly isThere: boolean = $derived.by(() => this.#positions.has(this.current));
  /** Moves that can be tried on the board. */
  readonly moves: readonly LegalMove[] = $derived.by(() => {
    if (this.pending || !this.isThere) return [];
    const ghost = placedCode(this.position);
    return (this.position.legal ?? [])
      .filter((move) => move.cells?.length)
      .map((move) => this.#onBoard(move, ghost));
  });
  /** Moves without a place on the board: a pass, a choice. */
  readonly choices: readonly MoveView[] = $derived.by(() =>
    this.pending || !this.isThere ? [] : (this.position.legal ?? []).filter((move) => !move.cells?.length),
  );
  readonly found: Found | null = $derived.by(() => this.#found.get(this.current) ?? null);
  /** The moves of the line: `next[ply]` is made at that ply. */
  readonly #next: readonly string[] = $derived.by(() =>
    this.line.slice(1).map((id) => trees.nodeOf(this.tree, id).move),
  );
  /** Expected scores along the line. */
  readonly series: RateSeries = $derived.by(() => this.line.map((id) => this.#rates(id)));
  readonly review: Review = $derived.by(() =>
    review(
      this.series,
      this.#next.map((move, ply) => this.#moverAt(ply, move)),
      this.detail.seats,
      this.#next.map((move, ply) => this.#found.get(this.line[ply] ?? -1)?.lines[0]?.moves?.[0] === move),
    ),
  );
  readonly isFlipped: boolean = $derived.by(() => this.camps.length === 0 && this.#turns % 2 === 1);
  readonly bottomCamp: string = $derived.by(() => this.camps[this.#turns % this.camps.length] ?? '');

  /** The names at the board, one per seat. */
  nameOf(seat: number): string {
    const name = this.tree.frame.header?.names?.[seat];
    const engine = this.summary?.players.find((player) => player.seat === seat)?.engine;
    if (name) return name === engine ? engineName(engine) : shownName(name);
    const words = this.detail.seat_words[seat];
    return words ? inWords(words) : String(seat + 1);
  }

  positionOf(id: number): PositionView | undefined {
    return this.#positions.get(id);
  }

  turn(): void {
    this.#turns += 1;
  }

  /** Goes to a node and fetches what is missing on its line. */
  async goTo(id: number): Promise<void> {
    this.ambiguous = [];
    this.current = id;
    if (!this.#positions.has(id) || this.#positions.get(id)?.legal === undefined) await this.#fetchLine();
  }

  goToPly(ply: number): Promise<void> {
    return this.goTo(this.line[Math.max(0, Math.min(ply, this.line.length - 1))] ?? trees.ROOT);
  }

  /** The next (or the one before) of the moves that could be played instead of this one. */
  goToSibling(by: number): Promise<void> {
    const { parent } = this.node;
    if (parent === null) return Promise.resolve();
    const { children } = trees.nodeOf(this.tree, parent);
    const next = children[children.indexOf(this.current) + by];
    return next === undefined ? Promise.resolve() : this.goTo(next);
  }

  /** Leaves the branch. */
  comeBack(): Promise<void> {
    return this.goTo(trees.trunkOf(this.tree, this.current));
  }

  /** Tries a move: the server judges it, then the tree has it. */
  async play(move: LegalMove): Promise<void> {
    this.ambiguous = [];
    this.notice = '';
    const from = this.current;
    const { tree, id } = trees.playMove(this.tree, from, move.text);
    if (this.#positions.has(id)) return this.goTo(id);
    this.pending = move;
    try {
      const [position] = await this.#ask(trees.movesTo(tree, id), false);
      if (position) this.#know([[id, position]]);
      if (this.current === from) this.current = id;
      this.#edit(tree);
    } catch (error) {
      this.notice = failureText(error);
    } finally {
      this.pending = null;
    }
  }

  comment(text: string): void {
    if (text !== this.node.comment) this.#edit(trees.withComment(this.tree, this.current, text));
  }

  /** Removes the node on the board and all that follows. */
  remove(): void {
    const { parent } = this.node;
    if (parent === null) return;
    const tree = trees.without(this.tree, this.current);
    this.current = parent;
    this.#edit(tree);
  }

  promote(): void {
    this.#edit(trees.promoted(this.tree, this.current));
  }

  /** Takes in what an engine found. Final results become notes of the record. */
  learn(id: number, found: Found): void {
    if (!this.tree.nodes[id]) return;
    this.#found = withKnown(this.#found, [[id, found]]);
    const [best] = found.lines;
    if (!found.isFinal || !best) return;
    const { engine, depth, nodes, seconds } = found;
    const note = { engine, rates: best.rates, moves: best.moves, depth, nodes, seconds };
    this.tree = trees.withNotes(this.tree, id, [note]);
    if (this.id !== 'new' && this.id !== 'shared') this.#saveSoon();
  }

  /** Keeps the study on this device now. */
  async save(): Promise<void> {
    clearTimeout(this.#timer);
    const main = trees.lineThrough(this.tree, trees.ROOT);
    const positions = main.flatMap((id) => this.#positions.get(id) ?? []);
    await saveStudy({
      id: this.id,
      title: this.tree.frame.header?.title ?? '',
      saved: Date.now(),
      isEdited: this.isEdited || this.id.startsWith('local-'),
      record: trees.recordOfTree(this.tree),
      detail: this.detail,
      positions: positions.map(withoutLegal),
      summary: this.summary,
    });
  }

  destroy(): void {
    clearTimeout(this.#timer);
    this.isPlaying = false;
  }

  #edit(tree: trees.Tree): void {
    this.tree = tree;
    this.isEdited = true;
    if (this.id === 'new' || this.id === 'shared') {
      this.id = newStudyId();
      history.replaceState(null, '', `/s/${this.id}`);
    }
    this.#saveSoon();
  }

  #saveSoon(): void {
    clearTimeout(this.#timer);
    // A device without room keeps nothing; the study on the screen is not harmed.
    this.#timer = setTimeout(() => void this.save().catch(() => undefined), SAVE_AFTER_MS);
  }

  async #fetchLine(): Promise<void> {
    const line = this.line;
    try {
      const positions = await this.#ask([...this.#next], true);
      this.#know(line.flatMap((id, at) => entry(id, positions[at])));
    } catch (error) {
      if (!this.#positions.has(this.current)) this.notice = failureText(error);
    }
  }

  async #ask(moves: string[], all: boolean): Promise<PositionView[]> {
    const { game, start } = this.tree.frame;
    const query = { game, moves, all };
    return (await fetchPositions(start ? { ...query, start } : query)).positions;
  }

  #know(entries: readonly [number, PositionView][]): void {
    this.#positions = withKnown(this.#positions, entries);
  }

  /** The seat that makes a move of the line; nobody moves where a seat is taken out. */
  #moverAt(ply: number, move: string): number | null {
    if (move.startsWith('out:')) return null;
    return this.#positions.get(this.line[ply] ?? -1)?.to_move ?? null;
  }

  /** The end of the game is known better than any engine could. */
  #rates(id: number): readonly number[] | null {
    const outcome = this.#positions.get(id)?.outcome;
    return outcome?.scores ?? this.#found.get(id)?.lines[0]?.rates ?? null;
  }

  #onBoard({ text, cells = [], path }: MoveView, ghost: string): LegalMove {
    const move: LegalMove = { text, cells: [...cells] };
    if (path?.length) move.path = [...path];
    const [to] = cells;
    if (this.shape.skin === 'reversi' && to !== undefined)
      move.turns = turnedBy(this.shape, this.position.board, to, ghost);
    return move;
  }
}

/** What a file says that an engine thought. */
function fromNotes({ notes }: trees.TreeNode): Found | null {
  const note = notes.find(({ rates }) => rates && rates.length > 0);
  if (!note?.rates) return null;
  return {
    engine: note.engine ?? '',
    lines: [{ moves: note.moves ?? [], rates: note.rates, score: note.score ?? null }],
    depth: note.depth ?? 0,
    nodes: note.nodes ?? 0,
    seconds: note.seconds ?? 0,
    isFinal: true,
  };
}
