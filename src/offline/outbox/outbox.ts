import { Listeners } from '../../lib/listeners.ts';
import { isDeviceFull } from '../device-full.ts';
import { addReceipt, type FormProgress, removeForm, saveForm, settleForm } from './form-rules.ts';
import type { OutboxNotice, OutboxOutcome } from './notice.ts';
import {
  type AddRow,
  isDeliveredAdd,
  type OutboxAction,
  type OutboxForm,
  type OutboxRow,
  type RowFault,
} from './row.ts';
import { addRow, discardRow, hasEarlierChange, newRowFields, releaseSignedIn, retryRow } from './row-rules.ts';
import { OutboxSender, type SenderDeps } from './sender.ts';
import type { ChangeRows } from './store.ts';

export type OutboxDeps = Omit<SenderDeps, 'notify' | 'rows'> & {
  /** Whether the server is known to be unreachable. */
  isOffline: () => boolean;
  /** Sends a message about the outbox to the other tabs. */
  broadcast: (notice: OutboxNotice) => void;
};

/** A screen waits at most this many milliseconds for the result of its action. */
const screenTimeoutMs = 12_000;

const discarded: RowFault = { code: 'DISCARDED', message: 'This change was discarded.', isFinal: true };

const notStored: OutboxOutcome = {
  kind: 'unanswered',
  fault: { code: 'NOT_STORED', message: 'This change could not be saved. Please try again.', isFinal: false },
};

const deviceFull: OutboxOutcome = {
  kind: 'unanswered',
  fault: {
    code: 'DEVICE_FULL',
    message: 'This device is full, so the change was not saved. Free some space, or try again when you are online.',
    isFinal: false,
  },
};

/** The outcome that an outbox notice reports for the row `key`; null if it reports none. */
function outcomeOf(notice: OutboxNotice, key: string): OutboxOutcome | null {
  if (notice.type === 'paused') return { kind: 'queued', key };
  if (!('key' in notice) || notice.key !== key) return null;
  if (notice.type === 'refused') return { kind: 'refused', fault: notice.fault };
  if (notice.type === 'discarded') return { kind: 'refused', fault: discarded };
  return notice.type === 'signedOut' ? { kind: 'signedOut', key } : { kind: 'delivered' };
}

/**
 * The outbox. Actions and forms are stored on the device before they are sent (in IndexedDB, `store.ts`), and sent in
 * order by one tab at a time.
 * No change is lost silently: a refused one stays in the list of waiting changes until the student decides
 * (docs/product.md#outbox).
 */
export class Outbox {
  readonly #deps: OutboxDeps;
  readonly #listeners = new Listeners<[notice: OutboxNotice]>();
  readonly #sender: OutboxSender;
  #rows: readonly OutboxRow[] = [];
  /**
   * The student's delivered additions, by key, until the cart of this tab has been loaded. Their stored rows are not
   * enough: another tab deletes a row once its own cart contains the addition, and a full device may be unable to mark
   * a row as delivered.
   */
  readonly #delivered = new Map<string, AddRow>();
  /**
   * Keys of delivered additions that the cart of this tab contains. Their rows are ignored, even if they are not
   * deleted from the device yet.
   */
  readonly #forgotten = new Set<string>();
  #held: ReadonlySet<string> = new Set();
  /**
   * How often a student has signed out in this tab. `sendForm` compares the number before and after it sends a form: a
   * sign-out in between may have discarded the form, even an anonymous one.
   */
  #signOuts = 0;

  constructor(deps: OutboxDeps) {
    this.#deps = deps;
    const notify = (notice: OutboxNotice) => this.#notify(notice);
    this.#sender = new OutboxSender({ ...deps, change: this.#change, notify, rows: () => this.#rows });
  }

  /**
   * All rows as last read from the device, with the delivered additions that the cart of this tab may not contain yet.
   */
  get rows(): readonly OutboxRow[] {
    return this.#rows;
  }

  /**
   * Keys of rows that the list of waiting changes leaves out, because another screen of this tab is about to show their
   * result.
   */
  get held(): ReadonlySet<string> {
    return this.#held;
  }

  /** When this tab will automatically try again to send rows (ms since the epoch); null if no retry is scheduled. */
  get nextTry(): number | null {
    return this.#sender.nextTry;
  }

  readonly subscribe = this.#listeners.subscribe;

