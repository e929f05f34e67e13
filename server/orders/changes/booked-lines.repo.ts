import { type Kysely, sql } from 'kysely';
import type { StaffBookedCourse } from '../../../contract/staff/orders.ts';
import type { Database, Tx } from '../../db/schema.ts';
import { receiptLinesSql } from '../receipts/receipt.repo.ts';
import { type ChangeDeps, ChangeRefusal } from './change.ts';

/** A line of a completed order that has not been cancelled: a course, or a package with its courses. */
export type BookedLine = {
  itemId: number;
  type: 'course' | 'package';
  name: string;
  courses: StaffBookedCourse[];
  /** What was paid for the line, less its refunds, in paise. */
  paidPaise: number;
  /** Ids of those batches of the line that were cancelled by the academy. */
  cancelledBatchIds: number[];
};

/** SQL for what was paid for item `i` (order_items), less its refunds, in paise. */
export const paidForItemSql = sql<number>`(i.price_paise
  - coalesce((select sum(c.refund_paise) from booking_changes c where c.order_item_id = i.id), 0)
  + coalesce((select sum(a.amount_paise) from booking_changes c join payment_attempts a on a.change_id = c.id
      where c.order_item_id = i.id and a.state = 'approved'), 0))::bigint`;

/** The lines of an order that are still booked. Empty if the order does not exist or is not completed. */
export async function readBookedLines(db: Kysely<Database>, orderId: string): Promise<BookedLine[]> {
  const { rows } = await sql<BookedLine>`
    select i.id as "itemId", i.type, i.name, ${paidForItemSql} as "paidPaise",
      (select jsonb_agg(jsonb_build_object('course_id', c.course_id, 'course_name', c.course_name, 'batch_id', c.batch_id,
          'start_date', coalesce(e.start_date, c.batch_start_date), 'end_date', coalesce(e.end_date, c.batch_end_date))
          order by c.batch_start_date, c.course_id)
        from order_item_courses c left join enrolments e on e.order_id = i.order_id and e.course_id = c.course_id
        where c.order_item_id = i.id) as courses,
      (select coalesce(jsonb_agg(b.id), '[]') from order_item_courses c join batches b on b.id = c.batch_id
        where c.order_item_id = i.id and b.publication = 'cancelled') as "cancelledBatchIds"
    from order_items i join orders o on o.id = i.order_id
    where o.id = ${orderId} and o.state = 'completed' and i.cancelled_at is null order by i.position`.execute(db);
  return rows;
}

/**
 * The booked lines with a seat in the batch `batchId`. `paise`: what was paid for the line, less its refunds.
 * `needsOffice`: the office must decide on the refund, because another course of the line has begun by `today`
 * (academy's time zone) and its batch is not cancelled.
 */
export async function readBatchRefunds(
  db: Kysely<Database>,
  batchId: number,
  today: string,
): Promise<Array<{ orderId: string; paise: number; needsOffice: boolean }>> {
  const { rows } = await sql<{ orderId: string; paise: number; needsOffice: boolean }>`
    select i.order_id as "orderId", ${paidForItemSql} as paise, exists (
      select from order_item_courses c join batches b on b.id = c.batch_id
      left join enrolments e on e.order_id = i.order_id and e.course_id = c.course_id
      where c.order_item_id = i.id and c.batch_id <> ${batchId} and b.publication <> 'cancelled'
        and coalesce(e.start_date, c.batch_start_date) <= ${today}) as "needsOffice"
    from order_item_courses booked join order_items i on i.id = booked.order_item_id join orders o on o.id = i.order_id
    where booked.batch_id = ${batchId} and i.cancelled_at is null and o.state = 'completed'`.execute(db);
  return rows;
}

/**
 * Locks the student, then the order, then the batches in id order: those of the order and those in `batchIds`. Placing
 * and completing an order lock in the same sequence, so that transactions cannot deadlock. Returns the booked lines.
 */
export async function lockBookedLines(
  tx: Tx,
  { seats }: ChangeDeps,
  orderId: string,
  batchIds: readonly number[] = [],
): Promise<BookedLine[]> {
  await sql`select id from students where id = (select student_id from orders where id = ${orderId})
    for no key update`.execute(tx);
  await sql`select id from orders where id = ${orderId} for update`.execute(tx);
  await seats.lock(tx, batchIds, orderId);
  return readBookedLines(tx, orderId);
}

/** Returns the booked line with this id in `order_items`. @throws ChangeRefusal NO_SUCH_BOOKING if there is none */
export function requireLine(lines: readonly BookedLine[], itemId: number): BookedLine {
  const line = lines.find((one) => one.itemId === itemId);
  if (line) return line;
  throw new ChangeRefusal('NO_SUCH_BOOKING', 'This booking does not exist, or it is cancelled already.');
}

/**
 * Stores the lines of the order's receipt as they were bought, so that a change does not alter the receipt. Call this
 * before the first change of an order.
 */
export async function saveReceiptLines(tx: Tx, orderId: string): Promise<void> {
  await sql`update orders o set receipt_details = o.receipt_details || jsonb_build_object('lines', ${receiptLinesSql})
    where o.id = ${orderId} and not o.receipt_details ? 'lines'`.execute(tx);
}
