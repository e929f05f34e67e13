import { type Kysely, sql } from 'kysely';
import type { StaffOrder } from '../../../contract/staff/orders.ts';
import { chooseUntilSql } from '../../db/choose-until.ts';
import { toRupees } from '../../db/paise.ts';
import type { Database } from '../../db/schema.ts';
import { paidForItemSql } from '../changes/booked-lines.repo.ts';
import { isDueSql } from '../changes/dues.repo.ts';
import { readTimeline } from './timeline.repo.ts';

/** An order as stored, with amounts in paise. */
type Stored = {
  order: Pick<StaffOrder, 'order_id' | 'state' | 'receipt_number' | 'student'> & {
    created_at: string;
    completed_at: string | null;
    subtotal: number;
    discount: number;
    total: number;
  };
  lines: StaffOrder['lines'];
  attempts: StaffOrder['attempts'];
  refunds: StaffOrder['refunds'];
  dues: StaffOrder['dues'];
  due_receipts: StaffOrder['due_receipts'];
};

const orderSql = sql`jsonb_build_object('order_id', o.id, 'state', o.state, 'created_at', o.created_at,
  'completed_at', o.completed_at, 'subtotal', o.subtotal_paise, 'discount', o.discount_paise, 'total', o.total_paise,
  'receipt_number', o.receipt_number, 'student', jsonb_build_object('id', s.id, 'name',
    concat_ws(' ', s.first_name, s.last_name), 'email', s.email, 'mobile', coalesce(s.mobile, s.whatsapp_number)))`;

const linesSql = sql`(select coalesce(jsonb_agg(jsonb_build_object('item_id', i.id, 'type', i.type, 'name', i.name,
    'price', i.price_paise, 'paid', case when o.state = 'completed' then ${paidForItemSql} else 0 end,
    'cancelled_at', i.cancelled_at, 'courses', (
      select jsonb_agg(jsonb_build_object('course_id', c.course_id, 'course_name', c.course_name, 'batch_id', c.batch_id,
        'start_date', coalesce(e.start_date, c.batch_start_date), 'end_date', coalesce(e.end_date, c.batch_end_date))
        || case when o.state = 'completed' and i.cancelled_at is null and b.publication = 'cancelled'
          then jsonb_build_object('cancelled', jsonb_build_object('choose_until', ${chooseUntilSql(sql`b.id`, sql`o.id`)}))
          else '{}' end
        order by c.batch_start_date, c.course_id)
      from order_item_courses c join batches b on b.id = c.batch_id left join enrolments e on e.order_id = i.order_id and e.course_id = c.course_id
        and i.cancelled_at is null
      where c.order_item_id = i.id)) order by i.position), '[]')
  from order_items i where i.order_id = o.id)`;

const attemptsSql = sql`(select coalesce(jsonb_agg(jsonb_build_object('attempt_id', a.id, 'provider', a.provider,
    'state', a.state, 'amount', a.amount_paise, 'created_at', a.created_at, 'payments', (
      select coalesce(jsonb_agg(jsonb_build_object('payment_id', p.payment_id, 'outcome', p.outcome,
        'amount', p.amount_paise, 'method', p.method, 'reference', p.reference, 'seen_at', p.seen_at) order by p.seen_at), '[]')
      from provider_payments p where p.attempt_id = a.id)) order by a.number), '[]')
  from payment_attempts a where a.order_id = o.id)`;

const refundsSql = sql`(select coalesce(jsonb_agg(jsonb_build_object('refund_id', r.id, 'amount', r.amount_paise,
    'state', r.state, 'reason', r.reason, 'provider', r.provider, 'reference', r.provider_ref, 'created_at', r.created_at)
    order by r.created_at, r.id), '[]') from refunds r where r.order_id = o.id)`;

const duesSql = sql`(select coalesce(jsonb_agg(jsonb_build_object('change_id', c.id, 'amount', c.due_paise, 'at', c.at,
    'text', c.after ->> 'name') order by c.id), '[]')
  from booking_changes c where c.order_id = o.id and ${isDueSql})`;

const dueReceiptsSql = sql`(select coalesce(jsonb_agg(jsonb_build_object('receipt_number', d.receipt_number,
    'amount', a.amount_paise) order by a.number), '[]')
  from payment_attempts a join due_receipts d on d.attempt_id = a.id where a.order_id = o.id)`;

const iso = (time: string) => new Date(time).toISOString();

/** Reads an order as the console shows it; null if there is none with this id. */
export async function readStaffOrder(db: Kysely<Database>, id: string, now: Date): Promise<StaffOrder | null> {
  const { rows } = await sql<Stored>`
    select ${orderSql} as "order", ${linesSql} as lines, ${attemptsSql} as attempts, ${refundsSql} as refunds,
      ${duesSql} as dues, ${dueReceiptsSql} as due_receipts
    from orders o join students s on s.id = o.student_id where o.id = ${id}`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const { order, lines, attempts, refunds, dues, due_receipts } = row;
  return {
    ...order,
    created_at: iso(order.created_at),
    completed_at: order.completed_at && iso(order.completed_at),
    subtotal: toRupees(order.subtotal),
    discount: toRupees(order.discount),
    total: toRupees(order.total),
    lines: lines.map((line) => ({
      ...line,
      price: toRupees(line.price),
      paid: line.cancelled_at ? 0 : toRupees(line.paid),
      cancelled_at: line.cancelled_at && iso(line.cancelled_at),
      courses: line.courses.map(({ cancelled, ...course }) => {
        if (!cancelled) return course;
        return { ...course, cancelled: { choose_until: cancelled.choose_until && iso(cancelled.choose_until) } };
      }),
    })),
    attempts: attempts.map(({ payments, ...attempt }) => ({
      ...attempt,
      amount: toRupees(attempt.amount),
      created_at: iso(attempt.created_at),
      payments: payments.map((one) => ({ ...one, amount: toRupees(one.amount), seen_at: iso(one.seen_at) })),
    })),
    refunds: refunds.map((one) => ({ ...one, amount: toRupees(one.amount), created_at: iso(one.created_at) })),
    dues: dues.map((one) => ({ ...one, amount: toRupees(one.amount), at: iso(one.at) })),
    due_receipts: due_receipts.map(({ amount, ...receipt }) => ({ ...receipt, amount: toRupees(amount) })),
    timeline: await readTimeline(db, id, now),
  };
}
