import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ListedOrder, ListedState } from '../../../contract/staff/orders.ts';
import { ordersToSettleSql } from '../../db/orders-to-settle.ts';
import { toRupees } from '../../db/paise.ts';
import type { Database } from '../../db/schema.ts';
import { toWordQuery } from '../../db/search-patterns.ts';
import { orderDueSql, ordersWithDueSql } from '../changes/dues.repo.ts';

type Filter = {
  q?: string | undefined;
  state?: ListedState | undefined;
  due?: 'open' | undefined;
  settle?: 'office' | undefined;
  after?: string | undefined;
};
type Row = Omit<ListedOrder, 'created_at' | 'total' | 'due'> & {
  created_at: Date;
  total_paise: number;
  due_paise: number;
};

/**
 * SQL for the orders that match a search by number or by words about the student. Each order occurs once, with only the
 * columns that are needed to choose a page of orders. A name may match many thousands of orders, so the other columns
 * are read only for the chosen page.
 */
function foundSql(q: string): RawBuilder<unknown> {
  const [number, lower] = [q.toUpperCase(), q.toLowerCase()];
  return sql`
    select o.id, o.created_at, o.state from orders o join students s on s.id = o.student_id
      where s.search_words @@ ${toWordQuery(q)}::tsquery
    union select o.id, o.created_at, o.state from orders o where o.id in (
    select id from orders where id = ${number} or receipt_number = ${number}
    union select a.order_id from payment_attempts a where a.id = ${number}
    union select a.order_id from due_receipts d join payment_attempts a on a.id = d.attempt_id
      where d.receipt_number = ${number}
    union select a.order_id from provider_payments p join payment_attempts a on a.id = p.attempt_id
      where lower(p.payment_id) collate "C" = ${lower} or lower(p.reference) collate "C" = ${lower}
    union select r.order_id from refunds r where lower(r.provider_ref) collate "C" = ${lower})`;
}

/**
 * SQL for whether the console shows order `o` in this state. A completed order of which everything was cancelled is shown
 * as cancelled, and one with an amount due as partly paid.
 */
function isInStateSql(state: ListedState): RawBuilder<unknown> {
  const hasBooking = sql`exists (select from order_items i where i.order_id = o.id and i.cancelled_at is null)`;
  if (state === 'cancelled')
    return sql`o.state = 'completed' and not ${hasBooking}
      and o.id in (select c.order_id from booking_changes c where c.kind = 'cancel')`;
  if (state === 'completed') return sql`o.state = 'completed' and ${hasBooking} and o.id not in ${ordersWithDueSql}`;
  return sql`o.state = ${state}`;
}

/** A page of orders that match the filter, newest first. `after` is the id of the last order on the previous page. */
export async function listStaffOrderPage(db: Kysely<Database>, filter: Filter, limit: number): Promise<ListedOrder[]> {
  const { q, state, due, settle, after } = filter;
  const isAfter = after
    ? sql`(o.created_at, o.id) < (select last.created_at, last.id from orders last where last.id = ${after})`
    : sql`true`;
  const { rows } = await sql<Row>`
    with page as materialized (
      select o.id from ${q ? sql`(${foundSql(q)})` : sql`orders`} o
      where ${state ? isInStateSql(state) : sql`true`}
        and ${due ? sql`o.id in ${ordersWithDueSql}` : sql`true`}
        and ${settle ? sql`o.id in ${ordersToSettleSql}` : sql`true`} and ${isAfter} order by o.created_at desc, o.id desc limit ${limit}
    )
    select o.id as order_id, o.created_at, o.state, o.total_paise, o.receipt_number,
      jsonb_build_object('id', s.id, 'name', concat_ws(' ', s.first_name, s.last_name)) as student,
      (select coalesce(jsonb_agg(i.name order by i.position), '[]') from order_items i where i.order_id = o.id) as items,
      (select count(*)::integer from order_items i where i.order_id = o.id and i.cancelled_at is not null) as cancelled,
      (select count(*)::integer from order_items i where i.order_id = o.id and o.state = 'completed'
        and i.cancelled_at is null and exists (select from order_item_courses c join batches b on b.id = c.batch_id
          where c.order_item_id = i.id and b.publication = 'cancelled')) as in_cancelled_batch,
      ${orderDueSql} as due_paise
    from page join orders o on o.id = page.id join students s on s.id = o.student_id order by o.created_at desc, o.id desc`.execute(
    db,
  );
  return rows.map(({ created_at, total_paise, due_paise, ...row }) => ({
    ...row,
    created_at: created_at.toISOString(),
    total: toRupees(total_paise),
    due: toRupees(due_paise),
  }));
}
