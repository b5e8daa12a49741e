// The lobby as reactive state: rooms and seekers, kept up to date while somebody looks.
import { connection } from '../../shell/session.svelte';
import type { RoomCard, SeekFrame, ServerFrame } from '../../wire.gen';

export class LobbyState {
  rooms = $state.raw<readonly RoomCard[]>([]);
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
      this.rooms = frame.rooms;
      this.seeks = frame.seeks ?? [];
      this.isKnown = true;
    }
    if (frame.t === 'card') this.rooms = withCard(this.rooms, frame.room, frame.card ?? null);
  }
}

/** The rooms after one has changed or is gone; new ones come first, the others keep their places. */
export function withCard(
  rooms: readonly RoomCard[],
  code: string,
  card: RoomCard | null,
): readonly RoomCard[] {
  if (!card) return rooms.filter(({ room }) => room !== code);
  const isKnown = rooms.some(({ room }) => room === code);
  return isKnown ? rooms.map((old) => (old.room === code ? card : old)) : [card, ...rooms];
}
