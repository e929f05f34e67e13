import {
  exportStaffFile,
  listPendingPayments,
  listStaffRefunds,
  retryRefund,
  settleStaffRefund,
} from '../../../contract/staff/order-money.ts';
import { orderPageSize } from '../../../contract/staff/orders.ts';
import { recordStaffAction } from '../../db/audit-entry.ts';
import type { Tx } from '../../db/schema.ts';
import { inTransaction } from '../../db/transactions/transaction.ts';
import type { Mount } from '../../http/mount/mount.ts';
import { notFound, refuse } from '../../http/refusal.ts';
import type { OrderDeps } from '../order-deps.ts';
import { requestAgain, settleRefund } from '../refunds/refund.repo.ts';
import { writeExport } from './export-file.ts';
import { listPendingAttempts, listRefundPage } from './refund-page.repo.ts';

const mostPending = 200;

/** Reads a refund that staff want to change. @throws Refusal 404 */
async function requireRefund(tx: Tx, id: string) {
  const refund = await tx
    .selectFrom('refunds')
    .select(['id', 'order_id', 'state', 'amount_paise'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!refund) throw notFound();
  return refund;
}

/**
 * The calls by which staff of the accounts office handle and export payments and refunds
 * (docs/product.md#orders-and-money-in-the-console).
 */
export function staffMoneyRoutes(mount: Mount, orders: OrderDeps): void {
  const now = () => new Date(orders.clock.now());

  mount(listStaffRefunds, async ({ db, query, staff }) => {
    const rows = await listRefundPage(db, { ...query, provider: orders.payments.name }, orderPageSize + 1);
    const page = rows.slice(0, orderPageSize);
    const read = { action: 'refunds list', subject: 'refunds', arguments: { ...query, refunds: page.length } };
    await inTransaction(db, (tx) => recordStaffAction(tx, staff, read, now()));
    const next = rows.length > orderPageSize ? (page.at(-1)?.refund_id ?? null) : null;
    return { statusCode: 200, data: page, next };
  });

  mount(listPendingPayments, async ({ db, staff }) => {
    const pending = await listPendingAttempts(db, mostPending);
    const read = { action: 'pending payments list', subject: 'payments', arguments: { payments: pending.length } };
    await inTransaction(db, (tx) => recordStaffAction(tx, staff, read, now()));
    return { statusCode: 200, data: pending };
  });

  mount(retryRefund, async ({ db, params: { id }, body: { reason }, staff }) => {
    const before = await requireRefund(db, id);
    if (!(await requestAgain(db, id, orders.payments.name)))
      throw refuse(
        retryRefund.refusals,
        'REFUND_NOT_FAILED',
        'Only a refund that the provider refused is requested again.',
      );
    const entry = { action: 'refund retry', subject: `order:${before.order_id}`, arguments: { refund_id: id } };
    const after = await requireRefund(db, id);
    await recordStaffAction(db, staff, { ...entry, before, after, reason }, now());
    return { statusCode: 200 };
  });

  mount(settleStaffRefund, async ({ db, params: { id }, body: { reference, reason }, staff }) => {
    const before = await requireRefund(db, id);
    if (!(await settleRefund(db, orders, { id, reference, isByStaff: true }))) {
      // Read the refund's state again: a colleague may have recorded the refund as paid while this call waited for the
      // lock.
      if ((await requireRefund(db, id)).state === 'settled')
        throw refuse(
          settleStaffRefund.refusals,
          'REFUND_SETTLED',
          'This refund has been recorded as paid back already. If you have paid it as well, it was paid twice.',
        );
      throw refuse(
        settleStaffRefund.refusals,
        'REFUND_NOT_BY_HAND',
        'The payment provider is paying this refund. Only one that failed, or of a payment at the office or by a former provider, is paid by hand.',
      );
    }
    const entry = { action: 'refund settle', subject: `order:${before.order_id}`, arguments: { refund_id: id } };
    const after = { ...(await requireRefund(db, id)), reference };
    await recordStaffAction(db, staff, { ...entry, before, after, reason }, now());
    return { statusCode: 200 };
  });

  mount(exportStaffFile, async ({ db, params: { kind }, query, staff }) => {
    const { file, rows } = await writeExport(db, kind, query);
    const entry = { action: `export ${kind}`, subject: 'exports', arguments: { ...query, rows } };
    await inTransaction(db, (tx) => recordStaffAction(tx, staff, entry, now()));
    return file;
  });
}
