// Several tabs of one person would all knock on the table at once: the tab last touched has the word.

/** The part of a BroadcastChannel that is needed. */
export interface Channel {
  postMessage(message: unknown): void;
  onmessage: ((event: MessageEvent) => void) | null;
}

export class TabLock {
  #isOurs = true;

  constructor(private readonly channel: Channel) {
    channel.onmessage = (event) => {
      if (event.data === 'claim') this.#isOurs = false;
    };
  }

  get isOurs(): boolean {
    return this.#isOurs;
  }

  /** Takes the word; the other tabs fall silent. */
  claim(): void {
    this.#isOurs = true;
    this.channel.postMessage('claim');
  }
}
