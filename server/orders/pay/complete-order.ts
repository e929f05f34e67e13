import { type RawBuilder, sql } from 'kysely';
import type { OrderState } from '../../../contract/orders.ts';
import type { SeatDemand } from '../../db/available-seats.ts';
import type { Tx } from '../../db/schema.ts';
import { today } from '../../http/clock.ts';
import { postLedgerSql } from '../ledger.ts';
import { type EmailedOrder, emailedOrderQuery } from '../messages/emailed-order.repo.ts';
import { bookingEmailSql, refundEmailSql } from '../messages/order-emails.ts';
import { bookedNotification, refundDueNotification } from '../messages/order-notifications.ts';
import type { OrderDeps } from '../order-deps.ts';
import { receiptDetailsSql, takeReceiptNumberSql } from '../receipts/receipt-details.ts';
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
  /** The seats that the courses of the order need, sorted by batch id. `is_held`: the order still holds them. */
  demand: Array<SeatDemand & { is_held: boolean }>;
  isBoughtByAnother: boolean;
  emailed: EmailedOrder | null;
};

type FactsRow = { demand: CompletionFacts['demand'] | null; is_bought: boolean };

/**
 * SQL for two facts about order `me`.
 * - `demand`: the seats that it needs.
 * - `is_bought`: another order of the student, completed or awaiting payment, contains one of the batches of `me`, so a
 *   late payment for `me` must not book it again. If one of the two orders has replaced the other, a course in common
 *   is enough. Always false while `me` awaits payment.
 */
const completionFactsSql = (orderId: RawBuilder<unknown>) => sql<FactsRow>`
  select (
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
  from orders me where me.id = ${orderId}`;

/**
 * Returns SQL (`statements`) that locks the batches of an order and reads what its completion depends on, and a
 * function `read` that turns the rows of this SQL into facts. The caller must have locked the order. `orderId` is an
 * SQL expression.
 */
export function lockForCompletion(deps: OrderDeps, orderId: RawBuilder<unknown>) {
  const batchIds = sql`array(
    select c.batch_id from order_items i join order_item_courses c on c.order_item_id = i.id where i.order_id = ${orderId}
    union all select batch_id from seat_claims where order_id = ${orderId})`;
  const emailed = emailedOrderQuery(orderId);
  return {
    statements: [deps.seats.lockSql(batchIds), completionFactsSql(orderId), emailed.statement],
    read([, facts, order = []]: ReadonlyArray<readonly unknown[]>): CompletionFacts {
      const [row] = (facts ?? []) as FactsRow[];
      if (!row) throw new Error('the order to complete does not exist');
      return { demand: row.demand ?? [], isBoughtByAnother: row.is_bought, emailed: emailed.read(order) };
    },
  };
}

/**
 * SQL that moves the order to `completed`, assigns the next receipt number, enrols the student and removes the items
 * from the cart. It fails if the order's state in the database is no longer `order.state`. Send it as the last
 * statement, together with the commit: it makes all other completions of the year wait, because receipt numbers must
 * have no gaps. `ctes`: further statements to run within this one, which is faster than running them separately.
 */
