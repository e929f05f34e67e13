import type { Kysely } from 'kysely';
import {
  getStaffOrder,
  getStaffReceiptFile,
  listStaffOrders,
  orderPageSize,
  recheckStaffOrder,
  resendConfirmation,
  resendOrderEmail,
} from '../../../contract/staff/orders.ts';
import { getStaffRefundPolicy, setStaffRefundPolicy } from '../../../contract/staff/refund-policy.ts';
import { recordStaffAction } from '../../db/audit-entry.ts';
import { lockRefundPolicy } from '../../db/refund-policy.ts';
import type { Database } from '../../db/schema.ts';
import { inTransaction } from '../../db/transactions/transaction.ts';
import type { Mount } from '../../http/mount/mount.ts';
import { notFound, refuse } from '../../http/refusal.ts';
import { readPolicyChanges, readRefundPolicy, storeRefundPolicy } from '../changes/refund-policy.ts';
import { bookingEmailKey } from '../messages/order-emails.ts';
import { settleOrder } from '../pay/settle-attempts.ts';
import type { SettleDeps } from '../pay/settle-queue.ts';
import { findReceipt } from '../receipts/receipt.repo.ts';
import { type ForeignEmails, resendEmail } from './resend-email.ts';
import { readStaffOrder } from './staff-order.repo.ts';
import { listStaffOrderPage } from './staff-order-list.repo.ts';

const readState = (db: Kysely<Database>, id: string) =>
  db.selectFrom('orders').select('state').where('id', '=', id).executeTakeFirst();

/** The calls by which staff read orders, recheck their payments with the provider and resend emails. */
export function staffOrderRoutes(mount: Mount, deps: SettleDeps & { emails: ForeignEmails }): void {
  const now = () => new Date(deps.clock.now());

  mount(listStaffOrders, async ({ db, query, staff }) => {
    const rows = await listStaffOrderPage(db, query, orderPageSize + 1);
    const page = rows.slice(0, orderPageSize);
    const read = { action: 'orders list', subject: 'orders', arguments: { ...query, orders: page.length } };
    await inTransaction(db, (tx) => recordStaffAction(tx, staff, read, now()));
    const next = rows.length > orderPageSize ? (page.at(-1)?.order_id ?? null) : null;
    return { statusCode: 200, data: page, next };
  });

  mount(getStaffOrder, async ({ db, params: { id } }) => {
    const data = await readStaffOrder(db, id, now());
    if (!data) throw notFound();
    return { statusCode: 200, data };
  });

  mount(getStaffReceiptFile, async ({ db, params: { id }, query }) => {
    const receipt = await findReceipt(db, null, id, query.number);
    if (!receipt) throw notFound();
    // The PDF library and the fonts are loaded only when a PDF is first requested, because nothing else needs them.
    const { drawReceiptPdf } = await import('../receipts/receipt-pdf.ts');
    const file = await drawReceiptPdf(receipt);
    return new File([file], `receipt-${receipt.receipt_number}.pdf`, { type: 'application/pdf' });
  });

  mount(recheckStaffOrder, async ({ db, params: { id }, staff }) => {
    const before = await readState(db, id);
    if (!before) throw notFound();
    await settleOrder(deps, id);
    const after = await readState(db, id);
    const entry = { action: 'order recheck', subject: `order:${id}`, before, after };
    if (before.state !== after?.state) await inTransaction(db, (tx) => recordStaffAction(tx, staff, entry, now()));
    return { statusCode: 200, data: { state: after?.state ?? before.state } };
  });

  /** The email address of the student of an order. @throws Refusal 404, or 409 NO_EMAIL */
  async function requireAddress(db: Kysely<Database>, id: string): Promise<string> {
    const student = await db
      .selectFrom('orders as o')
      .innerJoin('students as s', 's.id', 'o.student_id')
      .select('s.email')
      .where('o.id', '=', id)
      .executeTakeFirst();
    if (!student) throw notFound();
    if (student.email) return student.email;
    throw refuse(resendConfirmation.refusals, 'NO_EMAIL', 'This student has no email address.');
  }

  mount(resendConfirmation, async ({ db, params: { id }, staff }) => {
    const to = await requireAddress(db, id);
    if (!(await resendEmail(db, deps, { orderId: id, dedupeKey: bookingEmailKey(id) })))
      throw refuse(
        resendConfirmation.refusals,
        'NOT_BOOKED',
        'Nothing of this order is booked in a batch that takes place.',
      );
    const entry = { action: 'order confirmation', subject: `order:${id}`, after: { to } };
    await recordStaffAction(db, staff, entry, now());
    return { statusCode: 200, data: { to } };
  });

  mount(resendOrderEmail, async ({ db, params: { id, email }, staff }) => {
    const to = await requireAddress(db, id);
    const sent = await db
      .selectFrom('mail_outbox')
      .select(['dedupe_key as dedupeKey', 'subject'])
      .where('id', '=', email)
      .where('order_id', '=', id)
      .executeTakeFirst();
    if (!sent) throw notFound();
    if (!(await resendEmail(db, deps, { orderId: id, dedupeKey: sent.dedupeKey })))
      throw refuse(
        resendOrderEmail.refusals,
        'EMAIL_OUTDATED',
        'What this email says is no longer true, so it cannot be sent again.',
      );
    const entry = { action: 'order email', subject: `order:${id}`, after: { to, email: sent.subject } };
    await recordStaffAction(db, staff, entry, now());
    return { statusCode: 200, data: { to } };
  });

  mount(getStaffRefundPolicy, async ({ db }) => {
    const [steps, history] = [await readRefundPolicy(db), await readPolicyChanges(db)];
    return { statusCode: 200, data: { steps, history } };
  });

  mount(setStaffRefundPolicy, async ({ db, body: { steps, reason }, staff }) => {
    await lockRefundPolicy(db);
    const before = await readRefundPolicy(db);
    const after = await storeRefundPolicy(db, steps);
    await recordStaffAction(
      db,
      staff,
      { action: 'refund policy', subject: 'refund-policy', before, after, reason },
      now(),
    );
    return { statusCode: 200, data: after };
  });
}
