import { sql, type Transaction } from 'kysely';
import type { OrderState } from '../../contract/orders.ts';
import type { Database, PaymentAttemptRow } from '../db/schema.ts';
import type { ProviderOrder, ProviderPayment } from '../providers/payments.ts';
import { scheduleCheck } from './check-times.repo.ts';
import { completeOrder } from './complete-order.ts';
import { tellPaymentFailed } from './order-mail.ts';
import { type OrderParts, paymentTimes } from './order-parts.ts';

type Tx = Transaction<Database>;
type AttemptState = PaymentAttemptRow['state'];

/** An attempt and its order, under the order's row lock. */
type LockedAttempt = {
  id: string;
  order_id: string;
  student_id: string;
  order_state: OrderState;
  total_paise: number;
  state: AttemptState;
  provider: string;
  is_over: boolean;
  is_late: boolean;
};

/**
 * What is known of an attempt's order, null where the provider knows none, and by whom: a `student` who has left the
 * payment page, so that a declined payment ends the order (else another try may be under way there); the `poller`, which
 * has claimed the attempt; or a `webhook`, which tells of one payment and not of all.
 */
export type AttemptNews = { order: ProviderOrder | null; by: 'student' | 'poller' | 'webhook' };

async function lockAttempt(tx: Tx, attemptId: string): Promise<LockedAttempt | undefined> {
  // Student, then order, as placing does: late money and a new order of the same things wait for each other. The locks
  // come first: what is read afterwards is what the last holder left.
  await sql`select id from students where id = (select o.student_id from orders o
    join payment_attempts a on a.order_id = o.id where a.id = ${attemptId}) for no key update`.execute(tx);
  await sql`select o.id from orders o join payment_attempts a on a.order_id = o.id where a.id = ${attemptId}
    for update of o`.execute(tx);
  const isPast = (seconds: number) => sql<boolean>`a.expires_at + make_interval(secs => ${seconds}) <= now()`;
  return tx
    .selectFrom('payment_attempts as a')
    .innerJoin('orders as o', 'o.id', 'a.order_id')
    .select(['a.id', 'a.order_id', 'a.state', 'a.provider', 'o.student_id', 'o.state as order_state', 'o.total_paise'])
    .select([isPast(paymentTimes.grace).as('is_over'), isPast(paymentTimes.late).as('is_late')])
    .where('a.id', '=', attemptId)
    .executeTakeFirst();
}

type Approved = { payment_id: string; amount_paise: number };

/** Keeps what the provider said, once each; answers the payments that are approved and were not known as such. */
async function recordPayments(
  tx: Tx,
  attempt: LockedAttempt,
  payments: readonly ProviderPayment[],
): Promise<Approved[]> {
  if (payments.length === 0) return [];
  const fresh = await tx
    .insertInto('provider_payments')
    .values(
      payments.map((payment) => ({
        provider: attempt.provider,
        payment_id: payment.id,
        attempt_id: attempt.id,
        outcome: payment.status,
        amount_paise: payment.amountPaise,
        method: payment.method,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(['payment_id', 'outcome', 'amount_paise'])
    .execute();
  return fresh.filter((payment) => payment.outcome === 'approved');
}

async function closeAttempt(tx: Tx, attempt: LockedAttempt, state: AttemptState): Promise<void> {
  await tx
    .updateTable('payment_attempts')
    .set({ state, settled_at: sql<Date>`now()` })
    .where('id', '=', attempt.id)
    .execute();
}

/** The guarded step of an unpaid order to a state without seats. */
export async function moveOrder(tx: Tx, orderId: string, state: 'declined' | 'expired' | 'replaced', reason: string) {
  await sql`
    with moved as (update orders set state = ${state} where id = ${orderId} and state = 'awaiting_payment' returning id)
    insert into order_transitions (order_id, from_state, to_state, reason)
    select id, 'awaiting_payment', ${state}, ${reason} from moved`.execute(tx);
}

/** An unpaid order ends: its seats go back. */
async function endUnpaid(tx: Tx, parts: OrderParts, attempt: LockedAttempt, state: 'declined' | 'expired') {
  if (attempt.state !== state) await closeAttempt(tx, attempt, state);
  if (attempt.order_state !== 'awaiting_payment') return;
  await parts.seats.lock(tx, [], attempt.order_id);
  await parts.seats.release(tx, attempt.order_id);
  await moveOrder(tx, attempt.order_id, state, `payment ${state}`);
  if (state === 'declined') await tellPaymentFailed(tx, parts.mail, attempt);
}

async function applyUnpaid(tx: Tx, parts: OrderParts, attempt: LockedAttempt, news: AttemptNews): Promise<void> {
  const payments = news.order?.payments ?? [];
  if (payments.some((payment) => payment.status === 'pending') && !attempt.is_late)
    return parts.seats.extend(tx, attempt.order_id, paymentTimes.pending);
  const isOver = news.order ? news.order.status === 'expired' : attempt.is_over;
  if (payments.at(-1)?.status === 'declined') {
    if (isOver || news.by === 'student') await endUnpaid(tx, parts, attempt, 'declined');
  } else if (isOver) await endUnpaid(tx, parts, attempt, 'expired');
}

async function acceptPayments(tx: Tx, parts: OrderParts, attempt: LockedAttempt, approved: Approved[]): Promise<void> {
  if (attempt.state !== 'approved') await closeAttempt(tx, attempt, 'approved');
  let state = attempt.order_state;
  for (const { payment_id, amount_paise } of approved) {
    const paid = { paidPaise: amount_paise, reference: payment_id };
    const order = { id: attempt.order_id, student_id: attempt.student_id, state, ...paid };
    state = await completeOrder(tx, parts, order, attempt.total_paise);
  }
}

/** Does what follows from news of an attempt; the same news any number of times, in any order, ends the same. */
export async function applyNews(tx: Tx, parts: OrderParts, attemptId: string, news: AttemptNews): Promise<void> {
  const attempt = await lockAttempt(tx, attemptId);
  if (!attempt) return;
  const payments = news.order?.payments ?? [];
  const approved = await recordPayments(tx, attempt, payments);
  if (approved.length > 0) await acceptPayments(tx, parts, attempt, approved);
  else if (attempt.state !== 'approved') await applyUnpaid(tx, parts, attempt, news);
  const hasPending = payments.some((payment) => payment.status === 'pending');
  await scheduleCheck(tx, attempt.id, hasPending ? 'some' : news.by === 'poller' ? 'none' : 'unknown');
}
