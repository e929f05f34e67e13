import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { CallKey } from '../http/idempotency.ts';
import { type BuyLine, paymentTimes, type SeatDemand } from './order-parts.ts';
import { sumSeats } from './quote.ts';

/** Who buys what. `callKey` is stored with the order. */
export type NewOrder = {
  studentId: string;
  lines: readonly BuyLine[];
  demand: readonly SeatDemand[];
  callKey: CallKey | null;
};

/** What all of a set have in common: `taking` is the statement that takes their seats, the provider is where they will be paid. */
export type OrderTerms = {
  year: string;
  termsVersion: string;
  provider: string;
  taking: (demand: readonly SeatDemand[]) => RawBuilder<unknown>;
};

/** The order's number, e.g. `LF-2026-000123`, and until when its payment can be begun. */
export type InsertedOrder = { id: string; expires_at: Date };

const sumOf = (lines: readonly BuyLine[], paise: (line: BuyLine) => number) =>
  lines.reduce((sum, line) => sum + paise(line), 0);

export const totalOf = (lines: readonly BuyLine[]) => sumOf(lines, (line) => line.price.main);

/** Rows of each table, an order named by its place in the set. */
function toRecords(set: readonly NewOrder[]) {
  const orders = set.map(({ studentId, lines, callKey }, place) => ({
    place,
    student_id: studentId,
    subtotal: sumOf(lines, (line) => line.feePaise),
    total: totalOf(lines),
    ...(callKey ? { endpoint: callKey.endpoint, key: callKey.key, hash: callKey.hash.toString('hex') } : {}),
  }));
  const items = set.flatMap(({ lines }, place) =>
    lines.map(({ type, id, name, price }, position) => ({
      place,
      position,
      type,
      ...(type === 'course' ? { course_id: id } : { package_id: id }),
      name,
      price_paise: price.main,
    })),
  );
  const courses = set.flatMap(({ lines }, place) =>
    lines.flatMap((line, position) =>
      line.courses.map(({ course, batch }) => ({
        place,
        position,
        course_id: course.id,
        course_name: course.course_name,
        batch_id: batch.id,
        start_date: batch.start_date,
        end_date: batch.end_date,
      })),
    ),
  );
  const holds = set.flatMap(({ demand }, place) => demand.map((one) => ({ place, ...one })));
  const text = (records: object[]) => JSON.stringify(records);
  return { orders: text(orders), items: text(items), courses: text(courses), holds: text(holds) };
}

/**
 * Takes the seats and writes orders as they are priced now, their holds, first attempts and keys, in one statement; answers them in the order of the set. A key that is taken, or a live order, fails the statement.
 */
export async function insertOrders(
  tx: Transaction<Database>,
  set: readonly NewOrder[],
  { year, termsVersion, provider, taking }: OrderTerms,
): Promise<InsertedOrder[]> {
  const { orders, items, courses, holds } = toRecords(set);
  const seconds = paymentTimes.session;
  const { rows } = await sql<InsertedOrder>`
    with taken as (${taking(sumSeats(set.flatMap((order) => order.demand)))}), asked as (
      select * from jsonb_to_recordset(${orders}::jsonb) as o (place integer, student_id uuid, subtotal bigint,
        total bigint, endpoint text, key text, hash text)
    ), numbered as materialized (
      select asked.*, ${`LF-${year}-`} || lpad(number, greatest(6, length(number)), '0') as id
      from (select asked.*, nextval('order_numbers')::text as number from asked order by place) asked
    ), placed as (
      insert into orders (id, student_id, state, subtotal_paise, discount_paise, total_paise, terms_version, terms_accepted_at)
      select id, student_id, 'awaiting_payment', subtotal, subtotal - total, total, ${termsVersion}, now() from numbered
    ), step as (
      insert into order_transitions (order_id, from_state, to_state, reason)
      select id, null, 'awaiting_payment', 'placed' from numbered
    ), items as (
      insert into order_items (order_id, type, course_id, package_id, name, price_paise, position)
      select n.id, l.type, l.course_id, l.package_id, l.name, l.price_paise, l.position
      from jsonb_to_recordset(${items}::jsonb) as l (place integer, position integer, type text, course_id integer,
        package_id integer, name text, price_paise bigint) join numbered n using (place)
      returning id, order_id, position
    ), chosen as (
      insert into order_item_courses (order_item_id, course_id, batch_id, course_name, batch_start_date, batch_end_date)
      select items.id, c.course_id, c.batch_id, c.course_name, c.start_date, c.end_date
      from jsonb_to_recordset(${courses}::jsonb) as c (place integer, position integer, course_id integer,
        course_name text, batch_id integer, start_date date, end_date date)
      join numbered n using (place) join items on items.order_id = n.id and items.position = c.position
    ), held as (
      insert into seat_claims (batch_id, order_id, kind, seats, expires_at)
      select d.batch_id, n.id, 'hold', d.seats, now() + make_interval(secs => ${seconds + paymentTimes.grace})
      from jsonb_to_recordset(${holds}::jsonb) as d (place integer, batch_id integer, seats integer)
      join numbered n using (place)
    ), attempts as (
      insert into payment_attempts (id, order_id, number, provider, provider_order_id, state, amount_paise, expires_at)
      select id || '-1', id, 1, ${provider}, id || '-1', 'created', total, now() + make_interval(secs => ${seconds})
      from numbered
    ), keys as (
      insert into idempotency_keys (subject, endpoint, key, request_hash, answer)
      select student_id, endpoint, key, decode(hash, 'hex'), jsonb_build_object('isAbandoned', false, 'placed',
        jsonb_build_object('orderId', id, 'attemptId', id || '-1', 'isFree', false))
      from numbered where key is not null
    )
    select id, now() + make_interval(secs => ${seconds}) as expires_at from numbered order by place`.execute(tx);
  if (rows.length !== set.length) throw new Error('not every order was written');
  return rows;
}
