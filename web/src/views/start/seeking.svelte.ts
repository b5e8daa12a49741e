// Quick pairing: looks for somebody who wants the same, through reconnections, until paired or stopped.
import { guestOrUser } from '../../shell/account.svelte';
import { connection } from '../../shell/session.svelte';
import type { Clock, Seek } from '../../wire.gen';

export class Seeking {
  isOn = $state(false);
  #stop: (() => void) | null = null;
  #id = '';

  /** Looks for a game; `onpaired` gets the room. */
  async start(game: string, clock: Clock, onpaired: (room: string) => void): Promise<void> {
    this.stop();
    await guestOrUser();
    this.#id = `seek${Math.random().toString(36).slice(2, 10)}`;
    const seek: Seek = { t: 'seek', id: this.#id, game, clock };
    this.isOn = true;
    this.#stop = connection.onFrame((frame) => {
      if (frame.t === 'welcome') connection.send(seek);
      if (frame.t === 'paired' && frame.id === this.#id) {
        this.#forget();
        onpaired(frame.room);
      }
    });
    if (connection.link === 'open') connection.send(seek);
    else connection.open();
  }

  stop(): void {
    if (this.isOn) connection.send({ t: 'unseek', id: this.#id });
    this.#forget();
  }

  #forget(): void {
    this.#stop?.();
    this.#stop = null;
    this.isOn = false;
  }
}
