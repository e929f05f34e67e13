import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../db/schema.ts';

/** A row of one section of an order's details, by column name. Amounts in columns ending in `_paise` are paise. */
export type DetailRow = Record<string, string | number | boolean | Date | null>;
/** Everything that is stored about an order: rows by section name. */
export type OrderDetail = Record<string, DetailRow[]>;

const sections: Record<string, (id: string) => RawBuilder<DetailRow>> = {
  order: (id) => sql`
    select o.id, o.state, o.created_at, o.completed_at, o.receipt_number, o.subtotal_paise, o.discount_paise, o.total_paise,
      o.terms_version, o.terms_accepted_at from orders o where o.id = ${id}`,
  student: (id) => sql`
    select s.id, s.first_name, s.last_name, s.email, s.mobile, s.indos_number, s.allowed_booking
    from students s join orders o on o.student_id = s.id where o.id = ${id}`,
  items: (id) => sql`
    select type, coalesce(course_id, package_id) as id, name, price_paise from order_items
    where order_id = ${id} order by position`,
  batches: (id) => sql`
    select c.batch_id, c.course_id, c.course_name, c.batch_start_date as starts, c.batch_end_date as ends, b.status,
      b.capacity, b.taken
    from order_items i join order_item_courses c on c.order_item_id = i.id join batches b on b.id = c.batch_id
    where i.order_id = ${id} order by i.position, c.course_id`,
  seats: (id) => sql`
    select batch_id, kind, seats, expires_at, created_at from seat_claims where order_id = ${id} order by batch_id`,
  enrolments: (id) => sql`
    select course_id, batch_id, created_at from enrolments where order_id = ${id} order by course_id`,
  attempts: (id) => sql`
    select id, provider, provider_order_id, state, amount_paise, created_at, expires_at, settled_at, next_check_at
    from payment_attempts where order_id = ${id} order by number`,
  payments: (id) => sql`
    select p.payment_id, p.attempt_id, p.outcome, p.amount_paise, p.method, p.seen_at
    from provider_payments p join payment_attempts a on a.id = p.attempt_id
    where a.order_id = ${id} order by p.seen_at, p.payment_id, p.outcome`,
  refunds: (id) => sql`
    select id, payment_id, state, amount_paise, reason, provider_ref as reference, tries, created_at from refunds
    where order_id = ${id} order by created_at, id`,
  ledger: (id) => sql`
    select at, source, account, amount_paise from ledger_entries where order_id = ${id} order by id`,
  history: (id) => sql`
    select at, 'order' as what, from_state as "from", to_state as "to", reason from order_transitions
    where order_id = ${id}
    union all select t.at, t.refund_id, t.from_state, t.to_state, t.reason
    from refund_transitions t join refunds r on r.id = t.refund_id where r.order_id = ${id} order by at`,
  mails: (id) => sql`
    select created_at, sent_at, state, recipient, subject from mail_outbox where order_id = ${id} order by id`,
};

/** Reads all sections of an order's details from one database snapshot; null if there is no such order. */
export async function readOrderDetail(db: Kysely<Database>, id: string): Promise<OrderDetail | null> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const detail: OrderDetail = {};
      for (const [name, query] of Object.entries(sections)) detail[name] = (await query(id).execute(tx)).rows;
      return detail.order?.length === 1 ? detail : null;
    });
}
