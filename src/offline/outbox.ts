import { type FormProgress, keepForm, letFormGo } from './outbox-form-rules.ts';
import type { OutboxNotice, OutboxOutcome } from './outbox-notice.ts';
import type { OutboxAction, OutboxForm, OutboxRow } from './outbox-row.ts';
import { addRow, discardRow, isShownTo, releaseSignedIn, retryRow } from './outbox-rules.ts';
import { OutboxSending, type SendingParts } from './outbox-sending.ts';
import type { ChangeRows } from './outbox-store.ts';
import { waitForEnd } from './outbox-wait.ts';

export type OutboxParts = Omit<SendingParts, 'tell'> & {
  /** Whether the server is known to be out of reach. */
  isCut: () => boolean;
  /** Tells the other tabs. */
  broadcast: (notice: OutboxNotice) => void;
};

const patience = 12_000;

/** Actions on their way to the server: stored first, sent in order by one tab at a time, never lost in silence. */
export class Outbox {
  readonly #parts: OutboxParts;
  readonly #listeners = new Set<(notice: OutboxNotice) => void>();
  readonly #sending: OutboxSending;
  #rows: readonly OutboxRow[] = [];
  #held: ReadonlySet<string> = new Set();

  constructor(parts: OutboxParts) {
    this.#parts = parts;
    this.#sending = new OutboxSending({ ...parts, change: this.#change, tell: (notice) => this.#tell(notice) });
  }

  /** All rows as last read. */
  get rows(): readonly OutboxRow[] {
    return this.#rows;
  }

  /** Keys of what a screen of this tab is about to tell the end of. */
  get held(): ReadonlySet<string> {
    return this.#held;
  }

  /** When this tab tries again by itself, by its clock; null where no try is planned. */
  get nextTry(): number | null {
    return this.#sending.nextTry;
  }

