// A game at a table as the views need it: the room, the rules' board, and what this person is doing with it now.
import { type LegalMove, type Marks, readShape, type Shape } from '../../board';
import { type Command, isPlayedByEngine, lineOf, type RoomState, seatsOf } from '../../net';
import { account } from '../../shell/account.svelte';
import { inWords } from '../../shell/http';
import { engineName, shownName } from '../../shell/names';
import { failureText, fetchPositions } from '../../shell/requests';
import type { RoomStore } from '../../shell/room_store.svelte';
import type { GameDetail, MoveView, PositionView } from '../../wire.gen';
import { boardSides, campsOf, placedCode, turnedBy } from './facts';
import { lastMoveOf, marksOf } from './marks';
import { play } from './play_settings.svelte';
import { joinOf, premoveCells, premoveChoices } from './premoves';

export class GameModel {
  readonly shape: Shape;
  /** Codes of the seats on the board: camps, or nothing. */
  readonly camps: readonly string[];
  /** A move sent and not yet answered. */
  pending = $state.raw<LegalMove | null>(null);
  /** Why the last command was refused. */
  notice = $state('');
  /** The ply looked at, or null for the game as it is. */
  viewed = $state<number | null>(null);
  /** Several moves share the cells that were tapped. */
  ambiguous = $state.raw<readonly LegalMove[]>([]);
  /** The seat whose last path is shown alone. */
  traced = $state<number | null>(null);
  /** How the texts of moves are made of cells; null when they are not, and no move can be kept. */
  readonly #join: string | null;
  #turns = $state(0);
  #past = $state.raw<readonly PositionView[]>([]);

  constructor(
    readonly store: RoomStore,
    readonly detail: GameDetail,
    private readonly first: RoomState,
  ) {
    this.shape = readShape(detail.shape);
    this.camps = this.shape.skin === 'chinese_checkers' ? campsOf(detail.initial.board) : [];
    this.#join = joinOf(this.shape, detail.initial.legal ?? []);
  }

