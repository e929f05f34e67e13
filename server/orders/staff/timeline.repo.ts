import { type Kysely, sql } from 'kysely';
import type { BatchDays } from '../../../contract/batch.ts';
import type { OrderState } from '../../../contract/orders.ts';
import type { RunItemState } from '../../../contract/staff/batch-changes.ts';
import type { StaffOrder } from '../../../contract/staff/orders.ts';
import { toRupees } from '../../db/paise.ts';
import type { Database, RefundState, StoredLine } from '../../db/schema.ts';
import { formatDay } from '../../pdf/pdf-text.ts';
import { readOutdatedEmails } from './outdated-emails.repo.ts';

type Entry = StaffOrder['timeline'][number];
type Row = {
  at: Date;
  kind: Entry['kind'];
  what: string;
  detail: string | null;
  paise: number | null;
  email_id: number | null;
  /** The dates of a moved batch, before and after the move. */
  days: { before: BatchDays; after: BatchDays } | null;
  /** The line of the order whose booking was moved, before and after the move. */
  line: { before: StoredLine; after: StoredLine } | null;
};

const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });

const order: Record<OrderState, string> = {
  awaiting_payment: 'Order placed',
  completed: 'Paid and booked',
  declined: 'Payment declined',
  expired: 'Payment time ran out',
  replaced: 'Replaced by another order',
  refund_due: 'Paid, but not bookable: refund due',
  refunded: 'Refunded',
};
const payment: Record<StaffOrder['attempts'][number]['payments'][number]['outcome'], string> = {
  approved: 'Payment received',
  declined: 'Payment declined',
  pending: 'Payment pending',
};
const refund: Record<RefundState, string> = {
  requested: 'Refund due',
  sent: 'Refund sent',
  settled: 'Refund paid back',
  failed: 'Refund failed',
};
const email: Record<'waiting' | 'sent' | 'dead', string> = {
  waiting: 'Email waits to be sent',
  sent: 'Email sent',
  dead: 'Email could not be delivered',
};
/** Titles of staff actions in the timeline, keyed by the action's name in the audit log. */
export const staffActionTitles = {
  'office sale': 'Sold at the office',
  'order recheck': 'Payment rechecked',
  'order confirmation': 'Confirmation sent again',
  'order email': 'Email sent again',
  'order cancel': 'Booking cancelled',
  'order transfer': 'Booking moved',
  'order due paid': 'Amount due paid at the office',
  'refund retry': 'Refund requested again',
  'refund settle': 'Refund recorded as paid by hand',
} as const;
const batch = { move: 'Batch moved', cancel: 'Batch cancelled' } as const;
/**
 * What the timeline shows about a booking after its batch was moved or cancelled, by the state of the booking
 * (`RunItemState`). `acceptedLate` and `refundedLate`: the student did not choose in time. `null`: not shown.
 */
const choice: Record<RunItemState | 'acceptedLate' | 'refundedLate', string | null> = {
  accepted: 'Student accepted the new dates',
  acceptedLate: 'New dates stay booked, because the student did not choose in time',
  transferred: 'Student chose another batch',
  refunded: 'Student chose a refund',
  refundedLate: 'Refunded, because the student did not choose in time',
  office: 'The office must settle the booking',
  ...{ queued: null, waiting: null, notified: null, released: null, replaced: null },
};

const titles: Record<Entry['kind'], Partial<Record<string, string | null>>> = {
  ...{ order, payment, refund, email, batch, choice },
  staff: staffActionTitles,
};

/** SQL for the batches that order `id` has or had booked. */
const batchIdsSql = (id: string) => sql`(
  select c.batch_id from order_items i join order_item_courses c on c.order_item_id = i.id where i.order_id = ${id}
  union select (course ->> 'batch_id')::integer
    from booking_changes c, jsonb_array_elements(c.before -> 'courses') course where c.order_id = ${id})`;

/**
 * SQL for what happened to the batches that order `id` has or had booked: moves, cancellations, and what the student,
 * the deadline or the office then decided about the bookings.
 */
const batchEventsSql = (id: string) => sql`
  select e.at, 'batch' as kind, replace(e.command, 'batches ', '') as what,
    concat_ws(': ', e.actor, coalesce(e.reason, e.after ->> 'reason')) as detail, null::bigint as paise,
    null::bigint as email_id,
    case e.command when 'batches move' then jsonb_build_object('before', e.before, 'after', e.after) end as days,
    null::jsonb as line
  from audit_entries e where e.subject in (select 'batch:' || batch_id from ${batchIdsSql(id)} booked) and (
    e.command = 'batches move' and e.after -> 'orders' ? ${id}
      and (e.before ->> 'start_date', e.before ->> 'end_date') <> (e.after ->> 'start_date', e.after ->> 'end_date')
    or e.command = 'batches cancel' and e.subject in (select 'batch:' || r.batch_id
      from batch_run_items i join batch_runs r on r.id = i.run_id where i.order_id = ${id} and r.kind = 'cancel'))
  union all
  select i.settled_at, 'choice',
    i.state || case when i.state in ('accepted', 'refunded') and i.settled_at >= r.choose_until then 'Late' else '' end,
    i.problem, null, null, null, null
  from batch_run_items i join batch_runs r on r.id = i.run_id where i.order_id = ${id} and i.settled_at is not null`;

