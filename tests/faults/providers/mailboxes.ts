import { paths } from '../../../contract/pages.ts';
import type { Email, MailCarrier } from '../../../server/providers/mail/mail.ts';

/** The mailboxes of all recipients, as one object. */
export class Mailboxes {
  /** How often each email has arrived, by the deduplication key of the email. */
  readonly arrived = new Map<string, number>();
  /** Deduplication keys of the emails that the server has marked as sent and must not send again. */
  readonly marked = new Set<string>();
  readonly problems: string[] = [];
  /**
   * The emails with a link by which a student of a moved or cancelled batch chooses, oldest first: the key of the email
   * and the token in the link.
   */
  readonly choiceLinks: Array<{ email: string; token: string }> = [];

  reset(): void {
    this.arrived.clear();
    this.marked.clear();
    this.choiceLinks.length = 0;
    this.problems.length = 0;
  }

  receive({ dedupeKey, link }: Pick<Email, 'dedupeKey' | 'link'>): void {
    if (this.marked.has(dedupeKey)) this.problems.push(`mail ${dedupeKey} was sent twice`);
    this.arrived.set(dedupeKey, (this.arrived.get(dedupeKey) ?? 0) + 1);
    const url = link === undefined ? null : new URL(link);
    const token = url?.pathname === paths.batchChoice ? url.searchParams.get('t') : null;
    if (token) this.choiceLinks.push({ email: dedupeKey, token });
  }
}

/**
 * The connection of one server instance to the mail server. With the fault `refused`, the mail server refuses the next
 * email; with `cut`, it accepts the email, but its confirmation is lost.
 */
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
      carry: async (email) => {
        if (this.isDead) return new Promise(() => {});
        const fault = this.fault;
        this.fault = null;
        if (fault === 'refused') throw new Error('no line to the mail server');
        this.#provider.receive(email);
        this.#carried.push(email.dedupeKey);
        if (fault === 'cut') throw new Error('the mail server’s receipt was lost');
      },
      close() {},
    };
  }

  /**
   * Calls `run`, in which the server's mail sender sends emails, and records these emails. If `run` reports no failure,
   * the server has marked them as sent, so they are added to `marked`. Calls of `watch` run one after another, so that
   * no call records the emails of another call.
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

  /** Waits until all calls of `watch` have finished recording. */
  async ended(): Promise<void> {
    await this.#turn;
  }
}