  readonly room: RoomState = $derived.by(() => this.store.state ?? this.first);
  readonly mySeats: readonly number[] = $derived.by(() => seatsOf(this.room, account.user?.id));
  /** My seat: the one to move if I have several; null for those who watch. */
  readonly mySeat: number | null = $derived.by(() => {
    const toMove = this.room.position?.to_move ?? -1;
    return this.mySeats.includes(toMove) ? toMove : (this.mySeats[0] ?? null);
  });
  readonly isHandedOver: boolean = $derived.by(
    () => this.mySeat !== null && isPlayedByEngine(this.room.seats[this.mySeat]),
  );
  readonly isOn: boolean = $derived.by(() => this.room.phase === 'playing' || this.room.phase === 'paused');
  readonly isMyTurn: boolean = $derived.by(
    () => this.room.phase === 'playing' && this.mySeat === this.room.position?.to_move && !this.isHandedOver,
  );
  readonly isLive: boolean = $derived.by(() => this.viewed === null);
  /** May a move be kept for my next turn? */
  readonly canPremove: boolean = $derived.by(() => {
    const [seat, ...others] = this.mySeats;
    if (seat === undefined || others.length > 0 || this.#join === null || !this.isLive) return false;
    const { phase, removed } = this.room;
    return phase === 'playing' && !this.isMyTurn && !this.isHandedOver && !removed.includes(seat);
  });
  /** The move kept for my next turn. */
  readonly premove: string | null = $derived.by(() => this.room.premoves[this.mySeats[0] ?? -1] ?? null);
  /** The position on the board. */
  readonly shown: PositionView = $derived.by(() => {
    const now = this.room.position ?? this.detail.initial;
    return this.viewed === null ? now : (this.#past[this.viewed] ?? now);
  });
  readonly lastMove: LegalMove | null = $derived.by(() => lastMoveOf(this.shown));
  readonly ghost: string = $derived.by(() => placedCode(this.shown));
  /** Moves that can be made on the board now. */
  readonly moves: readonly LegalMove[] = $derived.by(() => {
    if (this.canPremove && !this.pending) return this.#keepable();
    if (!this.isMyTurn || !this.isLive || this.pending) return NONE;
    return (this.room.position?.legal ?? [])
      .filter((move) => move.cells?.length)
      .map((m) => this.#onBoard(m));
  });
  /** Moves that have no place on the board: a pass, a choice of colours. */
  readonly choices: readonly MoveView[] = $derived.by(() => {
    if (!this.isMyTurn || !this.isLive || this.pending) return [];
    return (this.room.position?.legal ?? []).filter((move) => !move.cells?.length);
  });
  readonly viewer: number = $derived.by(() => this.mySeat ?? this.room.position?.to_move ?? 0);
  readonly marks: Marks = $derived.by(() => ({
    ...(this.premove !== null && this.isLive
      ? { premove: premoveCells(this.shape, this.premove, this.#join ?? '') }
      : {}),
    ...marksOf(this.shown, {
      shape: this.shape,
      viewer: this.viewer,
      seatCodes: this.camps,
      showsIllegal: play.illegal,
      tracedSeat: this.traced,
      outcome: this.isLive && this.room.phase === 'finished' ? this.room.outcome : null,
      hint: this.isLive ? this.store.hint : null,
      warnings: this.isLive ? (this.store.warnings?.marks ?? []) : [],
      inWords,
    }),
  }));
  readonly #sides: ReturnType<typeof boardSides> = $derived.by(() =>
    boardSides(
      this.shape,
      this.detail.initial.board,
      this.mySeats,
      this.room.position?.to_move ?? -1,
      this.#turns,
    ),
  );
  readonly isFlipped: boolean = $derived.by(() => this.#sides.isFlipped);
  readonly bottomCamp: string = $derived.by(() => this.#sides.bottomCamp);
  /** Seats from the top of the screen to the bottom, in two-seat games. */
  readonly order: readonly [number, number] = $derived.by(() => {
    const bottom = (this.mySeats[0] ?? 0) === 1 ? 1 : 0;
    const isTurned = this.#turns % 2 === 1;
    return isTurned === (bottom === 0) ? [0, 1] : [1, 0];
  });

  /** What a seat is called: the person, the engine, or the colour. */
  nameOf(seat: number): string {
    const { owner, controller } = this.room.seats[seat] ?? {};
    if (owner) return shownName(owner.name);
    return controller && controller.kind !== 'person' ? engineName(controller.engine) : this.sideOf(seat);
  }

  /** The colour or camp of a seat. */
  sideOf(seat: number): string {
    const words = this.detail.seat_words[seat];
    return words ? inWords(words) : String(seat + 1);
  }

  /** Turns the board: half a turn, or the next camp to the bottom. */
  turn(): void {
    this.#turns += 1;
  }

  /** Looks at the position after `ply` moves; the last one is the game as it is. */
  async goTo(ply: number): Promise<void> {
    const { moves, settings, start } = this.room;
    if (ply >= moves.length || ply < 0) {
      this.viewed = null;
      return;
    }
    if (this.#past.length <= ply || this.#past.at(-1)?.text !== this.room.position?.text) {
      try {
        const { texts, places } = lineOf(this.room);
        const query = { game: settings.game, moves: texts, all: true };
        const { positions } = await fetchPositions(start ? { ...query, start } : query);
        this.#past = places.flatMap((place) => positions[place] ?? []);
      } catch (error) {
        this.notice = failureText(error);
        return;
      }
    }
    this.viewed = ply;
  }

  /** Keeps a move for my next turn; the same one again, or null, forgets it. */
  keep(move: string | null): Promise<boolean> {
    return this.send({ t: 'premove', move: move === this.premove ? null : move });
  }

  /** Plays a move; it is drawn as pending until the server has answered. */
  async play(move: LegalMove): Promise<void> {
    this.ambiguous = [];
    if (this.canPremove) {
      await this.keep(move.text);
      return;
    }
    this.pending = move;
    await this.send({ t: 'play', base: this.room.turn, move: move.text, ...this.#seat() });
    this.pending = null;
  }

  /** Gives a command; a refusal becomes a notice. Says whether it was done. */
  async send(command: Command): Promise<boolean> {
    this.notice = '';
    try {
      await this.store.send(command);
      return true;
    } catch (error) {
      this.notice = failureText(error);
      return false;
    }
  }

  /** The same command for somebody who owns several seats. */
  sendForSeat(command: Command): Promise<boolean> {
    return this.send({ ...command, ...this.#seat() } as Command);
  }

  hint(): Promise<boolean> {
    const step = Math.min(3, (this.store.hint?.step ?? 0) + 1);
    return this.send({ t: 'hint', base: this.room.turn, step });
  }

  #seat(): { seat?: number } {
    return this.mySeats.length > 1 && this.mySeat !== null ? { seat: this.mySeat } : {};
  }

  #keepable(): readonly LegalMove[] {
    const seat = this.mySeats[0] ?? 0;
    const camp = this.camps[seat];
    const isOwn = (code: string): boolean =>
      camp === undefined ? code !== '' && (code === code.toUpperCase()) === (seat === 0) : code === camp;
    return premoveChoices(this.shape, this.room.position?.board ?? [], isOwn, this.#join ?? '');
  }

  #onBoard({ text, cells = [], path }: MoveView): LegalMove {
    const move: LegalMove = { text, cells: [...cells] };
    if (path?.length) move.path = [...path];
    const [to] = cells;
    if (this.shape.skin === 'reversi' && to !== undefined)
      move.turns = turnedBy(this.shape, this.room.position?.board ?? [], to, this.ghost);
    return move;
  }
}

const NONE: readonly LegalMove[] = [];
