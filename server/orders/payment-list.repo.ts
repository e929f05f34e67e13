import { type Kysely, sql } from 'kysely';
import type { PaymentStatus } from '../../contract/orders.ts';
import type { StudentRecord } from '../../contract/staff/students.ts';
import type { StudentPayment } from '../../contract/student-payments.ts';
import { toRupees } from '../db/paise.ts';
import type { Database, PaymentAttemptRow } from '../db/schema.ts';
import { isPaymentPending } from './pay/pending-payment.ts';
import { nameMethod } from './receipts/receipt.repo.ts';

type Stored = Pick<StudentPayment, 'attempt_id' | 'order_id' | 'method' | 'receipt_number' | 'pays_due'> & {
  created_at: Date;
  amount_paise: number;
  state: PaymentAttemptRow['state'];
  is_pending: boolean;
  refunds: ReadonlyArray<{ paise: number; status: 'due' | 'refunded' }> | null;
};

const statusOf: Record<PaymentAttemptRow['state'], PaymentStatus> = {
  created: 'PROCESSING',
  open: 'PROCESSING',
  approved: 'APPROVED',
  declined: 'DECLINED',
  expired: 'DECLINED',
};

function toPayment({ created_at, amount_paise, state, is_pending, refunds, ...stored }: Stored): StudentPayment {
  const returned = refunds ?? [];
  const isRefunded = returned.every((one) => one.status === 'refunded');
  return {
    ...stored,
    date: created_at.toISOString(),
    method: nameMethod(stored.method),
    amount: toRupees(amount_paise),
    status: is_pending ? 'PROCESSING' : statusOf[state],
    refund:
      returned.length > 0
        ? {
            amount: toRupees(returned.reduce((sum, one) => sum + one.paise, 0)),
            status: isRefunded ? ('refunded' as const) : ('due' as const),
          }
        : null,
    refunds: returned.map((one) => ({ amount: toRupees(one.paise), status: one.status })),
  };
}

/**
 * SQL for whether refund `r` belongs to the payment attempt `a`. The condition on the orders lets PostgreSQL use an
 * index: `refunds` has one on `order_id`, but none on `attempt_id`.
 */
const isOfAttempt = sql`r.order_id = a.order_id and r.attempt_id = a.id`;

/**
 * The student's payment attempts, newest first. The amount of a paid attempt is the money received for it: more than
 * the price if the student paid twice. Attempts of replaced orders are left out.
 */
export async function listPayments(db: Kysely<Database>, studentId: string): Promise<StudentPayment[]> {
  const { rows } = await sql<Stored>`
    select a.id as attempt_id, a.order_id, a.created_at, a.state,
      coalesce(received.amount_paise, a.amount_paise) as amount_paise,
      ${isPaymentPending} as is_pending,
      case when a.state <> 'approved' then null when a.change_id is null then o.receipt_number else d.receipt_number end
        as receipt_number,
      a.change_id is not null as pays_due, paid.method,
      owed.refunds
    from orders o join payment_attempts a on a.order_id = o.id left join due_receipts d on d.attempt_id = a.id
    left join lateral (select p.method from provider_payments p where p.attempt_id = a.id
      order by p.outcome = 'approved' desc, p.seen_at desc limit 1) paid on true
    left join lateral (select sum(p.amount_paise)::bigint as amount_paise from provider_payments p
      where p.attempt_id = a.id and p.outcome = 'approved') received on true
    left join lateral (select jsonb_agg(jsonb_build_object('paise', r.amount_paise,
        'status', case when r.state = 'settled' then 'refunded' else 'due' end) order by r.created_at, r.id) as refunds
      from refunds r where ${isOfAttempt}) owed on true
    where o.student_id = ${studentId} and o.state <> 'replaced'
    order by a.created_at desc, a.id desc limit 500`.execute(db);
  return rows.map(toPayment);
}

/**
 * What the academy has received from the student, online and at the office, what it has refunded, and what it must
 * still refund. `attempts`: how many payment attempts the list of payments would have without its limit of 500.
 */
export async function sumPayments(db: Kysely<Database>, studentId: string): Promise<StudentRecord['payments']> {
  const { rows } = await sql<StudentRecord['payments']>`
    with attempts as (
      select a.id, a.order_id, o.state <> 'replaced' as is_listed
      from orders o join payment_attempts a on a.order_id = o.id
      where o.student_id = ${studentId}
    ), received as (
      select coalesce(sum(p.amount_paise), 0)::bigint as paid
      from attempts a join provider_payments p on p.attempt_id = a.id where p.outcome = 'approved'
    ), returned as (
      select coalesce(sum(r.amount_paise) filter (where r.state = 'settled'), 0)::bigint as refunded,
        coalesce(sum(r.amount_paise) filter (where r.state <> 'settled'), 0)::bigint as refunds_due
      from attempts a join refunds r on ${isOfAttempt}
    )
    select paid, refunded, refunds_due, (select count(*)::integer from attempts where is_listed) as attempts
    from received, returned`.execute(db);
  const { paid = 0, refunded = 0, refunds_due = 0, attempts = 0 } = rows[0] ?? {};
  return { paid: toRupees(paid), refunded: toRupees(refunded), refunds_due: toRupees(refunds_due), attempts };
}
