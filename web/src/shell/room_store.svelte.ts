// A room as reactive state for the views.
import { type Command, type Connection, RoomFeed, type RoomState } from '../net';
import type { HintFrame, PeopleFrame, RatesFrame, RoomEvent, WarningsFrame } from '../wire.gen';

export type RoomHappening = (event: RoomEvent | null, now: RoomState, before: RoomState | null) => void;

export class RoomStore {
  state = $state.raw<RoomState | null>(null);
  people = $state.raw<PeopleFrame | null>(null);
  hint = $state.raw<HintFrame | null>(null);
  warnings = $state.raw<WarningsFrame | null>(null);
  /** The expected scores after each turn, for those who watch. */
  rates = $state.raw<readonly RatesFrame[]>([]);
  isMissing = $state(false);
  readonly #feed: RoomFeed;
  #listeners: readonly RoomHappening[] = [];

  constructor(
    connection: Connection,
    readonly code: string,
  ) {
    this.#feed = new RoomFeed(connection, code, {
      onState: (state, event) => this.#changed(state, event),
      onExtra: (frame) => this.#extra(frame),
      onMissing: () => (this.isMissing = true),
    });
  }

  /** Calls back with every event (null for a snapshot) and the states around it; returns a function that stops it. */
  listen(listener: RoomHappening): () => void {
    this.#listeners = [...this.#listeners, listener];
    return () => {
      this.#listeners = this.#listeners.filter((other) => other !== listener);
    };
  }

  send(command: Command): Promise<unknown> {
    return this.#feed.send(command);
  }

  close(): void {
    this.#feed.close();
  }

  #changed(state: RoomState, event: RoomEvent | null): void {
    const before = this.state;
    this.state = state;
    this.isMissing = false;
    if (state.turn !== before?.turn) {
      this.hint = null;
      this.warnings = null;
    }
    if (event?.t === 'started') this.rates = [];
    for (const listener of this.#listeners) listener(event, state, before);
  }

  #extra(frame: PeopleFrame | HintFrame | WarningsFrame | RatesFrame): void {
    if (frame.t === 'people') this.people = frame;
    else if (frame.t === 'hint_shown') this.hint = frame;
    else if (frame.t === 'warnings') this.warnings = frame;
    else this.rates = [...this.rates.filter(({ turn }) => turn < frame.turn), frame];
  }
}
