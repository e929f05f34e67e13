import { delMany, entries, setMany } from 'idb-keyval';
import type { CallInput } from '../../../contract/endpoint.ts';
import { markAttendance } from '../../../contract/staff/rosters.ts';
import { type Api, ApiError, pauseAfter } from '../../lib/api.ts';
import { Listeners } from '../../lib/listeners.ts';
import { isRefusal } from '../../lib/refusals.ts';
import { maxRetryAfterMs } from '../../lib/retry-after.ts';
import { openTimedStore, patientTimeoutMs } from '../../offline/saved/timed-store.ts';
import { withLock } from '../../offline/with-lock.ts';
import { withAuthentication } from '../session/staff-api.ts';
import { counterMark, type UndoableMark, type WaitingMark, waitingMarkSchema } from './waiting-mark.ts';

/**
 * The result of delivering attendance marks. `settled`: the student and day of each delivered mark, unless the server
 * has refused it for another reason than a conflict. `marks`: the marks that the server has stored by now for the
 * same students and days, perhaps by somebody else.
 */
export type Delivered = {
  staffId: string;
  batchId: number;
  settled: readonly { studentId: string; day: string }[];
  marks: Answered['marks'];
};
type Answered = Awaited<ReturnType<typeof deliverMarks>>['data'];

/** Maximum number of attendance marks in one request, as the schema of the endpoint allows. */
const mostMarks = 300;
const retryMs = 15_000;
/** Abort a request after this many ms, because other tabs cannot send attendance marks while it runs. */
const timeoutMs = 20_000;
const lockName = 'landfall-staff-marks';

const refusals: Record<string, string> = {
  notOnRoster: 'The student is no longer booked on this batch. Remove the mark here.',
  noSession: 'The batch has no session on this day any more. Remove the mark here, and mark the day that replaces it.',
  future: 'This session has not begun. Try again on its day.',
  certificate: 'The student has a certificate. Try again after a registrar has revoked it, or remove the mark here.',
};

const gone = 'This batch is gone or no longer yours. Ask a registrar to enter the mark, then remove it here.';
const roleChanged =
  'Your role no longer allows marking. Ask a registrar to enter the mark and remove it here, or try again when an administrator has changed your role.';
const notAccepted =
  'The server did not accept this mark. Load the page again and try again, or mark the student again and remove it here.';

/**
 * Says why the server will never store the attendance marks of a request that failed with this error, and what to do.
 * Null if it may store them later.
 */
function refusalReason(error: ApiError): string | null {
  if (isRefusal(error, markAttendance, 'FORBIDDEN')) return roleChanged;
  if (error.status === 404) return gone;
  const isFinal = error.status >= 400 && error.status < 500 && ![401, 408, 425, 429].includes(error.status);
  return isFinal ? notAccepted : null;
}

/**
 * Whether an error concerns only one batch, so that the attendance marks of other batches are still sent: the server
 * has responded, and the cause is neither the sign-in session nor a rate limit.
 */
const isOfBatch = (error: unknown) =>
  error instanceof ApiError && error.kind !== 'offline' && ![401, 429].includes(error.status);

type Marked = Pick<WaitingMark, 'staffId' | 'batchId'>;

function deliverMarks(api: Api, { staffId, batchId }: Marked, marks: readonly WaitingMark[]) {
  const body: CallInput<typeof markAttendance>['body'] = {
    // The staff member who made the attendance marks. If somebody else has signed in since, the server refuses the
    // marks instead of storing them in that person's name.
    staff_id: staffId,
    marks: marks.map(({ id, studentId, day, mark, at, seenAt }) => ({
      ...{ id, student_id: studentId, day, mark, at, seen_at: seenAt },
    })),
  };
  // Each request has a new idempotency key, because a repeated request may contain other marks. Repeats are harmless:
  // the server stores each mark only once, by its id.
  const options = { key: crypto.randomUUID(), signal: AbortSignal.timeout(timeoutMs) };
  return api.call(markAttendance, { params: { id: batchId }, body }, options);
}

const isOf =
  ({ studentId, day }: WaitingMark) =>
  (one: { student_id: string; day: string }) =>
    one.student_id === studentId && one.day === day;
const isSameDay =
  ({ studentId, day, batchId, staffId }: WaitingMark) =>
  (one: WaitingMark) =>
    one.studentId === studentId && one.day === day && one.batchId === batchId && one.staffId === staffId;

/**
 * The last attendance mark of each student and day. Of several refused marks for the same student and day, only the
 * last one matters.
 */
