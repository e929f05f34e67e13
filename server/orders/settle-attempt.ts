import { sql, type Transaction } from 'kysely';
import type { OrderState } from '../../contract/orders.ts';
import type { Database, PaymentAttemptRow } from '../db/schema.ts';
import { inTransaction } from '../db/transaction.ts';
import type { ProviderOrder, ProviderPayment } from '../providers/payments.ts';
import { completeOrder, postLedger } from './complete-order.ts';
import { type OrderParts, paymentTimes } from './order-parts.ts';
import { providerUnavailable } from './order-refusals.ts';

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
};

async function lockAttempt(tx: Tx, attemptId: string): Promise<LockedAttempt | undefined> {
  // Student, then order, as placing does: late money and a new order of the same things wait for each other. The locks
  // come first: what is read afterwards is what the last holder left.
  await sql`select id from students where id = (select o.student_id from orders o
    join payment_attempts a on a.order_id = o.id where a.id = ${attemptId}) for no key update`.execute(tx);
  await sql`select o.id from orders o join payment_attempts a on a.order_id = o.id where a.id = ${attemptId}
    for update of o`.execute(tx);
  return tx
    .selectFrom('payment_attempts as a')
    .innerJoin('orders as o', 'o.id', 'a.order_id')
    .select(['a.id', 'a.order_id', 'a.state', 'a.provider', 'o.student_id', 'o.state as order_state', 'o.total_paise'])
    .select(sql<boolean>`a.expires_at + make_interval(secs => ${paymentTimes.grace}) <= now()`.as('is_over'))
    .where('a.id', '=', attemptId)
    .executeTakeFirst();
}

/** Keeps what the provider said, once each; answers the payments that are approved and were not known as such. */
async function recordPayments(tx: Tx, attempt: LockedAttempt, payments: readonly ProviderPayment[]) {
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

/** An unpaid order ends: its seats go back. */
async function endUnpaid(tx: Tx, parts: OrderParts, attempt: LockedAttempt, state: 'declined' | 'expired') {
  if (attempt.state !== state) await closeAttempt(tx, attempt, state);
  if (attempt.order_state !== 'awaiting_payment') return;
  await parts.seats.lock(tx, [], attempt.order_id);
  await parts.seats.release(tx, attempt.order_id);
  await moveOrder(tx, attempt.order_id, state, `payment ${state}`);
}

/** The guarded step of an unpaid order to a state without seats. */
export async function moveOrder(tx: Tx, orderId: string, state: 'declined' | 'expired' | 'replaced', reason: string) {
  await sql`
    with moved as (update orders set state = ${state} where id = ${orderId} and state = 'awaiting_payment' returning id)
    insert into order_transitions (order_id, from_state, to_state, reason)
    select id, 'awaiting_payment', ${state}, ${reason} from moved`.execute(tx);
}

async function acceptPayments(tx: Tx, parts: OrderParts, attempt: LockedAttempt, approved: Approved[]): Promise<void> {
  const [first, ...others] = approved;
  if (!first) return;
  const isSettled = ['completed', 'refund_due', 'refunded'].includes(attempt.order_state);
  if (!isSettled) {
    await closeAttempt(tx, attempt, 'approved');
    const paid = { paidPaise: first.amount_paise, reference: first.payment_id };
    const order = { id: attempt.order_id, student_id: attempt.student_id, state: attempt.order_state, ...paid };
    await completeOrder(tx, parts, order, attempt.total_paise);
  }
  // Paid twice: the second payment is owed back.
  for (const extra of isSettled ? approved : others)
    await postLedger(tx, attempt.order_id, 'refunds_payable', extra.amount_paise, extra.payment_id);
}

type Approved = { payment_id: string; amount_paise: number };

async function applyNews(tx: Tx, parts: OrderParts, attemptId: string, news: ProviderOrder | null): Promise<void> {
  const attempt = await lockAttempt(tx, attemptId);
  if (!attempt) return;
  const payments = news?.payments ?? [];
  const approved = await recordPayments(tx, attempt, payments);
  if (approved.length > 0) return acceptPayments(tx, parts, attempt, approved);
  if (attempt.state === 'approved') return;
  if (payments.some((payment) => payment.status === 'pending')) {
    await parts.seats.extend(tx, attempt.order_id, paymentTimes.pending);
    return;
  }
  if (payments.at(-1)?.status === 'declined') return endUnpaid(tx, parts, attempt, 'declined');
  if (news ? news.status === 'expired' : attempt.is_over) await endUnpaid(tx, parts, attempt, 'expired');
}

/**
 * Asks the provider about one attempt and does what follows: the one way to settle, for return page, recheck, placing
 * anew and poller. Safe to run any number of times, also at once.
 * @throws Refusal 503 PROVIDER_UNAVAILABLE with the provider's error as its cause
 */
export async function settleAttempt(
  parts: OrderParts,
  attempt: { id: string; provider_order_id: string },
): Promise<void> {
  const news = await parts.payments.fetchOrder(attempt.provider_order_id).catch((error: unknown) => {
    throw providerUnavailable(error);
  });
  await inTransaction(parts.db, (tx) => applyNews(tx, parts, attempt.id, news), { isRepeatable: true });
}