  /**
   * Stores the action and sends it. Resolves when the action was delivered or refused, or has to wait for the
   * connection or for sign-in. Nothing is stored or sent for a visitor (`user` is null), or if somebody other than
   * `user` is signed in by now. `isShown`: whether the screen of the action can still show a refusal. If not, the list
   * of waiting changes shows it.
   */
  async submit(action: OutboxAction, user: string | null, isShown = () => true): Promise<OutboxOutcome> {
    const { student, now, isOffline } = this.#deps;
    if (user === null || user !== student()) return { kind: 'signedOut', key: null };
    const add = (attempts: number) => (rows: OutboxRow[]) => {
      const added = addRow(rows, action, user, now(), attempts);
      return { ...added, rows: releaseSignedIn(added.rows, user) };
    };
    let added = await this.#change(add(0), { isPatient: isOffline(), mustStore: true }).catch(() => null);
    if (!added) {
      // The action could not be stored, so send it without storing it, unless an earlier change of the same item waits
      // in the outbox and must be sent first. Read the rows again: another tab may just have stored such a change.
      await this.refresh();
      const isHeldUp = hasEarlierChange(this.#rows, action, user);
      const outcome = isHeldUp ? notStored : await this.#sendUnstored(action, user);
      if (outcome.kind !== 'unanswered') return outcome;
      // If the student has signed out while the action was being sent, the sign-out has discarded the action, so do not
      // store it.
      if (user !== student()) return { kind: 'signedOut', key: null };
      // Try again to store the action. If the call did reach the server, the idempotency key makes a repeat harmless.
      let isFull = false;
      added = await this.#change(add(isHeldUp ? 0 : 1), { isPatient: true, mustStore: true }).catch((error) => {
        isFull = isDeviceFull(error);
        return null;
      });
      if (!added) return isFull && (isHeldUp || outcome.fault.code === 'NO_RESPONSE') ? deviceFull : outcome;
    }
    const canSend = !isOffline();
    if (canSend) this.#hold(added.key);
    for (const key of added.replaced) this.#notify({ type: 'discarded', key });
    this.#notify({ type: 'changed' });
    if (!canSend) return { kind: 'queued', key: added.key };
    const result = this.#waitForOutcome(added.key);
    void this.drain();
    const outcome = await result;
    // If the screen of the action shows that it was refused, delete the row, so that the list of waiting changes does
    // not show it too.
    if (outcome.kind === 'refused' && isShown())
      this.#changeAfterScreen(added.key, (rows) => rows.filter(({ key }) => key !== added.key));
    else this.#release(added.key);
    return outcome;
  }

  /**
   * Sends a form with its screen's own call (`send`). Returns the reference number, or null if the form is stored and
   * will be sent later. A form with the sender's name is stored before it is sent, an anonymous form only if it gets no
   * answer.
   * `hasAnswer`: whether an error of `send` is the server's final answer, so that the form is not sent again.
   * `isShown`: whether the screen can still show the reference number. If not, the number is stored on this device.
   * @throws the error of `send` if the form will not be sent again: the error is final, the form could not be stored,
   * or the student has meanwhile discarded it or signed out. DOMException QuotaExceededError if the error is not final
   * and the device is full
   */
  async sendForm(
    form: OutboxForm,
    send: () => Promise<string>,
    hasAnswer: (error: unknown) => boolean,
    isShown = () => true,
  ): Promise<string | null> {
    const isAnonymous = form.kind === 'grievance.send' && form.payload.anonymous;
    const signOuts = this.#signOuts;
    // If the student signs out, the student's forms are deleted from the outbox. If the session only expires, they stay.
    const hasSignedOut = () => this.#signOuts > signOuts || (form.user !== null && form.user !== this.#deps.student());
    if (this.#deps.isOffline() && (await this.#save(form, 'unsent').catch(() => false))) return null;
    this.#hold(form.key);
    let isDiscarded = false;
    const unsubscribe = this.subscribe((notice) => {
      if (notice.type === 'discarded' && notice.key === form.key) isDiscarded = true;
    });
    if (!isAnonymous) await this.#save(form, 'sending').catch(() => {});
    try {
      const reference = await send();
      if (isShown()) this.#changeAfterScreen(form.key, (rows) => removeForm(rows, form.key, reference));
      else await this.#storeReceipt(form, reference, hasSignedOut());
      return reference;
    } catch (error) {
      this.#release(form.key);
      const isAnswered = hasAnswer(error);
      if (isAnswered) await this.#apply((rows) => removeForm(rows, form.key));
      const progress = hasSignedOut() || isDiscarded ? 'discarded' : 'unanswered';
      if (isAnswered || !(await this.#save(form, progress))) throw error;
      void this.drain();
      return null;
    } finally {
      unsubscribe();
    }
  }

  /** Sends all waiting rows, unless the server asks for a pause. */
  drain(): Promise<void> {
    return this.#sender.drain();
  }

  /** Sends all waiting rows, because the student asked for it, even if the server has asked for a pause. */
  drainNow(): Promise<void> {
    return this.#sender.drainNow();
  }

  /** Sends all waiting rows, unless they are being sent already or a retry is scheduled. */
  drainIfIdle(): Promise<void> {
    return this.#sender.drainIfIdle();
  }

  /**
   * Makes this tab load the cart if it has not done so since additions were delivered: notifies the listeners of these
   * additions again. Call it when the connection is back.
   */
  announceDelivered(): void {
    const user = this.#deps.student();
    for (const row of this.#rows)
      if (isDeliveredAdd(row) && row.user === user) this.#listeners.notify({ type: 'delivered', key: row.key });
  }

  /**
   * Deletes the rows of delivered additions. Call it once this tab has loaded a cart that is newer than their delivery.
   */
  async forgetDelivered(keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return;
    for (const key of keys) {
      this.#forgotten.add(key);
      this.#delivered.delete(key);
    }
    this.#rows = this.#rows.filter(({ key }) => !keys.includes(key));
    await this.#apply((rows) => rows.filter((row) => !isDeliveredAdd(row) || !keys.includes(row.key)));
  }

  /**
   * Sets the rows that waited for the student's sign-in to `waiting`, and sends them. Call it after a sign-in and
   * when a page starts.
   */
  async resume(): Promise<void> {
    const user = this.#deps.student();
    if (user) {
      this.#sender.follow({ type: 'signedIn' });
      this.#notify({ type: 'signedIn' });
      await this.#change((rows) => ({ rows: releaseSignedIn(rows, user) })).catch(() => null);
    }
    this.#notify({ type: 'changed' });
    this.announceDelivered();
    await this.drain();
  }

  async retry(key: string): Promise<void> {
    const newKey = this.#deps.newKey();
    await this.#apply((rows) => retryRow(rows, key, newKey, this.#deps.now()));
    await this.drainNow();
  }

  /**
   * Deletes a row, or dismisses the reference number of a delivered form. False if the row is being sent or the browser
   * cannot write.
   */
  async discard(key: string): Promise<boolean> {
    const rows = await this.#apply((before) => discardRow(before, key));
    const isGone = rows?.every((row) => row.key !== key) ?? false;
    if (isGone) this.#notify({ type: 'discarded', key });
    return isGone;
  }

  /**
   * Deletes all outbox rows of a student at sign-out. `withAnonymous`: also deletes the anonymous forms, which the
   * student has agreed to lose. Rows that were added while the browser delayed the deletion stay: anonymous forms, and
   * changes that the student has made after signing in again.
   */
  async discardAll(user: string, { withAnonymous = false } = {}): Promise<boolean> {
    if (withAnonymous) this.#signOuts += 1;
    const known = new Set(this.#rows.map(({ key }) => key));
    const kept = await this.#apply((rows) => {
      const isBack = this.#deps.student() === user;
      return rows.filter((row) => {
        const isNewer = !known.has(row.key);
        return row.user === user ? isBack && isNewer : row.user !== null || isNewer || !withAnonymous;
      });
    });
    return kept !== null;
  }

  /** Handles a notice from another tab about what happened in the outbox. */
  async receive(notice: OutboxNotice): Promise<void> {
    this.#sender.follow(notice);
    if (notice.type === 'delivered') this.#markDelivered(notice.key);
    await this.refresh();
    this.#listeners.notify(notice);
  }

  async refresh(): Promise<void> {
    await this.#change((rows) => ({ rows })).catch(() => null);
  }

  /** Sends an action that the browser could not store. It is sent once, without retries. */
  async #sendUnstored(action: OutboxAction, user: string): Promise<OutboxOutcome> {
    const delivery = await this.#deps.deliver({ ...action, user });
    if (delivery.kind === 'signedOut') return { kind: 'signedOut', key: null };
    if (delivery.kind !== 'delivered') return delivery;
    if (action.kind === 'cart.add') {
      const row = { ...action, user, ...newRowFields(this.#rows, this.#deps.now()), attempts: 1 };
      this.#rows = [...this.#rows, row];
      this.#markDelivered(row.key);
    }
    this.#notify({ type: 'delivered', key: action.key, cart: delivery.cart });
    return { kind: 'delivered' };
  }

  /** Resolves with the outcome of a row, or with `queued` after the timeout; the row is then sent in the background. */
  #waitForOutcome(key: string): Promise<OutboxOutcome> {
    return new Promise((resolve) => {
      const settle = (outcome: OutboxOutcome) => {
        cancelTimeout();
        unsubscribe();
        resolve(outcome);
      };
      const cancelTimeout = this.#deps.after(screenTimeoutMs, () => settle({ kind: 'queued', key }));
      const unsubscribe = this.subscribe((notice) => {
        const outcome = outcomeOf(notice, key);
        if (outcome) settle(outcome);
      });
    });
  }

  /**
   * Stores the form in the outbox. Returns whether it is stored.
   * @throws DOMException QuotaExceededError if the device is full
   */
  async #save(form: OutboxForm, progress: FormProgress): Promise<boolean> {
    const options = { isPatient: progress !== 'sending', mustStore: true };
    const save = (rows: OutboxRow[]) => ({ rows: saveForm(rows, form, this.#deps.now(), progress) });
    try {
      const { rows } = await this.#change(save, options);
      return rows.some(({ key }) => key === form.key);
    } catch (error) {
      if (isDeviceFull(error)) throw error;
      return false;
    } finally {
      this.#notify({ type: 'changed' });
    }
  }

  /** Stores the reference number of a delivered form, unless the student has discarded the form by signing out. */
  async #storeReceipt(form: OutboxForm, reference: string, hasSignedOut: boolean): Promise<void> {
    const receipt = { key: this.#deps.newKey(), at: this.#deps.now(), reference };
    const store = hasSignedOut ? settleForm : addReceipt;
    await this.#apply((rows) => store(rows, form, receipt));
    this.#release(form.key);
  }

  #hold(key: string): void {
    this.#setHeld([...this.#held, key]);
  }

  #release(key: string): void {
    this.#setHeld([...this.#held].filter((held) => held !== key));
  }

  #setHeld(keys: readonly string[]): void {
    this.#held = new Set(keys);
    this.#listeners.notify({ type: 'changed' });
  }

  /**
   * Changes the stored rows by `rule`, which removes the row with this key. Waits until the screen has shown the row's
   * result: if the tab closes before that, the row stays in the list of waiting changes.
   */
  #changeAfterScreen(key: string, rule: (rows: OutboxRow[]) => OutboxRow[]): void {
    this.#deps.after(0, () => void this.#apply(rule).then(() => this.#release(key)));
  }

  /**
   * Replaces the stored rows by what `rule` returns for them. Returns the new rows; null if the browser cannot write.
   */
  async #apply(rule: (rows: OutboxRow[]) => OutboxRow[]): Promise<OutboxRow[] | null> {
    const found = await this.#change((rows) => ({ rows: rule(rows) })).catch(() => null);
    this.#notify({ type: 'changed' });
    return found?.rows ?? null;
  }

  readonly #change: ChangeRows = async (change, options) => {
    const found = await this.#deps.change(change, options);
    this.#rows = this.#withDelivered(found.rows);
    return found;
  };

  /** Returns the rows of the device with the delivered additions that the cart of this tab may not contain yet. */
  #withDelivered(rows: readonly OutboxRow[]): OutboxRow[] {
    const user = this.#deps.student();
    const left = rows.filter((row) => !(isDeliveredAdd(row) && this.#forgotten.has(row.key)));
    for (const row of left) if (isDeliveredAdd(row)) this.#delivered.set(row.key, row);
    for (const [key, row] of this.#delivered) if (row.user !== user) this.#delivered.delete(key);
    const stored = new Set(left.map(({ key }) => key));
    const missing = [...this.#delivered.values()].filter(({ key }) => !stored.has(key));
    return [...left.map((row) => this.#delivered.get(row.key) ?? row), ...missing];
  }

  #markDelivered(key: string): void {
    const row = this.#rows.find((one) => one.key === key);
    if (row?.kind === 'cart.add') this.#delivered.set(key, { ...row, state: 'delivered', lastError: null });
    this.#rows = this.#withDelivered(this.#rows);
  }

  #notify(notice: OutboxNotice): void {
    // A `delivered` notice may contain the cart. Leave the cart out for other tabs, because they may run another
    // release with another cart format. They load the cart from the server.
    this.#deps.broadcast(notice.type === 'delivered' ? { type: 'delivered', key: notice.key } : notice);
    this.#listeners.notify(notice);
  }
}