/**
 * SQL for the booking terms that were accepted when order `id` was placed: accepted by the student or, in a sale at the
 * office, confirmed by the staff member who sold. Null for an old sale at the office, whose audit entry does not name
 * the terms.
 */
const acceptedTermsSql = (id: string) => sql`(
  select case when e.id is null then 'accepted booking terms ' || o.terms_version
    else 'booking terms ' || (e.after ->> 'terms_version') || ', accepted by the student as ' || e.actor || ' confirmed' end
  from orders o left join audit_entries e on e.subject = 'order:' || o.id and e.command = 'office sale'
  where o.id = ${id})`;

const daysText = ({ start_date, end_date }: BatchDays) =>
  start_date === end_date ? formatDay(start_date) : `${formatDay(start_date)} to ${formatDay(end_date)}`;

type BookedCourse = StoredLine['courses'][number];

const courseText = ({ course_name, batch_id, ...days }: BookedCourse) =>
  `${course_name}, ${daysText(days)} (batch ${batch_id})`;

/** The courses of `line` whose batches are not in `other`, as text. */
const coursesNotIn = (line: StoredLine, other: StoredLine) =>
  line.courses
    .filter(({ batch_id }) => other.courses.every((course) => course.batch_id !== batch_id))
    .map(courseText)
    .join(', ');

/** The part of a detail that says from what to what a batch or a booking was moved; empty for all other entries. */
function movedText({ days, line }: Row): string {
  if (days) return `${daysText(days.before)}, now ${daysText(days.after)}. `;
  return line ? `From ${coursesNotIn(line.before, line.after)} to ${coursesNotIn(line.after, line.before)}. ` : '';
}

function toEntry(row: Row, outdated: ReadonlySet<number>): Entry[] {
  const { at, kind, what, detail, paise, email_id } = row;
  const title = titles[kind][what] === undefined ? what.charAt(0).toUpperCase() + what.slice(1) : titles[kind][what];
  if (title === null || title === undefined) return [];
  return [
    {
      ...{ at: at.toISOString(), kind },
      title: paise === null ? title : `${title}: ${rupees.format(toRupees(paise))}`,
      detail: detail === null ? null : `${movedText(row)}${detail}`,
      ...(email_id === null ? {} : { email_id }),
      ...(email_id !== null && outdated.has(email_id) ? { is_outdated: true } : {}),
    },
  ];
}

/**
 * The history of an order, oldest first: states, payments, refunds, emails, actions of staff, and what happened to its
 * batches. An office sale places and completes an order at the same time. Entries of the same time are sorted by
 * `what`, which puts `awaiting_payment` before `completed`.
 */
export async function readTimeline(db: Kysely<Database>, id: string, now: Date): Promise<StaffOrder['timeline']> {
  const { rows } = await sql<Row>`
    select at, 'order' as kind, to_state as what,
      case when reason = 'placed' then ${acceptedTermsSql(id)}
        when reason <> 'paid' then reason end as detail,
      null::bigint as paise, null::bigint as email_id, null::jsonb as days, null::jsonb as line
    from order_transitions where order_id = ${id}
    union all
    select p.seen_at, 'payment', p.outcome, concat_ws(', ', p.method, coalesce(p.reference, p.payment_id)),
      p.amount_paise, null, null, null
    from provider_payments p join payment_attempts a on a.id = p.attempt_id where a.order_id = ${id}
    union all
    select t.at, 'refund', t.to_state, t.reason, r.amount_paise, null, null, null
    from refund_transitions t join refunds r on r.id = t.refund_id where r.order_id = ${id}
    union all
    select coalesce(m.sent_at, m.created_at), 'email', m.state, m.subject || ', to ' || m.recipient,
      null, m.id, null, null
    from mail_outbox m where m.order_id = ${id}
    union all
    select e.at, 'staff', e.command, concat_ws(': ', e.actor, e.reason), null, null, null,
      case e.command when 'order transfer' then jsonb_build_object('before', e.before, 'after', e.after) end
    from audit_entries e where e.subject = 'order:' || ${id} and (e.before is not null or e.after is not null)
    union all ${batchEventsSql(id)}
    order by at, kind, what`.execute(db);
  const outdated = await readOutdatedEmails(db, id, now);
  return rows.flatMap((row) => toEntry(row, outdated));
}
