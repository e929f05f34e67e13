import { type RawBuilder, sql } from 'kysely';
import type { OrderState } from '../../../contract/orders.ts';
import type { SeatDemand } from '../../db/available-seats.ts';
import type { Tx } from '../../db/schema.ts';
import { today } from '../../http/clock.ts';
import { type LedgerPosting, postLedgerSql } from '../ledger.ts';
import { type EmailedOrder, emailedOrdersQuery } from '../messages/emailed-order.repo.ts';
import { bookingEmailSql, refundEmailSql } from '../messages/order-emails.ts';
import { bookedNotification, refundDueNotification } from '../messages/order-notifications.ts';
import type { OrderDeps } from '../order-deps.ts';
import { receiptDetailsSql, receiptNumberSql, takeReceiptNumbersSql } from '../receipts/receipt-details.ts';
import { requestRefundSql } from '../refunds/refund.repo.ts';

/** An order whose row is locked, with the amount paid for it in paise and the provider's id of the payment. */
export type PaidOrder = {
  id: string;
  state: OrderState;
  totalPaise: number;
  paidPaise: number;
  reference: string;
  /** Where the money is: at the payment provider, which is the default, or at the office. */
  account?: 'gateway' | 'office';
};

/** What the completion of an order depends on, read while the order and its batches are locked. */
export type CompletionFacts = {
  studentId: string;
  /** The seats that the courses of the order need, sorted by batch id. `is_held`: the order still holds them. */
  demand: Array<SeatDemand & { is_held: boolean }>;
  isBoughtByAnother: boolean;
  emailed: EmailedOrder | null;
};

type FactsRow = { id: string; student_id: string; demand: CompletionFacts['demand'] | null; is_bought: boolean };

/**
 * SQL for two facts about each order `me`.
 * - `demand`: the seats that it needs.
 * - `is_bought`: whether a late payment for `me` would book a batch or course twice. This is so if the student has
 *   another order, completed or awaiting payment, with one of the batches of `me`. If one of the two orders has
 *   replaced the other, a common course is enough. Always false while `me` itself awaits payment.
 */
const completionFactsSql = (orderIds: RawBuilder<unknown>) => sql<FactsRow>`
  select me.id, me.student_id, (
    select jsonb_agg(d order by d.batch_id) from (
      select c.batch_id, count(*)::integer as seats, bool_or(s.id is not null) as is_held
      from order_items i join order_item_courses c on c.order_item_id = i.id
      left join seat_claims s on s.order_id = i.order_id and s.batch_id = c.batch_id
      where i.order_id = me.id group by c.batch_id
    ) d
  ) as demand, me.state <> 'awaiting_payment' and exists (
    select from order_items i join order_item_courses mine on mine.order_item_id = i.id
    join orders o on o.student_id = me.student_id and o.id <> me.id and o.state in ('completed', 'awaiting_payment')
    join order_items j on j.order_id = o.id and j.cancelled_at is null join order_item_courses theirs on theirs.order_item_id = j.id
    where i.order_id = me.id and (theirs.batch_id = mine.batch_id or theirs.course_id = mine.course_id and (
      me.state = 'replaced' and o.created_at > me.created_at
      or exists (select from order_transitions t where t.order_id = o.id and t.from_state = 'replaced'
        and t.to_state = 'completed' and t.at > me.created_at)))) as is_bought
  from orders me where me.id = any(${orderIds})`;

/**
 * Returns SQL (`statements`) that locks the batches of orders and reads what their completion depends on, and a function
 * `read` that turns the rows of this SQL into the facts about each order, by order id. The caller must have locked the
 * orders. `orderIds` is an SQL expression for an array.
 */
