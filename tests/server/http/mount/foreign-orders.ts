import { type ForeignObject, unknownObject } from './foreign-object.ts';

const reason = 'as agreed';

const unknown = (path: string, body?: object) => unknownObject(`/api/staff${path}`, body);

const order = (what: string, body?: object) => unknown(`/orders/LF-2026-999999${what}`, body);
const refund = (what: string, body: object) => unknown(`/refunds/LF2026999999R1/${what}`, { reason, ...body });
const line = { type: 'course', id: 101, batches: [{ course_id: 101, batch_id: 1 }] };

/**
 * Requests with ids that do not exist, by endpoint name, for all staff calls about one order, refund, office sale,
 * export or report.
 */
export const foreignOrders: Record<string, ForeignObject> = {
  getStaffOrder: order(''),
  getStaffReceiptFile: order('/receipt.pdf'),
  recheckStaffOrder: order('/recheck', {}),
  resendConfirmation: order('/confirmation', {}),
  resendOrderEmail: order('/emails/1', {}),
  previewCancellation: order('/cancellation'),
  cancelStaffOrder: order('/cancel', { item_ids: [1], refund: 0, reason }),
  cancelWithRefund: order('/cancel-with-refund', { lines: [{ item_id: 1, refund: 0, paid: 0, by_policy: 0 }], reason }),
  previewTransfer: order('/transfer?course_id=101&to_batch_id=1'),
  transferStaffBooking: order('/transfer', { course_id: 101, to_batch_id: 1, refund: 0, due: 0, reason }),
  settleDue: order('/due', { change_id: 1, payment: { method: 'cash' }, reason }),
  retryRefund: refund('retry', {}),
  settleStaffRefund: refund('settle', { reference: 'UTR-1' }),
  sellAtOffice: unknown('/sales', {
    ...{ student_id: '00000000-0000-4000-8000-000000000000', line, price: 5500.5, payment: { method: 'cash' } },
    ...{ from_office_seats: false, terms_version: '2026-01', reason },
  }),
  // The request succeeds, because its URL names an export of the whole academy, not an object with an id.
  exportStaffFile: { ...unknown('/exports/ledger?from=2026-03-01&to=2026-03-31'), expected: 200 },
  // The request succeeds, because its URL names a report on the whole academy, not an object with an id.
  getReport: { ...unknown('/reports/months?from=2026-03-01&to=2026-03-31'), expected: 200 },
  exportReport: { ...unknown('/reports/months/file?from=2026-03-01&to=2026-03-31'), expected: 200 },
};
