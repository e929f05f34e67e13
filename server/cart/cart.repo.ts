import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { CartAdd, CartRemove } from '../../contract/cart.ts';
import { availableSeats, spareSeats } from '../db/available-seats.ts';
import type { Database } from '../db/schema.ts';
import { notFound } from '../http/refusal.ts';
import type { AddFacts } from './add-refusal.ts';
import { isBookedBy, type StoredCart, selectCart } from './cart-lines.repo.ts';

/** Common table expressions that store an add and its batches, and `facts`, what they met. */
function storing(studentId: string, add: CartAdd): RawBuilder<unknown> {
  const chosen = add.type === 'course' ? [add] : add.batches;
  const [courseId, packageId] = add.type === 'course' ? [add.course_id, null] : [null, add.package_id];
  return sql`wanted as (
      select w.course_id, w.batch_id, b.course_id as of_course, b.status, b.start_date, ${availableSeats} as available,
        ${isBookedBy(studentId)} as is_booked,
        exists (select from cart_batches cb where cb.student_id = ${studentId} and cb.course_id = w.course_id) as is_in_cart
      from unnest(${chosen.map((one) => one.course_id)}::integer[], ${chosen.map((one) => one.batch_id)}::integer[])
        as w (course_id, batch_id)
      left join batches b on b.id = w.batch_id left join ${spareSeats(studentId)} spare on spare.batch_id = b.id
    ), sold as (
      select id as course_id, null::integer as package_id from courses where id = ${courseId} and is_active
      union all select null, id from packages where id = ${packageId} and is_active
    ), stored as (
      insert into cart_items (student_id, type, course_id, package_id)
      select ${studentId}, ${add.type}, course_id, package_id from sold on conflict do nothing
      returning id, student_id, type, course_id, package_id
    ), stored_batches as (
      insert into cart_batches (cart_item_id, student_id, course_id, batch_id)
      select stored.id, ${studentId}, w.course_id, w.batch_id from stored, wanted w
      where w.of_course = w.course_id order by w.course_id
      on conflict do nothing returning cart_item_id, course_id, batch_id
    ), facts as (
      select ${add.type}::text as type, exists (select from sold) as is_sold,
        case when ${courseId}::integer is null then array(select course_id from package_courses
          where package_id = ${packageId}) else array[${courseId}::integer] end as course_ids,
        coalesce((select jsonb_agg(jsonb_build_object('course_id', w.course_id, 'is_in_cart', w.is_in_cart,
          'batch', case when w.of_course is not null then jsonb_build_object('id', w.batch_id,
            'course_id', w.of_course, 'status', w.status, 'start_date', w.start_date, 'available', w.available,
            'is_booked', w.is_booked) end)) from wanted w), '[]') as chosen,
        (select count(*)::integer from stored) as items_stored,
        (select count(*)::integer from stored_batches) as batches_stored
    )`;
}

/** The upsert alone, without the cart that it leaves. */
export function storeOnly(studentId: string, add: CartAdd): RawBuilder<AddFacts> {
  return sql<AddFacts>`with ${storing(studentId, add)} select * from facts`;
}

/**
 * Stores a course or package with its batches and tells what it met and the cart as it is then, in one statement. The
 * caller judges the facts and rolls back where they refuse the add: unique keys alone keep parallel duplicates apart.
 * @throws Refusal 404 for an unknown student
 */
export async function storeAdd(
  tx: Transaction<Database>,
  studentId: string,
  add: CartAdd,
): Promise<{ facts: AddFacts; cart: StoredCart }> {
  // A statement does not see what it stores itself: the new line is read from what storing it returned.
  const rows = {
    items: sql`(select id, student_id, type, course_id, package_id from cart_items where student_id = ${studentId}
      union all select * from stored)`,
    batches: sql`(select cart_item_id, course_id, batch_id from cart_batches where student_id = ${studentId}
      union all select * from stored_batches)`,
  };
  const { rows: stored } = await sql<AddFacts & StoredCart>`with ${storing(studentId, add)}
    select facts.*, cart.* from facts, (${selectCart(studentId, rows)}) cart`.execute(tx);
  const [first] = stored;
  if (!first) throw notFound();
  const { student, lines, ...facts } = first;
  return { facts, cart: { student, lines } };
}

/** Takes a course or package out; what is not there is out already. */
export async function removeLine(tx: Transaction<Database>, studentId: string, remove: CartRemove): Promise<void> {
  const line = tx.deleteFrom('cart_items').where('student_id', '=', studentId);
  await (remove.item_type === 'course'
    ? line.where('course_id', '=', remove.course_id)
    : line.where('package_id', '=', remove.package_id)
  ).execute();
}
