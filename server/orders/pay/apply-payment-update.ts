import { type RawBuilder, sql } from 'kysely';
import type { OrderState } from '../../../contract/orders.ts';
import type { PaymentAttemptRow, Tx } from '../../db/schema.ts';
import type { ProviderOrder, ProviderPayment } from '../../providers/payments/payments.ts';
import { type OrderDeps, paymentTimes } from '../order-deps.ts';
import { scheduleCheck } from './check-times.repo.ts';
import { completeOrder } from './complete-order.ts';
import { queuePaymentFailedEmail } from './order-emails.ts';

type AttemptState = PaymentAttemptRow['state'];

/** A payment attempt with its order, whose row is locked. */
type LockedAttempt = {
  id: string;
  order_id: string;
  student_id: string;
  order_state: OrderState;
  total_paise: number;
  state: AttemptState;
  provider: string;
  is_past_grace: boolean;
  is_past_late: boolean;
};

/**
 * What is known about a payment attempt. `order` is the provider's state of the attempt's order, or null if the
 * provider does not know the order. `source` says who asked the provider:
 * - `student`: a call of the student, who has left the payment page. A declined payment then ends the order at once.
 *   For the other sources it does not end the order before its session is over, because the student may be trying again
 *   on that page.
 * - `poller`: the poller, which has claimed the attempt.
 * - `webhook`: nobody. The provider sent it unasked, and `order` contains only one payment, not all.
 */
export type PaymentUpdate = { order: ProviderOrder | null; source: 'student' | 'poller' | 'webhook' };

async function lockAttempt(tx: Tx, attemptId: string): Promise<LockedAttempt | undefined> {
  // Lock the student, then the order, in the same sequence as placing an order does. A late payment and a new order for
  // the same courses then run one after the other. The attempt is read after both locks, to see what the previous lock
  // holder has committed.
  await sql`select id from students where id = (select o.student_id from orders o
    join payment_attempts a on a.order_id = o.id where a.id = ${attemptId}) for no key update`.execute(tx);
  await sql`select o.id from orders o join payment_attempts a on a.order_id = o.id where a.id = ${attemptId}
    for update of o`.execute(tx);
  const isPast = (seconds: number) => sql<boolean>`a.expires_at + make_interval(secs => ${seconds}) <= now()`;
  return tx
    .selectFrom('payment_attempts as a')
    .innerJoin('orders as o', 'o.id', 'a.order_id')
    .select(['a.id', 'a.order_id', 'a.state', 'a.provider', 'o.student_id', 'o.state as order_state', 'o.total_paise'])
    .select([isPast(paymentTimes.grace).as('is_past_grace'), isPast(paymentTimes.late).as('is_past_late')])
    .where('a.id', '=', attemptId)
    .executeTakeFirst();
}

type Approved = { payment_id: string; amount_paise: number };

/**
 * Stores the reported payments of an attempt. Each outcome of a payment is stored only once. Returns those that are
 * newly approved.
 */
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

type UnpaidEnd = 'declined' | 'expired' | 'replaced';

/**
 * SQL that moves orders from `awaiting_payment` to `state`; orders in other states stay unchanged. The caller releases
 * the seats.
 */
export function closeOrdersSql(orderIds: readonly string[], state: UnpaidEnd, reason: string): RawBuilder<unknown> {
  return sql`
    with moved as (
      update orders set state = ${state} where id = any(${orderIds}::text[]) and state = 'awaiting_payment' returning id
    )
    insert into order_transitions (order_id, from_state, to_state, reason)
    select id, 'awaiting_payment', ${state}, ${reason} from moved`;
}

/**
 * Closes an attempt that was not paid. If its order still awaits payment, closes the order too and releases its seats.
 */
async function endUnpaid(tx: Tx, deps: OrderDeps, attempt: LockedAttempt, state: 'declined' | 'expired') {
  if (attempt.state !== state) await closeAttempt(tx, attempt, state);
  if (attempt.order_state !== 'awaiting_payment') return;
  await deps.seats.lock(tx, [], attempt.order_id);
  await deps.seats.release(tx, attempt.order_id);
  await closeOrdersSql([attempt.order_id], state, `payment ${state}`).execute(tx);
  if (state === 'declined') await queuePaymentFailedEmail(tx, deps.mail, attempt);
}

async function applyUnpaid(tx: Tx, deps: OrderDeps, attempt: LockedAttempt, update: PaymentUpdate): Promise<void> {
  const payments = update.order?.payments ?? [];
  if (payments.some((payment) => payment.status === 'pending') && !attempt.is_past_late)
    return deps.seats.extend(tx, attempt.order_id, paymentTimes.pending);
  const isOver = update.order ? update.order.status === 'expired' : attempt.is_past_grace;
  if (payments.at(-1)?.status === 'declined') {
    if (isOver || update.source === 'student') await endUnpaid(tx, deps, attempt, 'declined');
  } else if (isOver) await endUnpaid(tx, deps, attempt, 'expired');
}

async function acceptPayments(tx: Tx, deps: OrderDeps, attempt: LockedAttempt, approved: Approved[]): Promise<void> {
  if (attempt.state !== 'approved') await closeAttempt(tx, attempt, 'approved');
  let state = attempt.order_state;
  for (const { payment_id, amount_paise } of approved) {
    const paid = { paidPaise: amount_paise, reference: payment_id };
    const order = { id: attempt.order_id, student_id: attempt.student_id, state, ...paid };
    state = await completeOrder(tx, deps, order, attempt.total_paise);
  }
}

/**
 * Applies the provider's state of a payment attempt to the attempt and its order. Updates may arrive repeatedly and in
 * any order; the result is the same.
 */
export async function applyPaymentUpdate(
  tx: Tx,
  deps: OrderDeps,
  attemptId: string,
  update: PaymentUpdate,
): Promise<void> {
  const attempt = await lockAttempt(tx, attemptId);
  if (!attempt) return;
  const payments = update.order?.payments ?? [];
  const approved = await recordPayments(tx, attempt, payments);
  if (approved.length > 0) await acceptPayments(tx, deps, attempt, approved);
  else if (attempt.state !== 'approved') await applyUnpaid(tx, deps, attempt, update);
  const hasPending = payments.some((payment) => payment.status === 'pending');
  await scheduleCheck(tx, attempt.id, hasPending ? 'some' : update.source === 'poller' ? 'none' : 'unknown');
}
