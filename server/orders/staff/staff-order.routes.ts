import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import {
  getStaffOrder,
  getStaffReceiptFile,
  listStaffOrders,
  orderPageSize,
  recheckStaffOrder,
  resendConfirmation,
} from '../../../contract/staff/orders.ts';
import { getStaffRefundPolicy, setStaffRefundPolicy } from '../../../contract/staff/refund-policy.ts';
import { recordStaffAction } from '../../db/audit-entry.ts';
import type { Database } from '../../db/schema.ts';
import { inTransaction } from '../../db/transactions/transaction.ts';
import type { Mount } from '../../http/mount/mount.ts';
import { notFound, refuse } from '../../http/refusal.ts';
import { readPolicyChanges, readRefundPolicy, storeRefundPolicy } from '../changes/refund-policy.ts';
import { emailedOrderQuery } from '../messages/emailed-order.repo.ts';
import { bookingEmailSql } from '../messages/order-emails.ts';
import type { OrderDeps } from '../order-deps.ts';
import { settleOrder } from '../pay/settle-attempts.ts';
import { findReceipt } from '../receipts/receipt.repo.ts';
import { readStaffOrder } from './staff-order.repo.ts';
import { listStaffOrderPage } from './staff-order-list.repo.ts';

const readState = (db: Kysely<Database>, id: string) =>
  db.selectFrom('orders').select('state').where('id', '=', id).executeTakeFirst();

/** The calls by which staff read orders, recheck their payments with the provider and resend confirmations. */
export function staffOrderRoutes(mount: Mount, deps: OrderDeps): void {
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
    const data = await readStaffOrder(db, id);
    if (!data) throw notFound();
    return { statusCode: 200, data };
  });

  mount(getStaffReceiptFile, async ({ db, params: { id } }) => {
    const receipt = await findReceipt(db, null, id);
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

  mount(resendConfirmation, async ({ db, params: { id }, staff }) => {
    const { rows } = await sql<{ state: string; repeats: number }>`
      select o.state, (select count(*)::integer from audit_entries e
        where e.subject = 'order:' || o.id and e.command = 'order confirmation') as repeats
      from orders o where o.id = ${id} for update of o`.execute(db);
    const [order] = rows;
    if (!order) throw notFound();
    const { statement, read } = emailedOrderQuery(sql`${id}`);
    const emailed = read((await statement.execute(db)).rows);
    if (order.state !== 'completed' || emailed?.courses.length === 0)
      throw refuse(resendConfirmation.refusals, 'NOT_BOOKED', 'Nothing of this order is booked.');
    if (!emailed) throw refuse(resendConfirmation.refusals, 'NO_EMAIL', 'This student has no email address.');
    await bookingEmailSql(deps.mail, emailed, order.repeats + 1).execute(db);
    const entry = { action: 'order confirmation', subject: `order:${id}`, after: { to: emailed.email } };
    await recordStaffAction(db, staff, entry, now());
    return { statusCode: 200, data: { to: emailed.email } };
  });

  mount(getStaffRefundPolicy, async ({ db }) => {
    const [steps, history] = [await readRefundPolicy(db), await readPolicyChanges(db)];
    return { statusCode: 200, data: { steps, history } };
  });

  mount(setStaffRefundPolicy, async ({ db, body: { steps, reason }, staff }) => {
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
