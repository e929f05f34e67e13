import { addContact, addGrievance } from '../../../../../contract/submissions.ts';
import { ApiError } from '../../../../../src/lib/api.ts';
import type { OutboxOutcome } from '../../../../../src/offline/outbox/notice.ts';
import type { OutboxForm, OutboxRow } from '../../../../../src/offline/outbox/row.ts';
import { isVisibleTo } from '../../../../../src/offline/outbox/row-rules.ts';
import type { Device } from './device.ts';
import type { ModelEvent, Who } from './schedule.ts';
import type { Tab } from './tab.ts';

/**
 * The result that the screen showed for a tap. `in the form`: the form was not accepted, and it still contains what was
 * typed.
 */
type TapResult = OutboxOutcome | { kind: 'received'; reference: string } | { kind: 'in the form' };
export type Tap = {
  title: string;
  user: string | null;
  key: string;
  tab: Tab | null;
  result: TapResult | null;
  isForm: boolean;
  isAnonymous: boolean;
  wish: string;
};
type FormKind = Extract<ModelEvent, { do: 'send form' }>['form'];

export const courseOfOtherReleases = 9;
const isAnswered = (error: unknown) => error instanceof ApiError && error.kind !== 'offline';
const person = { name: 'Nila Thomas', email: 'nila@example.com' };

/**
 * The simulated person who uses the device. Taps on the page, and records the result of each tap and the changes that
 * were discarded.
 */
export class Person {
  readonly taps: Tap[] = [];
  readonly dismissed = new Set<string>();
  /**
   * Titles of changes that the outbox had set aside because they needed attention, and that the person then tried
   * again.
   */
  readonly triedAgain = new Set<string>();
  /**
   * The title of each discarded change, with `unsent` if the change cannot have reached the server, otherwise with
   * `perhaps sent`.
   */
  readonly discarded = new Map<string, 'unsent' | 'perhaps sent'>();
  /** One function for each form that still contains what was typed. Calling it presses the form's Send button again. */
  pendingForms: Array<() => Promise<void>> = [];
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
      result: null,
      isForm: form !== undefined,
      isAnonymous: form === 'anonymous grievance',
      wish: title,
    };
    this.#device.titles.set(tap.key, title);
    this.taps.push(tap);
    return tap;
  }

  async change(tab: Tab, event: Extract<ModelEvent, { do: 'add' | 'remove' }>): Promise<void> {
    const tap = this.#tap(tab, tab.subject.student);
    const common = { key: tap.key, title: tap.title, quotedPrice: null };
    const action =
      event.do === 'add'
        ? ({
            ...common,
            kind: 'cart.add',
            payload: { type: 'course', course_id: event.course, batch_id: event.batch },
          } as const)
        : ({ ...common, kind: 'cart.remove', payload: { item_type: 'course', course_id: event.course } } as const);
    // Taps that ask for the same change have the same `wish`. The outbox merges such a tap with an earlier one that it
    // has not sent yet.
    tap.wish = JSON.stringify([tap.user, action.kind, action.payload]);
    tap.result = await tab.untilClosed(tab.outbox.submit(action, tap.user));
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
      // The server has responded, but has not accepted the form. The form's draft still contains what was typed, even
      // if the tab has been closed since.
      if (isAnswered(error)) tap.result = { kind: 'in the form' };
      return isAnswered(error);
    };
    try {
      const reference = await tab.untilClosed(tab.outbox.sendForm(form, () => tab.untilClosed(send()), hears));
      tap.result = reference === null ? { kind: 'queued', key: form.key } : { kind: 'received', reference };
    } catch {
      tap.result = { kind: 'in the form' };
      // A person who reads that the form was not sent will press its Send button again once the network is better.
      this.pendingForms.push(async () => {
        if (!tab.isAlive) return;
        tap.user = isAnonymous ? null : tab.subject.student;
        await this.#sends(tab, tap, { ...form, user: tap.user });
      });
    }
  }

  async discards(tab: Tab, nth: number): Promise<void> {
    const rows = tab.outbox.rows.filter(isVisibleTo(tab.subject.student)).filter(({ state }) => state !== 'sending');
    const row = rows[nth % (rows.length || 1)];
    if (!row) return;
    if (row.kind === 'receipt') this.dismissed.add(row.title);
    // Assume that the change may have been sent. When the outbox reports that it has discarded the change, `watch`
    // records whether that is so. There is no report if the tab is closed first.
    else if (!this.discarded.has(row.title)) this.discarded.set(row.title, 'perhaps sent');
    await tab.untilClosed(tab.outbox.discard(row.key));
  }

  async retries(tab: Tab, nth: number): Promise<void> {
    const rows = tab.outbox.rows
      .filter(isVisibleTo(tab.subject.student))
      .filter(({ state }) => state === 'needsAttention');
    const row = rows[nth % (rows.length || 1)];
    if (!row) return;
    this.triedAgain.add(row.title);
    await tab.untilClosed(tab.outbox.retry(row.key));
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
    await tab.untilClosed(tab.outbox.discardAll(user, { withAnonymous: true }));
  }

  /**
   * An outbox row as another release of the site, older or newer, would store it. `version` is that release's schema
   * version.
   */
  leavesRow(version: number): OutboxRow {
    const tap = this.#tap(null, 'asha');
    tap.result = { kind: 'queued', key: tap.key };
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
