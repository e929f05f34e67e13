import type { Kysely } from 'kysely';
import type { Database } from '../../../server/db/schema.ts';
import { batches, courses } from '../../server/booking/academy-seed.ts';
import { isFinal } from '../invariants/evidence.ts';
import type { AppInstance, Call, JsonResponse } from './app-instance.ts';
import type { FaultTestBed, SignedInStudent } from './fault-test-bed.ts';
import { soldBatches } from './offers.ts';
import type { StaffAction } from './schedule.ts';

const maxTries = 4;
const reason = 'as agreed by phone';
const seats = 5;

/** A call by which a registrar changes something, with its idempotency key and the responses that arrived. */
export type StaffCall = Call & { what: StaffAction['do']; key: string; responses: JsonResponse[] };

const courseOf = new Map<number, number>([
  [batches.fireOpen, courses.fire],
  [batches.fireSeven, courses.fire],
  [batches.radarOpen, courses.radar],
  [batches.radarSeven, courses.radar],
  [batches.firstAidOpen, courses.firstAid],
]);
const paidBatches = soldBatches.filter((batch) => courseOf.has(batch));

type Preview = {
  lines: Array<{ item_id: number; refund: number; courses: Array<{ course_id: number; batch_id: number }> }>;
};
type OpenBatch = { batch_id: number; course_id: number; price: number };

/** Makes the API calls of the registrars in a random sequence and records the responses. */
export class StaffCalls {
  readonly calls: StaffCall[] = [];
  readonly problems: string[] = [];
  readonly #testBed: FaultTestBed;
  readonly #cookies: readonly string[];
  readonly #students: readonly SignedInStudent[];
  readonly #count: (event: string) => void;

  constructor(
    testBed: FaultTestBed,
    people: { cookies: readonly string[]; students: readonly SignedInStudent[] },
    count: (event: string) => void,
  ) {
    this.#testBed = testBed;
    this.#cookies = people.cookies;
    this.#students = people.students;
    this.#count = count;
  }

  get #db(): Kysely<Database> {
    return this.#testBed.db;
  }

  async play(action: StaffAction, instance: AppInstance, isReceived: boolean): Promise<void> {
    const call =
      action.do === 'repeat staff call' ? this.calls.at(-1 - (action.nth % 3)) : await this.#makeCall(action, instance);
    if (call) await this.#send(call, instance, isReceived);
  }

  /** Repeats the registrars' calls that have no final response yet, each with the same idempotency key as before. */
  async repeatUnanswered(instance: AppInstance): Promise<void> {
    for (const call of this.calls) {
      const isDone = () => call.responses.some(isFinal);
      for (let tries = 0; !isDone() && tries < maxTries; tries++) await this.#send(call, instance, true);
      if (!isDone()) this.problems.push(`${call.what} ${call.key}: no response although all faults are repaired`);
    }
  }

  async #send(call: StaffCall, instance: AppInstance, isReceived: boolean): Promise<void> {
    const response = await instance.send(call);
    if (!response) return this.#count('no response to staff');
    this.#count(`${call.what} ${response.status} ${response.body.code ?? ''}`.trim());
    if (response.status === 500) this.problems.push(`${call.method} ${call.url} returned 500`);
    if (isReceived) call.responses.push(response);
  }

  /**
   * Reads the records that the registrar's action concerns, as the staff console does, and prepares the call without
   * sending it. Returns undefined if there is nothing to change.
   */
  async #makeCall(action: StaffAction, instance: AppInstance): Promise<StaffCall | undefined> {
    const cookie = this.#cookies[action.registrar % this.#cookies.length] ?? '';
    const read = async <T>(path: string): Promise<T | undefined> => {
      const response = await instance.send({ method: 'GET', url: `/api/staff${path}`, cookie });
      return response?.status === 200 ? (response.body.data as T) : undefined;
    };
    const made = await this.#request(action, read);
    if (!made) return undefined;
    const key = `staff-key-${this.calls.length}`;
    const call: StaffCall = { ...made, url: `/api/staff${made.url}`, cookie, key, what: action.do, responses: [] };
    this.calls.push(call);
    return call;
  }

  async #request(
    { do: what, nth, more }: StaffAction,
    read: <T>(path: string) => Promise<T | undefined>,
  ): Promise<Pick<Call, 'method' | 'url' | 'body'> | undefined> {
    const batchId = paidBatches[nth % paidBatches.length] ?? batches.fireOpen;
    if (what === 'resize')
      return { method: 'PUT', url: `/batches/${batchId}`, body: { capacity: 1 + (more % seats), reason } };
    if (what === 'sell') {
      const open = (await read<OpenBatch[]>('/open-batches'))?.find(({ batch_id }) => batch_id === batchId);
      const student_id = this.#students[more % this.#students.length]?.id;
      if (!open) return undefined;
      const line = { type: 'course', id: open.course_id, batches: [{ course_id: open.course_id, batch_id: batchId }] };
      const payment = { method: 'upi', reference: `UPI ${more}` };
      const sale = { student_id, line, price: open.price, from_office_seats: false, reason, payment };
      return { method: 'POST', url: '/sales', body: sale };
    }
    if (what === 'cancel batch') {
      const preview = await read<{ orders: string[] }>(`/batches/${batchId}/cancellation`);
      const body = { affected: preview?.orders, reason };
      return preview && { method: 'POST', url: `/batches/${batchId}/cancel`, body };
    }
    if (what === 'settle due') {
      const changes = this.#db.selectFrom('booking_changes').select(['id', 'order_id']).where('due_paise', '>', 0);
      const dues = await changes.orderBy('id').execute();
      const due = dues[nth % dues.length];
      const body = { change_id: due?.id, payment: { method: 'cash' }, reason };
      return due && { method: 'POST', url: `/orders/${due.order_id}/due`, body };
    }
    const orders = await this.#db
      .selectFrom('orders')
      .select('id')
      .where('state', '=', 'completed')
      .orderBy('id')
      .execute();
    const id = orders[nth % orders.length]?.id;
    const line = id ? (await read<Preview>(`/orders/${id}/cancellation`))?.lines.at(more % 2) : undefined;
    if (!line) return undefined;
    if (what === 'cancel')
      return {
        method: 'POST',
        url: `/orders/${id}/cancel`,
        body: { item_ids: [line.item_id], refund: line.refund, reason },
      };
    const [from] = line.courses;
    const others = paidBatches.filter((batch) => batch !== from?.batch_id);
    const chosen = { course_id: from?.course_id ?? 0, to_batch_id: others[more % others.length] ?? 0 };
    const query = new URLSearchParams(Object.entries(chosen).map(([name, value]) => [name, String(value)]));
    const preview = await read<{ refund: number; due: number }>(`/orders/${id}/transfer?${query}`);
    if (!preview) return undefined;
    const { refund, due } = preview;
    return { method: 'POST', url: `/orders/${id}/transfer`, body: { ...chosen, refund, due, reason } };
  }
}
