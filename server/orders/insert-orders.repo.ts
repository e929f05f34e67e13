import { type RawBuilder, sql } from 'kysely';
import type { CallKey } from '../http/idempotency.ts';
import type { PaymentSession } from '../providers/payments.ts';
import { type BuyLine, paymentTimes, type SeatDemand } from './order-parts.ts';

/** Who buys what. `callKey` is stored with the order, and what it is answered where the payment session is known already. */
export type NewOrder = DrawnNumber & {
  studentId: string;
  lines: readonly BuyLine[];
  demand: readonly SeatDemand[];
  callKey: CallKey | null;
  opened: { session: PaymentSession; answer: object } | null;
};

/**
 * What all of a set have in common: the provider is where they will be paid, `parts` are the statements that take their
 * seats and open their payment sessions.
 */
export type OrderTerms = { termsVersion: string; provider: string; parts: ReadonlyArray<RawBuilder<unknown>> };

/** A new order's number, e.g. `LF-2026-000123`, and until when its payment can be begun. */
export type DrawnNumber = { id: string; expires_at: Date };

/** The statement that draws numbers for orders of `year`, in rising order. Numbers that are not used stay gaps. */
export function drawingNumbers(count: number, year: string): RawBuilder<DrawnNumber> {
  return sql<DrawnNumber>`
    select ${`LF-${year}-`} || lpad(number, greatest(6, length(number)), '0') as id,
      now() + make_interval(secs => ${paymentTimes.session}) as expires_at
    from (select nextval('order_numbers')::text as number from generate_series(1, ${count})) drawn`;
}

const sumOf = (lines: readonly BuyLine[], paise: (line: BuyLine) => number) =>
  lines.reduce((sum, line) => sum + paise(line), 0);

export const totalOf = (lines: readonly BuyLine[]) => sumOf(lines, (line) => line.price.main);

/** What a key tells before its call is answered (`storeProgress`). */
const progressOf = (orderId: string) => ({
  isAbandoned: false,
  placed: { orderId, attemptId: `${orderId}-1`, isFree: false },
});

/** Rows of each table. */
function toRecords(set: readonly NewOrder[]) {
  const orders = set.map(({ id, studentId, lines, callKey, opened }) => ({
    id,
    student_id: studentId,
    subtotal: sumOf(lines, (line) => line.feePaise),
    total: totalOf(lines),
    ...(opened ? { session_id: opened.session.sessionId, checkout_url: opened.session.checkoutUrl } : {}),
    ...(callKey ? { endpoint: callKey.endpoint, key: callKey.key, hash: callKey.hash.toString('hex') } : {}),
    ...(opened ? { status: 200, answer: opened.answer } : { answer: progressOf(id) }),
  }));
  const items = set.flatMap(({ id: order_id, lines }) =>
    lines.map(({ type, id, name, price }, position) => ({
      order_id,
      position,
      type,
      ...(type === 'course' ? { course_id: id } : { package_id: id }),
      name,
      price_paise: price.main,
    })),
  );
  const courses = set.flatMap(({ id: order_id, lines }) =>
    lines.flatMap((line, position) =>
      line.courses.map(({ course, batch }) => ({
        order_id,
        position,
        course_id: course.id,
        course_name: course.course_name,
        batch_id: batch.id,
        start_date: batch.start_date,
        end_date: batch.end_date,
      })),
    ),
  );
  const holds = set.flatMap(({ id: order_id, demand }) => demand.map((one) => ({ order_id, ...one })));
  const text = (records: object[]) => JSON.stringify(records);
  return { orders: text(orders), items: text(items), courses: text(courses), holds: text(holds) };
}

/**
 * The statement that takes the seats and writes orders as they are priced now, their holds, first attempts and keys. A key
 * that is taken, or a live order, fails it.
 */
export function insertingOrders(
  set: readonly NewOrder[],
  { termsVersion, provider, parts }: OrderTerms,
): RawBuilder<unknown> {
  const { orders, items, courses, holds } = toRecords(set);
  const seconds = paymentTimes.session;
  const others = parts.map((part, place) => sql`${sql.ref(`part_${place}`)} as (${part}),`);
  return sql`
    with ${sql.join(others, sql` `)} asked as materialized (
      select * from jsonb_to_recordset(${orders}::jsonb) as o (id text, student_id uuid, subtotal bigint, total bigint,
        session_id text, checkout_url text, endpoint text, key text, hash text, status integer, answer jsonb)
    ), placed as (
      insert into orders (id, student_id, state, subtotal_paise, discount_paise, total_paise, terms_version, terms_accepted_at)
      select id, student_id, 'awaiting_payment', subtotal, subtotal - total, total, ${termsVersion}, now() from asked
    ), step as (
      insert into order_transitions (order_id, from_state, to_state, reason)
      select id, null, 'awaiting_payment', 'placed' from asked
    ), items as (
      insert into order_items (order_id, type, course_id, package_id, name, price_paise, position)
      select order_id, type, course_id, package_id, name, price_paise, position
      from jsonb_to_recordset(${items}::jsonb) as l (order_id text, position integer, type text, course_id integer,
        package_id integer, name text, price_paise bigint)
      returning id, order_id, position
    ), chosen as (
      insert into order_item_courses (order_item_id, course_id, batch_id, course_name, batch_start_date, batch_end_date)
      select items.id, c.course_id, c.batch_id, c.course_name, c.start_date, c.end_date
      from jsonb_to_recordset(${courses}::jsonb) as c (order_id text, position integer, course_id integer,
        course_name text, batch_id integer, start_date date, end_date date)
      join items using (order_id, position)
    ), held as (
      insert into seat_claims (batch_id, order_id, kind, seats, expires_at)
      select batch_id, order_id, 'hold', seats, now() + make_interval(secs => ${seconds + paymentTimes.grace})
      from jsonb_to_recordset(${holds}::jsonb) as d (order_id text, batch_id integer, seats integer)
    ), attempts as (
      insert into payment_attempts (id, order_id, number, provider, provider_order_id, state, amount_paise, expires_at,
        session_id, checkout_url)
      select id || '-1', id, 1, ${provider}, id || '-1', case when session_id is null then 'created' else 'open' end, total,
        now() + make_interval(secs => ${seconds}), session_id, checkout_url
      from asked
    )
    insert into idempotency_keys (subject, endpoint, key, request_hash, status, answer)
    select student_id, endpoint, key, decode(hash, 'hex'), status, answer from asked where key is not null`;
}
