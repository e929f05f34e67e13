import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { StaffSearchResults } from '../../contract/staff/staff-search.ts';
import type { Database } from '../db/schema.ts';
import { toLikePatterns } from '../db/search-patterns.ts';

type Found<Kind extends keyof StaffSearchResults> = Promise<StaffSearchResults[Kind]>;

/** How many years of order numbers are tried when staff search for digits alone. */
const yearsOfNumbers = 5;

/**
 * The order numbers that a text of digits may stand for, one for each of the last years: `LF-2026-000123` for `123`.
 */
function orderNumbers(text: string, year: number): string[] {
  if (!/^\d{1,9}$/.test(text)) return [];
  return Array.from({ length: yearsOfNumbers }, (_, ago) => `LF-${year - ago}-${text.padStart(6, '0')}`);
}

/**
 * SQL: whether a text begins with `start`. It compares with a range instead of LIKE, which could not use an index here:
 * prepared statements are planned only once, before the pattern is known.
 */
const beginsWith = (text: RawBuilder<unknown>, start: string) =>
  sql`${text} >= ${start} and ${text} < ${`${start}\u{10ffff}`}`;

/**
 * The newest orders with a number that begins with the text: the order number, a receipt number, or the reference of a
 * payment or refund. Each condition uses its own index and limit. So a text with many matches costs no more than a text
 * with few. `dueSql`: SQL for the amount that is due for order `o`.
 */
export async function findOrders(
  db: Kysely<Database>,
  { text, year, dueSql }: { text: string; year: number; dueSql: RawBuilder<number> },
  limit: number,
): Found<'orders'> {
  const [upper, lower] = [text.toUpperCase(), text.toLowerCase()];
  const byNumber = sql`
      (select id from orders where ${beginsWith(sql`id collate "C"`, upper)} order by id collate "C" desc limit ${limit})
      union (select id from orders where id = any(${orderNumbers(text, year)}::text[]))
      union (select id from orders where ${beginsWith(sql`receipt_number collate "C"`, upper)}
        order by receipt_number collate "C" desc limit ${limit})
      union (select a.order_id from due_receipts d join payment_attempts a on a.id = d.attempt_id
        where ${beginsWith(sql`d.receipt_number`, upper)} order by d.receipt_number desc limit ${limit})
      union (select a.order_id from provider_payments p join payment_attempts a on a.id = p.attempt_id
        where ${beginsWith(sql`lower(p.payment_id) collate "C"`, lower)} limit ${limit})
      union`;
  // A search text with spaces cannot be the number of an order or a receipt. It can be the reference of a payment or
  // refund, which staff may have typed with spaces.
  const { rows } = await sql<StaffSearchResults['orders'][number] & { created_at: Date }>`
    with found as (${/\s/.test(text) ? sql`` : byNumber}
      (select a.order_id as id from provider_payments p join payment_attempts a on a.id = p.attempt_id
        where ${beginsWith(sql`lower(p.reference) collate "C"`, lower)} limit ${limit})
      union (select order_id from refunds where ${beginsWith(sql`lower(provider_ref) collate "C"`, lower)} limit ${limit})
    )
    select o.id, o.receipt_number, o.state, s.first_name || ' ' || s.last_name as student, o.created_at,
      not exists (select from order_items i where i.order_id = o.id and i.cancelled_at is null) as is_cancelled,
      ${dueSql} > 0 as is_due
    from found join orders o on o.id = found.id join students s on s.id = o.student_id
    order by o.created_at desc, o.id desc limit ${limit}`.execute(db);
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
}

/** Courses that contain all words of the text. The search uses the same index as the course search of the website. */
export async function findCourses(db: Kysely<Database>, text: string, limit: number): Found<'courses'> {
  const patterns = toLikePatterns(text);
  return db
    .selectFrom('courses')
    .select(['id', 'course_code', 'course_name'])
    .where('search_text', 'ilike', sql<string>`all(${patterns}::text[])`)
    .orderBy((row) => row('course_name', 'ilike', sql<string>`all(${patterns}::text[])`), 'desc')
    .orderBy('position')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/**
 * The batch that has the searched text as its id, and the batches of the courses `courseIds` that have not ended, by
 * date.
 */
export async function findBatches(
  db: Kysely<Database>,
  { text, courseIds, today }: { text: string; courseIds: readonly number[]; today: string },
  limit: number,
): Found<'batches'> {
  const id = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (id === 0 && courseIds.length === 0) return [];
  const { rows } = await sql<StaffSearchResults['batches'][number]>`
    select b.id, c.course_name, b.start_date, b.end_date from batches b join courses c on c.id = b.course_id
    where b.id = ${id} or (b.course_id = any(${[...courseIds]}::integer[]) and b.end_date >= ${today}::date)
    order by b.id = ${id} desc, b.start_date, b.id limit ${limit}`.execute(db);
  return rows;
}