export function lockForCompletion(deps: OrderDeps, orderIds: RawBuilder<unknown>) {
  const batchIds = sql`array(
    select c.batch_id from order_items i join order_item_courses c on c.order_item_id = i.id
    where i.order_id = any(${orderIds}) union all select batch_id from seat_claims where order_id = any(${orderIds}))`;
  const emailed = emailedOrdersQuery(orderIds);
  return {
    statements: [deps.seats.lockSql(batchIds), completionFactsSql(orderIds), emailed.statement],
    read([, facts, emailedRows = []]: ReadonlyArray<readonly unknown[]>): Map<string, CompletionFacts> {
      const emails = emailed.read(emailedRows);
      return new Map(
        ((facts ?? []) as FactsRow[]).map(({ id, student_id: studentId, demand, is_bought }) => [
          id,
          { studentId, demand: demand ?? [], isBoughtByAnother: is_bought, emailed: emails.get(id) ?? null },
        ]),
      );
    },
  };
}

/** An order to complete, and what is known about it. */
export type Completing = { order: PaidOrder; facts: CompletionFacts };

/**
 * SQL that completes orders that hold all their seats: it books the seats, moves the orders to `completed`, assigns the
 * next receipt numbers, enrols the students, removes the items from their carts and queues the messages. It fails if
 * the state of an order in the database is no longer `order.state`. Send it as the last statement, together with the
 * commit: it makes all other completions of the year wait, because receipt numbers must have no gaps. `postings`: the
 * ledger entries to store within the statement, which is faster than storing them separately.
 */
export function completeOrdersSql(
  { seats, mail, notifications }: OrderDeps,
  completing: readonly Completing[],
  postings: readonly LedgerPosting[],
): RawBuilder<unknown> {
  const orders = completing.map(({ order }) => order);
  const ids = orders.map(({ id }) => id);
  const messages = [
    bookingEmailSql(
      mail,
      completing.flatMap(({ facts }) => facts.emailed ?? []),
    ),
    notifications.notifySql(completing.map(({ order, facts }) => bookedNotification(order.id, facts.studentId))),
  ];
  const ctes = [seats.bookHoldsSql(ids), postLedgerSql(postings), ...messages];
  const included = ctes.map((cte, index) => sql`${sql.ref(`included_${index}`)} as (${cte}),`);
  const number = sql`receipt.last - ${orders.length}::integer + paid.position`;
  return sql`
    with ${sql.join(included, sql` `)} paid as materialized (
      select * from unnest(${ids}::text[], ${orders.map(({ state }) => state)}::text[],
        ${orders.map(({ reference }) => reference)}::text[]) with ordinality as p (id, state, reference, position)
    ), receipt as (${takeReceiptNumbersSql(orders.length)}), done as (
      update orders set state = 'completed', completed_at = now(),
        receipt_number = ${receiptNumberSql(sql`receipt.year`, number)},
        receipt_details = ${receiptDetailsSql(sql`paid.reference`)}
      from paid, receipt where orders.id = paid.id and orders.state = paid.state returning orders.id, orders.student_id
    ), enrolled as (
      insert into enrolments (student_id, order_id, course_id, batch_id, start_date, end_date)
      select done.student_id, done.id, c.course_id, c.batch_id, b.start_date, b.end_date
      from done join order_items i on i.order_id = done.id join order_item_courses c on c.order_item_id = i.id
      join batches b on b.id = c.batch_id
    ), emptied as (
      delete from cart_items k using done, order_items i where i.order_id = done.id and k.student_id = done.student_id
        and (k.course_id = i.course_id or k.package_id = i.package_id)
    )
    insert into order_transitions (order_id, from_state, to_state, reason)
    select done.id, paid.state, 'completed', 'paid' from paid left join done on done.id = paid.id`;
}

/**
 * SQL that moves the order to `refund_due`. It fails if the order's state in the database is no longer `order.state`.
 */
function refundDueSql(order: PaidOrder, reason: string): RawBuilder<unknown> {
  return sql`
    with changed as (
      update orders set state = 'refund_due' where id = ${order.id} and state = ${order.state} returning id
    )
    insert into order_transitions (order_id, from_state, to_state, reason)
    values ((select id from changed), ${order.state}, 'refund_due', ${reason})`;
}

