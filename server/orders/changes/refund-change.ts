import { sql } from 'kysely';
import type { Tx } from '../../db/schema.ts';
import { postLedgerSql } from '../ledger.ts';
import { requestRefundSql } from '../refunds/refund.repo.ts';
import type { BookingChange } from './change.ts';

type RefundablePayment = { payment_id: string; provider: string; left_paise: number };

/**
 * The payments of an order that are not fully refunded, oldest first. `left_paise`: what can still be refunded, in
 * paise.
 */
async function readRefundable(tx: Tx, orderId: string): Promise<RefundablePayment[]> {
  const { rows } = await sql<RefundablePayment>`
    select * from (
      select p.payment_id, p.provider, p.seen_at, (p.amount_paise - coalesce((select sum(r.amount_paise) from refunds r
        where r.provider = p.provider and r.payment_id = p.payment_id), 0))::bigint as left_paise
      from provider_payments p join payment_attempts a on a.id = p.attempt_id
      where a.order_id = ${orderId} and p.outcome = 'approved'
    ) payments where left_paise > 0 order by seen_at, payment_id`.execute(tx);
  return rows;
}

/**
 * Requests the refund of a changed booking and posts it to the ledger, in the transaction of the change. A refund
 * larger than one payment is divided over several payments. The caller must have locked the order's row.
 */
export async function refundChange(tx: Tx, { id, orderId, refundPaise }: BookingChange, reason: string): Promise<void> {
  if (refundPaise === 0) return;
  const cause = `change:${id}`;
  const lines = [
    { account: 'revenue' as const, paise: refundPaise },
    { account: 'refunds_payable' as const, paise: -refundPaise },
  ];
  await postLedgerSql([{ orderId, source: cause, lines }]).execute(tx);
  let leftPaise = refundPaise;
  for (const { payment_id: paymentId, provider, left_paise } of await readRefundable(tx, orderId)) {
    const paise = Math.min(leftPaise, left_paise);
    if (paise === 0) break;
    await requestRefundSql({ orderId, paymentId, provider, paise, reason, cause }).execute(tx);
    leftPaise -= paise;
  }
  if (leftPaise > 0) throw new Error(`order ${orderId}: the payments do not cover a refund of ${refundPaise} paise`);
}
