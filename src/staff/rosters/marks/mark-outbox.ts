import { delMany, entries, setMany } from 'idb-keyval';
import type { CallInput } from '../../../../contract/endpoint.ts';
import { markAttendance } from '../../../../contract/staff/rosters.ts';
import { type Api, ApiError, pauseAfter } from '../../../lib/api.ts';
import { Listeners } from '../../../lib/listeners.ts';
import { maxRetryAfterMs } from '../../../lib/retry-after.ts';
import { openStore } from '../../../offline/saved/open-store.ts';
import { withLock } from '../../../offline/with-lock.ts';
import { withAuthentication } from '../../session/staff-api.ts';
import { counterMark, type UndoableMark, type WaitingMark, waitingMarkSchema } from './waiting-mark.ts';

/**
 * The server's state after marks were delivered. `settled`: the students and days of these marks. `marks`: the marks
 * that these students now have.
 */
export type Delivered = {
  batchId: number;
  settled: readonly { studentId: string; day: string }[];
  marks: Answered['marks'];
};
type Answered = Awaited<ReturnType<typeof deliverMarks>>['data'];

/** Maximum number of marks in one call, as its schema allows. */
const mostMarks = 300;
const retryMs = 15_000;
/** Abort a call after this many ms, because other tabs cannot send their marks while it runs. */
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

/** Why the server refuses marks, and what to do; null if it may accept them later. */
function refusalReason(error: ApiError): string | null {
  if (error.code === 'FORBIDDEN') return roleChanged;
  if (error.status === 404) return gone;
  const isFinal = error.status >= 400 && error.status < 500 && ![401, 408, 425, 429].includes(error.status);
  return isFinal ? notAccepted : null;
}

/** Whether marks of other batches may still be sent: the server has responded, and neither the session nor a limit was the reason. */
const isOfBatch = (error: unknown) =>
  error instanceof ApiError && error.kind !== 'offline' && ![401, 429].includes(error.status);

type Marked = Pick<WaitingMark, 'staffId' | 'batchId'>;

