import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../server/db/schema.ts';

/**
 * The course that all past orders book. `batches`: how many batches it has; all of them have ended. Their ids are the
 * numbers after `firstBatch`. `paise`: the fee of the course.
 */
const history = { course: 970_000, firstBatch: 970_000, batches: 400, paise: 1_250_000 } as const;

async function seedPastBatches(db: Kysely<Database>): Promise<void> {
  await sql`insert into courses (id, course_code, course_name, meta_text, is_active, position, category_id, course_template,
      duration, duration_unit, total_fee_paise, actual_fee_paise, featured_image_url, banner_image_url, detail, search_text)
    values (${history.course}, 'PAST', 'Past course', 'past-course', false, 1, 1, 'Value-added Course', 3, 'day',
      ${history.paise}, ${history.paise}, '/media/bench.webp', '/media/bench.webp', '{}', 'past')`.execute(db);
  await sql`insert into batches (id, course_id, start_date, end_date, status, capacity)
    select ${history.firstBatch} + n, ${history.course}, current_date - 10 - 3 * n, current_date - 8 - 3 * n, 'closed', 1000000
    from generate_series(1, ${history.batches}) n`.execute(db);
}

const [course, paise] = [sql.lit(history.course), sql.lit(history.paise)];
const [firstBatch, lastBatch] = [sql.lit(history.firstBatch), sql.lit(history.firstBatch + history.batches)];

// Inserts past orders with all the rows that real orders have. Three of four orders were paid, the others have expired.
const tables = [
  sql`insert into orders (id, student_id, state, subtotal_paise, discount_paise, total_paise, terms_version,
      terms_accepted_at, receipt_number, created_at, completed_at, receipt_details)
    select id, student_id, case when is_paid then 'completed' else 'expired' end, ${paise}, 0, ${paise},
      'past', at, case when is_paid then 'LFR-2019-' || serial end, at, case when is_paid then at end,
      case when is_paid then '{"student": {"name": "Bench", "email": null, "mobile": null, "indos_number": null},
        "academy": null, "reference": null}'::jsonb end
    from past`,
  sql`insert into order_transitions (order_id, from_state, to_state, reason, at)
    select id, null, 'awaiting_payment', 'placed', at from past union all
    select id, 'awaiting_payment', case when is_paid then 'completed' else 'expired' end, 'past', at from past`,
  sql`insert into order_items (order_id, type, course_id, name, price_paise, position)
    select id, 'course', ${course}, 'Past course', ${paise}, 0 from past`,
  sql`insert into order_item_courses (order_item_id, course_id, batch_id, course_name, batch_start_date, batch_end_date)
    select i.id, i.course_id, past.batch_id, i.name, b.start_date, b.end_date
    from past join order_items i on i.order_id = past.id join batches b on b.id = past.batch_id`,
  sql`insert into payment_attempts (id, order_id, number, provider, provider_order_id, session_id, checkout_url, state,
      amount_paise, expires_at, created_at, settled_at, next_check_at)
    select id || '-1', id, 1, 'sandbox', id || '-1', id, 'http://127.0.0.1/', case when is_paid then 'approved' else 'expired' end,
      ${paise}, at + interval '20 minutes', at, at, null from past`,
  sql`insert into provider_payments (provider, payment_id, attempt_id, outcome, amount_paise, method, seen_at)
    select 'sandbox', 'past_' || serial, id || '-1', 'approved', ${paise}, 'sandbox', at from past where is_paid`,
  sql`insert into ledger_entries (order_id, account, amount_paise, source, at)
    select id, 'gateway', ${paise}, 'payment:past_' || serial, at from past where is_paid union all
    select id, 'revenue', -${paise}, 'payment:past_' || serial, at from past where is_paid`,
  sql`insert into seat_claims (batch_id, order_id, kind, seats, created_at)
    select batch_id, id, 'booking', 1, at from past where is_paid`,
  sql`insert into enrolments (student_id, order_id, course_id, batch_id, start_date, end_date, created_at)
    select student_id, past.id, ${course}, batch_id, b.start_date, b.end_date, at
    from past join batches b on b.id = past.batch_id where is_paid`,
  sql`insert into mail_outbox (dedupe_key, recipient, subject, body, created_at, sent_at, state)
    select 'order-completed:' || id, 'bench@example.com', 'Booking confirmed', '', at, at, 'sent' from past where is_paid`,
  sql`update batches b set taken = booked.seats
    from (select batch_id, sum(seats)::integer as seats from seat_claims group by batch_id) booked
    where b.id = booked.batch_id and b.id > ${firstBatch} and b.id <= ${lastBatch}`,
];

/**
 * Gives each student `ordersEach` past orders, with all rows that belong to an order. All orders are for
 * batches that have ended, so they do not limit what the student can book. `studentIds`: a query that returns the
 * students' ids in the column `id`.
 */
export async function seedHistory(
  db: Kysely<Database>,
  studentIds: RawBuilder<unknown>,
  ordersEach: number,
): Promise<void> {
  await seedPastBatches(db);
  await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection);
    await sql`create temporary table past as
      select s.id as student_id, place, 'LF-2019-' || lpad(serial::text, 8, '0') as id, serial, n % 4 <> 0 as is_paid,
        now() - make_interval(days => 8 + 3 * n::integer) as at,
        ${firstBatch} + 1 + ((n + place) % ${sql.lit(history.batches)})::integer as batch_id
      from (select id, row_number() over () as place from (${studentIds}) ids) s
      cross join lateral (select n, (s.place - 1) * ${sql.lit(ordersEach)} + n as serial from generate_series(1, ${sql.lit(ordersEach)}) n) o
      order by n, place`.execute(connection);
    for (const table of tables) await table.execute(connection);
    await sql`drop table past`.execute(connection);
    await sql`vacuum analyze`.execute(connection);
    await sql`reset statement_timeout`.execute(connection);
  });
}
