import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { CartAdd, CartRemove } from '../../contract/cart.ts';
import { availableTo } from '../db/available-seats.ts';
import type { Database } from '../db/schema.ts';
import type { AddFacts } from './add-refusal.ts';
import { type CartRows, isBookedBy, type StoredCart, selectCart } from './cart-lines.repo.ts';

/** What a student adds; in a set of them each student is there once. */
export type StudentAdd = { studentId: string; add: CartAdd };

/** What became of an add: the facts that judge it, and the cart as it is then. */
export type StoredAdd = { facts: AddFacts; cart: StoredCart };

/** The adds of a set as two tables: what is added, and the batches chosen for it. */
function askedFor(adds: readonly StudentAdd[]) {
  const things = adds.map(({ studentId, add }) => ({
    student: studentId,
    type: add.type,
    course: add.type === 'course' ? add.course_id : null,
    bundle: add.type === 'package' ? add.package_id : null,
  }));
  const chosen = adds.flatMap(({ studentId, add }) =>
    (add.type === 'course' ? [add] : add.batches).map((one) => ({ student: studentId, ...one })),
  );
  return {
    things: sql`unnest(${things.map((one) => one.student)}::uuid[], ${things.map((one) => one.type)}::text[],
      ${things.map((one) => one.course)}::integer[], ${things.map((one) => one.bundle)}::integer[])`,
    chosen: sql`unnest(${chosen.map((one) => one.student)}::uuid[], ${chosen.map((one) => one.course_id)}::integer[],
      ${chosen.map((one) => one.batch_id)}::integer[])`,
  };
}

// Milliseconds, until the transaction ends.
const impatience = sql`patience as materialized (select set_config('lock_timeout', '250', true)), `;

// Not `exists`, for which a plan may read all carts once instead of one line for each student.
const has = (rows: RawBuilder<unknown>) => sql`coalesce((select true from ${rows} limit 1), false)`;

/** Common table expressions that store adds and their batches, and `facts`, what each of them met. */
function storing(adds: readonly StudentAdd[], isPatient: boolean): RawBuilder<unknown> {
  const { things, chosen } = askedFor(adds);
  const none = sql``;
  return sql`${isPatient ? none : impatience}asked as (
      select s.id as student_id, a.type, a.course_id, a.package_id
      from ${isPatient ? none : sql`patience, `}${things} as a (student_id, type, course_id, package_id)
      join students s on s.id = a.student_id for key share of s ${isPatient ? none : sql`skip locked`}
    ), wanted as (
      select w.student_id, w.course_id, w.batch_id, b.course_id as of_course, b.status, b.start_date,
        ${availableTo(sql`w.student_id`)} as available, ${isBookedBy(sql`w.student_id`)} as is_booked,
        ${has(sql`cart_batches cb where cb.student_id = w.student_id and cb.course_id = w.course_id`)} as is_in_cart
      from ${chosen} as w (student_id, course_id, batch_id) left join batches b on b.id = w.batch_id
    ), sold as (
      select a.student_id, a.type, a.course_id, a.package_id from asked a where case when a.type = 'course'
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
      from asked a
    )`;
}

// A statement does not see what it stores itself: the new line is read from what storing it returned.
const rowsThen: CartRows = {
  items: sql`(select id, student_id, type, course_id, package_id from cart_items union all select * from stored)`,
  batches: sql`(select cart_item_id, student_id, course_id, batch_id from cart_batches union all select * from stored_batches)`,
};

/** The upsert alone, without the cart that it leaves. */
export function storeOnly(studentId: string, add: CartAdd): RawBuilder<AddFacts> {
  return sql<AddFacts>`with ${storing([{ studentId, add }], true)} select * from facts`;
}

/**
 * Stores courses or packages with their batches and tells, by student, what each met and the cart as it is then, in one
 * statement. The caller judges the facts and takes back what they refuse: unique keys alone keep parallel duplicates apart.
 * A student who is not there has no entry; nor, unless `isPatient`, has one whose row another transaction keeps locked, and
 * the transaction waits a moment only for what else is. @throws 55P03 where that was too short
 */
export async function storeAdds(
  tx: Transaction<Database>,
  adds: readonly StudentAdd[],
  { isPatient }: { isPatient: boolean },
): Promise<Map<string, StoredAdd>> {
  const { rows } = await sql<{ student_id: string } & AddFacts & StoredCart>`with ${storing(adds, isPatient)}
    select facts.*, cart.* from facts, lateral (${selectCart(sql`facts.student_id`, rowsThen)}) cart`.execute(tx);
  return new Map(
    rows.map(({ student_id, student, lines, ...facts }) => [student_id, { facts, cart: { student, lines } }]),
  );
}

/** Takes lines out again that an add of the same transaction stored. */
export async function removeItems(tx: Transaction<Database>, ids: readonly number[]): Promise<void> {
  await tx.deleteFrom('cart_items').where('id', '=', sql<number>`any(${ids}::bigint[])`).execute();
}

/** Takes a course or package out; what is not there is out already. */
export async function removeLine(tx: Transaction<Database>, studentId: string, remove: CartRemove): Promise<void> {
  const line = tx.deleteFrom('cart_items').where('student_id', '=', studentId);
  await (remove.item_type === 'course'
    ? line.where('course_id', '=', remove.course_id)
    : line.where('package_id', '=', remove.package_id)
  ).execute();
}
