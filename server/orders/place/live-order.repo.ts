import { type RawBuilder, sql } from 'kysely';
import type { Quote } from '../../../contract/orders.ts';
import type { SeatDemand } from '../../db/available-seats.ts';
import { toRupees } from '../../db/paise.ts';
import type { PaymentSession } from '../../providers/payments/payments.ts';
import { isPaymentPending } from '../pay/pending-payment.ts';

/** An order that awaits payment. */
export type LiveOrder = {
  id: string;
  attemptId: string;
  /** True if the order's payment can still be started and its seats are held. */
  isPayable: boolean;
  /** True if one of the order's payments is pending. The order must then not be replaced. */
  isPending: boolean;
  /** The payment session of the order; null until the provider has opened it. */
  session: PaymentSession | null;
  quote: Quote;
  /** The seats that the order holds. */
  seats: SeatDemand[];
  /** When the order's seat holds end; null if it holds no seats. */
  heldUntil: Date | null;
};

type LiveOrderRow = {
  id: string;
  student_id: string;
  total_paise: number;
  attempt_id: string;
  session_id: string | null;
  checkout_url: string | null;
  is_payable: boolean;
  is_pending: boolean;
  items: Array<Omit<Quote['items'][number], 'price'> & { price_paise: number }>;
  seats: SeatDemand[] | null;
  held_until: Date | null;
};

/** SQL for the ids of the batches in which the students' unpaid orders hold seats. */
export const heldBatchIdsSql = (studentIds: readonly string[]) => sql`
  select c.batch_id from orders o join seat_claims c on c.order_id = o.id
  where o.student_id = any(${studentIds}::uuid[]) and o.state = 'awaiting_payment'`;

/** SQL that locks and returns the students' orders that await payment, at most one each. */
export function lockLiveOrdersSql(studentIds: readonly string[]): RawBuilder<LiveOrderRow> {
  return sql<LiveOrderRow>`
    select o.id, o.student_id, o.total_paise, a.id as attempt_id, a.session_id, a.checkout_url,
      a.state in ('created', 'open') and a.expires_at > now() and coalesce(h.held_until > now(), false) as is_payable,
      h.held_until, ${isPaymentPending} as is_pending,
      (select jsonb_agg(jsonb_build_object('type', i.type, 'id', coalesce(i.course_id, i.package_id),
        'price_paise', i.price_paise,
        'batch_ids', (select jsonb_agg(c.batch_id) from order_item_courses c where c.order_item_id = i.id),
        'days', (select jsonb_agg(jsonb_build_object('batch_id', c.batch_id, 'start_date', c.batch_start_date,
          'end_date', c.batch_end_date)) from order_item_courses c where c.order_item_id = i.id)))
        from order_items i where i.order_id = o.id) as items,
      (select jsonb_agg(jsonb_build_object('batch_id', c.batch_id, 'seats', c.seats))
        from seat_claims c where c.order_id = o.id) as seats
    from orders o cross join lateral (
      select * from payment_attempts where order_id = o.id order by number desc limit 1
    ) a cross join lateral (
      select min(expires_at) as held_until from seat_claims where order_id = o.id and kind = 'hold'
    ) h
    where o.student_id = any(${studentIds}::uuid[]) and o.state = 'awaiting_payment'
    order by o.id for update of o`;
}

export function toLiveOrder(row: LiveOrderRow): LiveOrder {
  const items = row.items.map(({ price_paise, ...item }) => ({ ...item, price: toRupees(price_paise) }));
  const { session_id: sessionId, checkout_url: checkoutUrl } = row;
  return {
    id: row.id,
    attemptId: row.attempt_id,
    isPayable: row.is_payable,
    isPending: row.is_pending,
    session: sessionId && checkoutUrl ? { sessionId, checkoutUrl } : null,
    quote: { total: toRupees(row.total_paise), items },
    seats: row.seats ?? [],
    heldUntil: row.held_until,
  };
}

/**
 * SQL that updates unpaid orders whose students have ordered the same cart again: it stores the version of the booking
 * terms that the students have now accepted.
 */
export function renewTermsSql(orderIds: readonly string[], version: string): RawBuilder<unknown> {
  return sql`update orders set terms_version = ${version}, terms_accepted_at = now()
    where id = any(${orderIds}::text[]) and terms_version <> ${version}`;
}
