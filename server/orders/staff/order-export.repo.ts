import { type RawBuilder, sql } from 'kysely';
import type { OrderState } from '../../../contract/orders.ts';

/**
 * A row of the order export. Times are in the academy's time zone, and money is in paise. `courses` lists all courses
 * of the order with their dates and batches in one text.
 */
export type ExportedOrder = {
  order_id: string;
  ordered_at: string;
  state: string;
  receipt_number: string | null;
  completed_at: string | null;
  student_id: string;
  first_name: string;
  last_name: string;
  email: string | null;
  mobile: string | null;
  indos_number: string | null;
  items: string | null;
  courses: string | null;
  subtotal_paise: number;
  discount_paise: number;
  total_paise: number;
  paid_paise: number;
  refund_paise: number;
  method: string | null;
  payment_ids: string | null;
  terms_version: string;
};

/** The filter of the order export. `from` and `to` are dates in the academy's time zone, both included. */
export type ExportFilter = { from?: string | undefined; to?: string | undefined; state?: OrderState | undefined };

const academyTime = (time: RawBuilder<unknown>) =>
  sql`to_char(${time} at time zone 'Asia/Kolkata', 'YYYY-MM-DD HH24:MI:SS')`;

function filterSql({ from, to, state }: ExportFilter): RawBuilder<unknown> {
  const since = sql`o.created_at >= ${from}::date::timestamp at time zone 'Asia/Kolkata'`;
  const until = sql`o.created_at < (${to}::date + 1)::timestamp at time zone 'Asia/Kolkata'`;
  return sql.join(
    [sql`true`, ...(from ? [since] : []), ...(to ? [until] : []), ...(state ? [sql`o.state = ${state}`] : [])],
    sql` and `,
  );
}

/** SQL for the orders that match the filter, oldest first. */
export function exportOrdersSql(filter: ExportFilter): RawBuilder<ExportedOrder> {
  return sql<ExportedOrder>`
    select o.id as order_id, ${academyTime(sql`o.created_at`)} as ordered_at, o.state, o.receipt_number,
      ${academyTime(sql`o.completed_at`)} as completed_at, s.id as student_id, s.first_name, s.last_name, s.email, s.mobile,
      s.indos_number, o.subtotal_paise, o.discount_paise, o.total_paise, o.terms_version,
      (select string_agg(i.name, '; ' order by i.position) from order_items i where i.order_id = o.id) as items,
      (select string_agg(c.course_name || ' ' || c.batch_start_date || ' to ' || c.batch_end_date || ' (batch ' || c.batch_id
          || ')', '; ' order by i.position, c.course_id)
        from order_items i join order_item_courses c on c.order_item_id = i.id where i.order_id = o.id) as courses,
      coalesce(paid.paise, 0)::bigint as paid_paise, paid.method, paid.payment_ids,
      coalesce((select sum(amount_paise) from refunds r where r.order_id = o.id), 0)::bigint as refund_paise
    from orders o join students s on s.id = o.student_id
    left join lateral (
      select sum(p.amount_paise) as paise, string_agg(distinct p.method, '; ') as method,
        string_agg(p.payment_id, '; ' order by p.seen_at) as payment_ids
      from payment_attempts a join provider_payments p on p.attempt_id = a.id and p.outcome = 'approved'
      where a.order_id = o.id
    ) paid on true
    where ${filterSql(filter)} order by o.created_at, o.id`;
}
