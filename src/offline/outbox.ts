import type { OutboxNotice, OutboxOutcome } from './outbox-notice.ts';
import type { OutboxAction, OutboxRow, RowFault, SendableRow } from './outbox-row.ts';
import {
  addRow,
  claimNext,
  type Delivery,
  releaseAbandoned,
  releaseSignedIn,
  retryRow,
  settleRow,
} from './outbox-rules.ts';
import type { ChangeRows } from './outbox-store.ts';

export type OutboxParts = {
  change: ChangeRows;
  deliver: (row: Pick<SendableRow, 'key' | 'kind' | 'payload'>) => Promise<Delivery>;
  exclusively: (work: () => Promise<void>) => Promise<void>;
  student: () => string | null;
  /** Whether the server is known to be out of reach. */
  isCut: () => boolean;
  /** Tells the other tabs. */
  broadcast: (notice: OutboxNotice) => void;
  newKey: () => string;
  now: () => number;
  random: () => number;
};

const patience = 12_000;
const discarded: RowFault = { code: 'DISCARDED', message: 'This change was discarded.', isFinal: true };
const longestPause = 60_000;

/** Actions of the student on their way to the server: stored first, sent in order by one tab at a time, never lost in silence. */
export class Outbox {
  readonly #parts: OutboxParts;
  readonly #listeners = new Set<(notice: OutboxNotice) => void>();
  #rows: readonly OutboxRow[] = [];
  #draining: Promise<void> | null = null;
  #isWanted = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: OutboxParts) {
    this.#parts = parts;
  }

  /** All rows as last read. */
  get rows(): readonly OutboxRow[] {
    return this.#rows;
  }

  subscribe = (listener: (notice: OutboxNotice) => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Keeps the action and sends it; answers when it has ended, or waits for the connection or for sign-in. */
  async submit(action: OutboxAction): Promise<OutboxOutcome> {
    const user = this.#parts.student();
    if (!user) return { kind: 'signedOut', key: null };
    const added = await this.#change((rows) => addRow(rows, action, user, this.#parts.now())).catch(() => null);
    if (!added) return this.#sendUnkept(action);
    for (const key of added.replaced) this.#tell({ type: 'discarded', key });
    this.#tell({ type: 'changed' });
    if (this.#parts.isCut()) return { kind: 'queued', key: added.key };
    const ended = this.#endOf(added.key);
    void this.drain();
    const outcome = await ended;
    // The screen that waits shows the refusal; the list of waiting changes need not repeat it.
    if (outcome.kind === 'refused') await this.#drop((row) => row.key === added.key);
    return outcome;
  }

  /** Sends what waits. A call during a run makes it look again, so that no row slips between two tabs. */
  drain(): Promise<void> {
    this.#isWanted = true;
    this.#draining ??= this.#drainWhileWanted().finally(() => {
      this.#draining = null;
    });
    return this.#draining;
  }

  /** The student has signed in, or a page has started: what waited for that is tried. */
  async resume(): Promise<void> {
    const user = this.#parts.student();
    if (!user) return;
    await this.#change((rows) => ({ rows: releaseSignedIn(rows, user) })).catch(() => null);
    this.#tell({ type: 'changed' });
    await this.drain();
  }

  async retry(key: string): Promise<void> {
    await this.#change((rows) => ({ rows: retryRow(rows, key, this.#parts.newKey()) }));
    this.#tell({ type: 'changed' });
    await this.drain();
  }

  async discard(key: string): Promise<void> {
    await this.#drop((row) => row.key === key);
    this.#tell({ type: 'discarded', key });
  }

  /** Signing out leaves no row of the student. */
  async discardAll(user: string): Promise<void> {
    await this.#drop((row) => row.user === user);
  }

  /** Another tab tells. */
  async hear(notice: OutboxNotice): Promise<void> {
    await this.refresh();
    for (const tell of this.#listeners) tell(notice);
  }

  async refresh(): Promise<void> {
    await this.#change((rows) => ({ rows })).catch(() => null);
  }

  async #drainWhileWanted(): Promise<void> {
    try {
      while (this.#isWanted) {
        this.#isWanted = false;
        await this.#parts.exclusively(() => this.#sendAll());
      }
    } catch {
      // The browser refuses its storage: what was kept there waits for a better day.
    }
  }

  async #sendAll(): Promise<void> {
    await this.#change((rows) => ({ rows: releaseAbandoned(rows) }));
    for (;;) {
      const user = this.#parts.student();
      const { row } = user ? await this.#change((rows) => claimNext(rows, user)) : { row: null };
      if (!row) return;
      this.#tell({ type: 'changed' });
      const delivery = await this.#parts.deliver(row);
      const { rows } = await this.#change((found) => ({ rows: settleRow(found, row, delivery) }));
      this.#announce(row.key, delivery);
      const isLeft = rows.some(({ key, state }) => key === row.key && state !== 'needsAttention');
      if (!isLeft) continue;
      if (delivery.kind === 'unanswered') this.#planRetry(row.attempts);
      return this.#tell({ type: 'paused' });
    }
  }

  #announce(key: string, delivery: Delivery): void {
    if (delivery.kind === 'unanswered') this.#tell({ type: 'changed' });
    else if (delivery.kind === 'refused') this.#tell({ type: 'refused', key, fault: delivery.fault });
    else this.#tell({ type: delivery.kind, key });
  }

  #planRetry(attempts: number): void {
    const longest = Math.min(longestPause, 1000 * 2 ** Math.min(attempts, 10));
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.drain(), longest * (0.5 + this.#parts.random() / 2));
  }

  #endOf(key: string): Promise<OutboxOutcome> {
    return new Promise((resolve) => {
      const end = (outcome: OutboxOutcome) => {
        clearTimeout(timer);
        leave();
        resolve(outcome);
      };
      const timer = setTimeout(() => end({ kind: 'queued', key }), patience);
      const leave = this.subscribe((notice) => {
        if (notice.type === 'paused') return end({ kind: 'queued', key });
        if (!('key' in notice) || notice.key !== key) return;
        if (notice.type === 'refused') return end({ kind: 'refused', fault: notice.fault });
        if (notice.type === 'discarded') return end({ kind: 'refused', fault: discarded });
        end(notice.type === 'signedOut' ? { kind: 'signedOut', key } : { kind: 'delivered' });
      });
    });
  }

  /** Where nothing can be stored the action is sent at once or not at all. */
  async #sendUnkept(action: OutboxAction): Promise<OutboxOutcome> {
    const delivery = await this.#parts.deliver(action);
    if (delivery.kind === 'signedOut') return { kind: 'signedOut', key: null };
    return delivery;
  }

  async #drop(isDropped: (row: OutboxRow) => boolean): Promise<void> {
    await this.#change((rows) => ({ rows: rows.filter((row) => !isDropped(row)) })).catch(() => null);
    this.#tell({ type: 'changed' });
  }

  async #change<Found extends { rows: OutboxRow[] }>(change: (rows: OutboxRow[]) => Found): Promise<Found> {
    const found = await this.#parts.change(change);
    this.#rows = found.rows;
    return found;
  }

  #tell(notice: OutboxNotice): void {
    this.#parts.broadcast(notice);
    for (const tell of this.#listeners) tell(notice);
  }
}
