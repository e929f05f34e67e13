import { sql } from 'kysely';
import type { Quote } from '../../../contract/orders.ts';
import { toRupees } from '../../db/paise.ts';
import type { Tx } from '../../db/schema.ts';
import { notFound } from '../../http/refusal.ts';
import { isPaymentPending } from '../pay/pending-payment.ts';
import type { BuyerProfile } from './order-refusals.ts';

/** Locks the student's row, so that only one of their orders is placed at a time, and returns the profile. */
export async function lockBuyer(tx: Tx, studentId: string): Promise<BuyerProfile> {
  const buyer = await tx
    .selectFrom('students')
    .select(['first_name', 'last_name', 'email', 'mobile', 'whatsapp_number', 'dob', 'allowed_booking'])
    .where('id', '=', studentId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!buyer) throw notFound();
  return buyer;
}

/** An order that awaits payment. */
export type LiveOrder = {
  id: string;
  attemptId: string;
  /** Its payment can still be started. */
  isPayable: boolean;
  /** One of its payments is pending, so the order must not be replaced. */
  isPending: boolean;
  termsVersion: string;
  quote: Quote;
};

type LiveRow = {
  id: string;
  total_paise: number;
  attempt_id: string;
  is_payable: boolean;
  is_pending: boolean;
  terms_version: string;
  items: Array<Omit<Quote['items'][number], 'price'> & { price_paise: number }>;
};

/** Locks and returns the student's order that awaits payment; null if there is none. */
export async function lockLiveOrder(tx: Tx, studentId: string): Promise<LiveOrder | null> {
  const { rows } = await sql<LiveRow>`
    select o.id, o.total_paise, o.terms_version, a.id as attempt_id,
      a.state in ('created', 'open') and a.expires_at > now() as is_payable, ${isPaymentPending} as is_pending,
      (select jsonb_agg(jsonb_build_object('type', i.type, 'id', coalesce(i.course_id, i.package_id),
        'price_paise', i.price_paise,
        'batch_ids', (select jsonb_agg(c.batch_id) from order_item_courses c where c.order_item_id = i.id),
        'days', (select jsonb_agg(jsonb_build_object('batch_id', c.batch_id, 'start_date', c.batch_start_date,
          'end_date', c.batch_end_date)) from order_item_courses c where c.order_item_id = i.id)))
        from order_items i where i.order_id = o.id) as items
    from orders o join payment_attempts a on a.order_id = o.id
    where o.student_id = ${studentId} and o.state = 'awaiting_payment'
    order by a.number desc limit 1 for update of o`.execute(tx);
  const [row] = rows;
  if (!row) return null;
  const items = row.items.map(({ price_paise, ...item }) => ({ ...item, price: toRupees(price_paise) }));
  const quote = { total: toRupees(row.total_paise), items };
  const { attempt_id, is_payable, is_pending, terms_version } = row;
  const live = { id: row.id, attemptId: attempt_id, isPayable: is_payable, isPending: is_pending };
  return { ...live, termsVersion: terms_version, quote };
}

/** Stores the terms that the student accepted last; these apply. */
export async function storeTerms(tx: Tx, orderId: string, version: string): Promise<void> {
  await sql`update orders set terms_version = ${version}, terms_accepted_at = now()
    where id = ${orderId}`.execute(tx);
}