function deliverMarks(api: Api, { staffId, batchId }: Marked, marks: readonly WaitingMark[]) {
  const body: CallInput<typeof markAttendance>['body'] = {
    // Without this id, marks would be stored in the name of whoever has signed in since they were made.
    staff_id: staffId,
    marks: marks.map(({ id, studentId, day, mark, at, seenAt }) => ({
      ...{ id, student_id: studentId, day, mark, at, seen_at: seenAt },
    })),
  };
  // The server stores each mark once, by the mark's own id. A repeated call may therefore contain other marks, and uses a
  // new key.
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

/** The last mark of each student and day: of several refused ones, only that one still matters. */
const lastOfDay = (sent: readonly WaitingMark[]) =>
  sent.filter((mark, place) => !sent.slice(place + 1).some(isSameDay(mark)));

/**
 * The attendance marks that this device has not delivered yet. Each is stored in IndexedDB before it is sent, so that it
 * survives a closed tab or a dead battery, and is removed when the server has stored it. Only one tab sends at a time.
 */
class MarkOutbox {
  readonly #store = openStore('landfall-staff-marks', 'marks');
  readonly #listeners = new Listeners();
  readonly #deliveryListeners = new Set<(delivered: Delivered) => void>();
  readonly #channel = new BroadcastChannel('landfall-staff-marks');
  #marks: readonly WaitingMark[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Until when the server asks for a pause (ms since the epoch). */
  #pausedUntil = 0;

  readonly subscribe = this.#listeners.subscribe;

  constructor() {
    this.#channel.onmessage = () => void this.#read();
  }

  /** The marks that wait on this device, of all staff members, in the order in which they were made. */
  get marks(): readonly WaitingMark[] {
    return this.#marks;
  }

  /** Calls `listener` when the server has stored marks, before they are removed from the device. */
  onDelivered(listener: (delivered: Delivered) => void): () => void {
    this.#deliveryListeners.add(listener);
    return () => this.#deliveryListeners.delete(listener);
  }

  /** Reads the stored marks from the device. Call it when a page opens. */
  load = (): Promise<void> => this.#read();

  /** Stores marks; resolves once the device has them. @throws if the browser cannot store them */
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
   * Undoes marks. A mark that the server refused or reported as a conflict is deleted. Any other mark may be stored even if
   * no response arrived, so a new mark with the earlier value undoes it. Waits until a running delivery has ended, because
   * its response decides which marks were refused.
   */
  async undo(made: readonly UndoableMark[]): Promise<void> {
    await withLock(lockName, async () => {
      await this.#read();
      const refused = new Set(this.#marks.filter(({ state }) => state !== 'waiting').map(({ id }) => id));
      const now = new Date();
      await this.add(made.filter(({ mark }) => !refused.has(mark.id)).map((one) => counterMark(one, now)));
      await this.remove(made.map(({ mark }) => mark).filter(({ id }) => refused.has(id)));
    });
  }

  /** Deletes all marks of a staff member who signs out. */
  async removeAllOf(staffId: string): Promise<void> {
    await this.#read();
    await this.remove(this.#marks.filter((mark) => mark.staffId === staffId));
  }

  /**
   * Delivers the waiting marks of a staff member, and tries again later those without a response. If the session has ended,
   * opens the sign-in dialog and then delivers. Marks keep waiting while somebody else is signed in, and while the server asks
   * for a pause (`Retry-After`), unless the staff member wants to send them now.
   */
  async deliver(api: Api, staffId: string, { isWanted = false } = {}): Promise<void> {
    if (!isWanted && this.#isPaused()) return;
    const deliverUnlessPaused = async () => {
      // A delivery that had the lock before this one may have been asked for a pause.
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
      // Open the dialog outside the lock, so that other tabs can deliver marks while the dialog is open.
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
    // The device's clock may have been set back since.
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
        batchId: marked.batchId,
        settled: sent.filter((mark) => !isRefused(mark)),
        marks: data.marks,
      };
      for (const notify of this.#deliveryListeners) notify(delivered);
      await this.#settle(sent, data);
    } catch (error) {
      const reason = error instanceof ApiError ? refusalReason(error) : null;
      if (reason === null) throw error;
      const isUnreadable = error instanceof ApiError && error.status === 400;
      if (!isUnreadable || sent.length === 1) return this.#refuse(sent, reason);
      // Only some of the marks may be unreadable. Send them in two parts, so that the others are stored.
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
      const reason = refused.find(isOf(mark))?.reason;
      if (!reason) return [];
      const theirs = marks.find(isOf(mark)) ?? null;
      return reason === 'changed'
        ? [{ ...mark, state: 'changed', theirs }]
        : [{ ...mark, state: 'refused', reason: refusals[reason] ?? 'It could not be stored.' }];
    });
    const stored = sent.filter((mark) => !refusedMarks.some(({ id }) => id === mark.id));
    if (refusedMarks.length > 0) await this.add(refusedMarks);
    // A stored mark also settles an earlier conflict about the same student and day.
    const isSettled = (mark: WaitingMark) =>
      mark.state === 'changed' && !refusedMarks.some(({ id }) => id === mark.id) && stored.some(isSameDay(mark));
    await this.remove([...stored, ...this.#marks.filter(isSettled)]);
  }

  async #changed(): Promise<void> {
    await this.#read();
    this.#channel.postMessage('changed');
  }

  async #read(): Promise<void> {
    const stored = await entries<string, unknown>(this.#store);
    const marks = stored.flatMap(([, mark]) => waitingMarkSchema.safeParse(mark).data ?? []);
    this.#marks = marks.toSorted((a, b) => a.at.localeCompare(b.at));
    this.#listeners.notify();
  }
}

export const markOutbox = new MarkOutbox();