const lastOfDay = (sent: readonly WaitingMark[]) =>
  sent.filter((mark, place) => !sent.slice(place + 1).some(isSameDay(mark)));

/**
 * The attendance marks that this device has not delivered yet. Each mark is stored in IndexedDB before it is sent, so
 * that it survives a closed tab or an empty battery, and is deleted once the server has stored it. Only one tab sends
 * marks at a time.
 */
class MarkOutbox {
  readonly #store = openTimedStore('landfall-staff-marks', 'marks');
  readonly #listeners = new Listeners();
  readonly #deliveryListeners = new Listeners<[delivered: Delivered]>();
  readonly #channel = new BroadcastChannel('landfall-staff-marks');
  #marks: readonly WaitingMark[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Until when no attendance marks are sent because the server asked for a pause (ms since the epoch). */
  #pausedUntil = 0;

  readonly subscribe = this.#listeners.subscribe;
  /**
   * Calls `listener` each time the server has stored attendance marks, before they are deleted from this device.
   * Returns a function that unsubscribes.
   */
  readonly onDelivered = this.#deliveryListeners.subscribe;

  constructor() {
    // Ignore the error: if the browser cannot open its storage, this tab goes on showing the marks that it has read.
    this.#channel.onmessage = () => void this.#read().catch(() => {});
  }

  /**
   * The attendance marks on this device that are not delivered yet, of all staff members, in the order in which they
   * were made.
   */
  get marks(): readonly WaitingMark[] {
    return this.#marks;
  }

  /**
   * Reads the attendance marks that are stored in IndexedDB. Call it when a page opens. With `isPatient`, it waits
   * longer for IndexedDB to open, which may take many seconds on a cheap phone with a full disk.
   */
  load({ isPatient = false } = {}): Promise<void> {
    return this.#read(isPatient ? { timeoutMs: patientTimeoutMs } : {});
  }

  /** Stores attendance marks in IndexedDB; resolves once they are stored. @throws if the browser cannot store them */
  async add(marks: readonly WaitingMark[]): Promise<void> {
    await setMany(
      marks.map((mark) => [mark.id, mark]),
      this.#store,
    );
    await this.#changed();
  }

  async remove(marks: readonly WaitingMark[]): Promise<void> {
    await delMany(
      marks.map(({ id }) => id),
      this.#store,
    );
    await this.#changed();
  }

