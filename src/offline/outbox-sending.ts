import { settleForm } from './outbox-form-rules.ts';
import type { OutboxNotice } from './outbox-notice.ts';
import type { OutboxRow, SendableRow } from './outbox-row.ts';
import { claimNext, type Delivery, pauseAfter, releaseAbandoned, settleRow } from './outbox-rules.ts';
import type { ChangeRows } from './outbox-store.ts';

type Outgoing<Row> = Row extends SendableRow ? Pick<Row, 'key' | 'kind' | 'payload' | 'user'> : never;
/** What is sent, and as whom; null: as nobody. */
export type Sent = Outgoing<SendableRow>;

export type SendingParts = {
  change: ChangeRows;
  deliver: (row: Sent) => Promise<Delivery>;
  exclusively: (work: () => Promise<void>) => Promise<void>;
  student: () => string | null;
  tell: (notice: OutboxNotice) => void;
  newKey: () => string;
  now: () => number;
  /** 0 to 1. */
  random: () => number;
  /** Works after so many milliseconds; the answer calls it off. */
  after: (pause: number, work: () => void) => () => void;
};

/** Sends what waits, in order, one tab at a time, and comes back to what found no answer. */
export class OutboxSending {
  readonly #parts: SendingParts;
  #draining: Promise<void> | null = null;
  #isWanted = false;
  #nextTry: number | null = null;
  #callOff: () => void = () => {};

  constructor(parts: SendingParts) {
    this.#parts = parts;
  }

  /** When this device tries again by itself, by its clock; null where no try is planned. */
  get nextTry(): number | null {
    return this.#nextTry;
  }

  /** Sends what waits. A call during a run makes it look again, so that no row slips between two tabs. */
  drain(): Promise<void> {
    this.#isWanted = true;
    this.#draining ??= this.#drainWhileWanted().finally(() => {
      this.#draining = null;
    });
    return this.#draining;
  }

  /** Sends what waits, unless it is being sent or a try is planned. */
  async drainIfIdle(): Promise<void> {
    if (this.#draining === null && this.#nextTry === null) await this.drain();
  }

  /** Another tab has paused: should it close meanwhile, this one tries in its place, a little later. */
  follow(notice: OutboxNotice): void {
    if (notice.type === 'paused' && notice.pause !== null)
      this.#plan(notice.pause, notice.pause * (0.25 + this.#parts.random() / 2));
  }

  async #drainWhileWanted(): Promise<void> {
    try {
      while (this.#isWanted) {
        this.#isWanted = false;
        await this.#parts.exclusively(() => this.#sendAll());
      }
    } catch {
      // The browser refuses its storage: what is kept there waits for a better moment.
      this.#plan(pauseAfter(Number.POSITIVE_INFINITY, this.#parts.random()));
    }
  }

  async #sendAll(): Promise<void> {
    const { change, deliver, student, tell } = this.#parts;
    this.#callOff();
    this.#nextTry = null;
    await change((rows) => ({ rows: releaseAbandoned(rows) }));
    for (;;) {
      const user = student();
      const { row } = await change((rows) => claimNext(rows, user));
      if (!row) return;
      tell({ type: 'changed' });
      const delivery = await deliver(row);
      const { rows } = await change((found) => ({ rows: this.#settle(found, row, delivery) }));
      this.#announce(row.key, delivery);
      const isLeft = rows.some(({ key, state }) => key === row.key && state !== 'needsAttention');
      if (!isLeft) continue;
      if (delivery.kind === 'unanswered') return this.#pause(row.attempts);
      // The student's own wait until they sign in; those of nobody need not.
      tell({ type: 'paused', pause: null });
    }
  }

  #settle(rows: OutboxRow[], row: SendableRow, delivery: Delivery): OutboxRow[] {
    if (delivery.kind !== 'delivered' || delivery.reference === undefined) return settleRow(rows, row, delivery);
    const { newKey, now } = this.#parts;
    return settleForm(rows, row, { key: newKey(), at: now(), reference: delivery.reference });
  }

  #announce(key: string, delivery: Delivery): void {
    const { tell } = this.#parts;
    if (delivery.kind === 'unanswered') tell({ type: 'changed' });
    else if (delivery.kind === 'refused') tell({ type: 'refused', key, fault: delivery.fault });
    else tell({ type: delivery.kind, key });
  }

  #pause(attempts: number): void {
    const pause = pauseAfter(attempts, this.#parts.random());
    this.#plan(pause);
    this.#parts.tell({ type: 'paused', pause });
  }

  #plan(pause: number, grace = 0): void {
    this.#callOff();
    this.#nextTry = this.#parts.now() + pause;
    this.#callOff = this.#parts.after(pause + grace, () => void this.drain());
  }
}
