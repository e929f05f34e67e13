import { type Kysely, sql } from 'kysely';
import type { BatchChoices, CartSwap } from '../../contract/cart.ts';
import { availableSeatsSql, spareSeatsSql } from '../db/available-seats.ts';
import type { Database, Tx } from '../db/schema.ts';
import { isBookedBy, isSold, storedRows } from './cart.repo.ts';
import type { SwapFacts } from './cart-refusals.ts';

const lines = sql`cart_items i left join courses c on c.id = i.course_id left join packages p on p.id = i.package_id`;

/**
 * Replaces the chosen batch of a course in the cart. Returns what `swapRefusal` needs to decide whether the change is
 * allowed. If it is not, the caller rolls the transaction back.
 */
export async function storeSwap(tx: Tx, studentId: string, swap: CartSwap): Promise<SwapFacts> {
  const line =
    swap.item_type === 'course' ? sql`i.course_id = ${swap.course_id}` : sql`i.package_id = ${swap.package_id}`;
  const { rows } = await sql<Omit<SwapFacts, 'course_id'>>`
    with wanted as (
      select b.id, b.course_id, b.status, b.start_date, ${availableSeatsSql(studentId)} as available,
        ${isBookedBy(studentId)} as is_booked
      from batches b left join ${spareSeatsSql(studentId)} spare on spare.batch_id = b.id
      where b.id = ${swap.batch_id} and b.publication <> 'draft'
    ), line as (
      select i.id, ${isSold(storedRows)} as is_sold from ${lines} where i.student_id = ${studentId} and ${line}
    ), swapped as (
      update cart_batches cb set batch_id = w.id from line, wanted w
      where cb.cart_item_id = line.id and cb.course_id = ${swap.course_id}
      returning cb.batch_id
    )
    select coalesce((select is_sold from line), false) as is_sold, exists (select from swapped) as is_swapped,
      (select jsonb_build_object('id', w.id, 'course_id', w.course_id, 'status', w.status,
        'start_date', w.start_date, 'available', w.available, 'is_booked', w.is_booked) from wanted w) as batch`.execute(
    tx,
  );
  const [facts] = rows;
  if (!facts) throw new Error('the swap returned no row');
  return { course_id: swap.course_id, ...facts };
}

/**
 * For each course in the student's cart, the batches that the student could choose instead of the chosen one. `today`
 * is the date in the academy's time zone.
 */
export async function readChoices(db: Kysely<Database>, studentId: string, today: string): Promise<BatchChoices[]> {
  const available = availableSeatsSql(studentId);
  const { rows } = await sql<BatchChoices>`
    select cb.course_id, coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'batch_id', b.id, 'start_date', b.start_date,
        'end_date', b.end_date, 'available', ${available}, 'status', b.status) order by b.start_date, b.id)
        filter (where ${isSold(storedRows)} and ${available} > 0
          and not ${isBookedBy(studentId)}), '[]') as batches
    from ${lines} join cart_batches cb on cb.cart_item_id = i.id
    left join batches b on b.course_id = cb.course_id and b.status = 'open' and b.start_date > ${today}
    left join ${spareSeatsSql(studentId)} spare on spare.batch_id = b.id
    where i.student_id = ${studentId} group by i.id, cb.course_id order by i.id, cb.course_id`.execute(db);
  return rows;
}
