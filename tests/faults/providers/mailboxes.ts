import type { MailCarrier } from '../../../server/providers/mail/mail.ts';

/** The mailboxes of all recipients. */
export class Mailboxes {
  /** How often each email arrived, by its deduplication key. */
  readonly arrived = new Map<string, number>();
  /** Emails that the sender has marked as sent, which must not arrive again. */
  readonly marked = new Set<string>();
  readonly problems: string[] = [];

  reset(): void {
    this.arrived.clear();
    this.marked.clear();
    this.problems.length = 0;
  }

  receive(reason: string): void {
    if (this.marked.has(reason)) this.problems.push(`mail ${reason} was sent twice`);
    this.arrived.set(reason, (this.arrived.get(reason) ?? 0) + 1);
  }
}

/** One app's connection to the mail server; `fault`: the next email is refused, or accepted with its receipt lost. */
export class MailConnection {
  fault: 'refused' | 'cut' | null = null;
  isDead = false;
  #carried: string[] = [];
  #turn: Promise<unknown> = Promise.resolve();
  readonly #provider: Mailboxes;

  constructor(provider: Mailboxes) {
    this.#provider = provider;
  }

  get carrier(): MailCarrier {
    return {
      atOnce: 1,
      carry: async ({ dedupeKey }) => {
        if (this.isDead) return new Promise(() => {});
        const fault = this.fault;
        this.fault = null;
        if (fault === 'refused') throw new Error('no line to the mail server');
        this.#provider.receive(dedupeKey);
        this.#carried.push(dedupeKey);
        if (fault === 'cut') throw new Error('the mail server’s receipt was lost');
      },
      close() {},
    };
  }

  /**
   * Marks the emails of a run as sent if the run ends without a failure. Runs are serialised as in the sender;
   * otherwise a run would also mark the emails of another run whose receipt was lost.
   */
  watch<T extends { failed: number }>(run: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(async () => {
      this.#carried = [];
      const result = await run();
      if (result.failed === 0) for (const reason of this.#carried) this.#provider.marked.add(reason);
      return result;
    });
    this.#turn = turn.catch(() => {});
    return turn;
  }
}
