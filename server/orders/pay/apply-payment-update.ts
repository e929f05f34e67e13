import { type RawBuilder, sql } from 'kysely';
import type { OrderState } from '../../../contract/orders.ts';
import type { PaymentAttemptRow, Tx } from '../../db/schema.ts';
import type { PipelinedTransaction } from '../../db/transactions/pipelined-transaction.ts';
import type { ProviderOrder, ProviderPayment } from '../../providers/payments/payments.ts';
import { queuePaymentFailedEmail } from '../messages/order-emails.ts';
import { paymentFailedNotification } from '../messages/order-notifications.ts';
import { type OrderDeps, paymentTimes } from '../order-deps.ts';
import { closeAndScheduleSql } from './check-times.repo.ts';
import {
  type Completing,
  type CompletionFacts,
  completeOrder,
  completeOrdersSql,
  holdsAllSeats,
  lockForCompletion,
  toPosting,
} from './complete-order.ts';

type AttemptState = PaymentAttemptRow['state'];

/** A payment attempt with its order. The order's row is locked. */
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
  /** The stored statuses of the reported payments, each in a text with the payment's id, such as `pending 123`. */
  known_outcomes: string[];
  /**
   * Whether the database has a pending payment of the attempt that the report lacks. If so, the report is older than
   * this payment.
   */
  has_newer_pending: boolean;
};

/**
 * What the payment provider reports about a payment attempt. `order` is the provider's order for the attempt, with its
 * payments; null if the provider does not know it. `source` is what caused the report:
 * - `student`: a call of the student, who has left the payment page. A declined payment then ends our order at once,
 *   unless the report is older than a pending payment that we know. With any other source, the order stays open until
 *   the payment session is over, because the student may be trying again on the payment page.
 * - `staff`: a member of staff, who has asked for a check of the order.
 * - `poller`: the background job that checks payment attempts and has reserved this one.
 * - `webhook`: the provider sent the report unasked. `order` then contains only one payment, not all.
 */
export type PaymentUpdate = { order: ProviderOrder | null; source: 'student' | 'staff' | 'poller' | 'webhook' };

/** A payment update and the payment attempt to which it applies. */
export type AttemptUpdate = { attemptId: string; update: PaymentUpdate };

/** SQL for the ids of the attempts' orders, as an array. */
const orderIdsSql = (attemptIds: readonly string[]) =>
  sql`array(select order_id from payment_attempts where id = any(${attemptIds}::text[]))`;

/**
 * SQL that locks the students, then the orders, each in id order, in the same sequence as placing an order does. A late
 * payment and a new order for the same courses then run one after the other.
 */
function lockSql(attemptIds: readonly string[]) {
  return [
    sql`select id from students where id = any(array(select student_id from orders
      where id = any(${orderIdsSql(attemptIds)}))) order by id for no key update`,
    sql`select id from orders where id = any(${orderIdsSql(attemptIds)}) order by id for update`,
  ];
}

/** How many milliseconds a transaction of several payments waits for a lock of a batch. */
const sharedLockTimeoutMs = 1000;

/**
 * SQL that locks the students and orders as `lockSql` does, but leaves out those that another transaction has locked,
 * and returns those that it has locked. An order is never locked without its student. Otherwise two transactions could
 * deadlock: the one that has locked the student may have locked the order's batches too, and lock the order next. The
 * wait for any other lock is limited to `sharedLockTimeoutMs`.
 */
const lockUnlockedSql = (attemptIds: readonly string[]) =>
  sql<{ id: string; student_id: string }>`with timeout as materialized (
      select set_config('lock_timeout', ${String(sharedLockTimeoutMs)}, true)
    )
    select o.id, o.student_id from timeout, orders o join students s on s.id = o.student_id
    where o.id = any(${orderIdsSql(attemptIds)}) order by s.id, o.id
    for no key update of s skip locked for update of o skip locked`;

/** A payment's status and id in one text, such as `approved 123`. It is compared with the texts in `known_outcomes`. */
const outcomeOf = ({ status, id }: ProviderPayment) => `${status} ${id}`;

/**
 * SQL that reads attempts. Run it after the students and the orders are locked, so that it sees what the previous
 * holders of these locks have committed. `payments`: the reported payments of all these attempts.
 */
function readAttemptsSql(
  attemptIds: readonly string[],
  payments: readonly ProviderPayment[],
): RawBuilder<LockedAttempt> {
  const reported = sql`${payments.map(({ id }) => id)}::text[]`;
  const isPast = (seconds: number) => sql`a.expires_at + make_interval(secs => ${seconds}) <= now()`;
  return sql<LockedAttempt>`
    select a.id, a.order_id, o.student_id, a.state, a.provider, o.state as order_state, o.total_paise,
      ${isPast(paymentTimes.grace)} as is_past_grace, ${isPast(paymentTimes.late)} as is_past_late,
      array(select p.outcome || ' ' || p.payment_id from provider_payments p
        where p.provider = a.provider and p.payment_id = any(${reported})) as known_outcomes,
      exists (select from provider_payments p where p.attempt_id = a.id and p.outcome = 'pending'
        and p.payment_id <> all(${reported}) and not exists (select from provider_payments e where e.provider = p.provider
          and e.payment_id = p.payment_id and e.outcome <> 'pending')) as has_newer_pending
    from payment_attempts a join orders o on o.id = a.order_id where a.id = any(${attemptIds}::text[])`;
}

