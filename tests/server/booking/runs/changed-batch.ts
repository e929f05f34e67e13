import { expect } from 'vitest';
import type { BatchChoice } from '../../../../contract/batch-choice.ts';
import { clientHeader, clientName } from '../../../../contract/headers.ts';
import type { BatchRun } from '../../../../contract/staff/batch-changes.ts';
import type { BatchRecord } from '../../../../contract/staff/batches.ts';
import { readAffected } from '../../../../server/booking/batches/affected.repo.ts';
import { createStaff, signInAsStaff } from '../../../support/staff.ts';
import type { Academy } from '../academy.ts';
import { courses } from '../academy-seed.ts';

const reason = 'simulator in repair';

/**
 * Creates a registrar. Returns functions that move and cancel batches as this registrar, and functions that read and
 * make a student's choice with the token of an emailed link.
 */
export async function openOffice({ db, app, clock }: Academy) {
  const registrar = await createStaff({ db, clock }, 'registrar');

  async function call(method: 'GET' | 'POST', url: string, body?: object) {
    // Sign in again for each call, because tests move the clock forward by days and the registrar's session expires.
    const headers = await signInAsStaff({ db, clock }, registrar);
    const sent = { method, url, headers: { ...headers, [clientHeader]: clientName } };
    const answered = await app.server.inject(body ? { ...sent, payload: body } : sent);
    return {
      status: answered.statusCode,
      body: answered.json() as { code?: string; message?: string; data?: unknown },
    };
  }
  const post = (url: string, body: object) => call('POST', `/api/staff/batches${url}`, body);
  const choose = async (method: string, body: object) => {
    const { status, body: answered } = await call('POST', `/api/batch-choice${method}`, body);
    return { status, code: answered.code, message: answered.message, data: answered.data as BatchChoice };
  };

  /**
   * Returns the ids of the orders that have seats in a batch, booked or held for a payment. Expects exactly `count`
   * orders.
   */
  async function seenOrders(id: number, count: number): Promise<string[]> {
    const orders = (await readAffected(db, id)).map(({ order_id }) => order_id);
    expect(orders).toHaveLength(count);
    return orders;
  }

  return {
    call,
    /** Creates a batch as the registrar, by default for the fire fighting course. Returns the batch's id. */
    async create(start_date: string, capacity = 10, course_id: number = courses.fire): Promise<number> {
      const batch = { course_id, start_date, capacity };
      const { body } = await post('', { batches: [batch], reason: 'plan' });
      return (body.data as { ids: number[] }).ids[0] ?? 0;
    },
    /** Moves a batch to other dates. Expects that exactly `affected` orders have booked or held seats in the batch. */
    move: async (id: number, { affected = 0, ...body }: { affected?: number } & Record<string, unknown>) =>
      post(`/${id}/move`, { notice: 'choice', reason, affected: await seenOrders(id, affected), ...body }),
    checkMove: (id: number, body: object) => post(`/${id}/move/check`, body),
    /** Cancels a batch. Expects that exactly `affected` orders have booked or held seats in the batch. */
    cancel: async (id: number, affected: number) =>
      post(`/${id}/cancel`, { affected: await seenOrders(id, affected), reason }),

    async read(id: number): Promise<BatchRecord> {
      return (await call('GET', `/api/staff/batches/${id}`)).body.data as BatchRecord;
    },
    async run(id: number): Promise<BatchRun> {
      const { run_id } = await this.read(id);
      return (await call('GET', `/api/staff/batch-runs/${run_id}`)).body.data as BatchRun;
    },
    /**
     * Returns the subjects of the emails to a student about moved and cancelled batches, oldest first. `token` is from
     * the newest emailed link to choose what to do, and empty if there is no such link.
     */
    async inboxOf(studentId: string): Promise<{ subjects: string[]; token: string }> {
      const rows = await db
        .selectFrom('mail_outbox as m')
        .innerJoin('students as s', 's.email', 'm.recipient')
        .select(['m.subject', 'm.link'])
        .where('s.id', '=', studentId)
        .where('m.dedupe_key', 'like', 'batch-run:%')
        .orderBy('m.id')
        .execute();
      const link = rows.findLast((row) => row.link?.includes('/batch-choice'))?.link;
      return {
        subjects: rows.map(({ subject }) => subject),
        token: link ? (new URL(link).searchParams.get('t') ?? '') : '',
      };
    },
    readChoice: (token: string) => choose('/read', { token }),
    choose: (token: string, choice: string, batch_id?: number) =>
      choose('', { token, choice, ...(batch_id ? { batch_id } : {}) }),
  };
}
