import { type Kysely, sql } from 'kysely';
import type { StaffOrder } from '../../../contract/staff/orders.ts';
import { toRupees } from '../../db/paise.ts';
import type { Database } from '../../db/schema.ts';

type Entry = StaffOrder['timeline'][number];
type Row = { at: Date; kind: Entry['kind']; what: string; detail: string | null; paise: number | null };

const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });

const titles: Partial<Record<string, string>> = {
  awaiting_payment: 'Order placed',
  completed: 'Paid and booked',
  declined: 'Payment declined',
  expired: 'Payment time ran out',
  replaced: 'Replaced by another order',
  refund_due: 'Paid, but not bookable: refund due',
  refunded: 'Refunded',
  'payment approved': 'Payment received',
  'payment declined': 'Payment declined',
  'payment pending': 'Payment pending',
  'refund requested': 'Refund due',
  'refund sent': 'Refund sent',
  'refund settled': 'Refund paid back',
  'refund failed': 'Refund failed',
  'order cancel': 'Booking cancelled',
  'order transfer': 'Booking moved',
  'order due paid': 'Amount due paid at the office',
  'email waiting': 'Email waits to be sent',
  'email sent': 'Email sent',
  'email dead': 'Email could not be delivered',
};

/**
 * SQL for the dedupe keys of the emails about order `o`. Each key ends with the id of the order or of an attempt,
 * payment or change.
 */
const emailKeysSql = (id: string) => sql`array(
  select 'order-completed:' || ${id}::text
  union all select 'payment-failed:' || a.id from payment_attempts a where a.order_id = ${id}
  union all select 'order-refund-due:' || ${id} || ':' || p.payment_id
    from provider_payments p join payment_attempts a on a.id = p.attempt_id where a.order_id = ${id}
  union all select prefix || ${id} || ':' || c.id
    from booking_changes c, (values ('order-cancelled:'), ('order-transferred:')) emails (prefix) where c.order_id = ${id}
  union all select 'order-completed:' || ${id} || ':again-' || row_number() over (order by e.id)
    from audit_entries e where e.subject = 'order:' || ${id} and e.command = 'order confirmation')`;

/** The history of an order, oldest first: states, payments, refunds, emails and actions of staff. */
export async function readTimeline(db: Kysely<Database>, id: string): Promise<StaffOrder['timeline']> {
  const { rows } = await sql<Row>`
    select at, 'order' as kind, to_state as what,
      case when reason = 'placed' then (select 'accepted booking terms ' || o.terms_version from orders o where o.id = ${id})
        when reason <> 'paid' then reason end as detail,
      null::bigint as paise from order_transitions where order_id = ${id}
    union all
    select p.seen_at, 'payment', 'payment ' || p.outcome, concat_ws(', ', p.method, coalesce(p.reference, p.payment_id)),
      p.amount_paise from provider_payments p join payment_attempts a on a.id = p.attempt_id where a.order_id = ${id}
    union all
    select t.at, 'refund', 'refund ' || t.to_state, t.reason, r.amount_paise
    from refund_transitions t join refunds r on r.id = t.refund_id where r.order_id = ${id}
    union all
    select coalesce(m.sent_at, m.created_at), 'email', 'email ' || m.state, m.subject || ', to ' || m.recipient, null
    from mail_outbox m where m.dedupe_key = any(${emailKeysSql(id)})
    union all
    select e.at, 'staff', e.command, concat_ws(': ', e.actor, e.reason), null
    from audit_entries e where e.subject = 'order:' || ${id} and (e.before is not null or e.after is not null)
    order by at, kind`.execute(db);
  return rows.map(({ at, kind, what, detail, paise }) => {
    const title = titles[what] ?? what.charAt(0).toUpperCase() + what.slice(1);
    return {
      at: at.toISOString(),
      kind,
      title: paise === null ? title : `${title}: ${rupees.format(toRupees(paise))}`,
      detail,
    };
  });
}
