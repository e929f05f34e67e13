import { addContact, addGrievance } from '../../../../contract/submissions.ts';
import { ApiError } from '../../../../src/lib/api.ts';
import type { OutboxOutcome } from '../../../../src/offline/outbox-notice.ts';
import type { OutboxForm, OutboxRow } from '../../../../src/offline/outbox-row.ts';
import { isShownTo } from '../../../../src/offline/outbox-rules.ts';
import type { Device } from './device.ts';
import type { Deed, Who } from './schedule.ts';
import type { Tab } from './tab.ts';

/** What a screen told of a tap. `in the form`: it did not go, and what was typed still stands there. */
export type Told = OutboxOutcome | { kind: 'received'; reference: string } | { kind: 'in the form' };
export type Tap = {
  title: string;
  user: string | null;
  key: string;
  tab: Tab | null;
  told: Told | null;
  isForm: boolean;
  isAnonymous: boolean;
  wish: string;
};
type FormKind = Extract<Deed, { do: 'send form' }>['form'];

export const courseOfOtherReleases = 9;
const isAnswered = (error: unknown) => error instanceof ApiError && error.kind !== 'offline';
const person = { name: 'Nila Thomas', email: 'nila@example.com' };

/** Whoever holds the device: taps, and notes what each tap was told and what they gave up. */
export class Person {
  readonly taps: Tap[] = [];
  readonly dismissed = new Set<string>();
  /** Titles that were tried again after they needed attention. */
  readonly triedAgain = new Set<string>();
  /** Titles given up; `unsent`: that can't have reached the server. */
  readonly discarded = new Map<string, 'unsent' | 'perhaps sent'>();
  /** Forms that still stand as they were typed. */
  pressesAgain: Array<() => Promise<void>> = [];
  readonly #device: Device;

  constructor(device: Device) {
    this.#device = device;
  }

  watch(tab: Tab): void {
    tab.outbox.subscribe((notice) => {
      if (notice.type !== 'discarded') return;
      const title = this.#device.titles.get(notice.key);
      const row = title === undefined ? undefined : this.#device.seen.get(title);
      if (row) this.discarded.set(row.title, row.attempts === 0 ? 'unsent' : 'perhaps sent');
    });
  }

  #tap(tab: Tab | null, user: string | null, form?: FormKind): Tap {
    const title = `tap ${this.taps.length + 1}`;
    const tap: Tap = {
      title,
      user,
      key: this.#device.newKey(),
      tab,
      told: null,
      isForm: form !== undefined,
      isAnonymous: form === 'anonymous grievance',
      wish: title,
    };
    this.#device.titles.set(tap.key, title);
    this.taps.push(tap);
    return tap;
  }

  async change(tab: Tab, deed: Extract<Deed, { do: 'add' | 'remove' }>): Promise<void> {
    const tap = this.#tap(tab, tab.subject.student);
    const told = { key: tap.key, title: tap.title, quotedPrice: null };
    const action =
      deed.do === 'add'
        ? ({
            ...told,
            kind: 'cart.add',
            payload: { type: 'course', course_id: deed.course, batch_id: deed.batch },
          } as const)
        : ({ ...told, kind: 'cart.remove', payload: { item_type: 'course', course_id: deed.course } } as const);
    // The same wish again, before the first was sent, is one change.
    tap.wish = JSON.stringify([tap.user, action.kind, action.payload]);
    tap.told = await tab.mortal(tab.outbox.submit(action));
  }

  async writes(tab: Tab, kind: FormKind): Promise<void> {
    const isAnonymous = kind === 'anonymous grievance';
    const tap = this.#tap(tab, isAnonymous ? null : tab.subject.student, kind);
    const { key, title, user } = tap;
    const form: OutboxForm =
      kind === 'enquiry'
        ? { key, title, user, kind: 'contact.send', payload: { ...person, phone: '', subject: 'fees', message: title } }
        : {
            key,
            title,
            user,
            kind: 'grievance.send',
            payload: isAnonymous
              ? { anonymous: true, grievance: title }
              : { anonymous: false, grievance: title, contact: '98765', ...person },
          };
    await this.#sends(tab, tap, form);
  }

  async #sends(tab: Tab, tap: Tap, form: OutboxForm): Promise<void> {
    const isAnonymous = form.kind === 'grievance.send' && form.payload.anonymous;
    const options = { key: form.key, ...(isAnonymous ? { credentials: 'omit' as const } : {}) };
    const send = async () => {
      const endpoint = form.kind === 'contact.send' ? addContact : addGrievance;
      const answer = await tab.api.call(endpoint, { body: { formData: form.payload } } as never, options);
      return answer.data.reference;
    };
    const hears = (error: unknown) => {
      // The draft has what was typed, also if the tab dies now.
      if (isAnswered(error)) tap.told = { kind: 'in the form' };
      return isAnswered(error);
    };
    try {
      const reference = await tab.mortal(tab.outbox.sendForm(form, () => tab.mortal(send()), hears));
      tap.told = reference === null ? { kind: 'queued', key: form.key } : { kind: 'received', reference };
    } catch {
      tap.told = { kind: 'in the form' };
      // Whoever reads that it did not go presses again, once the line is better.
      this.pressesAgain.push(async () => {
        if (!tab.isAlive) return;
        tap.user = isAnonymous ? null : tab.subject.student;
        await this.#sends(tab, tap, { ...form, user: tap.user });
      });
    }
  }

  async discards(tab: Tab, nth: number): Promise<void> {
    const rows = tab.outbox.rows.filter(isShownTo(tab.subject.student)).filter(({ state }) => state !== 'sending');
    const row = rows[nth % (rows.length || 1)];
    if (!row) return;
    if (row.kind === 'receipt') this.dismissed.add(row.title);
    // The tab may die before it hears that it was done.
    else if (!this.discarded.has(row.title)) this.discarded.set(row.title, 'perhaps sent');
    await tab.mortal(tab.outbox.discard(row.key));
  }

  async retries(tab: Tab, nth: number): Promise<void> {
    const rows = tab.outbox.rows
      .filter(isShownTo(tab.subject.student))
      .filter(({ state }) => state === 'needsAttention');
    const row = rows[nth % (rows.length || 1)];
    if (!row) return;
    this.triedAgain.add(row.title);
    await tab.mortal(tab.outbox.retry(row.key));
  }

  signsIn(tab: Tab, as: Who): void {
    this.#device.server.session = as;
    tab.enter(as);
  }

  async signsOut(tab: Tab): Promise<void> {
    const user = tab.subject.student;
    if (!user) return;
    this.#device.server.session = null;
    tab.leave();
    for (const tap of this.taps)
      if (tap.user === user || tap.user === null) this.discarded.set(tap.title, 'perhaps sent');
    await tab.mortal(tab.outbox.discardAll(user, { andOfNobody: true }));
  }

  /** A row as the release before, or the one after, stored it. */
  leavesRow(version: number): OutboxRow {
    const tap = this.#tap(null, 'asha');
    tap.told = { kind: 'queued', key: tap.key };
    const { key, title } = tap;
    return {
      key,
      title,
      user: 'asha',
      sequence: 1,
      schemaVersion: version,
      quotedPrice: 4500,
      state: 'waiting',
      createdAt: 0,
      attempts: 0,
      failures: 0,
      lastError: null,
      kind: 'cart.add',
      payload: { type: 'course', course_id: courseOfOtherReleases, batch_id: 9 },
    };
  }
}
