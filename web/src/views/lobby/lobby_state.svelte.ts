// The lobby as reactive state: rooms and seekers, kept up to date while somebody looks.
import { fetchRoom } from '../../shell/requests';
import { connection } from '../../shell/session.svelte';
import type { SeekFrame, ServerFrame } from '../../wire.gen';
import { type ShownRoom, withCard, withRooms } from './room_list';

export class LobbyState {
  rooms = $state.raw<readonly ShownRoom[]>([]);
  seeks = $state.raw<readonly SeekFrame[]>([]);
  isKnown = $state(false);
  readonly #stop: () => void;

  constructor() {
    this.#stop = connection.onFrame((frame) => this.#take(frame));
    if (connection.link === 'open') connection.send({ t: 'lobby' });
    else connection.open();
  }

  close(): void {
    this.#stop();
    connection.send({ t: 'lobby', on: false });
  }

  #take(frame: ServerFrame): void {
    if (frame.t === 'welcome') connection.send({ t: 'lobby' });
    if (frame.t === 'rooms') {
      if (this.isKnown) this.#show(withRooms(this.rooms, frame.rooms));
      else this.rooms = frame.rooms;
      this.seeks = frame.seeks ?? [];
      this.isKnown = true;
    }
    if (frame.t === 'card') this.#show(withCard(this.rooms, frame.room, frame.card ?? null));
  }

  /** Shows the rooms, and asks how the games ended that were still on before. */
  #show(rooms: readonly ShownRoom[]): void {
    const ended = rooms.filter((one) => one.phase === 'finished' && !this.rooms.includes(one));
    this.rooms = rooms;
    for (const { room } of ended) void this.#learnTheEnd(room);
  }

  async #learnTheEnd(code: string): Promise<void> {
    const told = await fetchRoom(code).catch(() => null);
    if (told?.phase !== 'finished') return;
    const { outcome = null, position } = told;
    const last = position ? { board: position.board, ply: position.ply } : {};
    this.rooms = this.rooms.map((one) =>
      one.room === code && one.phase === 'finished' ? { ...one, ...last, outcome } : one,
    );
  }
}
