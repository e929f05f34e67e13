import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { readSettings } from '../../server/booking/settings.repo.ts';
import type { OpenedDatabase } from '../../server/db/open.ts';
import type { Database } from '../../server/db/schema.ts';
import { createToken, hashToken } from '../../server/http/secret-token.ts';
import { siteHeaders, writeRequest } from './load.ts';

/** One order that a student is to place. `token`: the student's session token. */
export type Order = { student: string; token: string; batch: number };

const course = { id: 990_000, paise: 1_250_000, start: '2099-01-01', end: '2099-01-03' } as const;
const firstBatch = 990_000;

/**
 * Creates a course with `batches` + 1 batches, each with enough seats for every order. Half of the orders book the
 * first batch; the other half is spread over the others (see `seedOrders`).
 */
async function seedBatches(db: Kysely<Database>, batches: number): Promise<void> {
  await sql`insert into courses (id, course_code, course_name, meta_text, is_active, position, category_id, course_template,
      duration, duration_unit, total_fee_paise, actual_fee_paise, featured_image_url, banner_image_url, detail, search_text)
    values (${course.id}, 'BENCH', 'Bench course', 'bench-course', true, 1, 1, 'Value-added Course', 3, 'day', ${course.paise},
      ${course.paise}, '/media/bench.webp', '/media/bench.webp', '{}', 'bench')`.execute(db);
  await sql`insert into batches (id, course_id, start_date, end_date, status, capacity)
    select ${firstBatch} + n, ${course.id}, ${course.start}, ${course.end}, 'open', 1000000
    from generate_series(0, ${batches}) n`.execute(db);
}

/**
 * Creates students with a full profile, a valid session and one course in the cart, and returns the order that each is
 * to place. All `hot` orders are for the same batch; the `spread` orders are distributed over `batches` other batches.
 */
export async function seedOrders(
  db: Kysely<Database>,
  students: number,
  batches: number,
): Promise<{ hot: Order[]; spread: Order[] }> {
  await seedBatches(db, batches);
  const tokens = Array.from({ length: students * 2 }, createToken);
  const { rows } = await sql<{ student: string; batch: number }>`
    with made as (
      insert into students (first_name, last_name, email, mobile, whatsapp_number, dob)
      select 'Bench', n::text, 'bench.' || n || '@example.com', '9876500000', '9876500000', '2000-01-01'
      from generate_series(1, ${tokens.length}) n returning id
    ), numbered as (
      select id, row_number() over () as place from made
    ), signed_in as (
      insert into sessions (token_hash, student_id, created_at, last_seen_at, expires_at)
      select t.hash, s.id, now(), now(), now() + interval '1 day'
      from numbered s join unnest(${tokens.map(hashToken)}::bytea[]) with ordinality t (hash, place) using (place)
    ), lines as (
      insert into cart_items (student_id, type, course_id) select id, 'course', ${course.id} from numbered returning id, student_id
    ), chosen as (
      select l.id, l.student_id, n.place,
        ${firstBatch} + case when n.place <= ${students} then 0 else 1 + n.place % ${batches} end as batch_id
      from lines l join numbered n on n.id = l.student_id
    ), stored as (
      insert into cart_batches (cart_item_id, student_id, course_id, batch_id)
      select id, student_id, ${course.id}, batch_id from chosen
    )
    select student_id as student, batch_id::integer as batch from chosen order by place`.execute(db);
  await sql`analyze`.execute(db);
  const orders = rows.map((row, index) => ({ ...row, token: tokens[index] ?? '' }));
  return { hot: orders.slice(0, students), spread: orders.slice(students) };
}

/**
 * Sets all orders to expired, so that their students can order again. The orders are not deleted, because a real
 * database contains such old orders, and PostgreSQL would plan queries differently for empty tables.
 */
export async function expireOrders(db: Kysely<Database>): Promise<void> {
  await sql`update orders set state = 'expired', created_at = now() - interval '1 month'
    where state = 'awaiting_payment'`.execute(db);
  await sql`update payment_attempts set state = 'expired', expires_at = now() - interval '1 day', next_check_at = null
    where state in ('created', 'open')`.execute(db);
  await sql`delete from seat_claims where order_id is not null`.execute(db);
  await sql`update batches set taken = 0 where id >= ${firstBatch}`.execute(db);
  await sql`vacuum analyze`.execute(db);
}

/**
 * Returns a function that writes the HTTP request with which the review screen places an order: with an idempotency
 * key, the version of the booking terms and the quoted prices.
 */
export async function orderWriter(db: Kysely<Database>): Promise<(order: Order) => string> {
  const settings = await readSettings(db);
  const path = new URLSearchParams({ redirect_url: '/course-booking/checkout/confirmation' });
  return ({ student, token, batch }) => {
    const price = course.paise / 100;
    const days = [{ batch_id: batch, start_date: course.start, end_date: course.end }];
    const line = { type: 'course', id: course.id, price, batch_ids: [batch], days };
    const headers = siteHeaders(token);
    const body = { terms_version: settings?.terms_version, quote: { total: price, items: [line] } };
    return writeRequest('POST', `/api/orders/create?id=${student}&${path}`, headers, JSON.stringify(body));
  };
}

const raw = {
  take: 'update batches set taken = taken + 1 where id = $1 and taken < capacity',
  order: `insert into orders (id, student_id, state, subtotal_paise, discount_paise, total_paise, terms_version,
    terms_accepted_at) values ($1, $2, 'awaiting_payment', $3, 0, $3, 'bench', now())`,
  hold: `insert into seat_claims (batch_id, order_id, kind, seats, expires_at)
    values ($1, $2, 'hold', 1, now() + interval '20 minutes')`,
} as const;

/**
 * Opens a pool for the baseline, a minimal transaction: it takes a seat, inserts the order and the row that holds the
 * seat, and commits. It has no session, idempotency key, prices, order items or payment attempt. It runs prepared
 * statements directly through `pg`, with as many connections as the server has and one round trip for each statement.
 */
export function openRawOrders({ url }: OpenedDatabase, connections: number) {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    options: '-c plan_cache_mode=force_generic_plan -c random_page_cost=1.1',
  });
  const run = randomBytes(4).toString('hex');
  let made = 0;
  return {
    run: async ({ student, batch }: Order) => {
      const client = await pool.connect();
      const execute = (name: keyof typeof raw, values: unknown[]) => client.query({ name, text: raw[name], values });
      try {
        const id = `RAW-${run}-${made++}`;
        await client.query('begin');
        const { rowCount } = await execute('take', [batch]);
        if (rowCount !== 1) throw new Error('The batch is full');
        await execute('order', [id, student, course.paise]);
        await execute('hold', [batch, id]);
        await client.query('commit');
      } finally {
        client.release();
      }
    },
    close: () => pool.end(),
  };
}
