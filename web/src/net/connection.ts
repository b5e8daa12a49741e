// The one socket of a tab: it reconnects by itself, answers probes, keeps server time, and sends commands until they are answered.
import type { ClientFrame, No, Ok, RoomCommand, ServerFrame, User, Words } from '../wire.gen';
import { ServerTime } from './server_time';

export type Link = 'idle' | 'connecting' | 'open' | 'waiting';

/** The part of WebSocket that we use; tests bring their own. */
export interface SocketLike {
  send(text: string): void;
  close(): void;
  onopen: ((event: never) => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: never) => void) | null;
}

/** A command of a room without what the connection adds. */
export type Command = WithoutId<RoomCommand>;
type WithoutId<C> = C extends RoomCommand ? Omit<C, 'id' | 'room'> : never;

/** A command that the server refused. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    readonly words: Words,
    readonly cells: readonly number[] = [],
  ) {
    super(words.en);
    this.name = 'Refusal';
  }
}

export interface Follower {
  /** The number of the last event that is known, or null to ask for a snapshot. */
  since(): number | null;
  /** A frame of this room. */
  onFrame(frame: ServerFrame): void;
  /** The room does not exist, or may not be seen. */
  onMissing(): void;
}

interface Pending {
  frame: ClientFrame;
  resolve: (answer: Ok) => void;
  reject: (refusal: Refusal) => void;
}

const PING_EVERY = 10_000;
const PONG_WITHIN = 7_000;
const PONG_WITHIN_DOUBT = 2_000;
const DELAYS = [150, 400, 900, 1800, 3500] as const;
const LONGEST_RETRY = 5;

export class Connection {
  readonly time: ServerTime;
  user: User | null = null;
  #socket: SocketLike | null = null;
  #link: Link = 'idle';
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pulse: ReturnType<typeof setTimeout> | undefined;
  #pings = new Map<number, number>();
  #nextPing = 0;
  #nextCommand = 0;
  readonly #tab = Math.random().toString(36).slice(2, 10);
  readonly #pending = new Map<string, Pending>();
  readonly #followers = new Map<string, Follower>();
  readonly #hellos: string[] = [];
  readonly #listeners = new Set<(frame: ServerFrame) => void>();
  readonly #watchers = new Set<(link: Link) => void>();

  constructor(
    private readonly dial: () => SocketLike,
    private readonly local: () => number = Date.now,
  ) {
    this.time = new ServerTime(local);
  }

  get link(): Link {
    return this.#link;
  }

