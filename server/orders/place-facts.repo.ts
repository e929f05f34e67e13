import { type RawBuilder, sql } from 'kysely';
import type { CallKey } from '../http/idempotency.ts';
import { paymentTimes } from './order-parts.ts';
import type { BuyerProfile } from './order-refusals.ts';

/** A student who orders, under the lock of their row: one order of a student is placed at a time. */
export type Buyer = BuyerProfile & {
  student_id: string;
  /** An unpaid order is live: it is given again or replaced. */
  has_live: boolean;
  /** The provider may have news of an attempt of the last day (`settleOpenOf`); of older ones the poller hears. */
  has_news: boolean;
  /** The key of the call was used before. */
  has_key: boolean;
};

type AskedBy = { studentId: string; callKey: CallKey | null };

// Not `exists`, for which a plan may read all rows of a table once instead of a few for each student.
const has = (rows: RawBuilder<unknown>) => sql`coalesce((select true from ${rows} limit 1), false)`;

export type BuyerLock = { endpoint: string; provider: string; isPatient: boolean; lockWaitMs: number | null };

/**
 * The statement that locks the students in id order and reads what stands between them and an order. Patient, it waits for students whom
 * others have locked, `lockWaitMs` at most, which holds for the transaction; else it leaves them out. What another
 * transaction changed while this one waited may be missed, but not lost: a second live order and a used key are refused
 * by the database.
 */
export function lockingBuyers(
  asks: readonly AskedBy[],
  { endpoint, provider, isPatient, lockWaitMs }: BuyerLock,
): RawBuilder<Buyer> {
  const students = asks.map((ask) => ask.studentId);
  const keys = asks.map((ask) => ask.callKey?.key ?? null);
  return sql<Buyer>`
    with patience as materialized (
      select set_config('lock_timeout', coalesce(${lockWaitMs}::text, current_setting('lock_timeout')), true)
    )
    select s.id as student_id, s.first_name, s.last_name, s.email, s.mobile, s.whatsapp_number, s.dob, s.allowed_booking,
      ${has(sql`orders o where o.student_id = s.id and o.state = 'awaiting_payment'`)} as has_live,
      ${has(sql`orders o join payment_attempts a on a.order_id = o.id
        where o.student_id = s.id and o.created_at > now() - interval '1 day' and a.provider = ${provider}
          and (a.state in ('created', 'open') or a.state in ('declined', 'expired')
            and a.expires_at + make_interval(secs => ${paymentTimes.grace}) > now())`)} as has_news,
      ${has(sql`idempotency_keys k
        where k.subject = s.id::text and k.endpoint = ${endpoint} and k.key = asked.key`)} as has_key
    from patience, unnest(${students}::uuid[], ${keys}::text[]) as asked (student_id, key)
    join students s on s.id = asked.student_id
    order by s.id for no key update of s ${isPatient ? sql`` : sql`skip locked`}`;
}
