import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ServerFrame } from '../wire.gen';
import { Connection, type Refusal, type SocketLike } from './connection';
import { RoomFeed } from './room_feed';
import type { RoomState } from './room_state';
import { ServerTime } from './server_time';

class FakeSocket implements SocketLike {
  sent: { t: string; [key: string]: unknown }[] = [];
  onopen: ((event: never) => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: never) => void) | null = null;

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(): void {
    this.onclose?.(undefined as never);
  }

  receive(frame: ServerFrame): void {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }

  of(t: string): { t: string; [key: string]: unknown }[] {
    return this.sent.filter((frame) => frame.t === t);
  }
}

const sockets: FakeSocket[] = [];
const dial = (): FakeSocket => {
  const socket = new FakeSocket();
  sockets.push(socket);
  return socket;
};
const last = (): FakeSocket => sockets.at(-1) as FakeSocket;
const welcome: ServerFrame = { t: 'welcome', now: 1_000_000, version: '1', user: { id: 'u1', name: 'Ann' } };
const snapshot = (seq: number): ServerFrame => ({
  t: 'snapshot',
  room: 'R',
  seq,
  now: 0,
  phase: 'playing',
  settings: { game: 'reversi' },
  host: null,
  seats: [{}, {}],
});
const chat = (seq: number): ServerFrame => ({
  t: 'chat',
  room: 'R',
  seq,
  at: 0,
  user: { id: 'u1', name: 'Ann' },
  text: `m${seq}`,
});

beforeEach(() => {
  vi.useFakeTimers();
  sockets.length = 0;
});
afterEach(() => vi.useRealTimers());

describe('the connection', () => {
  it('sends a command again after a lost line, under the same id, and resolves once', async () => {
    const connection = new Connection(dial);
    connection.open();
    last().receive(welcome);
    const answer = connection.command('R', { t: 'resign' });
    const [first] = last().of('resign');
    last().close();
    expect(connection.link).toBe('waiting');
    vi.advanceTimersByTime(1000);
    expect(sockets).toHaveLength(2);
    last().receive(welcome);
    expect(last().of('resign')).toEqual([first]);
    last().receive({ t: 'ok', id: String(first?.['id']), seq: 4 });
    expect((await answer).seq).toBe(4);
    last().close();
    vi.advanceTimersByTime(1000);
    last().receive(welcome);
    expect(last().of('resign')).toEqual([]);
  });

  it('keeps a command given while there is no line', async () => {
    const connection = new Connection(dial);
    connection.open();
    const answer = connection.command('R', { t: 'play', base: 1, move: 'f5' });
    last().receive(welcome);
    const [sent] = last().of('play');
    last().receive({ t: 'no', id: String(sent?.['id']), code: 'stale', words: { en: 'old', zh: '旧' } });
    await expect(answer).rejects.toMatchObject({ code: 'stale' } satisfies Partial<Refusal>);
  });

  it('waits and tries again when it was too fast', () => {
    const connection = new Connection(dial);
    connection.open();
    last().receive(welcome);
    void connection.command('R', { t: 'resign' });
    const id = String(last().of('resign')[0]?.['id']);
    last().receive({ t: 'no', id, code: 'too_fast', words: { en: '', zh: '' }, retry_after: 0.5 });
    vi.advanceTimersByTime(600);
    expect(last().of('resign')).toHaveLength(2);
  });

  it('answers probes at once and gives up a line that does not answer pings', () => {
    const connection = new Connection(dial);
    connection.open();
    last().receive(welcome);
    last().receive({ t: 'probe', n: 5 });
    expect(last().of('echo')).toEqual([{ t: 'echo', n: 5 }]);
    last().receive({ t: 'pong', n: 1, now: 1_000_000 });
    vi.advanceTimersByTime(701);
    expect(last().of('ping')).toHaveLength(2);
    vi.advanceTimersByTime(7001);
    expect(connection.link).toBe('waiting');
  });

  it('comes back when the server says so', () => {
    const connection = new Connection(dial);
    connection.open();
    last().receive(welcome);
    last().receive({ t: 'goodbye', retry_after: 3 });
    vi.advanceTimersByTime(2900);
    expect(sockets).toHaveLength(1);
    vi.advanceTimersByTime(200);
    expect(sockets).toHaveLength(2);
  });
});

describe('a room that is followed', () => {
  const open = (): {
    connection: Connection;
    states: RoomState[];
    feed: RoomFeed;
    missing: { n: number };
  } => {
    const connection = new Connection(dial);
    const states: RoomState[] = [];
    const missing = { n: 0 };
    const feed = new RoomFeed(connection, 'R', {
      onState: (state) => states.push(state),
      onExtra: () => undefined,
      onMissing: () => missing.n++,
    });
    last().receive(welcome);
    return { connection, states, feed, missing };
  };

  it('asks for a snapshot first, then after a lost line for what came since', () => {
    const { states } = open();
    expect(last().of('hello')).toEqual([{ t: 'hello', room: 'R' }]);
    last().receive(snapshot(7));
    last().receive(chat(8));
    last().close();
    vi.advanceTimersByTime(1000);
    last().receive(welcome);
    expect(last().of('hello')).toEqual([{ t: 'hello', room: 'R', since: 8 }]);
    last().receive(chat(8));
    last().receive(chat(9));
    expect(states.at(-1)?.chat.map(({ text }) => text)).toEqual(['m8', 'm9']);
  });

  it('asks again when an event is missing, and folds nothing meanwhile', () => {
    const { states } = open();
    last().receive(snapshot(7));
    last().receive(chat(9));
    expect(last().of('hello').at(-1)).toEqual({ t: 'hello', room: 'R', since: 7 });
    expect(states.at(-1)?.seq).toBe(7);
    last().receive(chat(8));
    last().receive(chat(9));
    expect(states.at(-1)?.seq).toBe(9);
  });

  it('says so when there is no such room', () => {
    const { missing } = open();
    last().receive({ t: 'no', id: '', code: 'not_found', words: { en: '', zh: '' } });
    expect(missing.n).toBe(1);
  });

  it('is left when nobody looks any more', () => {
    const { feed } = open();
    feed.close();
    expect(last().of('bye')).toEqual([{ t: 'bye', room: 'R' }]);
  });
});

describe('server time', () => {
  it('believes the quickest answer', () => {
    const time = new ServerTime(() => 1000);
    time.heard(5000, 0, 1000);
    time.heard(5600, 900, 1000);
    expect(time.offset).toBe(4650);
    expect(time.now()).toBe(5650);
    expect(time.lag).toBe(100);
  });
});