  /** Connects, unless it is connected or about to be. */
  open(): void {
    if (this.#link === 'idle' || this.#link === 'waiting') this.#connect();
  }

  /** Connects anew: the server reads who we are from the handshake. */
  reopen(): void {
    const old = this.#socket;
    this.#drop();
    old?.close();
    this.#connect();
  }

  /** Something happened to the machine (sleep, another network): is the line still alive? */
  test(): void {
    if (this.#link === 'open') this.#ping(PONG_WITHIN_DOUBT);
    else this.open();
  }

  close(): void {
    const old = this.#socket;
    this.#drop();
    this.#show('idle');
    old?.close();
  }

  /** Calls back at every change of the link; returns a function that stops it. */
  onLink(watcher: (link: Link) => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  /** Calls back with every frame; returns a function that stops it. */
  onFrame(listener: (frame: ServerFrame) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Follows a room through all reconnections; returns a function that stops it. */
  follow(room: string, follower: Follower): () => void {
    this.#followers.set(room, follower);
    this.open();
    this.#hello(room);
    return () => {
      if (this.#followers.get(room) !== follower) return;
      this.#followers.delete(room);
      this.send({ t: 'bye', room });
    };
  }

  /** Asks for what is missing in a room. */
  catchUp(room: string): void {
    if (!this.#hellos.includes(room)) this.#hello(room);
  }

  /** Sends a frame that needs no answer; without a connection it is dropped. */
  send(frame: ClientFrame): void {
    if (this.#link === 'open') this.#socket?.send(JSON.stringify(frame));
  }

  /** Gives a room a command. It is sent again after a lost connection, under the same id, until it is answered. */
  command(room: string, command: Command): Promise<Ok> {
    const id = `${this.#tab}${++this.#nextCommand}`;
    const frame = { ...command, room, id } as RoomCommand;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { frame, resolve, reject });
      this.send(frame);
    });
  }

  #connect(): void {
    clearTimeout(this.#timer);
    const socket = this.dial();
    this.#socket = socket;
    this.#show('connecting');
    socket.onopen = () => undefined;
    socket.onmessage = ({ data }) => {
      if (socket === this.#socket && typeof data === 'string') this.#take(JSON.parse(data) as ServerFrame);
    };
    socket.onclose = () => {
      if (socket === this.#socket) this.#lost();
    };
  }

  #lost(retryAfter?: number): void {
    this.#drop();
    const step = DELAYS[Math.min(this.#failures++, DELAYS.length - 1)] ?? 1000;
    // Some chance keeps a thousand tabs from knocking at the same instant after a restart.
    const delay = retryAfter === undefined ? step * (0.7 + 0.6 * Math.random()) : retryAfter * 1000;
    this.#show('waiting');
    this.#timer = setTimeout(() => this.#connect(), delay);
  }

  #drop(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#pulse);
    this.#pings.clear();
    this.#hellos.length = 0;
    this.#socket = null;
  }

  #show(link: Link): void {
    this.#link = link;
    for (const watcher of this.#watchers) watcher(link);
  }

  #take(frame: ServerFrame): void {
    switch (frame.t) {
      case 'welcome':
        this.#welcome(frame.now, frame.user ?? null);
        break;
      case 'pong':
        this.#pong(frame.n, frame.now);
        break;
      case 'probe':
        this.send({ t: 'echo', n: frame.n });
        break;
      case 'ok':
        this.#answer(frame);
        break;
      case 'no':
        this.#refuse(frame);
        break;
      case 'goodbye': {
        const socket = this.#socket;
        this.#lost(frame.retry_after ?? 1);
        socket?.close();
        break;
      }
      default:
        if ('room' in frame) this.#deliver(frame.room, frame);
    }
    for (const listener of this.#listeners) listener(frame);
  }

  #welcome(now: number, user: User | null): void {
    this.#failures = 0;
    this.user = user;
    // The first guess; the pings that follow are better.
    if (this.time.lag === null) this.time.heard(now, this.local() - 1000, this.local());
    this.#show('open');
    for (const room of this.#followers.keys()) this.#hello(room);
    for (const { frame } of this.#pending.values()) this.send(frame);
    this.#ping();
  }

  #ping(patience = PONG_WITHIN): void {
    clearTimeout(this.#pulse);
    const n = ++this.#nextPing;
    this.#pings.set(n, this.local());
    this.send({ t: 'ping', n });
    this.#pulse = setTimeout(() => this.#silence(), patience);
  }

  #pong(n: number, now: number): void {
    const sent = this.#pings.get(n);
    if (sent === undefined) return;
    this.#pings.delete(n);
    this.time.heard(now, sent, this.local());
    clearTimeout(this.#pulse);
    this.#pulse = setTimeout(() => this.#ping(), n <= 3 ? 700 : PING_EVERY);
  }

  /** No answer: the line is dead, whatever the browser thinks. */
  #silence(): void {
    const socket = this.#socket;
    this.#lost();
    socket?.close();
  }

  #hello(room: string): void {
    const follower = this.#followers.get(room);
    if (!follower || this.#link !== 'open') return;
    this.#hellos.push(room);
    const since = follower.since();
    this.send(since === null ? { t: 'hello', room } : { t: 'hello', room, since });
  }

  #deliver(room: string, frame: ServerFrame): void {
    const place = this.#hellos.indexOf(room);
    if (place >= 0) this.#hellos.splice(place, 1);
    this.#followers.get(room)?.onFrame(frame);
  }

  #answer(frame: Ok): void {
    this.#pending.get(frame.id)?.resolve(frame);
    this.#pending.delete(frame.id);
  }

  #refuse(frame: No): void {
    if (frame.id === '') {
      // Only a greeting has no id of its own; they are answered in order.
      const room = frame.code === 'not_found' ? this.#hellos.shift() : undefined;
      if (room !== undefined) this.#followers.get(room)?.onMissing();
      return;
    }
    const waiting = this.#pending.get(frame.id);
    if (!waiting) return;
    const { retry_after: retryAfter } = frame;
    if (frame.code === 'too_fast' && retryAfter && retryAfter <= LONGEST_RETRY) {
      setTimeout(() => this.send(waiting.frame), retryAfter * 1000);
      return;
    }
    this.#pending.delete(frame.id);
    waiting.reject(new Refusal(frame.code, frame.words, frame.cells));
  }
}

/** A socket to the server that this page came from. */
export function dialServer(): SocketLike {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return new WebSocket(`${scheme}://${location.host}/socket`) as unknown as SocketLike;
}
