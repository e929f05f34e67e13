import { sql } from 'kysely';
import type { OfficeMethod } from '../../../contract/staff/order-money.ts';
import type { Tx } from '../../db/schema.ts';
import type { Mail } from '../../providers/mail/mail.ts';
import { isDueSql } from '../changes/dues.repo.ts';
import { officeProvider, postLedgerSql } from '../ledger.ts';
import { queueDuePaidEmail } from '../messages/order-emails.ts';
import { receiptDetailsSql, receiptNumberSql, takeReceiptNumbersSql } from '../receipts/receipt-details.ts';

/** A payment received at the office. `reference`: the number of the bank transfer or card slip; undefined for cash. */
export type OfficePayment = { method: OfficeMethod; reference?: string | undefined };

/** Stores a payment received at the office. The id of its payment attempt is also used as the id of the payment. */
export async function recordOfficePayment(
  tx: Tx,
  attemptId: string,
  { method, reference }: OfficePayment,
  amountPaise: number,
): Promise<void> {
  await tx
    .insertInto('provider_payments')
    .values({
      provider: officeProvider,
      payment_id: attemptId,
      attempt_id: attemptId,
      outcome: 'approved',
      amount_paise: amountPaise,
      method,
      reference: reference || null,
    })
    .execute();
}

type Due = { due_paise: number; number: number; is_paid: boolean; is_due: boolean };

/**
 * Issues the receipt for the payment of an amount due, with the next receipt number of the year. Returns this number.
 */
async function issueDueReceipt(tx: Tx, orderId: string, attemptId: string): Promise<string> {
  const { rows } = await sql<{ receipt_number: string }>`
    with receipt as (${takeReceiptNumbersSql(1)})
    insert into due_receipts (attempt_id, receipt_number, details)
    select ${attemptId}, ${receiptNumberSql(sql`receipt.year`, sql`receipt.last`)}, ${receiptDetailsSql(attemptId)}
    from receipt, orders where orders.id = ${orderId}
    returning receipt_number`.execute(tx);
  const [issued] = rows;
  if (!issued) throw new Error(`no receipt was issued for ${attemptId}`);
  return issued.receipt_number;
}

type DuePayment = {
  orderId: string;
  changeId: number;
  payment: OfficePayment;
};

/**
 * Records that the student has paid the price difference of a transferred booking at the office. Posts the payment to
 * the ledger, issues a receipt and queues an email about it. Returns the amount in paise and the receipt number, or why
 * nothing was recorded:
 * - `unknown`: no amount was ever due for this transfer;
 * - `paid`: it was paid before;
 * - `settled`: it is no longer due, because the booking was later cancelled or transferred to another course.
 */
export async function recordDuePayment(
  tx: Tx,
  mail: Mail,
  { orderId, changeId, payment }: DuePayment,
): Promise<{ paise: number; receiptNumber: string } | 'unknown' | 'paid' | 'settled'> {
  await sql`select id from orders where id = ${orderId} for update`.execute(tx);
  const { rows } = await sql<Due>`
    select c.due_paise, 1 + (select max(a.number) from payment_attempts a where a.order_id = c.order_id) as number,
      exists (select from payment_attempts a where a.change_id = c.id) as is_paid, ${isDueSql} as is_due
    from booking_changes c where c.id = ${changeId} and c.order_id = ${orderId} and c.due_paise > 0`.execute(tx);
  const [due] = rows;
  if (!due) return 'unknown';
  if (due.is_paid) return 'paid';
  if (!due.is_due) return 'settled';
  const id = `${orderId}-${due.number}`;
  await tx
    .insertInto('payment_attempts')
    .values({
      ...{ id, order_id: orderId, number: due.number, provider: officeProvider, provider_order_id: id },
      ...{ state: 'approved', amount_paise: due.due_paise, change_id: changeId, next_check_at: null },
      ...{ expires_at: sql<Date>`now()`, settled_at: sql<Date>`now()` },
    })
    .execute();
  await recordOfficePayment(tx, id, payment, due.due_paise);
  const lines = [
    { account: 'office' as const, paise: due.due_paise },
    { account: 'revenue' as const, paise: -due.due_paise },
  ];
  await postLedgerSql([{ orderId, source: `payment:${id}`, lines }]).execute(tx);
  const receiptNumber = await issueDueReceipt(tx, orderId, id);
  await queueDuePaidEmail(tx, mail, id);
  return { paise: due.due_paise, receiptNumber };
}
