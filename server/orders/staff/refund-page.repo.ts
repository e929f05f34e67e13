import { type Kysely, sql } from 'kysely';
import type { StaffPendingPayment, StaffRefund } from '../../../contract/staff/order-money.ts';
import { toRupees } from '../../db/paise.ts';
import type { Database, RefundState } from '../../db/schema.ts';
import { isPaymentPending } from '../pay/pending-payment.ts';
import { isOfFormerProviderSql, isRefundByHandSql } from '../refunds/refund.repo.ts';

/** `provider`: the configured payment provider. */
type Filter = { state?: RefundState | undefined; after?: string | undefined; provider: string };
type Row = Omit<StaffRefund, 'amount' | 'created_at'> & { amount_paise: number; created_at: Date };

const nameSql = sql`concat_ws(' ', s.first_name, s.last_name)`;

/**
 * A page of refunds, oldest first: those in `state` or, if `state` is undefined, all that are not settled. `after` is
 * the id of the last refund on the previous page.
 */
export async function listRefundPage(db: Kysely<Database>, filter: Filter, limit: number): Promise<StaffRefund[]> {
  const { state, after, provider } = filter;
  const { rows } = await sql<Row>`
    select r.id as refund_id, r.order_id, r.state, r.amount_paise, r.reason, r.provider, r.payment_id,
      paid.method, paid.reference as payment_reference, r.provider_ref as reference, r.created_at,
      jsonb_build_object('id', s.id, 'name', ${nameSql}, 'contact', coalesce(s.mobile, s.whatsapp_number, s.email)) as student,
      ${isRefundByHandSql(provider)} as is_by_hand, ${isOfFormerProviderSql(provider)} as is_of_former_provider
    from refunds r join orders o on o.id = r.order_id join students s on s.id = o.student_id
      left join provider_payments paid
        on paid.provider = r.provider and paid.payment_id = r.payment_id and paid.outcome = 'approved'
    where ${state ? sql`r.state = ${state}` : sql`r.state <> 'settled'`}
      and ${after ? sql`(r.created_at, r.id) > (select l.created_at, l.id from refunds l where l.id = ${after})` : sql`true`}
    order by r.created_at, r.id limit ${limit}`.execute(db);
  return rows.map(({ amount_paise, created_at, ...row }) => ({
    ...row,
    amount: toRupees(amount_paise),
    created_at: created_at.toISOString(),
  }));
}

type PendingRow = Omit<StaffPendingPayment, 'amount' | 'created_at' | 'next_check_at'> & {
  amount_paise: number;
  created_at: Date;
  next_check_at: Date | null;
};

/**
 * The payment attempts of orders that await payment, and those of other unpaid orders that have a pending payment,
 * oldest first. Attempts that are no longer checked at the provider are left out.
 */
export async function listPendingAttempts(db: Kysely<Database>, limit: number): Promise<StaffPendingPayment[]> {
  const { rows } = await sql<PendingRow>`
    select a.id as attempt_id, a.order_id, a.amount_paise, a.created_at, a.next_check_at,
      ${isPaymentPending} as is_pending, jsonb_build_object('id', s.id, 'name', ${nameSql}) as student
    from orders o join payment_attempts a on a.order_id = o.id join students s on s.id = o.student_id
    where a.next_check_at is not null and (o.state = 'awaiting_payment' or ${isPaymentPending})
    order by o.created_at, a.number limit ${limit}`.execute(db);
  return rows.map(({ amount_paise, created_at, next_check_at, ...row }) => ({
    ...row,
    amount: toRupees(amount_paise),
    created_at: created_at.toISOString(),
    next_check_at: next_check_at?.toISOString() ?? null,
  }));
}