/** The reported payments that are new or whose status has changed since they were stored. */
function findNewPayments({ known_outcomes }: LockedAttempt, payments: readonly ProviderPayment[]): ProviderPayment[] {
  const fresh = new Map(payments.map((payment) => [outcomeOf(payment), payment]));
  for (const known of known_outcomes) fresh.delete(known);
  return [...fresh.values()];
}

type NewPayment = { attempt: LockedAttempt; payment: ProviderPayment };

/** SQL that stores newly reported payments. It fails if one of them has been stored since `readAttemptsSql` was run. */
function recordPaymentsSql(reported: readonly NewPayment[]): RawBuilder<unknown> {
  const list = <T>(of: (one: NewPayment) => T) => reported.map(of);
  return sql`
    insert into provider_payments (provider, attempt_id, payment_id, outcome, amount_paise, method)
    select * from unnest(${list(({ attempt }) => attempt.provider)}::text[], ${list(({ attempt }) => attempt.id)}::text[],
      ${list(({ payment }) => payment.id)}::text[], ${list(({ payment }) => payment.status)}::text[],
      ${list(({ payment }) => payment.amountPaise)}::bigint[], ${list(({ payment }) => payment.method)}::text[])`;
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
 * If the order still awaits payment, closes it, releases its seats and, for a declined payment, notifies the student.
 */
async function endUnpaid(tx: Tx, deps: OrderDeps, attempt: LockedAttempt, state: 'declined' | 'expired') {
  if (attempt.order_state !== 'awaiting_payment') return;
  await deps.seats.lock(tx, [], attempt.order_id);
  await deps.seats.release(tx, attempt.order_id);
  await closeOrdersSql([attempt.order_id], state, `payment ${state}`).execute(tx);
  if (state !== 'declined') return;
  await queuePaymentFailedEmail(tx, deps.mail, attempt);
  await deps.notifications.notify(tx, paymentFailedNotification(attempt));
}

/**
 * The state in which to close the attempt after a payment update that reports no newly approved payment; null if the
 * update does not close it.
 */
function unpaidEndOf(attempt: LockedAttempt, { order, source }: PaymentUpdate): 'declined' | 'expired' | null {
  const isOver = order ? order.status === 'expired' : attempt.is_past_grace;
  const hasLeft = source === 'student' && !attempt.has_newer_pending;
  if (order?.payments.at(-1)?.status === 'declined') return isOver || hasLeft ? 'declined' : null;
  return isOver ? 'expired' : null;
}

/**
 * Applies a payment update that reports no newly approved payment. Returns the attempt's new state; null if it does not
 * change.
 */
async function applyUnpaid(
  tx: Tx,
  deps: OrderDeps,
  attempt: LockedAttempt,
  update: PaymentUpdate,
): Promise<AttemptState | null> {
  if (attempt.state === 'approved') return null;
  if (hasPending(update) && !attempt.is_past_late) {
    await deps.seats.extend(tx, attempt.order_id, paymentTimes.pending);
    return null;
  }
  const end = unpaidEndOf(attempt, update);
  if (end) await endUnpaid(tx, deps, attempt, end);
  return end === attempt.state ? null : end;
}

/**
 * Turns newly approved payments into a booking or refunds. Returns SQL statements to run together with the commit
 * (`transaction.commit`).
 */
async function acceptPayments(
  tx: Tx,
  deps: OrderDeps,
  attempt: LockedAttempt,
  { approved, facts }: { approved: readonly ProviderPayment[]; facts: CompletionFacts },
): Promise<RawBuilder<unknown>[]> {
  const statements: RawBuilder<unknown>[] = [];
  let state = attempt.order_state;
  for (const { id: reference, amountPaise: paidPaise } of approved) {
    const order = { id: attempt.order_id, state, totalPaise: attempt.total_paise, paidPaise, reference };
    const completion = await completeOrder(tx, deps, order, facts);
    statements.push(...completion.statements);
    state = completion.state;
  }
  return statements;
}

const hasPending = ({ order }: PaymentUpdate) => order?.payments.some(({ status }) => status === 'pending') === true;

/**
 * Applies what the provider reports about a payment attempt to the attempt and its order. Reports may arrive repeatedly
 * and in any sequence; the result is the same. Usually this takes two round trips to the database: one locks and reads,
 * the other writes and commits.
 */
export async function applyPaymentUpdate(
  transaction: PipelinedTransaction,
  deps: OrderDeps,
  attemptId: string,
  update: PaymentUpdate,
): Promise<void> {
  const { tx } = transaction;
  const payments = update.order?.payments ?? [];
  const isPaid = ({ status }: ProviderPayment) => status === 'approved';
  const completion = lockForCompletion(deps, orderIdsSql([attemptId]));
  const [, , attempts, ...completionRows] = await transaction.run([
    ...lockSql([attemptId]),
    readAttemptsSql([attemptId], payments),
    ...(payments.some(isPaid) ? completion.statements : []),
  ]);
  const [attempt] = (attempts ?? []) as LockedAttempt[];
  if (!attempt) return void (await transaction.commit([]));
  const fresh = findNewPayments(attempt, payments);
  const record = fresh.length > 0 ? [recordPaymentsSql(fresh.map((payment) => ({ attempt, payment })))] : [];
  const approved = fresh.filter(isPaid);
  const pending = hasPending(update) ? 'some' : update.source === 'poller' ? 'none' : 'unknown';
  if (approved.length === 0) {
    const closedAs = await applyUnpaid(tx, deps, attempt, update);
    await transaction.commit([...record, closeAndScheduleSql([attempt.id], { closedAs, pending })]);
    return;
  }
  const facts = completion.read(completionRows).get(attempt.order_id);
  if (!facts) throw new Error('the order to complete does not exist');
  const accepted = await acceptPayments(tx, deps, attempt, { approved, facts });
  const closedAs = attempt.state === 'approved' ? null : 'approved';
  await transaction.commit([...record, closeAndScheduleSql([attempt.id], { closedAs, pending }), ...accepted]);
}

/**
 * The reported payment, if it completes the order in the usual way: the order awaits payment, and the payment is
 * approved, new, the only one of the attempt and exactly as high as the order's total. Otherwise null.
 */
function findExpectedPayment(attempt: LockedAttempt, { order }: PaymentUpdate): ProviderPayment | null {
  if (attempt.order_state !== 'awaiting_payment' || attempt.state === 'approved' || order?.payments.length !== 1)
    return null;
  const [payment] = findNewPayments(attempt, order.payments);
  return payment?.status === 'approved' && payment.amountPaise === attempt.total_paise ? payment : null;
}

/**
 * Applies payment updates of different attempts in one transaction with two round trips, as `applyPaymentUpdate` does
 * for one. Returns for each update whether it was applied. The caller must apply the remaining updates one by one. An
 * update is not applied:
 * - if another transaction has locked its student or order;
 * - if it reports anything but the expected payment (`findExpectedPayment`) of an order that still holds its seats;
 * - if another update of the same student is applied.
 */
export async function completePaidOrders(
  transaction: PipelinedTransaction,
  deps: OrderDeps,
  updates: readonly AttemptUpdate[],
): Promise<boolean[]> {
  const ids = updates.map(({ attemptId }) => attemptId);
  const payments = updates.flatMap(({ update }) => update.order?.payments ?? []);
  const completion = lockForCompletion(deps, orderIdsSql(ids));
  const [locked, attemptRows, ...completionRows] = await transaction.run([
    lockUnlockedSql(ids),
    readAttemptsSql(ids, payments),
    ...completion.statements,
  ]);
  const lockedRows = (locked ?? []) as Array<{ id: string; student_id: string }>;
  const lockedOrders = new Set(lockedRows.map(({ id }) => id));
  const lockedStudents = new Set(lockedRows.map(({ student_id }) => student_id));
  const attempts = new Map((attemptRows as LockedAttempt[]).map((attempt) => [attempt.id, attempt]));
  const facts = completion.read(completionRows);
  const accepted: Array<Completing & NewPayment> = [];
  const isApplied = updates.map(({ attemptId, update }) => {
    const attempt = attempts.get(attemptId);
    const payment = attempt && findExpectedPayment(attempt, update);
    if (!payment) return false;
    const { order_id: id, student_id, order_state: state, total_paise: totalPaise } = attempt;
    const known = facts.get(id);
    // Apply only one update of a student: `delete` returns false for a second one.
    if (!known || !holdsAllSeats(known) || !lockedOrders.has(id) || !lockedStudents.delete(student_id)) return false;
    const order = { id, state, totalPaise, paidPaise: payment.amountPaise, reference: payment.id };
    accepted.push({ attempt, payment, order, facts: known });
    return true;
  });
  const postings = accepted.map(({ order }) => toPosting(order, order.totalPaise));
  const closing = accepted.map(({ attempt }) => attempt.id);
  const writes = [
    recordPaymentsSql(accepted),
    closeAndScheduleSql(closing, { closedAs: 'approved', pending: 'unknown' }),
    completeOrdersSql(deps, accepted, postings),
  ];
  await transaction.commit(accepted.length > 0 ? writes : []);
  return isApplied;
}
