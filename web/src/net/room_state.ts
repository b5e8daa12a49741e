// A room as a browser knows it, and the one function that folds an event into it. Pure: the same events, the same room.
import type {
  Chatted,
  ClockState,
  MoveDone,
  Offer,
  OutcomeView,
  PositionView,
  RoomEvent,
  Seat,
  SeatResult,
  Settings,
  Skip,
  Snapshot,
  User,
} from '../wire.gen';

export type Phase = Snapshot['phase'];

export interface RoomState {
  room: string;
  seq: number;
  phase: Phase;
  settings: Settings;
  host: User | null;
  seats: readonly Seat[];
  round: number;
  /** Raised by everything that changes the position: the base of commands. */
  turn: number;
  start: string;
  moves: readonly MoveDone[];
  removed: readonly number[];
  /** When seats were taken out: (ply, seat), in order. */
  outs: readonly (readonly [number, number])[];
  position: PositionView | null;
  clock: ClockState | null;
  offers: readonly Offer[];
  chat: readonly Chatted[];
  outcome: OutcomeView | null;
  settlement: readonly SeatResult[];
  record: string;
  assisted: boolean;
  isRated: boolean;
  premoves: Readonly<Record<number, string>>;
  muted: readonly string[];
}

const CHAT_KEPT = 200;

/** The room of a snapshot. */
export function fromSnapshot(snapshot: Snapshot): RoomState {
  return {
    room: snapshot.room,
    seq: snapshot.seq,
    phase: snapshot.phase,
    settings: snapshot.settings,
    host: snapshot.host,
    seats: snapshot.seats,
    round: snapshot.round ?? 0,
    turn: snapshot.turn ?? 0,
    start: snapshot.start ?? '',
    moves: snapshot.moves ?? [],
    removed: snapshot.removed ?? [],
    outs: snapshot.outs ?? [],
    position: snapshot.position ?? null,
    clock: snapshot.clock ?? null,
    offers: snapshot.offers ?? [],
    chat: snapshot.chat ?? [],
    outcome: snapshot.outcome ?? null,
    settlement: snapshot.settlement ?? [],
    record: snapshot.record ?? '',
    assisted: snapshot.assisted ?? false,
    isRated: snapshot.settings.rated ?? false,
    premoves: Object.fromEntries(snapshot.you?.premoves ?? []),
    muted: [],
  };
}

/** The room after an event: `old` when it was known already, `gap` when something before it is missing. */
export function fold(state: RoomState, event: RoomEvent | Skip): RoomState | 'old' | 'gap' {
  if (event.seq <= state.seq) return 'old';
  if (event.seq > state.seq + 1) return 'gap';
  return { ...state, ...changes(state, event), seq: event.seq };
}

/** The seats that somebody owns. */
export function seatsOf(state: RoomState, user: string | null | undefined): number[] {
  if (!user) return [];
  return state.seats.flatMap((seat, number) => (seat.owner?.id === user ? [number] : []));
}

/** The game as records write it, `out:<seat>` where a seat was taken out, and where in it each ply stands. */
export function lineOf({ moves, outs }: Pick<RoomState, 'moves' | 'outs'>): {
  texts: string[];
  /** `places[ply]` counts the texts that led to the position after `ply` moves, departures at that ply included. */
  places: number[];
} {
  const texts: string[] = [];
  const places = Array.from({ length: moves.length + 1 }, (_, ply) => {
    const move = moves[ply - 1];
    if (move) texts.push(move.text);
    texts.push(...outs.filter(([at]) => at === ply).map(([, seat]) => `out:${seat}`));
    return texts.length;
  });
  return { texts, places };
}

/** Does an engine play this seat now? */
export function isPlayedByEngine(seat: Seat | undefined): boolean {
  return seat?.controller !== undefined && seat.controller.kind !== 'person';
}

/** Is nobody on this seat, neither person nor engine? */
export function isFree(seat: Seat): boolean {
  return !seat.owner && !isPlayedByEngine(seat);
}

