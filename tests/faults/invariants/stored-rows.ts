import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../server/db/schema.ts';

export type StoredOrder = {
  id: string;
  student_id: string;
  state: string;
  total_paise: number;
  receipt_number: string | null;
};

/** All database rows about bookings and money, as they were at one moment. Amounts are in paise. */
export type StoredRows = {
  batches: Array<{ id: number; capacity: number; taken: number }>;
  claims: Array<{ batch_id: number; order_id: string | null; kind: string; seats: number }>;
  orders: StoredOrder[];
  transitions: Array<{ id: number; order_id: string; from_state: string | null; to_state: string }>;
  items: Array<{ order_id: string; item: string; price_paise: number }>;
  chosen: Array<{ order_id: string; course_id: number; batch_id: number }>;
  attempts: Array<{ id: string; order_id: string; provider_order_id: string; state: string; amount_paise: number }>;
  payments: Array<{ payment_id: string; attempt_id: string; outcome: string; amount_paise: number }>;
  ledger: Array<{ order_id: string; account: string; amount_paise: number; source: string }>;
  refunds: Array<{ id: string; payment_id: string; order_id: string; state: string; amount_paise: number }>;
  enrolments: Array<{ student_id: string; order_id: string; course_id: number; batch_id: number }>;
  receipts: Array<{ year: number; last: number }>;
  due_receipts: Array<{ receipt_number: string }>;
  cart: Array<{ student_id: string; item: string }>;
  mails: Array<{ dedupe_key: string; state: string }>;
  keys: Array<{ subject: string; endpoint: string; key: string; status: number | null }>;
};

const item = (alias: string) => sql.raw(`${alias}.type || ' ' || coalesce(${alias}.course_id, ${alias}.package_id)`);

const queries: Record<keyof StoredRows, ReturnType<typeof sql>> = {
  batches: sql`select id, capacity, taken from batches`,
  claims: sql`select batch_id, order_id, kind, seats from seat_claims`,
  orders: sql`select id, student_id, state, total_paise, receipt_number from orders`,
  transitions: sql`select id, order_id, from_state, to_state from order_transitions`,
  items: sql`select i.order_id, ${item('i')} as item, i.price_paise from order_items i`,
  chosen: sql`select i.order_id, c.course_id, c.batch_id
    from order_item_courses c join order_items i on i.id = c.order_item_id`,
  attempts: sql`select id, order_id, provider_order_id, state, amount_paise from payment_attempts`,
  payments: sql`select payment_id, attempt_id, outcome, amount_paise from provider_payments`,
  ledger: sql`select order_id, account, amount_paise, source from ledger_entries`,
  refunds: sql`select id, payment_id, order_id, state, amount_paise from refunds`,
  enrolments: sql`select student_id, order_id, course_id, batch_id from enrolments`,
  receipts: sql`select year, last from receipt_numbers`,
  due_receipts: sql`select receipt_number from due_receipts`,
  cart: sql`select k.student_id, ${item('k')} as item from cart_items k`,
  mails: sql`select dedupe_key, state from mail_outbox`,
  keys: sql`select subject, endpoint, key, status from idempotency_keys`,
};

/**
 * Reads all rows in one SQL statement, so that they are consistent with each other even while other transactions run.
 */
export async function readStoredRows(db: Kysely<Database>): Promise<StoredRows> {
  const columns = Object.entries(queries).map(
    ([name, query]) => sql`(select coalesce(jsonb_agg(t order by t), '[]') from (${query}) t) as ${sql.ref(name)}`,
  );
  const { rows } = await sql<StoredRows>`select ${sql.join(columns)}`.execute(db);
  const [stored] = rows;
  if (!stored) throw new Error('no rows were returned');
  return stored;
}
