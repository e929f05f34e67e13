import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../db/schema.ts';
import { isDueSql } from '../changes/dues.repo.ts';

const part = (position: number) => sql`split_part(m.dedupe_key, ':', ${sql.lit(position)})`;

// SQL for the new course of a transferred booking: the course whose batch is booked after the change `c`, but not
// before.
const newCourseSql = sql`(select course from jsonb_array_elements(c.after -> 'courses') course
  where not c.before -> 'courses' @> jsonb_build_array(jsonb_build_object('batch_id', course -> 'batch_id')) limit 1)`;

/**
 * SQL for whether an email `m` about an order is still true, for each kind of email that can become untrue. Under the
 * same conditions, `resendEmail` sends the email again. The keys are the first part of the email's dedupe key.
 */
const isTrueSql = (now: Date): Record<string, RawBuilder<unknown>> => ({
  'order-completed': sql`exists (select from orders o join order_items i on i.order_id = o.id
    join order_item_courses c on c.order_item_id = i.id join batches b on b.id = c.batch_id
    where o.id = m.order_id and o.state = 'completed' and i.cancelled_at is null and b.publication <> 'cancelled')`,
  'payment-failed': sql`exists (select from orders o where o.id = m.order_id and o.state = 'declined')`,
  'order-transferred': sql`exists (select from booking_changes c, lateral (select ${newCourseSql} as course) booked
    join batches b on b.id = (booked.course ->> 'batch_id')::integer
    where c.id = ${part(3)}::integer and b.publication = 'published'
      and b.start_date = (booked.course ->> 'start_date')::date and b.end_date = (booked.course ->> 'end_date')::date
      and (c.due_paise = 0 or ${isDueSql})
      and not exists (select from booking_changes later where later.order_item_id = c.order_item_id and later.id > c.id))`,
  'batch-run': sql`exists (select from batch_run_items i join batch_runs r on r.id = i.run_id
    join batches b on b.id = r.batch_id
    join seat_claims s on s.batch_id = b.id and s.order_id = i.order_id and s.kind = 'booking'
    where i.run_id = ${part(2)}::integer and i.order_id = m.order_id
      and (i.state = 'notified' or i.state = 'waiting' and r.choose_until > ${now})
      and (r.kind = 'cancel' or (b.start_date, b.end_date) = (r.after_start, r.after_end)))`,
  joining: sql`exists (select from enrolments e join orders o on o.id = e.order_id join batches b on b.id = e.batch_id
    where e.batch_id = ${part(2)}::integer and e.student_id::text = ${part(3)} and o.state = 'completed'
      and b.publication <> 'cancelled')`,
});

/** The ids of the emails about an order that cannot be sent again, because what they say is no longer true. */
export async function readOutdatedEmails(db: Kysely<Database>, orderId: string, now: Date): Promise<Set<number>> {
  const whens = Object.entries(isTrueSql(now)).map(([kind, isTrue]) => sql`when ${sql.lit(kind)} then not ${isTrue}`);
  const { rows } = await sql<{ id: number }>`select m.id from mail_outbox m
    where m.order_id = ${orderId} and case ${part(1)} ${sql.join(whens, sql` `)} else false end`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
