import { type Kysely, type RawBuilder, sql } from 'kysely';
import { availableSeatsForSql } from '../db/available-seats.ts';
import { type DatedDiscount, discountsInEffect, discountsJson } from '../db/discounts.ts';
import type { Database } from '../db/schema.ts';
import { notFound } from '../http/refusal.ts';
import { batchTrouble } from './batch-trouble.ts';
import type { CartLine, CartLines, LineCourse, PriceRules } from './cart-line.ts';

type StoredLine = Omit<CartLine, 'price' | 'courses' | 'discounts'> & {
  isSold: boolean;
  courses: Omit<LineCourse, 'trouble'>[];
  discounts: DatedDiscount[];
};
export type StoredCart = { student: CartLines['student']; lines: StoredLine[] };

/** The tables, or SQL for subqueries, from which cart items and their batches are read. */
export type CartRows = { items: RawBuilder<unknown>; batches: RawBuilder<unknown> };

/**
 * The tables from which a cart is normally read. A statement that adds items uses `rowsAfterAdd` instead, because it
 * does not see its own new rows in the tables.
 */
export const storedRows: CartRows = { items: sql`cart_items`, batches: sql`cart_batches` };

/**
 * SQL: whether a line of the cart is on sale. A package is on sale while it is active and the cart has a batch for each
 * of its courses and for no other course. Needs the aliases `i` (cart item), `c` (course) and `p` (package).
 */
export const isSold = ({ batches }: CartRows) => sql<boolean>`case when i.type = 'course' then c.is_active
  else p.is_active and not exists (
    select from (select pc.course_id from package_courses pc where pc.package_id = p.id) part
    full join (select cb.course_id from ${batches} cb where cb.cart_item_id = i.id) chosen using (course_id)
    where part.course_id is null or chosen.course_id is null) end`;

/** A student's id, or SQL for the column that contains it. */
export type Student = string | RawBuilder<unknown>;

/**
 * SQL: whether the student has booked batch `b`, that is, has an enrolment in it. A subquery with `limit 1` is faster
 * here than `exists`, for which PostgreSQL may read all enrolments into a hash table.
 */
export const isBookedBy = (student: Student) => sql<boolean>`coalesce((
  select true from enrolments e where e.student_id = ${student} and e.batch_id = b.id limit 1), false)`;

const coursesSql = (student: Student, { batches }: CartRows) => sql`(
  select jsonb_agg(jsonb_build_object(
    'course', jsonb_build_object('id', k.id, 'course_name', k.course_name, 'featured_image_url', k.featured_image_url,
      'duration', k.duration, 'duration_unit', k.duration_unit, 'meta_text', k.meta_text,
      'prerequisites', k.prerequisites),
    'feePaise', k.total_fee_paise,
    'batch', jsonb_build_object('id', b.id, 'batch_id', b.id, 'start_date', b.start_date, 'end_date', b.end_date,
      'available', ${availableSeatsForSql(student)}, 'status', b.status, 'is_booked', ${isBookedBy(student)})
  ) order by pc.position, k.id)
  from ${batches} cb
  join courses k on k.id = cb.course_id
  join batches b on b.id = cb.batch_id
  left join package_courses pc on pc.package_id = i.package_id and pc.course_id = k.id
  where cb.cart_item_id = i.id)`;

const discountsSql = discountsJson(sql`d.course_id = i.course_id or d.package_id = i.package_id`);

/**
 * SQL for the student's cart as one row. Its lines are in the order in which the student added them. They have the
 * current fees and discounts and, for each batch, the number of seats that this student can book.
 */
export function selectCart(student: Student, rows: CartRows): RawBuilder<StoredCart> {
  return sql<StoredCart>`
    select jsonb_build_object('id', s.id, 'name', concat_ws(' ', s.first_name, s.last_name), 'image', s.image_url,
        'allowedBooking', s.allowed_booking) as student,
      coalesce((select jsonb_agg(jsonb_build_object('type', i.type, 'id', coalesce(i.course_id, i.package_id),
          'name', coalesce(c.course_name, p.package_name),
          'image', coalesce(c.featured_image_url, p.featured_image_url),
          'feePaise', coalesce(c.total_fee_paise, p.total_fee_paise),
          'terms', jsonb_strip_nulls(jsonb_build_object('fees', c.detail -> 'fees', 'price_note', c.detail -> 'price_note')),
          'isSold', ${isSold(rows)}, 'courses', ${coursesSql(sql`s.id`, rows)}, 'discounts', ${discountsSql}) order by i.id)
        from ${rows.items} i left join courses c on c.id = i.course_id left join packages p on p.id = i.package_id
        where i.student_id = s.id), '[]') as lines
    from students s where s.id = ${student}`;
}

/**
 * Computes the prices of a stored cart, and for each batch that can't be booked the reason why. `today` is the date
 * in the academy's time zone.
 */
export function priceCart({ student, lines }: StoredCart, today: string, prices: PriceRules): CartLines {
  return { student, lines: lines.map((line) => priceLine(line, today, prices)) };
}

/** Reads the student's cart in one query. @throws Refusal 404 for an unknown student */
export async function readCartLines(
  db: Kysely<Database>,
  studentId: string,
  today: string,
  prices: PriceRules,
): Promise<CartLines> {
  const { rows } = await selectCart(studentId, storedRows).execute(db);
  const [cart] = rows;
  if (!cart) throw notFound();
  return priceCart(cart, today, prices);
}

function priceLine({ isSold, discounts: all, ...line }: StoredLine, today: string, prices: PriceRules): CartLine {
  const discounts = discountsInEffect(all, today);
  const fees = line.courses.map((chosen) => chosen.feePaise);
  const price =
    line.type === 'course' ? prices.course(line.feePaise, discounts) : prices.package(line.feePaise, fees, discounts);
  const courses = line.courses.map((chosen) => ({
    ...chosen,
    trouble: batchTrouble(chosen.batch, today) ?? (isSold ? null : ('closed' as const)),
  }));
  return { ...line, discounts, price, courses };
}
