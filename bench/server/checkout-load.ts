import { type Kysely, sql } from 'kysely';
import type { Database } from '../../server/db/schema.ts';
import { createToken, hashToken } from '../../server/http/secret-token.ts';
import { type RawClient, siteHeaders, writeRequest } from './load.ts';

export type Shopper = { student: string; token: string };

const course = { id: 980_000, paise: 1_250_000, start: '2099-01-01', end: '2099-01-03' } as const;
const firstBatch = 980_000;
/**
 * The course batch that students booked in all orders before the measurement. The measured checkouts book other
 * batches.
 */
const earlierBatch = firstBatch - 1;

/**
 * Creates a course with `batches` batches, each with enough seats for all students. Leaves a course and batches that an
 * earlier call has created as they are.
 */
export async function seedCatalogue(db: Kysely<Database>, batches: number): Promise<void> {
  await sql`insert into courses (id, course_code, course_name, meta_text, is_active, position, category_id, course_template,
      duration, duration_unit, total_fee_paise, actual_fee_paise, featured_image_url, banner_image_url, detail, search_text)
    values (${course.id}, 'BENCH2', 'Bench checkout', 'bench-checkout', true, 1, 1, 'Value-added Course', 3, 'day',
      ${course.paise}, ${course.paise}, '/media/bench.webp', '/media/bench.webp', '{}', 'bench')
    on conflict do nothing`.execute(db);
  await sql`insert into batches (id, course_id, start_date, end_date, status, capacity)
    select ${earlierBatch} + n, ${course.id}, ${course.start}, ${course.end}, 'open', 100000000
    from generate_series(0, ${batches}) n on conflict do nothing`.execute(db);
}

type Seeding = { students: number; orders: number; first?: number };

/**
 * Creates signed-in students with a full profile, each with `orders` orders that were paid within the last hours.
 * `first`: the number of the first student. Several calls with different numbers create different students.
 */
export async function seedShoppers(db: Kysely<Database>, { students, orders, first = 1 }: Seeding): Promise<Shopper[]> {
  const tokens = Array.from({ length: students }, createToken);
  const { rows } = await sql<{ id: string }>`
    with made as (
      insert into students (first_name, last_name, email, mobile, whatsapp_number, dob)
      select 'Bench', 'Shopper', 'shopper.' || ${orders}::text || '.' || n || '@example.com', '9876500000', '9876500000',
        '2000-01-01'
      from generate_series(${first}::integer, ${first + students - 1}::integer) n returning id
    ), numbered as (
      select id, ${first - 1}::integer + row_number() over () as place from made
    ), signed_in as (
      insert into sessions (token_hash, student_id, created_at, last_seen_at, expires_at)
      select t.hash, s.id, now(), now(), now() + interval '1 day'
      from numbered s join unnest(${tokens.map(hashToken)}::bytea[]) with ordinality t (hash, nth)
        on s.place = t.nth + ${first - 1}::integer
    ), placed as (
      insert into orders (id, student_id, state, subtotal_paise, discount_paise, total_paise, terms_version,
        terms_accepted_at, receipt_number, receipt_details, created_at, completed_at)
      select 'BENCH-' || place || '-' || n, id, 'completed', ${course.paise}, 0, ${course.paise}, 'bench', now(),
        'BENCHR-' || place || '-' || n, '{}', now() - interval '2 hours', now()
      from numbered, generate_series(1, ${orders}::integer) n returning id, student_id
    ), items as (
      insert into order_items (order_id, type, course_id, name, price_paise, position)
      select id, 'course', ${course.id}, 'Bench checkout', ${course.paise}, 0 from placed returning id
    ), chosen as (
      insert into order_item_courses (order_item_id, course_id, batch_id, course_name, batch_start_date, batch_end_date)
      select id, ${course.id}, ${earlierBatch}, 'Bench checkout', ${course.start}, ${course.end} from items
    ), attempts as (
      insert into payment_attempts (id, order_id, number, provider, provider_order_id, state, amount_paise, expires_at,
        settled_at, next_check_at)
      select id || '-1', id, 1, 'sandbox', id || '-1', 'approved', ${course.paise}, now() - interval '1 hour', now(), null
      from placed
    ), enrolled as (
      insert into enrolments (student_id, order_id, course_id, batch_id, start_date, end_date)
      select student_id, id, ${course.id}, ${earlierBatch}, ${course.start}, ${course.end} from placed
    )
    select id from numbered order by place`.execute(db);
  return rows.map(({ id }, index) => ({ student: id, token: tokens[index] ?? '' }));
}

type Placed = { data: string; attempt_id: string };

/**
 * Performs a whole checkout: adds a course to the cart, places the order, pays in the sandbox, and rechecks the payment
 * until the order is completed.
 */
export async function checkOut(client: RawClient, { student, token }: Shopper, batch: number): Promise<void> {
  const send = async (method: string, path: string, body?: object, headers = {}) => {
    const { 'accept-encoding': _, ...own } = siteHeaders(token);
    const text = body ? JSON.stringify(body) : '';
    const { status, body: answer } = await client.send(writeRequest(method, path, { ...own, ...headers }, text));
    if (status >= 400) throw new Error(`Status ${status}: ${answer}`);
    return answer.toString();
  };
  const batch_id = firstBatch + batch;
  await send('POST', '/api/cart/add', { type: 'course', course_id: course.id, batch_id });
  const query = new URLSearchParams({ id: student, redirect_url: '/course-booking/checkout/confirmation' });
  const placed = JSON.parse(await send('POST', `/api/orders/create?${query}`, {})) as Placed;
  const form = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '0' };
  await send('POST', `/sandbox/pay/${placed.data}/pay-away`, undefined, form);
  const update = new URLSearchParams({ user_id: student, attempt_id: placed.attempt_id });
  const { data } = JSON.parse(await send('GET', `/api/orders/update?${update}`)) as { data: { state: string } };
  if (data.state !== 'completed') throw new Error(`The order is ${data.state}`);
}