  subscribe = (listener: (notice: OutboxNotice) => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Keeps the action and sends it; answers when it has ended, or waits for the connection or for sign-in. */
  async submit(action: OutboxAction): Promise<OutboxOutcome> {
    const { student, now, isCut } = this.#parts;
    const user = student();
    if (!user) return { kind: 'signedOut', key: null };
    const add = (rows: OutboxRow[]) => {
      const added = addRow(rows, action, user, now());
      return { ...added, rows: releaseSignedIn(added.rows, user) };
    };
    const added = await this.#change(add).catch(() => null);
    if (!added) return this.#sendUnkept(action, user);
    const isSent = !isCut();
    if (isSent) this.#hold(added.key);
    for (const key of added.replaced) this.#tell({ type: 'discarded', key });
    this.#tell({ type: 'changed' });
    if (!isSent) return { kind: 'queued', key: added.key };
    const ended = waitForEnd({ subscribe: this.subscribe, after: this.#parts.after }, added.key, patience);
    void this.drain();
    const outcome = await ended;
    // The screen that waits shows the refusal; the list of waiting changes need not repeat it.
    if (outcome.kind === 'refused') this.#letGo(added.key, (rows) => rows.filter(({ key }) => key !== added.key));
    else this.#release(added.key);
    return outcome;
  }

  /**
   * Sends a form by its screen's own call. One that names its sender is kept before it is sent; an anonymous one only once it
   * is known that the server can't be reached. Null: no answer came, and it is kept. @throws what `send` throws where our
   * server answered, or nothing could be kept
   */
  async sendForm(form: OutboxForm, send: () => Promise<string>, hasAnswer: (error: unknown) => boolean) {
    const isAnonymous = form.kind === 'grievance.send' && form.payload.anonymous;
    if (this.#parts.isCut() && (await this.#keep(form, 'untried'))) return null;
    this.#hold(form.key);
    if (!isAnonymous) await this.#keep(form, 'out');
    try {
      const reference = await send();
      this.#letGo(form.key, (rows) => letFormGo(rows, form.key, reference));
      return reference;
    } catch (error) {
      this.#release(form.key);
      if (hasAnswer(error)) await this.#apply((rows) => letFormGo(rows, form.key));
      if (hasAnswer(error) || !(await this.#keep(form, 'tried'))) throw error;
      void this.drain();
      return null;
    }
  }

  /** Sends what waits. */
  drain(): Promise<void> {
    return this.#sending.drain();
  }

  /** Sends what waits, unless it is being sent or a try is planned. */
  drainIfIdle(): Promise<void> {
    return this.#sending.drainIfIdle();
  }

  /** The student has signed in, or a page has started: what waited for that is tried. */
  async resume(): Promise<void> {
    const user = this.#parts.student();
    if (user) await this.#change((rows) => ({ rows: releaseSignedIn(rows, user) })).catch(() => null);
    this.#tell({ type: 'changed' });
    await this.drain();
  }

  async retry(key: string): Promise<void> {
    await this.#apply((rows) => retryRow(rows, key, this.#parts.newKey()));
    await this.drain();
  }

  /** Gives a change up, or dismisses a receipt. False: it is being sent at this moment, or the browser does not let it go. */
  async discard(key: string): Promise<boolean> {
    const rows = await this.#apply((before) => discardRow(before, key));
    const isGone = rows?.every((row) => row.key !== key) ?? false;
    if (isGone) this.#tell({ type: 'discarded', key });
    return isGone;
  }

  /** Signing out leaves no row of the student; with `andOfNobody` none that they have seen. */
  async discardAll(user: string, { andOfNobody = false } = {}): Promise<void> {
    const isShown = isShownTo(user);
    await this.#apply((rows) => rows.filter((row) => !(andOfNobody ? isShown(row) : row.user === user)));
  }

  /** Another tab tells. */
  async hear(notice: OutboxNotice): Promise<void> {
    this.#sending.follow(notice);
    await this.refresh();
    for (const tell of this.#listeners) tell(notice);
  }

  async refresh(): Promise<void> {
    await this.#change((rows) => ({ rows })).catch(() => null);
  }

  /** Where nothing can be stored the action is sent at once or not at all. */
  async #sendUnkept(action: OutboxAction, user: string): Promise<OutboxOutcome> {
    const delivery = await this.#parts.deliver({ ...action, user });
    if (delivery.kind === 'signedOut') return { kind: 'signedOut', key: null };
    return delivery;
  }

  async #keep(form: OutboxForm, progress: FormProgress): Promise<boolean> {
    return (await this.#apply((rows) => keepForm(rows, form, this.#parts.now(), progress))) !== null;
  }

  #hold(key: string): void {
    this.#setHeld([...this.#held, key]);
  }

  #release(key: string): void {
    this.#setHeld([...this.#held].filter((held) => held !== key));
  }

  #setHeld(keys: readonly string[]): void {
    this.#held = new Set(keys);
    for (const tell of this.#listeners) tell({ type: 'changed' });
  }

  /** Once the screen has shown how it ended: should the tab die before, the list shows it. */
  #letGo(key: string, rule: (rows: OutboxRow[]) => OutboxRow[]): void {
    this.#parts.after(0, () => void this.#apply(rule).then(() => this.#release(key)));
  }

  /** Null where the browser refuses to store. */
  async #apply(rule: (rows: OutboxRow[]) => OutboxRow[]): Promise<OutboxRow[] | null> {
    const found = await this.#change((rows) => ({ rows: rule(rows) })).catch(() => null);
    this.#tell({ type: 'changed' });
    return found?.rows ?? null;
  }

  readonly #change: ChangeRows = async (change) => {
    const found = await this.#parts.change(change);
    this.#rows = found.rows;
    return found;
  };

  #tell(notice: OutboxNotice): void {
    this.#parts.broadcast(notice);
    for (const tell of this.#listeners) tell(notice);
  }
}
