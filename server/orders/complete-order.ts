import { sql, type Transaction } from 'kysely';
import type { OrderState } from '../../contract/orders.ts';
import type { Database } from '../db/schema.ts';
import { today } from '../providers/clock.ts';
import type { Mail } from '../providers/mail.ts';
import { postLedger } from './ledger.ts';
import { confirmBooking, promiseRefund } from './order-mail.ts';
import type { OrderParts, SeatDemand } from './order-parts.ts';
import { detailsOfNow } from './receipt-details.ts';
import { requestRefund } from './refund.repo.ts';

type Tx = Transaction<Database>;

/** An order under its row lock, and what was paid for it in paise under which reference. */
export type PaidOrder = { id: string; student_id: string; state: OrderState; paidPaise: number; reference: string };

/** Seats that the order's courses need. */
async function readDemand(tx: Tx, orderId: string): Promise<SeatDemand[]> {
  const { rows } = await sql<SeatDemand>`
    select c.batch_id, count(*)::integer as seats from order_items i join order_item_courses c on c.order_item_id = i.id
    where i.order_id = ${orderId} group by c.batch_id order by c.batch_id`.execute(tx);
  return rows;
}

/**
 * Money that comes late must not buy what the student has bought, or is buying, by another order: the same batch, or
 * another batch of the course where one of the two orders took the other's place, whichever was paid first.
 */
async function isBoughtElsewhere(tx: Tx, order: PaidOrder): Promise<boolean> {
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
 * The guarded step to `completed` with all that it brings: the next receipt number, enrolments, the cart without what
 * was bought. The receipt's row is locked last and shortest: its numbers may have no gaps.
 */
async function becomeCompleted(tx: Tx, order: PaidOrder, year: string): Promise<void> {
  const { rows } = await sql`
    with receipt as (
      insert into receipt_numbers (year, last) values (${Number(year)}, 1)
      on conflict (year) do update set last = receipt_numbers.last + 1 returning last
    ), done as (
      update orders set state = 'completed', completed_at = now(),
        receipt_number = ${`LFR-${year}-`} || lpad(receipt.last::text, greatest(6, length(receipt.last::text)), '0'),
        receipt_details = ${detailsOfNow(order.reference)}
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

async function becomeRefundDue(tx: Tx, order: PaidOrder, reason: string): Promise<void> {
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

/** Posts the payment: what the order costs is revenue, the rest is owed back, asked for at once and promised by mail. */
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
  await promiseRefund(tx, mail, owed);
}

/** Money that books nothing: it goes back whole. An order that is booked stays so. */
async function oweBack(tx: Tx, parts: OrderParts, order: PaidOrder, reason: string): Promise<void> {
  if (order.state !== 'completed') await becomeRefundDue(tx, order, reason);
  await postPayment(tx, parts.mail, order, 0, reason);
}

/**
 * What a payment becomes, in the caller's transaction and under the order's row lock: booked and completed, or
 * `refund_due` where its seats are gone, sold or paid short; never neither (design 3). Another payment for an order that
 * has come to its end is owed back. Answers the order's state.
 */
export async function completeOrder(
  tx: Tx,
  parts: OrderParts,
  order: PaidOrder,
  totalPaise: number,
): Promise<'completed' | 'refund_due'> {
  if (order.state === 'completed' || order.state === 'refund_due' || order.state === 'refunded') {
    await oweBack(tx, parts, order, 'paid twice');
    return order.state === 'completed' ? 'completed' : 'refund_due';
  }
  const day = today(parts.clock);
  const isShort = order.paidPaise < totalPaise;
  const isElsewhere = order.state !== 'awaiting_payment' && (await isBoughtElsewhere(tx, order));
  const demand = await readDemand(tx, order.id);
  if (!isShort && !isElsewhere && (await parts.seats.book(tx, order.id, demand, day))) {
    await postPayment(tx, parts.mail, order, totalPaise, 'paid too much');
    await confirmBooking(tx, parts.mail, order.id);
    await becomeCompleted(tx, order, day.slice(0, 4));
    return 'completed';
  }
  await parts.seats.lock(tx, [], order.id);
  await parts.seats.release(tx, order.id);
  await oweBack(tx, parts, order, isShort ? 'paid short' : isElsewhere ? 'bought by another order' : 'seats gone');
  return 'refund_due';
}