function changes(state: RoomState, event: RoomEvent | Skip): Partial<RoomState> {
  switch (event.t) {
    case 'skip':
      return {};
    case 'hinted':
      return { assisted: true };
    case 'created':
      return { settings: event.settings, host: event.host, seats: freeSeats(event.seats) };
    case 'configured':
      return configured(state, event.settings, event.seats);
    case 'host':
      return { host: event.host };
    case 'seat':
      return {
        seats: state.seats.map((seat, number) => (number === event.seat ? event.state : seat)),
        assisted: state.assisted || event.cause === 'handed_over' || event.cause === 'stood_in',
      };
    case 'started':
      return {
        phase: 'playing',
        round: event.round,
        turn: event.turn,
        seats: event.seats,
        start: event.start,
        clock: event.clock ?? null,
        position: event.position ?? null,
        ...NO_GAME,
      };
    case 'moved':
      return {
        turn: event.turn,
        moves: [...state.moves.slice(0, event.ply - 1), moveDone(state, event)],
        clock: event.clock ?? null,
        position: event.position ?? state.position,
        premoves: without(state.premoves, event.seat),
      };
    case 'removed':
      return {
        turn: event.turn,
        removed: [...state.removed, event.seat],
        outs: [...state.outs, [event.ply, event.seat]],
        clock: event.clock ?? null,
        position: event.position ?? state.position,
        premoves: without(state.premoves, event.seat),
      };
    case 'taken_back':
      return {
        turn: event.turn,
        moves: state.moves.slice(0, event.ply),
        clock: event.clock ?? null,
        position: event.position ?? state.position,
        premoves: {},
      };
    case 'premove':
      return {
        premoves: event.move
          ? { ...state.premoves, [event.seat]: event.move }
          : without(state.premoves, event.seat),
      };
    case 'offer': {
      const others = state.offers.filter((offer) => offer.kind !== event.kind);
      return { offers: event.offer ? [...others, event.offer] : others };
    }
    case 'paused':
      return { phase: 'paused', clock: event.clock ?? null };
    case 'resumed':
      return { phase: 'playing', clock: event.clock ?? null };
    case 'finished':
      return {
        phase: 'finished',
        turn: event.turn,
        outcome: event.outcome,
        settlement: event.settlement,
        record: event.record ?? '',
        assisted: event.assisted ?? false,
        isRated: event.rated ?? false,
        clock: event.clock ?? null,
        offers: [],
        premoves: {},
        seats: state.seats.map((seat) => ({ ...seat, ready: false, claimable: false })),
        position: state.position && { ...state.position, legal: [] },
      };
    case 'chat':
      return { chat: [...state.chat, event].slice(-CHAT_KEPT) };
    case 'muted': {
      const others = state.muted.filter((user) => user !== event.user);
      return { muted: event.muted ? [...others, event.user] : others };
    }
    case 'restarted':
      return { clock: event.clock ?? null, seats: state.seats.map(awaySeat) };
    case 'closed':
      return { phase: 'closed' };
  }
}

const NO_GAME = {
  moves: [],
  removed: [],
  outs: [],
  offers: [],
  outcome: null,
  settlement: [],
  record: '',
  assisted: false,
  premoves: {},
} as const satisfies Partial<RoomState>;

/** New settings: whoever sits stays as far as there are seats, nobody is ready, and the board is the new game's. */
function configured(state: RoomState, settings: Settings, count: number): Partial<RoomState> {
  const seats = Array.from({ length: count }, (_, number): Seat => {
    const seat = state.seats[number];
    return seat ? { ...seat, ready: false } : {};
  });
  const isRated = settings.rated ?? false;
  return { ...NO_GAME, phase: 'open', settings, seats, isRated, position: null, clock: null };
}

function freeSeats(count: number): Seat[] {
  return Array.from({ length: count }, () => ({}));
}

function awaySeat(seat: Seat): Seat {
  return seat.owner ? { ...seat, online: false } : seat;
}

function moveDone(state: RoomState, event: Extract<RoomEvent, { t: 'moved' }>): MoveDone {
  const words = state.position?.legal?.find((move) => move.text === event.move)?.words ?? null;
  return {
    seat: event.seat,
    text: event.move,
    spent: event.spent,
    engine: event.engine ?? null,
    ...(words ? { words } : {}),
  };
}

function without(premoves: Readonly<Record<number, string>>, seat: number): Record<number, string> {
  return Object.fromEntries(Object.entries(premoves).filter(([number]) => Number(number) !== seat));
}
