import { type RawBuilder, sql } from 'kysely';
import { paymentTimes } from '../order-deps.ts';

/**
 * SQL: whether attempt `a` (payment_attempts) has a pending payment that can still book its order `o` (orders). A
 * payment is pending until the provider has reported another outcome. It can book an order that awaits payment. It can
 * also book a declined or expired order as long as the attempt is still checked at the provider: after a declined
 * payment, the student can try again on the payment page.
 */
export const isPaymentPending = sql<boolean>`case when o.state = 'awaiting_payment' or o.state in ('declined', 'expired')
  and a.expires_at + make_interval(secs => ${paymentTimes.late}) > now() then exists (
  select from provider_payments p where p.attempt_id = a.id and p.outcome = 'pending' and not exists (
    select from provider_payments e where e.provider = p.provider and e.payment_id = p.payment_id
      and e.outcome <> 'pending')) else false end`;

/** An order with a pending payment, and the payment attempt that has it. */
export type PendingPayment = { order_id: string; attempt_id: string };

/**
 * SQL for a `PendingPayment` of a student; null if there is none. `studentId` is an SQL expression. It reads the orders
 * of the last four days, because an attempt is checked for at most three days after its payment session. The condition
 * on the states lets PostgreSQL use the index `orders_unpaid`.
 */
export const pendingPaymentSql = (studentId: RawBuilder<unknown>) => sql<PendingPayment | null>`(
  select jsonb_build_object('order_id', o.id, 'attempt_id', a.id) from orders o join payment_attempts a on a.order_id = o.id
  where o.student_id = ${studentId} and o.created_at > now() - interval '4 days'
    and o.state in ('awaiting_payment', 'declined', 'expired') and ${isPaymentPending} limit 1)`;
