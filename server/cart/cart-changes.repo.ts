import { type RawBuilder, sql } from 'kysely';
import type { CartAdd, CartRemove } from '../../contract/cart.ts';
import { availableSeatsForSql } from '../db/available-seats.ts';
import { hasRows } from '../db/has-rows.ts';
import type { Tx } from '../db/schema.ts';
import { type CartRows, isBookedBy, type StoredCart, selectCart } from './cart.repo.ts';
import type { AddFacts } from './cart-refusals.ts';

/** A student, and what the student adds to the cart. A call of `storeAdds` may add only one item for each student. */
export type StudentAdd = { studentId: string; add: CartAdd };

/**
 * The result of storing an item: the facts by which `addRefusal` decides whether the item is refused, and the cart
 * including the new item.
 */
export type StoredAdd = { facts: AddFacts; cart: StoredCart };

/** The input of `storeAdds` as two SQL tables: the items to add, and the batches chosen for them. */
function inputTables(adds: readonly StudentAdd[]) {
  const items = adds.map(({ studentId, add }) => ({
    student: studentId,
    type: add.type,
    course: add.type === 'course' ? add.course_id : null,
    bundle: add.type === 'package' ? add.package_id : null,
  }));
  const chosen = adds.flatMap(({ studentId, add }) =>
    (add.type === 'course' ? [add] : add.batches).map((one) => ({ student: studentId, ...one })),
  );
  return {
    items: sql`unnest(${items.map((one) => one.student)}::uuid[], ${items.map((one) => one.type)}::text[],
      ${items.map((one) => one.course)}::integer[], ${items.map((one) => one.bundle)}::integer[])`,
    chosen: sql`unnest(${chosen.map((one) => one.student)}::uuid[], ${chosen.map((one) => one.course_id)}::integer[],
      ${chosen.map((one) => one.batch_id)}::integer[])`,
  };
}

// SQL that limits waiting for a lock to 250 ms, until the transaction ends.
const shortLockTimeout = sql`timeout as materialized (select set_config('lock_timeout', '250', true)), `;

/**
 * SQL CTEs that store the new items and their batches. The last CTE, `facts`, has one row (`AddFacts`) for each item.
 */
function storeAddsCtes(adds: readonly StudentAdd[], waitForLocks: boolean): RawBuilder<unknown> {
  const { items, chosen } = inputTables(adds);
  const none = sql``;
  return sql`${waitForLocks ? none : shortLockTimeout}input as (
      select s.id as student_id, a.type, a.course_id, a.package_id
      from ${waitForLocks ? none : sql`timeout, `}${items} as a (student_id, type, course_id, package_id)
      join students s on s.id = a.student_id for key share of s ${waitForLocks ? none : sql`skip locked`}
    ), wanted as (
      select w.student_id, w.course_id, w.batch_id, b.course_id as of_course, b.status, b.start_date,
        ${availableSeatsForSql(sql`w.student_id`)} as available, ${isBookedBy(sql`w.student_id`)} as is_booked,
        ${hasRows(sql`cart_batches cb where cb.student_id = w.student_id and cb.course_id = w.course_id`)} as is_in_cart
      from ${chosen} as w (student_id, course_id, batch_id) left join batches b on b.id = w.batch_id and b.publication <> 'draft'
    ), sold as (
      select a.student_id, a.type, a.course_id, a.package_id from input a where case when a.type = 'course'
        then (select c.is_active from courses c where c.id = a.course_id)
        else (select p.is_active from packages p where p.id = a.package_id) end
    ), stored as (
      insert into cart_items (student_id, type, course_id, package_id)
      select student_id, type, course_id, package_id from sold order by student_id on conflict do nothing
      returning id, student_id, type, course_id, package_id
    ), stored_batches as (
      insert into cart_batches (cart_item_id, student_id, course_id, batch_id)
      select stored.id, w.student_id, w.course_id, w.batch_id from stored join wanted w on w.student_id = stored.student_id
      where w.of_course = w.course_id order by w.student_id, w.course_id
      on conflict do nothing returning cart_item_id, student_id, course_id, batch_id
    ), facts as (
      select a.student_id, a.type, exists (select from sold where sold.student_id = a.student_id) as is_sold,
        case when a.course_id is null then array(select course_id from package_courses pc
          where pc.package_id = a.package_id) else array[a.course_id] end as course_ids,
        coalesce((select jsonb_agg(jsonb_build_object('course_id', w.course_id, 'is_in_cart', w.is_in_cart,
          'batch', case when w.of_course is not null then jsonb_build_object('id', w.batch_id,
            'course_id', w.of_course, 'status', w.status, 'start_date', w.start_date, 'available', w.available,
            'is_booked', w.is_booked) end)) from wanted w where w.student_id = a.student_id), '[]') as chosen,
        (select id from stored where stored.student_id = a.student_id) as item_id,
        (select count(*)::integer from stored_batches sb where sb.student_id = a.student_id) as batches_stored
      from input a
    )`;
}

// An SQL statement does not see the rows that it inserts itself. This SQL combines the rows of the tables with the rows
// that the INSERTs return, so that one statement can store an item and read the cart with it.
const rowsAfterAdd: CartRows = {
  items: sql`(select id, student_id, type, course_id, package_id from cart_items union all select * from stored)`,
  batches: sql`(select cart_item_id, student_id, course_id, batch_id from cart_batches union all select * from stored_batches)`,
};

/** SQL that adds one item to a student's cart and returns its `AddFacts`, but not the cart. */
export function storeAddSql(studentId: string, add: CartAdd): RawBuilder<AddFacts> {
  return sql<AddFacts>`with ${storeAddsCtes([{ studentId, add }], true)} select * from facts`;
}

/**
 * Stores courses or packages with their batches in one statement. Returns the facts about each item and the cart by
 * student id; unknown students have no entry. The caller checks the facts and removes the items that must be refused.
 * Unique keys prevent duplicates if concurrent calls add the same item.
 * Without `waitForLocks`, students whose rows are locked are skipped and have no entry. The statement then waits at
 * most 250 ms for any other lock.
 * @throws DatabaseError 55P03 if such a wait takes more than 250 ms
 */
export async function storeAdds(
  tx: Tx,
  adds: readonly StudentAdd[],
  { waitForLocks }: { waitForLocks: boolean },
): Promise<Map<string, StoredAdd>> {
  const { rows } = await sql<{ student_id: string } & AddFacts & StoredCart>`with ${storeAddsCtes(adds, waitForLocks)}
    select facts.*, cart.* from facts, lateral (${selectCart(sql`facts.student_id`, rowsAfterAdd)}) cart`.execute(tx);
  return new Map(
    rows.map(({ student_id, student, lines, ...facts }) => [student_id, { facts, cart: { student, lines } }]),
  );
}

/** Removes cart items that were stored earlier in the same transaction. */
export async function removeItems(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.deleteFrom('cart_items').where('id', '=', sql<number>`any(${ids}::bigint[])`).execute();
}

/** Removes a course or package from the cart; does nothing if it is not in the cart. */
export async function removeLine(tx: Tx, studentId: string, remove: CartRemove): Promise<void> {
  const line = tx.deleteFrom('cart_items').where('student_id', '=', studentId);
  await (remove.item_type === 'course'
    ? line.where('course_id', '=', remove.course_id)
    : line.where('package_id', '=', remove.package_id)
  ).execute();
}
