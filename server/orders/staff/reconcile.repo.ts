import { type RawBuilder, sql } from 'kysely';
import type { ConsistencyCheck } from '../../db/consistency-check.ts';
import { isPaymentPending } from '../pay/pending-payment.ts';

const rupees = (paise: RawBuilder<unknown>) => sql`(${paise} / 100.0)::numeric(14, 2)`;
const paidStates = sql`('completed', 'refund_due', 'refunded')`;

/**
 * Queries that find orders whose state contradicts the other stored data. For example, a completed order must have
 * enrolments, and an order that is not completed must have none.
 */
export const orderChecks: readonly ConsistencyCheck[] = [
  {
    name: 'unsettled',
    query: sql`
      select 'order ' || o.id as about, 'waits for a payment whose time is over' as text from orders o
      where o.state = 'awaiting_payment' and not exists (select from payment_attempts a where a.order_id = o.id
        and (a.expires_at > now() - interval '20 minutes' or ${isPaymentPending})) order by o.id`,
  },
  {
    name: 'no enrolment',
    query: sql`
      select 'order ' || o.id as about, format('is completed and has no enrolment in course %s', c.course_id) as text
      from orders o join order_items i on i.order_id = o.id join order_item_courses c on c.order_item_id = i.id
      left join enrolments e on e.order_id = o.id and e.course_id = c.course_id and e.batch_id = c.batch_id
      where o.state = 'completed' and i.cancelled_at is null and e.id is null order by o.id, c.course_id`,
  },
  {
    name: 'stray enrolment',
    query: sql`
      select 'order ' || o.id as about, format('is %s and has an enrolment in course %s', o.state, e.course_id) as text
      from enrolments e join orders o on o.id = e.order_id where o.state <> 'completed' or not exists (
        select from order_items i join order_item_courses c on c.order_item_id = i.id
        where i.order_id = o.id and i.cancelled_at is null and c.course_id = e.course_id) order by o.id, e.course_id`,
  },
  {
    name: 'no receipt',
    query: sql`
      select 'order ' || id as about, 'is completed and has no receipt number' as text
      from orders where state = 'completed' and receipt_number is null order by id`,
  },
  {
    name: 'receipt gap',
    query: sql`
      select 'receipts ' || r.year as about, format('numbers given: %s, receipts that have one: %s', r.last, count(n.receipt_number)) as text
      from receipt_numbers r left join (
        select receipt_number from orders union all select receipt_number from due_receipts
      ) n on n.receipt_number like 'LFR-' || r.year || '-%'
      group by r.year, r.last having count(n.receipt_number) <> r.last order by r.year`,
  },
  {
    name: 'history',
    query: sql`
      select 'order ' || o.id as about, format('is %s, its history ends with %s', o.state, coalesce(t.to_state, 'nothing')) as text
      from orders o left join lateral (select to_state from order_transitions t where t.order_id = o.id
        order by t.id desc limit 1) t on true
      where t.to_state is distinct from o.state order by o.id`,
  },
  {
    name: 'total',
    query: sql`
      select 'order ' || o.id as about,
        format('costs %s, its items %s', ${rupees(sql`o.total_paise`)}, ${rupees(sql`coalesce(sum(i.price_paise), 0)`)}) as text
      from orders o left join order_items i on i.order_id = o.id
      group by o.id having o.total_paise <> coalesce(sum(i.price_paise), 0) order by o.id`,
  },
];