/** The ledger entries of a payment: `revenuePaise` of it pay for the order, and the rest will be refunded. */
export function toPosting(
  { id, paidPaise, reference, account = 'gateway' }: PaidOrder,
  revenuePaise: number,
): LedgerPosting {
  const lines = [
    { account, paise: paidPaise },
    { account: 'revenue' as const, paise: -revenuePaise },
    { account: 'refunds_payable' as const, paise: revenuePaise - paidPaise },
  ];
  return { orderId: id, source: `payment:${reference}`, lines };
}

type Refund = Completing & { revenuePaise: number; reason: string };

/**
 * SQL that posts a payment to the ledger, requests the refund of the amount above `revenuePaise`, and announces the
 * refund by email and push. Returns nothing if there is nothing to refund.
 */
function postAndRefundSql(
  { mail, notifications }: OrderDeps,
  { order, facts: { emailed }, revenuePaise, reason }: Refund,
): RawBuilder<unknown>[] {
  const { id, paidPaise, reference } = order;
  const owedPaise = paidPaise - revenuePaise;
  if (owedPaise === 0) return [];
  const owed = { orderId: id, paymentId: reference, paise: owedPaise, reason };
  return [
    postLedgerSql([toPosting(order, revenuePaise)]),
    requestRefundSql(owed),
    ...(emailed ? [refundEmailSql(mail, emailed, owed)] : []),
    notifications.notifySql([refundDueNotification(id, reference)]),
  ];
}

export const holdsAllSeats = ({ demand }: CompletionFacts) => demand.every(({ is_held }) => is_held);

/**
 * Makes sure that an order has all its seats. The caller must have locked its batches. Returns false if the order has
 * lost a seat hold and the seat is no longer free; in this case, all seats of the order are released.
 */
async function regainSeats(tx: Tx, { seats, clock }: OrderDeps, { order, facts }: Completing): Promise<boolean> {
  if (holdsAllSeats(facts)) return true;
  const wanted = facts.demand.map(({ batch_id, seats: count }) => ({ batch_id, seats: count }));
  // A payment can still book a batch that starts today, unlike a new order.
  return seats.book(tx, order.id, wanted, today(clock));
}

/**
 * The order's new state, and the statements that store this state. The caller should run them late in the transaction,
 * if possible in one round trip with COMMIT.
 */
type Completion = { state: 'completed' | 'refund_due'; statements: RawBuilder<unknown>[] };

/**
 * Turns an approved payment into a booking or a refund. The caller must run the returned statements in the same
 * transaction. The payment is refunded if seats of the order are no longer available, if another order of the student
 * has booked the same courses or is about to, if the amount is too low or if the order is already paid.
 *
 * Before the call, the order and its batches must be locked. Before the returned statements run, the payment must be
 * recorded.
 */
export async function completeOrder(
  tx: Tx,
  deps: OrderDeps,
  order: PaidOrder,
  facts: CompletionFacts,
): Promise<Completion> {
  const post = (revenuePaise: number, reason: string) => postAndRefundSql(deps, { order, facts, revenuePaise, reason });
  if (order.state === 'completed') return { state: 'completed', statements: post(0, 'paid twice') };
  if (order.state === 'refund_due') return { state: 'refund_due', statements: post(0, 'paid twice') };
  const refund = (reason: string, releaseSeats: RawBuilder<unknown>[] = []): Completion => ({
    state: 'refund_due',
    statements: [...releaseSeats, refundDueSql(order, reason), ...post(0, reason)],
  });
  if (order.state === 'refunded') return refund('paid twice');
  const isShort = order.paidPaise < order.totalPaise;
  const releaseSeats = [deps.seats.releaseSql([order.id])];
  if (isShort) return refund('paid short', releaseSeats);
  if (facts.isBoughtByAnother) return refund('bought by another order', releaseSeats);
  if (!(await regainSeats(tx, deps, { order, facts }))) return refund('seats gone');
  const refunding = post(order.totalPaise, 'paid too much');
  const postings = refunding.length > 0 ? [] : [toPosting(order, order.totalPaise)];
  return { state: 'completed', statements: [...refunding, completeOrdersSql(deps, [{ order, facts }], postings)] };
}
