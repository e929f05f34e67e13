import type { MailCarrier } from '../../server/providers/mail.ts';

/** The world's letter-boxes. */
export class MailWorld {
  /** How often each letter arrived, by its reason. */
  readonly arrived = new Map<string, number>();
  /** Letters that the sender has marked as sent: they must not come again. */
  readonly marked = new Set<string>();
  readonly complaints: string[] = [];

  reset(): void {
    this.arrived.clear();
    this.marked.clear();
    this.complaints.length = 0;
  }

  receive(reason: string): void {
    if (this.marked.has(reason)) this.complaints.push(`mail ${reason} was sent twice`);
    this.arrived.set(reason, (this.arrived.get(reason) ?? 0) + 1);
  }
}

/** One app's line to the mail server; `fault` of the next letter: not taken, or taken and its receipt lost. */
export class MailLine {
  fault: 'refused' | 'cut' | null = null;
  isDead = false;
  #carried: string[] = [];
  #turn: Promise<unknown> = Promise.resolve();
  readonly #world: MailWorld;

  constructor(world: MailWorld) {
    this.#world = world;
  }

  get carrier(): MailCarrier {
    return {
      atOnce: 1,
      carry: async ({ dedupeKey }) => {
        if (this.isDead) return new Promise(() => {});
        const fault = this.fault;
        this.fault = null;
        if (fault === 'refused') throw new Error('no line to the mail server');
        this.#world.receive(dedupeKey);
        this.#carried.push(dedupeKey);
        if (fault === 'cut') throw new Error('the mail server’s receipt was lost');
      },
      close() {},
    };
  }

  /**
   * What a run of the sender carried is marked once it came to its end without any trouble. The sender runs one at a time
   * anyway: here too, or a run would answer for the letters of another whose receipt was lost.
   */
  watch<T extends { failed: number }>(run: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(async () => {
      this.#carried = [];
      const told = await run();
      if (told.failed === 0) for (const reason of this.#carried) this.#world.marked.add(reason);
      return told;
    });
    this.#turn = turn.catch(() => {});
    return turn;
  }
}
