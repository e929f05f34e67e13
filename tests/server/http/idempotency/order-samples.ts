import { createStudent } from '../../../support/student.ts';
import { batches, courses } from '../../booking/academy-seed.ts';
import type { ApiDriver, ApiRequest } from '../api-driver.ts';
import type { KeyedSample } from './keyed-samples.ts';
import type { RepeatableSample } from './repeatable-samples.ts';

const withBody = (change: object) => (request: ApiRequest) => ({
  ...request,
  body: { ...Object(request.body), ...change },
});
const reason = 'as agreed';
const firePrice = 5500.5;

/** Prepares the request body with which the office sells the course Fire Fighting to a new student for cash. */
async function saleOf(api: ApiDriver) {
  const { id: student_id } = await createStudent(api.app.db);
  const chosen = [{ course_id: courses.fire, batch_id: batches.fireOpen }];
  return {
    ...{ student_id, line: { type: 'course', id: courses.fire, batches: chosen }, price: firePrice },
    ...{ payment: { method: 'cash' }, from_office_seats: false, terms_version: '2026-01', reason },
  };
}

/**
 * Sells the course Fire Fighting at the office, in the batch `batches.fireOpen`. Returns the request headers of the
 * administrator who sold it, the id of the order, and the id of the order's only line.
 */
export async function sold(api: ApiDriver) {
  const { headers = {} } = await api.hire();
  const { body, status } = await api.send('POST', { url: '/api/staff/sales', body: await saleOf(api), headers });
  if (status !== 200) throw new Error(`no sale: ${JSON.stringify(body)}`);
  const { order_id: orderId } = body.data as { order_id: string };
  const item = api.app.db.selectFrom('order_items').select('id').where('order_id', '=', orderId);
  return { headers, orderId, itemId: (await item.executeTakeFirstOrThrow()).id };
}

/**
 * The amounts that the preview of a cancellation shows, in rupees. `paid` is what the student paid. `by_policy` is the
 * refund under the refund policy: 90 % of `paid`, because the batch starts in 22 days.
 */
const previewed = { paid: firePrice, by_policy: 4950.45 };

/**
 * Sells a course at the office and cancels the order with a full refund. Returns the id of this refund, which is not
 * paid out yet, and the request headers of the administrator.
 */
async function refunded(api: ApiDriver) {
  const { headers, orderId, itemId } = await sold(api);
  const body = { lines: [{ item_id: itemId, refund: firePrice, ...previewed }], reason };
  await api.send('POST', { url: `/api/staff/orders/${orderId}/cancel-with-refund`, body, headers });
  const refund = api.app.db.selectFrom('refunds').select('id').where('order_id', '=', orderId);
  return { headers, refundId: (await refund.executeTakeFirstOrThrow()).id };
}

/**
 * Sells Fire Fighting at the office and transfers the booking to a batch of the radar course. This course costs more,
 * so the student owes the difference.
 */
async function withDue(api: ApiDriver) {
  const { headers, orderId } = await sold(api);
  const chosen = { course_id: courses.fire, to_batch_id: batches.radarOpen };
  const body = { ...chosen, refund: 0, due: 3249.59, reason };
  const moved = await api.send('POST', { url: `/api/staff/orders/${orderId}/transfer`, body, headers });
  if (moved.status !== 200) throw new Error(`no transfer: ${JSON.stringify(moved.body)}`);
  const change = api.app.db.selectFrom('booking_changes').select('id').where('order_id', '=', orderId);
  return { headers, orderId, changeId: (await change.executeTakeFirstOrThrow()).id };
}

/** Sample requests, by endpoint name: one for every staff call about orders or money that takes an idempotency key. */
export const orderKeyedSamples: Record<string, KeyedSample> = {
  sellAtOffice: {
    make: async (api) => ({
      url: '/api/staff/sales',
      body: await saleOf(api),
      headers: (await api.hire()).headers ?? {},
    }),
    other: withBody({ reason: 'another reason' }),
  },
  cancelStaffOrder: {
    make: async (api) => {
      const { headers, orderId, itemId } = await sold(api);
      const body = { item_ids: [itemId], refund: previewed.by_policy, reason };
      return { url: `/api/staff/orders/${orderId}/cancel`, body, headers };
    },
    other: withBody({ reason: 'another reason' }),
  },
  cancelWithRefund: {
    make: async (api) => {
      const { headers, orderId, itemId } = await sold(api);
      const body = { lines: [{ item_id: itemId, refund: 10.5, ...previewed }], reason };
      return { url: `/api/staff/orders/${orderId}/cancel-with-refund`, body, headers };
    },
    other: withBody({ reason: 'another reason' }),
  },
  transferStaffBooking: {
    make: async (api) => {
      const { headers, orderId } = await sold(api);
      const body = { course_id: courses.fire, to_batch_id: batches.radarOpen, refund: 0, due: 3249.59, reason };
      return { url: `/api/staff/orders/${orderId}/transfer`, body, headers };
    },
    other: withBody({ reason: 'another reason' }),
  },
  settleDue: {
    make: async (api) => {
      const { headers, orderId, changeId } = await withDue(api);
      const body = { change_id: changeId, payment: { method: 'upi', reference: 'UPI-1' }, reason };
      return { url: `/api/staff/orders/${orderId}/due`, body, headers };
    },
    other: withBody({ payment: { method: 'cash' } }),
  },
  settleStaffRefund: {
    make: async (api) => {
      const { headers, refundId } = await refunded(api);
      return { url: `/api/staff/refunds/${refundId}/settle`, body: { reference: 'UTR-1', reason }, headers };
    },
    other: withBody({ reference: 'UTR-2' }),
  },
  retryRefund: {
    make: async (api) => {
      const { headers, refundId } = await refunded(api);
      const failed = { state: 'failed', provider: 'sandbox', next_try_at: null } as const;
      await api.app.db.updateTable('refunds').set(failed).where('id', '=', refundId).execute();
      return { url: `/api/staff/refunds/${refundId}/retry`, body: { reason }, headers };
    },
    other: withBody({ reason: 'another reason' }),
  },
  resendConfirmation: {
    make: async (api) => {
      const { headers, orderId } = await sold(api);
      return { url: `/api/staff/orders/${orderId}/confirmation`, body: {}, headers };
    },
    other: (request) => ({ ...request, url: '/api/staff/orders/LF-2026-999999/confirmation' }),
  },
  resendOrderEmail: {
    make: async (api) => {
      const { headers, orderId } = await sold(api);
      const email = api.app.db.selectFrom('mail_outbox').select('id').where('order_id', '=', orderId);
      const { id } = await email.executeTakeFirstOrThrow();
      return { url: `/api/staff/orders/${orderId}/emails/${id}`, body: {}, headers };
    },
    other: (request) => ({ ...request, url: '/api/staff/orders/LF-2026-999999/emails/1' }),
  },
  setStaffRefundPolicy: {
    make: async (api) => ({
      url: '/api/staff/refund-policy',
      body: {
        steps: [
          { days: 15, percent: 90 },
          { days: 7, percent: 50 },
        ],
        reason,
      },
      headers: (await api.hire()).headers ?? {},
    }),
    other: withBody({ reason: 'another reason' }),
  },
};

/**
 * Sample requests, by endpoint name, for all staff calls about orders or money that are not GET and take no idempotency
 * key.
 */
export const orderRepeatableSamples: Record<string, RepeatableSample> = {
  recheckStaffOrder: {
    make: async (api) => {
      const { headers, orderId } = await sold(api);
      return { url: `/api/staff/orders/${orderId}/recheck`, body: {}, headers };
    },
  },
};
