import { type RawBuilder, sql } from 'kysely';
import type { SeatDemand } from '../../db/available-seats.ts';
import type { CallKey } from '../../http/idempotency/idempotency.repo.ts';
import type { PaymentSession } from '../../providers/payments/payments.ts';
import type { HoldTimes, OrderLine } from '../order-deps.ts';
import { orderProgress, type PlacedOrder } from './payment-session.ts';

/**
 * An order to insert. If `callKey` is set, the call's idempotency key is inserted too, with the call's `response` if it
 * is known already. `providerOrderId`: the id of the order's payment attempt at the provider.
 */
export type NewOrder = {
  id: string;
  providerOrderId: string;
  studentId: string;
  times: HoldTimes;
  addressHash: Buffer;
  placed: PlacedOrder;
  lines: readonly OrderLine[];
  demand: readonly SeatDemand[];
  callKey: CallKey | null;
  provider: string;
  session: PaymentSession | null;
  response: object | null;
};

/**
 * What the orders inserted by one statement have in common. `ctes`: further SQL to include in this statement, such as
 * the SQL that takes the seats.
 */
type SharedFacts = { termsVersion: string; ctes: ReadonlyArray<RawBuilder<unknown>> };

/**
 * The number of a new order, e.g. `LF-2026-000123`. `drawn_at`: the start of the transaction that took the number, by
 * the database's clock. The times of the order's seat holds and payment session are counted from the same moment.
 */
export type OrderNumber = { id: string; drawn_at: Date };

/**
 * SQL that takes the next numbers from a sequence, which all years share, and makes ascending order numbers for `year`
 * from them. A number that is not used remains a gap.
 */
export function drawOrderNumbersSql(count: number, year: string): RawBuilder<OrderNumber> {
  return sql<OrderNumber>`
    select ${`LF-${year}-`} || lpad(number, greatest(6, length(number)), '0') as id, now() as drawn_at
    from (select nextval('order_numbers')::text as number from generate_series(1, ${count})) drawn`;
}

const sumPaise = (lines: readonly OrderLine[], paise: (line: OrderLine) => number) =>
  lines.reduce((sum, line) => sum + paise(line), 0);

export const totalPaiseOf = (lines: readonly OrderLine[]) => sumPaise(lines, (line) => line.price.main);

/** The rows to insert into each table, as JSON. */
function toRecords(newOrders: readonly NewOrder[]) {
  const orders = newOrders.map(({ id, studentId, times, placed, lines, callKey, session, response, ...order }) => ({
    id,
    student_id: studentId,
    provider: order.provider,
    provider_order_id: order.providerOrderId,
    hold: times.hold,
    session: times.session,
    subtotal: sumPaise(lines, (line) => line.feePaise),
    total: totalPaiseOf(lines),
    ...(session ? { session_id: session.sessionId, checkout_url: session.checkoutUrl } : {}),
    ...(callKey ? { endpoint: callKey.endpoint, key: callKey.key, hash: callKey.hash.toString('hex') } : {}),
    ...(response ? { status: 200, answer: response } : { answer: orderProgress(placed) }),
  }));
  const items = newOrders.flatMap(({ id: order_id, lines }) =>
    lines.map(({ type, id, name, price }, position) => ({
      order_id,
      position,
      type,
      ...(type === 'course' ? { course_id: id } : { package_id: id }),
      name,
      price_paise: price.main,
    })),
  );
  const courses = newOrders.flatMap(({ id: order_id, lines }) =>
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
  const holds = newOrders.flatMap(({ id: order_id, demand, times, addressHash }) =>
    demand.map((one) => ({ order_id, ...one, hold: times.hold, address: addressHash.toString('hex') })),
  );
  const text = (records: object[]) => JSON.stringify(records);
  return { orders: text(orders), items: text(items), courses: text(courses), holds: text(holds) };
}

/**
 * SQL that inserts the orders with their items, seat holds, first payment attempts and idempotency keys, and includes
 * the statements `ctes`. It fails if a key was used before or a student already has an order that awaits payment.
 */
export function insertOrdersSql(
  newOrders: readonly NewOrder[],
  { termsVersion, ctes }: SharedFacts,
): RawBuilder<unknown> {
  const { orders, items, courses, holds } = toRecords(newOrders);
  const included = ctes.map((cte, index) => sql`${sql.ref(`included_${index}`)} as (${cte}),`);
  return sql`
    with ${sql.join(included, sql` `)} input as materialized (
      select * from jsonb_to_recordset(${orders}::jsonb) as o (id text, student_id uuid, provider text,
        provider_order_id text, hold integer, session integer, subtotal bigint, total bigint, session_id text, checkout_url text, endpoint text, key text, hash text, status integer, answer jsonb)
    ), placed as (
      insert into orders (id, student_id, state, subtotal_paise, discount_paise, total_paise, terms_version,
        terms_accepted_at, hold_seconds)
      select id, student_id, 'awaiting_payment', subtotal, subtotal - total, total, ${termsVersion}, now(), hold from input
    ), step as (
      insert into order_transitions (order_id, from_state, to_state, reason)
      select id, null, 'awaiting_payment', 'placed' from input
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
      insert into seat_claims (batch_id, order_id, kind, seats, expires_at, address_hash)
      select batch_id, order_id, 'hold', seats, now() + make_interval(secs => hold), decode(address, 'hex')
      from jsonb_to_recordset(${holds}::jsonb) as d (order_id text, batch_id integer, seats integer, hold integer,
        address text)
    ), attempts as (
      insert into payment_attempts (id, order_id, number, provider, provider_order_id, state, amount_paise, expires_at,
        session_id, checkout_url)
      select id || '-1', id, 1, provider, provider_order_id, case when session_id is null then 'created' else 'open' end, total,
        now() + make_interval(secs => session), session_id, checkout_url
      from input
    )
    insert into idempotency_keys (subject, endpoint, key, request_hash, status, answer)
    select student_id, endpoint, key, decode(hash, 'hex'), status, answer from input where key is not null`;
}
