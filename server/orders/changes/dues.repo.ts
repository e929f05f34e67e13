import { type Kysely, sql } from 'kysely';
import type { StudentRecord } from '../../../contract/staff/students.ts';
import { toRupees } from '../../db/paise.ts';
import type { Database } from '../../db/schema.ts';

/**
 * SQL for whether the amount due of change `c` (the price difference of a transferred booking, in `booking_changes`)
 * must still be paid. False if it was paid, or if a later change has replaced it: the line was cancelled or transferred
 * to another course.
 */
export const isDueSql = sql<boolean>`(c.due_paise > 0
  and not exists (select from payment_attempts a where a.change_id = c.id)
  and not exists (select from booking_changes later where later.order_item_id = c.order_item_id and later.id > c.id
    and later.before #> '{courses,0,course_id}' is distinct from later.after #> '{courses,0,course_id}'))`;

/** SQL for the sum of the amounts that are still due for order `o`, in paise. */
export const orderDueSql = sql<number>`(select coalesce(sum(c.due_paise), 0)::bigint from booking_changes c
  where c.order_id = o.id and ${isDueSql})`;

/** SQL for the ids of the orders with an amount due, each once, in the column `order_id`. */
export const ordersWithDueSql = sql`(select distinct c.order_id from booking_changes c where ${isDueSql})`;

/** The amounts that the student still has to pay at the office after transfers, oldest first. */
export async function listDues(db: Kysely<Database>, studentId: string): Promise<StudentRecord['dues']> {
  const { rows } = await sql<{ order_id: string; paise: number; text: string }>`
    select c.order_id, c.due_paise as paise, c.after ->> 'name' as text
    from booking_changes c join orders o on o.id = c.order_id
    where o.student_id = ${studentId} and ${isDueSql} order by c.id`.execute(db);
  return rows.map(({ paise, ...due }) => ({ ...due, amount: toRupees(paise) }));
}
