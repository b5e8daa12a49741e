// One room, kept up to date: snapshots replace it, events are folded in, gaps are asked for.
import type { HintFrame, PeopleFrame, RatesFrame, RoomEvent, ServerFrame, WarningsFrame } from '../wire.gen';
import type { Command, Connection, Follower } from './connection';
import { fold, fromSnapshot, type RoomState } from './room_state';

/** What happens in a room besides its state. */
export interface RoomListener {
  /** The room is like this now; `event` is what changed it, null for a snapshot. */
  onState(state: RoomState, event: RoomEvent | null): void;
  /** Frames outside the log. */
  onExtra(frame: PeopleFrame | HintFrame | WarningsFrame | RatesFrame): void;
  onMissing(): void;
}

export class RoomFeed implements Follower {
  state: RoomState | null = null;
  #stop: () => void;

  constructor(
    private readonly connection: Connection,
    readonly room: string,
    private readonly listener: RoomListener,
  ) {
    this.#stop = connection.follow(room, this);
  }

  close(): void {
    this.#stop();
  }

  send(command: Command): Promise<unknown> {
    return this.connection.command(this.room, command);
  }

  since(): number | null {
    return this.state?.seq ?? null;
  }

  onMissing(): void {
    this.listener.onMissing();
  }

  onFrame(frame: ServerFrame): void {
    switch (frame.t) {
      case 'snapshot':
        this.state = fromSnapshot(frame);
        this.listener.onState(this.state, null);
        break;
      case 'people':
      case 'hint_shown':
      case 'warnings':
      case 'rates':
        this.listener.onExtra(frame);
        break;
      case 'card':
        break;
      default:
        if ('seq' in frame && frame.t !== 'ok') this.#event(frame);
    }
  }

  #event(event: Parameters<typeof fold>[1]): void {
    if (!this.state) {
      this.connection.catchUp(this.room);
      return;
    }
    const next = fold(this.state, event);
    if (next === 'old') return;
    if (next === 'gap') {
      this.connection.catchUp(this.room);
      return;
    }
    this.state = next;
    this.listener.onState(next, event.t === 'skip' ? null : event);
  }
}
