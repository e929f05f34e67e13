import { type RawBuilder, sql } from 'kysely';
import { hasRows } from '../../db/has-rows.ts';
import { contactStatus } from '../../db/schema.ts';
import type { CallKey } from '../../http/idempotency/idempotency.repo.ts';
import { paymentTimes } from '../order-deps.ts';
import { type PendingPayment, pendingPaymentSql } from '../pay/pending-payment.ts';
import type { BuyerProfile } from './order-refusals.ts';

/**
 * A student who is placing an order. The student's row is locked, so that only one of their orders is placed at a time.
 */
export type Buyer = BuyerProfile & {
  student_id: string;
  /** True if an order of the student awaits payment. A new request returns that order again or replaces it. */
  has_live_order: boolean;
  /**
   * True if the provider may have a payment of the student that we do not know yet, for an order of the last day.
   * Payments for older orders are found by the payment poller, a background job.
   */
  may_have_payment: boolean;
  /** A pending payment for an unpaid order of the student. That order may have been declined or have expired. */
  pending_payment: PendingPayment | null;
  /** True if a one-time code or an emailed link has verified at least one of the student's contacts. */
  has_verified_contact: boolean;
  /** How many of the student's orders of the last day have expired unpaid. */
  expired_orders: number;
  /** True if the request's idempotency key was used before. */
  is_key_used: boolean;
};

type Requester = { studentId: string; callKey: CallKey | null };

// SQL: whether `o` (orders) is an unpaid order that student `s` (students) placed within the last day. Paid orders are
// left out because a student may have hundreds of them. The partial index `orders_unpaid` has the same condition on the
// state.
const isUnpaidOfLastDay = sql`o.student_id = s.id and o.created_at > now() - interval '1 day'
  and o.state in ('awaiting_payment', 'declined', 'expired', 'replaced')`;

const verified = sql.lit(contactStatus.verified);

type BuyerLockOptions = { endpoint: string; provider: string; waitForLocks: boolean; lockTimeoutMs: number | null };

// SQL: whether the payment attempt `a` (payment_attempts) was made with `provider`. `is true` keeps PostgreSQL from
// using the index on the provider and its order id. Without statistics, PostgreSQL would choose that index and read all
// attempts of the provider for each order.
const isOfProvider = (provider: string) => sql`(a.provider = ${provider}) is true`;

/**
 * SQL that locks the students in id order and reads what placing an order depends on. Without `waitForLocks`, students
 * whose rows are locked are left out. `lockTimeoutMs` applies until the transaction ends. If the statement had to wait
 * for a lock, it may return data from before the wait. That is safe: if another process has meanwhile placed an order
 * of the student or used the idempotency key, a unique index refuses the new order or the key.
 */
export function lockBuyersSql(
  requesters: readonly Requester[],
  { endpoint, provider, waitForLocks, lockTimeoutMs }: BuyerLockOptions,
): RawBuilder<Buyer> {
  const students = requesters.map(({ studentId }) => studentId);
  const keys = requesters.map(({ callKey }) => callKey?.key ?? null);
  return sql<Buyer>`
    with timeout as materialized (
      select set_config('lock_timeout', coalesce(${lockTimeoutMs}::text, current_setting('lock_timeout')), true)
    )
    select s.id as student_id, s.first_name, s.last_name, s.email, s.mobile, s.whatsapp_number, s.dob, s.allowed_booking,
      ${hasRows(sql`orders o where o.student_id = s.id and o.state = 'awaiting_payment'`)} as has_live_order,
      ${hasRows(sql`orders o join payment_attempts a on a.order_id = o.id
        where ${isUnpaidOfLastDay} and ${isOfProvider(provider)}
          and (a.state in ('created', 'open') or a.state in ('declined', 'expired')
            and a.expires_at + make_interval(secs => ${paymentTimes.grace}) > now())`)} as may_have_payment,
      ${pendingPaymentSql(sql`s.id`)} as pending_payment,
      s.email is not null and s.email_standing = ${verified} or s.mobile is not null and s.mobile_standing = ${verified}
        or s.whatsapp_number is not null and s.whatsapp_number_standing = ${verified} as has_verified_contact,
      (select count(*)::integer from orders o where ${isUnpaidOfLastDay} and o.state = 'expired') as expired_orders,
      ${hasRows(sql`idempotency_keys k
        where k.subject = s.id::text and k.endpoint = ${endpoint} and k.key = requester.key`)} as is_key_used
    from timeout, unnest(${students}::uuid[], ${keys}::text[]) as requester (student_id, key)
    join students s on s.id = requester.student_id
    order by s.id for no key update of s ${waitForLocks ? sql`` : sql`skip locked`}`;
}
