import { sql, type Transaction } from 'kysely';
import type { Quote } from '../../contract/orders.ts';
import { toRupees } from '../db/paise.ts';
import type { Database } from '../db/schema.ts';
import { notFound } from '../http/refusal.ts';
import { type BuyLine, paymentTimes, type SeatDemand } from './order-parts.ts';
import type { BuyerProfile } from './order-refusals.ts';

type Tx = Transaction<Database>;

/** The student's profile, locked: one order of a student is placed at a time. */
export async function lockBuyer(tx: Tx, studentId: string): Promise<BuyerProfile> {
  const buyer = await tx
    .selectFrom('students')
    .select(['first_name', 'last_name', 'email', 'mobile', 'whatsapp_number', 'dob', 'allowed_booking'])
    .where('id', '=', studentId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!buyer) throw notFound();
  return buyer;
}

/** An unpaid order with what it asked for, and whether its payment can still be begun. */
export type LiveOrder = { id: string; attemptId: string; isPayable: boolean; quote: Quote };

type LiveRow = {
  id: string;
  total_paise: number;
  attempt_id: string;
  is_payable: boolean;
  items: Array<{ type: 'course' | 'package'; id: number; price_paise: number; batch_ids: number[] }>;
};

/** The student's live unpaid order, locked. */
export async function lockLiveOrder(tx: Tx, studentId: string): Promise<LiveOrder | null> {
  const { rows } = await sql<LiveRow>`
    select o.id, o.total_paise, a.id as attempt_id,
      a.state in ('created', 'open') and a.expires_at > now() as is_payable,
      (select jsonb_agg(jsonb_build_object('type', i.type, 'id', coalesce(i.course_id, i.package_id),
        'price_paise', i.price_paise,
        'batch_ids', (select jsonb_agg(c.batch_id) from order_item_courses c where c.order_item_id = i.id)))
        from order_items i where i.order_id = o.id) as items
    from orders o join payment_attempts a on a.order_id = o.id
    where o.student_id = ${studentId} and o.state = 'awaiting_payment'
    order by a.number desc limit 1 for update of o`.execute(tx);
  const [row] = rows;
  if (!row) return null;
  const items = row.items.map(({ price_paise, ...item }) => ({ ...item, price: toRupees(price_paise) }));
  const quote = { total: toRupees(row.total_paise), items };
  return { id: row.id, attemptId: row.attempt_id, isPayable: row.is_payable, quote };
}

/** Who buys what under which terms; the provider is where it will be paid. */
export type NewOrder = {
  studentId: string;
  year: string;
  lines: readonly BuyLine[];
  demand: readonly SeatDemand[];
  termsVersion: string;
  provider: string;
};

function toRecords(lines: readonly BuyLine[]) {
  const items = lines.map((line, position) => ({
    position,
    type: line.type,
    course_id: line.type === 'course' ? line.id : null,
    package_id: line.type === 'package' ? line.id : null,
    name: line.name,
    price_paise: line.price.main,
  }));
  const courses = lines.flatMap((line, position) =>
    line.courses.map(({ course, batch }) => ({
      position,
      course_id: course.id,
      course_name: course.course_name,
      batch_id: batch.id,
      batch_start_date: batch.start_date,
      batch_end_date: batch.end_date,
    })),
  );
  return { items: JSON.stringify(items), courses: JSON.stringify(courses) };
}

/**
 * Writes the order as it is priced now, its holds (the seats are taken already) and its first attempt, in one statement.
 * Answers the order's number, e.g. `LF-2026-000123`.
 */
export async function insertOrder(tx: Tx, order: NewOrder): Promise<string> {
  const subtotal = order.lines.reduce((sum, line) => sum + line.feePaise, 0);
  const total = order.lines.reduce((sum, line) => sum + line.price.main, 0);
  const { items, courses } = toRecords(order.lines);
  const { rows } = await sql<{ id: string }>`
    with numbered as materialized (
      select ${`LF-${order.year}-`} || lpad(nextval('order_numbers')::text, 6, '0') as id
    ), placed as (
      insert into orders (id, student_id, state, subtotal_paise, discount_paise, total_paise, terms_version, terms_accepted_at)
      select id, ${order.studentId}, 'awaiting_payment', ${subtotal}, ${subtotal - total}, ${total}, ${order.termsVersion}, now()
      from numbered
    ), step as (
      insert into order_transitions (order_id, from_state, to_state, reason)
      select id, null, 'awaiting_payment', 'placed' from numbered
    ), items as (
      insert into order_items (order_id, type, course_id, package_id, name, price_paise, position)
      select n.id, l.type, l.course_id, l.package_id, l.name, l.price_paise, l.position
      from numbered n, jsonb_to_recordset(${items}::jsonb) as l (position integer, type text, course_id integer,
        package_id integer, name text, price_paise bigint)
      returning id, position
    ), chosen as (
      insert into order_item_courses (order_item_id, course_id, batch_id, course_name, batch_start_date, batch_end_date)
      select items.id, c.course_id, c.batch_id, c.course_name, c.batch_start_date, c.batch_end_date
      from jsonb_to_recordset(${courses}::jsonb) as c (position integer, course_id integer, course_name text,
        batch_id integer, batch_start_date date, batch_end_date date) join items on items.position = c.position
    ), held as (
      insert into seat_claims (batch_id, order_id, kind, seats, expires_at)
      select d.batch_id, n.id, 'hold', d.seats, now() + make_interval(secs => ${paymentTimes.session + paymentTimes.grace})
      from numbered n, unnest(${order.demand.map((one) => one.batch_id)}::integer[],
        ${order.demand.map((one) => one.seats)}::integer[]) as d (batch_id, seats)
    ), attempt as (
      insert into payment_attempts (id, order_id, number, provider, provider_order_id, state, amount_paise, expires_at)
      select id || '-1', id, 1, ${order.provider}, id || '-1', 'created', ${total},
        now() + make_interval(secs => ${paymentTimes.session}) from numbered
    )
    select id from numbered`.execute(tx);
  const [placed] = rows;
  if (!placed) throw new Error('no order number');
  return placed.id;
}