function completeSql(order: PaidOrder, ctes: ReadonlyArray<RawBuilder<unknown>>): RawBuilder<unknown> {
  const included = ctes.map((cte, index) => sql`${sql.ref(`included_${index}`)} as (${cte}),`);
  return sql`
    with ${sql.join(included, sql` `)} receipt as (${takeReceiptNumberSql}), done as (
      update orders set state = 'completed', completed_at = now(), receipt_number = receipt.number,
        receipt_details = ${receiptDetailsSql(order.reference)}
      from receipt where id = ${order.id} and state = ${order.state} returning id, student_id
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
    values ((select id from done), ${order.state}, 'completed', 'paid')`;
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

type Posting = { order: PaidOrder; emailed: EmailedOrder | null; revenuePaise: number; reason: string };

/**
 * SQL that posts a payment to the ledger. Any amount above `revenuePaise` is refunded: the refund is requested in the
 * same transaction and announced by email and push.
 */
function postPaymentSql(
  { mail, notifications }: OrderDeps,
  { order, emailed, revenuePaise, reason }: Posting,
): RawBuilder<unknown>[] {
  const { id, paidPaise, reference, account = 'gateway' } = order;
  if (paidPaise === 0) return [];
  const owedPaise = paidPaise - revenuePaise;
  const posting = postLedgerSql(id, `payment:${reference}`, [
    { account, paise: paidPaise },
    { account: 'revenue', paise: -revenuePaise },
    { account: 'refunds_payable', paise: -owedPaise },
  ]);
  if (owedPaise === 0) return [posting];
  const owed = { orderId: id, paymentId: reference, paise: owedPaise, reason };
  return [
    posting,
    requestRefundSql(owed),
    ...(emailed ? [refundEmailSql(mail, emailed, owed)] : []),
    notifications.notifySql(refundDueNotification(id, reference)),
  ];
}

/**
 * Books the seats of an order. The caller must have locked its batches, and must run the returned SQL. Returns null if
 * the order has lost a seat hold and the seat is no longer free; in this case, all seats of the order are released.
 */
async function bookOrderSeats(
  tx: Tx,
  { seats }: OrderDeps,
  { id, demand, day }: { id: string; demand: CompletionFacts['demand']; day: string },
): Promise<RawBuilder<unknown>[] | null> {
  if (demand.every(({ is_held }) => is_held)) return [seats.bookHoldsSql(id)];
  const wanted = demand.map(({ batch_id, seats: count }) => ({ batch_id, seats: count }));
  return (await seats.book(tx, id, wanted, day)) ? [] : null;
}

/**
 * The order's new state, and the statements that store this state. The caller should run them late in the transaction,
 * if possible in one round trip with COMMIT.
 */
type Completion = { state: 'completed' | 'refund_due'; statements: RawBuilder<unknown>[] };

/**
 * Turns an approved payment into a booking or a refund. The caller must run the returned statements in the same
 * transaction. The payment is refunded if seats of the order are no longer available, if another order has booked the
 * same courses, if the amount is too low or if the order is already paid.
 *
 * Before the call, the order and its batches must be locked. Before the returned statements run, the payment must be
 * recorded.
 */
export async function completeOrder(
  tx: Tx,
  deps: OrderDeps,
  order: PaidOrder,
  { demand, isBoughtByAnother, emailed }: CompletionFacts,
): Promise<Completion> {
  const post = (revenuePaise: number, reason: string) => postPaymentSql(deps, { order, emailed, revenuePaise, reason });
  if (order.state === 'completed') return { state: 'completed', statements: post(0, 'paid twice') };
  if (order.state === 'refund_due') return { state: 'refund_due', statements: post(0, 'paid twice') };
  const refund = (reason: string, releaseSeats: RawBuilder<unknown>[] = []): Completion => ({
    state: 'refund_due',
    statements: [...releaseSeats, refundDueSql(order, reason), ...post(0, reason)],
  });
  if (order.state === 'refunded') return refund('paid twice');
  // A payment can still book a batch that starts today, unlike a new order.
  const day = today(deps.clock);
  const isShort = order.paidPaise < order.totalPaise;
  const releaseSeats = [deps.seats.releaseSql([order.id])];
  if (isShort) return refund('paid short', releaseSeats);
  if (isBoughtByAnother) return refund('bought by another order', releaseSeats);
  const bookings = await bookOrderSeats(tx, deps, { id: order.id, demand, day });
  if (!bookings) return refund('seats gone');
  const messages = [
    ...(emailed ? [bookingEmailSql(deps.mail, emailed)] : []),
    deps.notifications.notifySql(bookedNotification(order.id)),
  ];
  const payment = post(order.totalPaise, 'paid too much');
  // Run the SQL of a refund as a statement of its own: it contains a data-modifying CTE, which PostgreSQL does not
  // allow inside another CTE.
  const isRefunding = payment.length > 1;
  const complete = completeSql(order, [...bookings, ...(isRefunding ? [] : payment), ...messages]);
  return { state: 'completed', statements: [...(isRefunding ? payment : []), complete] };
}
