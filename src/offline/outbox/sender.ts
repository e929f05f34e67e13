import { maxRetryAfterMs } from '../../lib/retry-after.ts';
import { settleForm } from './form-rules.ts';
import type { OutboxNotice } from './notice.ts';
import type { OutboxRow, RowState, SendableRow } from './row.ts';
import {
  claimNext,
  type Delivery,
  pausedUntil,
  releaseAbandoned,
  releaseSignedIn,
  retryDelay,
  settleRow,
} from './row-rules.ts';
import type { ChangeRows } from './store.ts';

type Outgoing<Row> = Row extends SendableRow ? Pick<Row, 'key' | 'kind' | 'payload' | 'user'> : never;
/** Fields of an outbox row that are needed to send it. `user`: id of the student; null if the row is anonymous. */
export type OutgoingRow = Outgoing<SendableRow>;

export type SenderDeps = {
  change: ChangeRows;
  deliver: (row: OutgoingRow) => Promise<Delivery>;
  /** Runs `work` while holding a lock, so that only one tab at a time sends rows. */
  withLock: (work: () => Promise<void>) => Promise<void>;
  student: () => string | null;
  notify: (notice: OutboxNotice) => void;
  /** All rows of the outbox, as last read from the device. */
  rows: () => readonly OutboxRow[];
  newKey: () => string;
  now: () => number;
  /** Returns a random number from 0 to 1, which varies the delay of retries. */
  random: () => number;
  /** Runs `work` after `pause` ms. Returns a function that cancels it. */
  after: (pause: number, work: () => void) => () => void;
};

/** States of rows that are not sent again automatically. */
const settledStates: readonly RowState[] = ['needsAttention', 'delivered'];

/**
 * Sends the waiting rows in order, in one tab at a time, and retries those without a response. If the server asks for a
 * pause (`Retry-After`), no row is sent until the pause is over, unless the student asks to send now.
 */
export class OutboxSender {
  readonly #deps: SenderDeps;
  #draining: Promise<void> | null = null;
  #isWanted = false;
  #nextTry: number | null = null;
  /** How often a student has signed in, in any tab, since this page was opened. */
  #signIns = 0;
  /**
   * The server has asked to send no row before this time (ms since the epoch). The rows contain this time too, so that
   * a later visit finds it.
   */
  #pausedUntil = 0;
  #cancel: () => void = () => {};

  constructor(deps: SenderDeps) {
    this.#deps = deps;
  }

  /** When the next retry is scheduled (ms since the epoch); null if none is. */
  get nextTry(): number | null {
    return this.#nextTry;
  }

  /**
   * Sends all waiting rows, unless the server asks for a pause. If rows are being sent already, looks for waiting rows
   * once more afterwards, so that no new row is missed.
   */
  async drain(): Promise<void> {
    const left = Math.max(this.#pausedUntil, pausedUntil(this.#deps.rows())) - this.#deps.now();
    // A pause longer than any that a server can impose means that the device's clock was set back, so ignore it.
    if (left <= 0 || left > maxRetryAfterMs) return this.drainNow();
    if (this.#nextTry === null) this.#plan(left);
    this.#deps.notify({ type: 'paused', pause: left, isAskedFor: true });
  }

  /** Sends all waiting rows even if a retry is scheduled or the server has asked for a pause. */
  drainNow(): Promise<void> {
    this.#pausedUntil = 0;
    this.#isWanted = true;
    this.#draining ??= this.#drainWhileWanted().finally(() => {
      this.#draining = null;
    });
    return this.#draining;
  }

  /** Sends all waiting rows, unless they are being sent already or a retry is scheduled. */
  async drainIfIdle(): Promise<void> {
    if (this.#draining === null && this.#nextTry === null) await this.drain();
  }

  /**
   * Handles a notice about the outbox. If another tab has paused sending, that tab sends again after the pause. This
   * tab schedules a retry shortly after that, in case the other tab is closed by then.
   */
  follow(notice: OutboxNotice): void {
    if (notice.type === 'signedIn') this.#signIns += 1;
    if (notice.type !== 'paused' || notice.pause === null) return;
    if (notice.isAskedFor) this.#pausedUntil = this.#deps.now() + notice.pause;
    this.#plan(notice.pause, notice.pause * (0.25 + this.#deps.random() / 2));
  }

  async #drainWhileWanted(): Promise<void> {
    try {
      while (this.#isWanted) {
        this.#isWanted = false;
        await this.#deps.withLock(() => this.#sendAll());
      }
    } catch {
      // The browser cannot open its storage, so try again after the longest retry delay.
      this.#plan(retryDelay(Number.POSITIVE_INFINITY, this.#deps.random()));
    }
  }

  async #sendAll(): Promise<void> {
    const { change, deliver, student, notify, now } = this.#deps;
    this.#cancel();
    this.#nextTry = null;
    await change((rows) => ({ rows: releaseAbandoned(rows) }));
    for (;;) {
      const user = student();
      const { row, expired } = await change((rows) => claimNext(rows, user, now()));
      if (expired) {
        notify({ type: 'refused', ...expired });
        continue;
      }
      if (!row) return;
      notify({ type: 'changed' });
      const signIns = this.#signIns;
      const delivery = await deliver(row);
      const { rows, isSignedInAgain } = await change((found) => {
        const settled = this.#settle(found, row, delivery);
        // The student may have signed in again before this 401 response arrived. Then set the row to `waiting` here:
        // `resume`, which does so after a sign-in, may have run already.
        const isSignedInAgain = delivery.kind === 'signedOut' && this.#signIns > signIns;
        return { rows: isSignedInAgain && row.user ? releaseSignedIn(settled, row.user) : settled, isSignedInAgain };
      });
      if (isSignedInAgain) continue;
      this.#notifyDelivery(row.key, delivery);
      const isLeft = rows.some(({ key, state }) => key === row.key && !settledStates.includes(state));
      if (!isLeft) continue;
      if (delivery.kind === 'unanswered') return this.#pause(row.attempts, delivery.retryAfterMs ?? 0);
      // The student's rows must now wait for sign-in. Go on with the anonymous rows.
      notify({ type: 'paused', pause: null });
    }
  }

  #settle(rows: OutboxRow[], row: SendableRow, delivery: Delivery): OutboxRow[] {
    const { newKey, now } = this.#deps;
    if (delivery.kind !== 'delivered' || delivery.reference === undefined) return settleRow(rows, row, delivery, now());
    return settleForm(rows, row, { key: newKey(), at: now(), reference: delivery.reference });
  }

  #notifyDelivery(key: string, delivery: Delivery): void {
    const { notify } = this.#deps;
    if (delivery.kind === 'unanswered') notify({ type: 'changed' });
    else if (delivery.kind === 'refused') notify({ type: 'refused', key, fault: delivery.fault });
    else if (delivery.kind === 'delivered') notify({ type: 'delivered', key, cart: delivery.cart });
    else notify({ type: 'signedOut', key });
  }

  #pause(attempts: number, retryAfterMs: number): void {
    const delay = retryDelay(attempts, this.#deps.random());
    const isAskedFor = retryAfterMs > 0;
    const pause = Math.max(delay, retryAfterMs);
    if (isAskedFor) this.#pausedUntil = this.#deps.now() + retryAfterMs;
    this.#plan(pause);
    this.#deps.notify({ type: 'paused', pause, ...(isAskedFor ? { isAskedFor } : {}) });
  }

  #plan(pause: number, grace = 0): void {
    this.#cancel();
    this.#nextTry = this.#deps.now() + pause;
    this.#cancel = this.#deps.after(pause + grace, () => void this.drainNow());
  }
}
