import { createHash, randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { StaffRole } from '../../contract/staff/permissions.ts';
import type { Database } from '../../server/db/schema.ts';

const firstNames = ['Asha', 'Ravi', 'Meera', 'Dev', 'Joy', 'Rafi', 'Kiran', 'Nila', 'Arun', 'Leela', 'Suresh', 'Divya'];
const lastNames = ['Nair', 'Menon', 'Khan', 'Das', 'Roy', 'Pillai', 'Rajan', 'Iyer', 'Shah', 'Bose', 'Varma', 'Thomas'];
/** The period over which orders and enquiries are spread, in hours: the last two years. */
const hours = 17_520;
const spread = (column: string) =>
  sql`make_interval(hours => (('x' || substr(md5(${sql.ref(column)}::text), 1, 7))::bit(28)::integer % ${sql.lit(hours)}))`;
const one = (names: readonly string[], n: string) =>
  sql`(array[${sql.join(names.map((name) => sql.lit(name)))}])[1 + (${sql.ref(n)} % ${sql.lit(names.length)})]`;

/** Adds students with realistic names, phone numbers and INDOS numbers. */
async function seedStudents(db: Kysely<Database>, count: number): Promise<void> {
  await sql`insert into students (first_name, last_name, email, mobile, whatsapp_number, indos_number, dob)
    select ${one(firstNames, 'n')}, (${one(lastNames, 'm')}) || ' ' || n, 'bench.' || n || '@example.com',
      '98' || lpad(n::text, 8, '0'), '98' || lpad(n::text, 8, '0'), '30BE' || lpad(n::text, 6, '0'), '2000-01-01'
    from (select n, n / ${sql.lit(firstNames.length)} as m from generate_series(1, ${sql.lit(count)}) n) numbers`.execute(
    db,
  );
}

/**
 * Moves each past order of `seedHistory` back in time, at random by up to two years. Cancels about every twentieth
 * completed order and adds a refund of half its price.
 */
async function spreadOrders(db: Kysely<Database>): Promise<void> {
  await sql`update orders set created_at = created_at - ${spread('id')}, completed_at = completed_at - ${spread('id')}
    where id like 'LF-2019-%'`.execute(db);
  await sql`update ledger_entries set at = at - ${spread('order_id')} where order_id like 'LF-2019-%'`.execute(db);
  await sql`with cancelled as (
      select i.id as item_id, i.order_id, i.price_paise / 2 as paise, a.id as attempt_id, p.provider, p.payment_id,
        o.completed_at + interval '1 day' as at, row_number() over () as place
      from order_items i join orders o on o.id = i.order_id join payment_attempts a on a.order_id = o.id
      join provider_payments p on p.attempt_id = a.id where o.state = 'completed' and o.id like 'LF-2019-%0'
    ), chosen as (select * from cancelled where place % 2 = 0), changed as (
      insert into booking_changes (key, order_id, order_item_id, kind, before, refund_paise, reason, actor, at)
      select 'bench-' || item_id, order_id, item_id, 'cancel', '{"name": "Past course", "courses": []}', paise, 'ill', 'bench', at
      from chosen returning id, order_id, order_item_id, refund_paise, at
    ), owed as (
      insert into refunds (id, order_id, attempt_id, provider, payment_id, amount_paise, reason, state, cause, next_try_at, created_at)
      select 'BENCH' || c.id, c.order_id, h.attempt_id, h.provider, h.payment_id, c.refund_paise, 'ill', 'failed',
        'change:' || c.id, null, c.at
      from changed c join chosen h on h.item_id = c.order_item_id
    )
    insert into ledger_entries (order_id, account, amount_paise, source, at)
    select order_id, 'revenue', refund_paise, 'change:' || id, at from changed union all
    select order_id, 'refunds_payable', -refund_paise, 'change:' || id, at from changed`.execute(db);
}

/**
 * Adds 5,000 transfers of bookings to more expensive courses. For 1,000 of them the student still owes the price
 * difference, for 4,000 the student has paid it at the office.
 */
async function seedDues(db: Kysely<Database>): Promise<void> {
  await sql`with chosen as (
      select i.id as item_id, i.order_id, o.completed_at + interval '2 days' as at, row_number() over (order by i.id) as place
      from order_items i join orders o on o.id = i.order_id
      where o.state = 'completed' and o.id like 'LF-2019-%' and i.cancelled_at is null order by i.id limit 5000
    ), changed as (
      insert into booking_changes (key, order_id, order_item_id, kind, before, after, due_paise, reason, actor, at)
      select 'bench-due-' || item_id, order_id, item_id, 'transfer', '{"courses": []}', '{"name": "Past course", "courses": []}',
        100000, 'asked for', 'bench', at
      from chosen returning id, order_id, order_item_id, at
    )
    insert into payment_attempts (id, order_id, number, provider, provider_order_id, session_id, checkout_url, state,
      amount_paise, expires_at, created_at, settled_at, next_check_at, change_id)
    select c.order_id || '-2', c.order_id, 2, 'office', c.order_id || '-2', c.order_id, 'http://127.0.0.1/', 'approved', 100000,
      c.at, c.at, c.at, null, c.id
    from changed c join chosen h on h.item_id = c.order_item_id where h.place % 5 <> 0`.execute(db);
}

/** Adds the cancellations of twenty past batches. A fifth of their bookings still wait for a decision by the office. */
async function seedCancelledBatches(db: Kysely<Database>): Promise<void> {
  await sql`with cancelled as (
      insert into batch_runs (batch_id, kind, asks_choice, before_start, before_end, reason, staff_id, actor, choose_until, finished_at)
      select b.id, 'cancel', true, b.start_date, b.end_date, 'ill', (select id from staff_members limit 1), 'bench', now(), now()
      from batches b join courses k on k.id = b.course_id where k.course_code = 'PAST' order by b.id limit 20
      returning id, batch_id)
    insert into batch_run_items (run_id, order_id, student_id, state, settled_at)
    select c.id, s.order_id, o.student_id,
      case when row_number() over () % 5 = 0 then 'office' else 'refunded' end, now()
    from cancelled c join seat_claims s on s.batch_id = c.batch_id and s.kind = 'booking' join orders o on o.id = s.order_id`.execute(
    db,
  );
}

/** Adds 5,000 emails of the last 60 days that have failed for good, and 500 that will be sent again tomorrow. */
async function seedEmails(db: Kysely<Database>): Promise<void> {
  await sql`insert into mail_outbox (dedupe_key, recipient, subject, body, created_at, state, attempts, next_at, last_error)
    select 'order-cancelled:' || o.id || ':bench', s.email, 'Booking cancelled', 'Your booking is cancelled.',
      now() - make_interval(mins => 70 + 17 * o.place::integer), case when o.place % 11 = 0 then 'waiting' else 'dead' end, 8,
      now() + interval '1 day', (array['550 5.1.1 no such user', '552 5.2.2 mailbox full', '554 refused', 'connect ECONNREFUSED',
        '451 try again later'])[1 + o.place % 5]
    from (select id, student_id, row_number() over (order by id) as place from orders where id like 'LF-2019-%' order by id limit 5500) o
    join students s on s.id = o.student_id`.execute(db);
}

/** Adds enquiries and grievances of the past two years. A third of them come from email addresses of students. */
async function seedEnquiries(db: Kysely<Database>, count: number): Promise<void> {
  await sql`insert into submissions (kind, reference, body, state, created_at)
    select case when n % 10 = 0 then 'grievance' else 'contact' end, 'BENCH-' || n, jsonb_build_object(
        'name', ${one(firstNames, 'n')} || ' ' || n, 'email', case when n % 3 = 0 then 'bench.' else 'guest.' end || n || '@example.com',
        'subject', 'course', 'message', 'When does batch ' || md5(n::text) || ' start?', 'grievance', 'The mess of ' || n),
      (array['received', 'in_work', 'answered', 'closed'])[1 + n % 4],
      now() - make_interval(mins => (${sql.lit(count)} - n) * ${sql.lit(Math.floor((hours * 60) / 100_000))})
    from generate_series(1, ${sql.lit(count)}) n`.execute(db);
}

/** Adds one document for each student. Half of the documents still wait to be verified by staff. */
async function seedDocuments(db: Kysely<Database>): Promise<void> {
  await sql`with made as (
      insert into files (student_id, purpose, state, media_type, bytes, sha256, attached_at)
      select id, 'document', 'stored', 'application/pdf', 1000, decode(md5(id::text), 'hex'), now()
      from students where email like 'bench.%' returning id, student_id)
    insert into student_documents (student_id, file_id, name, category, state, reviewed_at, created_at)
    select student_id, id, 'CDC', 'personal', case when place % 2 = 0 then 'waiting' else 'verified' end,
      case when place % 2 = 1 then now() end, now() - make_interval(mins => place::integer)
    from (select *, row_number() over () as place from made) numbered`.execute(db);
}

/**
 * Adds students, enquiries and documents. This is the first of three steps: `seedHistory` then adds the students'
 * orders, and `settleConsole` completes the data.
 */
export async function seedConsole(db: Kysely<Database>, count: number): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection);
    await seedStudents(connection, count);
    await seedEnquiries(connection, count);
    await seedDocuments(connection);
    await sql`reset statement_timeout`.execute(connection);
  });
}

/**
 * Spreads the past orders of `seedHistory` over two years. Adds amounts due, undelivered emails, and cancelled batches
 * with bookings that the office must decide about. Refreshes the statistics of all tables.
 */
export async function settleConsole(db: Kysely<Database>): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection);
    await spreadOrders(connection);
    await seedDues(connection);
    await seedCancelledBatches(connection);
    await seedEmails(connection);
    await sql`vacuum analyze`.execute(connection);
    await sql`reset statement_timeout`.execute(connection);
  });
}

/**
 * Signs in the demo's staff member who has this role, and returns the headers that this member's browser would send.
 */
export async function signInStaff(db: Kysely<Database>, role: StaffRole): Promise<Record<string, string>> {
  const token = randomBytes(32).toString('base64url');
  await sql`insert into staff_sessions (token_hash, staff_id, stage, created_at, last_seen_at, verified_at, expires_at)
    select ${createHash('sha256').update(token).digest()}, id, 'signedIn', now(), now(), now(), now() + interval '12 hours'
    from staff_members where role = ${role} limit 1`.execute(db);
  return { cookie: `landfall_staff=${token}`, 'x-client': 'web', 'sec-fetch-site': 'same-origin' };
}
