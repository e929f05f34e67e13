import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/schema.ts';
import { bookingEmailKeySql } from './messages/order-emails.ts';
import type { StoredOrder } from './order-shape.ts';
import { inSequence, type OwnAttempt, ownAttemptsSql } from './own-attempts.ts';
import { isPaymentPending } from './pay/pending-payment.ts';

// List a booked course with the dates of its enrolment, because its batch may have been moved since the order. A
// cancelled line keeps the dates of the order, even if the order has an enrolment in the same course: that enrolment
// belongs to another line of the order, which was transferred to this course.
const items = sql`(
  select jsonb_agg(jsonb_build_object('id', i.id, 'type', i.type, 'name', i.name, 'price_paise', i.price_paise,
    'offer_id', coalesce(i.course_id, i.package_id), 'is_cancelled', i.cancelled_at is not null,
    'courses', (select jsonb_agg(jsonb_build_object('id', c.course_id, 'name', c.course_name,
        'batch_start_date', coalesce(e.start_date, c.batch_start_date),
        'batch_end_date', coalesce(e.end_date, c.batch_end_date))
        order by coalesce(e.start_date, c.batch_start_date), c.course_id)
      from order_item_courses c left join enrolments e on e.order_id = i.order_id and e.course_id = c.course_id
        and i.cancelled_at is null
      where c.order_item_id = i.id)) order by i.position)
  from order_items i where i.order_id = o.id)`;

const order = sql`o.id as order_id, o.created_at as order_date, o.state, o.total_paise, o.receipt_number, ${items} as items,
  (select jsonb_agg(d.receipt_number order by a.number) from payment_attempts a join due_receipts d on d.attempt_id = a.id
    where a.order_id = o.id) as due_receipts,
  exists (select from payment_attempts a where a.order_id = o.id and ${isPaymentPending}) as is_payment_pending,
  case when o.state = 'awaiting_payment' then
    (select min(s.expires_at) from seat_claims s where s.order_id = o.id and s.kind = 'hold') end as held_until,
  (select jsonb_build_object('to', m.recipient, 'state', m.state) from mail_outbox m
    where o.state = 'completed' and m.dedupe_key = ${bookingEmailKeySql(sql`o.id`)}) as confirmation_email`;

/** The student's orders, newest first. Unpaid orders that the student replaced by ordering again are left out. */
export async function listStoredOrders(db: Kysely<Database>, studentId: string): Promise<StoredOrder[]> {
  const { rows } = await sql<StoredOrder>`select ${order} from orders o
    where o.student_id = ${studentId} and o.state <> 'replaced' order by o.created_at desc, o.id desc limit 500`.execute(
    db,
  );
  return rows;
}

/** An order with one of its payment attempts. */
type AttemptedOrder = StoredOrder & { attempt_id: string };

/** Reads the orders of payment attempts in the given sequence; null where the student has no such attempt. */
export async function findOrdersByAttempt(
  db: Kysely<Database>,
  own: readonly OwnAttempt[],
): Promise<Array<AttemptedOrder | null>> {
  const { rows } = await sql<AttemptedOrder & { position: number }>`
    select own.position, ${order}, a.id as attempt_id from ${ownAttemptsSql(own)}`.execute(db);
  return inSequence(own, rows);
}

/** The student's newest order, with its newest payment attempt; null if there is none. */
export async function findNewestOrder(db: Kysely<Database>, studentId: string): Promise<AttemptedOrder | null> {
  const { rows } = await sql<AttemptedOrder>`select ${order}, a.id as attempt_id
    from orders o join payment_attempts a on a.order_id = o.id
    where o.student_id = ${studentId} order by o.created_at desc, a.number desc limit 1`.execute(db);
  return rows[0] ?? null;
}
