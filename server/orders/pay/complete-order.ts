import { sql } from 'kysely';
import type { OrderState } from '../../../contract/orders.ts';
import type { SeatDemand } from '../../db/available-seats.ts';
import type { Tx } from '../../db/schema.ts';
import { today } from '../../http/clock.ts';
import type { Mail } from '../../providers/mail/mail.ts';
import { postLedger } from '../ledger.ts';
import type { OrderDeps } from '../order-deps.ts';
import { receiptDetailsSql } from '../receipts/receipt-details.ts';
import { requestRefund } from '../refunds/refund.repo.ts';
import { queueBookingEmail, queueRefundEmail } from './order-emails.ts';

/** An order whose row is locked, with the amount paid for it in paise and the provider's id of the payment. */
export type PaidOrder = { id: string; student_id: string; state: OrderState; paidPaise: number; reference: string };

/** The seats that the courses of an order need, sorted by batch id. */
async function readDemand(tx: Tx, orderId: string): Promise<SeatDemand[]> {
  const { rows } = await sql<SeatDemand>`
    select c.batch_id, count(*)::integer as seats from order_items i join order_item_courses c on c.order_item_id = i.id
    where i.order_id = ${orderId} group by c.batch_id order by c.batch_id`.execute(tx);
  return rows;
}

/**
 * Whether another order of the student, completed or awaiting payment, contains the same batch. If one of the two
 * orders has replaced the other, another batch of the same course counts too. This prevents a late payment from booking
 * a course twice.
 */
async function isBoughtByAnotherOrder(tx: Tx, order: PaidOrder): Promise<boolean> {
  const { rows } = await sql<{ is_bought: boolean }>`
    select exists (
      select from orders me
      join order_items i on i.order_id = me.id join order_item_courses mine on mine.order_item_id = i.id
      join orders o on o.student_id = me.student_id and o.id <> me.id and o.state in ('completed', 'awaiting_payment')
      join order_items j on j.order_id = o.id join order_item_courses theirs on theirs.order_item_id = j.id
      where me.id = ${order.id} and (theirs.batch_id = mine.batch_id or theirs.course_id = mine.course_id and (
        me.state = 'replaced' and o.created_at > me.created_at
        or exists (select from order_transitions t where t.order_id = o.id and t.from_state = 'replaced'
          and t.to_state = 'completed' and t.at > me.created_at)))) as is_bought`.execute(tx);
  return rows[0]?.is_bought === true;
}

/**
 * Moves the order to `completed`, assigns the next receipt number, enrols the student and removes the items from the
 * cart. It runs last in the transaction, because it locks the row of receipt numbers, which makes all completions of
 * the year wait for each other. This is necessary because receipt numbers must have no gaps.
 */
async function markCompleted(tx: Tx, order: PaidOrder, year: string): Promise<void> {
  const { rows } = await sql`
    with receipt as (
      insert into receipt_numbers (year, last) values (${Number(year)}, 1)
      on conflict (year) do update set last = receipt_numbers.last + 1 returning last
    ), done as (
      update orders set state = 'completed', completed_at = now(),
        receipt_number = ${`LFR-${year}-`} || lpad(receipt.last::text, greatest(6, length(receipt.last::text)), '0'),
        receipt_details = ${receiptDetailsSql(order.reference)}
      from receipt where id = ${order.id} and state = ${order.state} returning id, student_id
    ), step as (
      insert into order_transitions (order_id, from_state, to_state, reason)
      select id, ${order.state}, 'completed', 'paid' from done
    ), enrolled as (
      insert into enrolments (student_id, order_id, course_id, batch_id)
      select done.student_id, done.id, c.course_id, c.batch_id
      from done join order_items i on i.order_id = done.id join order_item_courses c on c.order_item_id = i.id
    ), emptied as (
      delete from cart_items k using done, order_items i where i.order_id = done.id and k.student_id = done.student_id
        and (k.course_id = i.course_id or k.package_id = i.package_id)
    )
    select id from done`.execute(tx);
  if (rows.length !== 1) throw new Error(`order ${order.id} is no longer ${order.state}`);
}

async function markRefundDue(tx: Tx, order: PaidOrder, reason: string): Promise<void> {
  if (order.state === 'refund_due') return;
  const changed = await tx
    .updateTable('orders')
    .set({ state: 'refund_due' })
    .where('id', '=', order.id)
    .where('state', '=', order.state)
    .returning('id')
    .execute();
  if (changed.length !== 1) throw new Error(`order ${order.id} is no longer ${order.state}`);
  const step = { order_id: order.id, from_state: order.state, to_state: 'refund_due', reason };
  await tx.insertInto('order_transitions').values(step).execute();
}

/**
 * Posts a payment to the ledger. Any amount above `revenuePaise` is refunded: the refund is requested in the same
 * transaction and announced by email.
 */
async function postPayment(tx: Tx, mail: Mail, order: PaidOrder, revenuePaise: number, reason: string): Promise<void> {
  const { id, paidPaise, reference } = order;
  const owedPaise = paidPaise - revenuePaise;
  await postLedger(tx, id, `payment:${reference}`, [
    { account: 'gateway', paise: paidPaise },
    { account: 'revenue', paise: -revenuePaise },
    { account: 'refunds_payable', paise: -owedPaise },
  ]);
  if (owedPaise === 0) return;
  const owed = { orderId: id, paymentId: reference, paise: owedPaise, reason };
  await requestRefund(tx, owed);
  await queueRefundEmail(tx, mail, owed);
}

/** Refunds a whole payment. An order that is already completed stays completed. */
async function refundPayment(tx: Tx, deps: OrderDeps, order: PaidOrder, reason: string): Promise<void> {
  if (order.state !== 'completed') await markRefundDue(tx, order, reason);
  await postPayment(tx, deps.mail, order, 0, reason);
}

/**
 * Turns an approved payment into either a booking or a refund, in the caller's transaction and with the order's row
 * locked. The payment is refunded if the seats are gone, if another order has booked the same courses, if the amount is
 * too low or if the order is already paid.
 * @returns the order's new state
 */
export async function completeOrder(
  tx: Tx,
  deps: OrderDeps,
  order: PaidOrder,
  totalPaise: number,
): Promise<'completed' | 'refund_due'> {
  if (order.state === 'completed' || order.state === 'refund_due' || order.state === 'refunded') {
    await refundPayment(tx, deps, order, 'paid twice');
    return order.state === 'completed' ? 'completed' : 'refund_due';
  }
  // A payment can still book a batch that starts today, unlike a new order.
  const day = today(deps.clock);
  const isShort = order.paidPaise < totalPaise;
  const isBoughtTwice = order.state !== 'awaiting_payment' && (await isBoughtByAnotherOrder(tx, order));
  const demand = await readDemand(tx, order.id);
  if (!isShort && !isBoughtTwice && (await deps.seats.book(tx, order.id, demand, day))) {
    await postPayment(tx, deps.mail, order, totalPaise, 'paid too much');
    await queueBookingEmail(tx, deps.mail, order.id);
    await markCompleted(tx, order, day.slice(0, 4));
    return 'completed';
  }
  await deps.seats.lock(tx, [], order.id);
  await deps.seats.release(tx, order.id);
  await refundPayment(
    tx,
    deps,
    order,
    isShort ? 'paid short' : isBoughtTwice ? 'bought by another order' : 'seats gone',
  );
  return 'refund_due';
}
