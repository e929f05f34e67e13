import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../server/db/schema.ts';

export type StoredOrder = {
  id: string;
  student_id: string;
  state: string;
  total_paise: number;
  receipt_number: string | null;
};

/** A place in a waiting list. `is_over`: the deadline of its offer has passed. `end`: why the place has ended. */
export type StoredEntry = {
  id: number;
  student_id: string;
  state: string;
  batch_ids: number[];
  order_id: string | null;
  offer_until: string | null;
  is_over: boolean;
  end: string | null;
};

/**
 * All database rows about bookings and money, read at one moment. Amounts are in paise. `chosen`: the batches of the
 * lines that are not cancelled. `bought`: the lines as they were before any transfer.
 */
export type StoredRows = {
  batches: Array<{ id: number; capacity: number; taken: number; is_open: boolean; is_cancelled: boolean }>;
  claims: Array<{
    batch_id: number;
    order_id: string | null;
    waiting_entry_id: number | null;
    kind: string;
    seats: number;
    expires_at: string | null;
  }>;
  orders: StoredOrder[];
  transitions: Array<{ id: number; order_id: string; from_state: string | null; to_state: string }>;
  items: Array<{ id: number; order_id: string; price_paise: number }>;
  bought: Array<{ order_id: string; item: string }>;
  chosen: Array<{ order_id: string; course_id: number; batch_id: number }>;
  attempts: Array<{
    id: string;
    order_id: string;
    provider_order_id: string;
    state: string;
    amount_paise: number;
    change_id: number | null;
  }>;
  payments: Array<{
    payment_id: string;
    attempt_id: string;
    provider: string;
    outcome: string;
    amount_paise: number;
  }>;
  ledger: Array<{ order_id: string; account: string; amount_paise: number; source: string }>;
  refunds: Array<{
    id: string;
    payment_id: string;
    order_id: string;
    state: string;
    amount_paise: number;
    cause: string;
    provider: string;
  }>;
  refundTransitions: Array<{
    id: number;
    refund_id: string;
    from_state: string | null;
    to_state: string;
    reason: string;
  }>;
  /** Cancelled and transferred lines. */
  changes: Array<{
    id: number;
    order_id: string;
    item_id: number;
    key: string;
    kind: string;
    refund_paise: number;
    due_paise: number;
  }>;
  entries: StoredEntry[];
  /** The students of moved and cancelled batches. `email`: the key of the email with the link to choose. */
  choices: Array<{ id: number; email: string; order_id: string; state: string }>;
  enrolments: Array<{ student_id: string; order_id: string; course_id: number; batch_id: number }>;
  /** The batches in which students had a booking until it was cancelled or transferred. */
  leftBatches: Array<{ student_id: string; batch_id: number }>;
  receipts: Array<{ year: number; last: number }>;
  due_receipts: Array<{ receipt_number: string }>;
  cart: Array<{ student_id: string; item: string }>;
  mails: Array<{ dedupe_key: string; state: string }>;
  keys: Array<{ subject: string; endpoint: string; key: string; status: number | null }>;
};

const item = (alias: string) => sql.raw(`${alias}.type || ' ' || coalesce(${alias}.course_id, ${alias}.package_id)`);

const queries: Record<keyof StoredRows, ReturnType<typeof sql>> = {
  batches: sql`select id, capacity, taken, publication = 'published' and status = 'open' as is_open,
    publication = 'cancelled' as is_cancelled from batches`,
  claims: sql`select batch_id, order_id, waiting_entry_id, kind, seats, expires_at from seat_claims`,
  orders: sql`select id, student_id, state, total_paise, receipt_number from orders`,
  transitions: sql`select id, order_id, from_state, to_state from order_transitions`,
  items: sql`select i.id, i.order_id, i.price_paise from order_items i`,
  bought: sql`select i.order_id, coalesce((select 'course ' || (c.before #>> '{courses,0,course_id}')
      from booking_changes c where c.order_item_id = i.id and i.type = 'course' order by c.id limit 1), ${item('i')}) as item
    from order_items i`,
  chosen: sql`select i.order_id, c.course_id, c.batch_id
    from order_item_courses c join order_items i on i.id = c.order_item_id where i.cancelled_at is null`,
  attempts: sql`select id, order_id, provider_order_id, state, amount_paise, change_id from payment_attempts`,
  payments: sql`select payment_id, attempt_id, provider, outcome, amount_paise from provider_payments`,
  ledger: sql`select order_id, account, amount_paise, source from ledger_entries`,
  refunds: sql`select id, payment_id, order_id, state, amount_paise, cause, provider from refunds`,
  refundTransitions: sql`select id, refund_id, from_state, to_state, reason from refund_transitions`,
  changes: sql`select id, order_id, order_item_id as item_id, key, kind, refund_paise, due_paise from booking_changes`,
  entries: sql`select id, student_id, state, batch_ids, order_id, offer_until,
    coalesce(offer_until <= now(), false) as is_over, end_reason as end from waiting_entries`,
  choices: sql`select id, 'batch-run:' || run_id || ':' || order_id as email, order_id, state from batch_run_items`,
  enrolments: sql`select student_id, order_id, course_id, batch_id from enrolments`,
  leftBatches: sql`select o.student_id, (course ->> 'batch_id')::integer as batch_id from booking_changes c
    join orders o on o.id = c.order_id cross join jsonb_array_elements(c.before -> 'courses') course`,
  receipts: sql`select year, last from receipt_numbers`,
  due_receipts: sql`select receipt_number from due_receipts`,
  cart: sql`select k.student_id, ${item('k')} as item from cart_items k`,
  mails: sql`select dedupe_key, state from mail_outbox`,
  keys: sql`select subject, endpoint, key, status from idempotency_keys`,
};

/**
 * Reads rows in one SQL statement, so that they are consistent with each other even while other transactions run.
 */
async function readRows<Name extends keyof StoredRows>(
  db: Kysely<Database>,
  names: readonly Name[],
): Promise<Pick<StoredRows, Name>> {
  const columns = names.map(
    (name) => sql`(select coalesce(jsonb_agg(t order by t), '[]') from (${queries[name]}) t) as ${sql.ref(name)}`,
  );
  const { rows } = await sql<Pick<StoredRows, Name>>`select ${sql.join(columns)}`.execute(db);
  const [stored] = rows;
  if (!stored) throw new Error('no rows were returned');
  return stored;
}

/** Reads all rows, as they are at one moment. */
export const readStoredRows = (db: Kysely<Database>): Promise<StoredRows> =>
  readRows(db, Object.keys(queries) as Array<keyof StoredRows>);

/** The rows about seats that are taken, held or on offer. */
export type SeatRows = Pick<StoredRows, (typeof seatNames)[number]>;
const seatNames = ['batches', 'claims', 'orders', 'entries', 'enrolments', 'leftBatches'] as const;

export const readSeatRows = (db: Kysely<Database>): Promise<SeatRows> => readRows(db, seatNames);