/** Finds payments, ledger entries and refunds that contradict each other. */
export const moneyChecks: readonly ConsistencyCheck[] = [
  {
    name: 'lost payment',
    query: sql`
      select 'order ' || o.id as about,
        format('is %s, and payment %s of %s is approved: neither booked nor owed back', o.state, p.payment_id,
          ${rupees(sql`p.amount_paise`)}) as text
      from provider_payments p join payment_attempts a on a.id = p.attempt_id join orders o on o.id = a.order_id
      where p.outcome = 'approved' and o.state not in ${paidStates} order by o.id, p.payment_id`,
  },
  {
    name: 'lost attempt',
    query: sql`
      select 'order ' || o.id as about, format('is %s, and attempt %s is approved', o.state, a.id) as text
      from payment_attempts a join orders o on o.id = a.order_id
      where a.state = 'approved' and o.state not in ${paidStates} order by a.id`,
  },
  {
    name: 'ledger',
    query: sql`
      select 'order ' || order_id as about,
        format('its ledger is off by %s in %s', ${rupees(sql`sum(amount_paise)`)}, source) as text
      from ledger_entries group by order_id, source having sum(amount_paise) <> 0 order by order_id, source`,
  },
  {
    name: 'not in ledger',
    query: sql`
      select 'order ' || a.order_id as about,
        format('payment %s brought %s, the ledger says %s', p.payment_id, ${rupees(sql`p.amount_paise`)},
          ${rupees(sql`coalesce(l.amount_paise, 0)`)}) as text
      from provider_payments p join payment_attempts a on a.id = p.attempt_id
      left join ledger_entries l on l.order_id = a.order_id and l.account in ('gateway', 'office')
        and l.source = 'payment:' || p.payment_id
      where p.outcome = 'approved' and p.amount_paise <> coalesce(l.amount_paise, 0) order by a.order_id, p.payment_id`,
  },
  {
    name: 'no payment',
    query: sql`
      select 'order ' || l.order_id as about, format('its ledger has %s, which no provider reported', l.source) as text
      from ledger_entries l
      where l.account in ('gateway', 'office') and l.source like 'payment:%' and not exists (
        select from payment_attempts a join provider_payments p on p.attempt_id = a.id and p.outcome = 'approved'
        where a.order_id = l.order_id and l.source = 'payment:' || p.payment_id) order by l.order_id, l.source`,
  },
  {
    name: 'revenue',
    query: sql`
      select 'order ' || o.id as about,
        format('is %s over %s, its revenue is %s', o.state,
          ${rupees(sql`(o.total_paise + coalesce(changed.paise, 0))`)},
          ${rupees(sql`coalesce(l.paise, 0)`)}) as text
      from orders o left join (select order_id, -sum(amount_paise) as paise from ledger_entries where account = 'revenue'
        group by order_id) l on l.order_id = o.id
      left join (select c.order_id, sum(coalesce(a.amount_paise, 0) - c.refund_paise) as paise from booking_changes c
        left join payment_attempts a on a.change_id = c.id and a.state = 'approved' group by c.order_id) changed
        on changed.order_id = o.id
      where coalesce(l.paise, 0)
        <> case when o.state = 'completed' then o.total_paise + coalesce(changed.paise, 0) else 0 end order by o.id`,
  },
  {
    name: 'owed',
    query: sql`
      select 'order ' || o.id as about,
        format('owes back %s by its ledger, %s by its refunds', ${rupees(sql`coalesce(l.paise, 0)`)},
          ${rupees(sql`coalesce(r.paise, 0)`)}) as text
      from orders o
      left join (select order_id, -sum(amount_paise) as paise from ledger_entries where account = 'refunds_payable'
        group by order_id) l on l.order_id = o.id
      left join (select order_id, sum(amount_paise) as paise from refunds where state <> 'settled' group by order_id) r
        on r.order_id = o.id
      where coalesce(l.paise, 0) <> coalesce(r.paise, 0) order by o.id`,
  },
  {
    name: 'refund state',
    query: sql`
      select 'order ' || o.id as about, format('is %s, refunds to be settled: %s', o.state, count(r.id)) as text
      from orders o left join refunds r on r.order_id = o.id and r.state <> 'settled'
      where o.state in ('refund_due', 'refunded')
      group by o.id having (o.state = 'refund_due') <> (count(r.id) > 0) order by o.id`,
  },
];
