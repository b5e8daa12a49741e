// The difference between the server's clock and ours, from the answers to pings. The quickest answer is the truest.

interface Sample {
  roundTrip: number;
  offset: number;
}

const KEPT = 8;

export class ServerTime {
  #samples: Sample[] = [];

  constructor(private readonly local: () => number = Date.now) {}

  /** Server time now, in milliseconds. */
  now(): number {
    return this.local() + this.offset;
  }

  get offset(): number {
    return this.#best()?.offset ?? 0;
  }

  /** The shortest round trip seen lately, or null before the first. */
  get lag(): number | null {
    return this.#best()?.roundTrip ?? null;
  }

  /** An answer came: the server wrote `server` somewhere between `sent` and `received`. */
  heard(server: number, sent: number, received: number): void {
    const roundTrip = Math.max(0, received - sent);
    this.#samples.push({ roundTrip, offset: server - (sent + received) / 2 });
    if (this.#samples.length > KEPT) this.#samples.shift();
  }

  #best(): Sample | undefined {
    return this.#samples.reduce<Sample | undefined>(
      (best, sample) => (best && best.roundTrip <= sample.roundTrip ? best : sample),
      undefined,
    );
  }
}