  /**
   * Undoes attendance marks. A mark that was refused or reported as a conflict is deleted. Any other mark is undone by
   * a new mark with the previous value, because the server may have stored it even if no response arrived. A running
   * delivery must end first, because its response says which marks were refused. Returns the new marks, still to be
   * sent.
   */
  async undo(made: readonly UndoableMark[]): Promise<readonly WaitingMark[]> {
    return withLock(lockName, async () => {
      await this.#read();
      const refused = new Set(this.#marks.filter(({ state }) => state !== 'waiting').map(({ id }) => id));
      const now = new Date();
      const counters = made.filter(({ mark }) => !refused.has(mark.id)).map((one) => counterMark(one, now));
      await this.add(counters);
      await this.remove(made.map(({ mark }) => mark).filter(({ id }) => refused.has(id)));
      return counters;
    });
  }

  /** When a staff member signs out, deletes all attendance marks of this staff member from the device. */
  async removeAllOf(staffId: string): Promise<void> {
    await this.#read();
    await this.remove(this.#marks.filter((mark) => mark.staffId === staffId));
  }

  /**
   * Delivers the waiting attendance marks of a staff member. Tries again later if there was no response or the server
   * failed. If the sign-in session has ended, opens the sign-in dialog and then delivers.
   * Marks keep waiting while somebody else is signed in. While the server asks for a pause (`Retry-After`), they are
   * sent only if the staff member wants that now (`isWanted`).
   */
  async deliver(api: Api, staffId: string, { isWanted = false } = {}): Promise<void> {
    if (!isWanted && this.#isPaused()) return;
    const deliverUnlessPaused = async () => {
      // Check again: while this delivery waited for the lock, the server may have asked for a pause in its response to
      // another delivery.
      if (!isWanted && this.#isPaused()) return;
      clearTimeout(this.#timer);
      this.#pausedUntil = 0;
      try {
        await this.#deliverAll(api, staffId);
      } catch (error) {
        this.#pausedUntil = Date.now() + pauseAfter(error);
        throw error;
      }
    };
    try {
      // Open the sign-in dialog outside the lock, so that other tabs can deliver marks while it is open.
      await withAuthentication(() => withLock(lockName, deliverUnlessPaused));
    } catch (error) {
      const isTimeout = error instanceof DOMException && error.name === 'TimeoutError';
      if (!isTimeout && !(error instanceof ApiError)) throw error;
      if (error instanceof ApiError && error.status === 401) return;
      clearTimeout(this.#timer);
      const again = () => void this.deliver(api, staffId, { isWanted: true });
      this.#timer = setTimeout(again, Math.max(retryMs, pauseAfter(error)));
    }
  }

  #isPaused(): boolean {
    const left = this.#pausedUntil - Date.now();
    // A pause that is longer than any that the server asks for means that the device's clock was set back, so ignore
    // it.
    return left > 0 && left <= maxRetryAfterMs;
  }

  async #deliverAll(api: Api, staffId: string): Promise<void> {
    await this.#read();
    const waiting = this.#marks.filter((mark) => mark.staffId === staffId && mark.state === 'waiting');
    let failure: unknown = null;
    for (const batchId of new Set(waiting.map((mark) => mark.batchId))) {
      const own = waiting.filter((mark) => mark.batchId === batchId);
      try {
        for (let from = 0; from < own.length; from += mostMarks)
          await this.#send(api, { staffId, batchId }, own.slice(from, from + mostMarks));
      } catch (error) {
        if (!isOfBatch(error)) throw error;
        failure = error;
      }
    }
    if (failure) throw failure;
  }

  async #send(api: Api, marked: Marked, sent: readonly WaitingMark[]): Promise<void> {
    try {
      const { data } = await deliverMarks(api, marked, sent);
      const isRefused = (mark: WaitingMark) => data.refused.some((one) => isOf(mark)(one) && one.reason !== 'changed');
      const delivered = {
        ...marked,
        settled: sent.filter((mark) => !isRefused(mark)),
        marks: data.marks,
      };
      this.#deliveryListeners.notify(delivered);
      await this.#settle(sent, data);
    } catch (error) {
      const reason = error instanceof ApiError ? refusalReason(error) : null;
      if (reason === null) throw error;
      const isUnreadable = error instanceof ApiError && error.status === 400;
      if (!isUnreadable || sent.length === 1) return this.#refuse(sent, reason);
      // If the server cannot read the request, perhaps only some of its marks are at fault. Send them again in two
      // requests, so that the valid marks are stored.
      const half = Math.ceil(sent.length / 2);
      await this.#send(api, marked, sent.slice(0, half));
      await this.#send(api, marked, sent.slice(half));
    }
  }

  async #refuse(sent: readonly WaitingMark[], reason: string): Promise<void> {
    const last = lastOfDay(sent);
    await this.add(last.map((mark) => ({ ...mark, state: 'refused', reason })));
    await this.remove(sent.filter((mark) => !last.includes(mark)));
  }

  async #settle(sent: readonly WaitingMark[], { marks, refused }: Answered): Promise<void> {
    const refusedMarks = lastOfDay(sent).flatMap((mark): WaitingMark[] => {
      const { reason, removed_at } = refused.find(isOf(mark)) ?? {};
      if (!reason) return [];
      const theirs = marks.find(isOf(mark)) ?? null;
      return reason === 'changed'
        ? [{ ...mark, state: 'changed', theirs, seenAt: removed_at ?? mark.seenAt }]
        : [{ ...mark, state: 'refused', reason: refusals[reason] ?? 'It could not be stored.' }];
    });
    const stored = sent.filter((mark) => !refusedMarks.some(({ id }) => id === mark.id));
    if (refusedMarks.length > 0) await this.add(refusedMarks);
    // A mark that the server has stored also ends an earlier conflict about the same student and day.
    const isSettled = (mark: WaitingMark) =>
      mark.state === 'changed' && !refusedMarks.some(({ id }) => id === mark.id) && stored.some(isSameDay(mark));
    await this.remove([...stored, ...this.#marks.filter(isSettled)]);
  }

  async #changed(): Promise<void> {
    await this.#read();
    this.#channel.postMessage('changed');
  }

  async #read(options: { timeoutMs?: number } = {}): Promise<void> {
    const stored = await entries<string, unknown>((mode, use) => this.#store(mode, use, options));
    const marks = stored.flatMap(([, mark]) => waitingMarkSchema.safeParse(mark).data ?? []);
    this.#marks = marks.toSorted((a, b) => a.at.localeCompare(b.at));
    this.#listeners.notify();
  }
}

export const markOutbox = new MarkOutbox();
