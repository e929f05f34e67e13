import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { FailedCount, FailureCause, UndeliveredEmail } from '../../contract/staff/emails.ts';
import { mayDo, type StaffRole } from '../../contract/staff/permissions.ts';
import { patience } from '../../contract/staff/today.ts';
import type { Database } from '../db/schema.ts';
import { toLikePatterns } from '../db/search-patterns.ts';
import { isStale } from './email-staff.repo.ts';

type Filter = {
  state?: UndeliveredEmail['state'] | undefined;
  cause?: FailureCause | undefined;
  q?: string | undefined;
  before?: number | undefined;
};

/**
 * SQL: whether the role may see an email. Emails about staff accounts are visible only to roles that may see the list
 * of staff members.
 */
export const visibleTo = (role: StaffRole): RawBuilder<unknown> =>
  mayDo(role, 'staff.read') ? sql`true` : sql`dedupe_key not like 'staff-%'`;

const isDelayed = sql`state = 'waiting' and created_at < now() - make_interval(mins => ${patience.emailMinutes})`;

/**
 * Counts the undelivered emails that the role may see: those that were queued in the last 30 days and given up, and
 * those that have been queued for more than an hour. `patience` has these two limits.
 */
export async function countUndeliveredEmails(db: Kysely<Database>, role: StaffRole): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from mail_outbox
    where ((state = 'dead' and created_at > now() - make_interval(days => ${patience.emailDays})) or (${isDelayed}))
      and ${visibleTo(role)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Counts the emails that were given up and that the role may see, by the cause of the failure, most frequent cause
 * first. `sendable`: how many of them can be sent again.
 */
export async function countFailed(db: Kysely<Database>, role: StaffRole): Promise<FailedCount[]> {
  const { rows } = await sql<FailedCount>`
    select coalesce(failure_cause, 'other') as cause, count(*)::integer as count,
      (count(*) filter (where not ${isStale}))::integer as sendable
    from mail_outbox where state = 'dead' and ${visibleTo(role)} group by 1 order by 2 desc, 1`.execute(db);
  return rows;
}

type Row = Omit<UndeliveredEmail, 'at' | 'next_try_at'> & { created_at: Date; next_at: Date };

/**
 * SQL for the id of the order that an email is about. It is found by the email's dedupe key, which contains the id of
 * the order or of one of its payments or refunds. Null if the email is not about an order.
 */
const orderId = sql`coalesce(
  (select o.id from orders o where o.id = substring(m.dedupe_key from 'LF-[0-9]{4}-[0-9]{6,}')),
  (select a.order_id from payment_attempts a
    where m.dedupe_key like 'payment-failed:%' and a.id = split_part(m.dedupe_key, ':', 2)),
  (select r.order_id from refunds r where m.dedupe_key like 'refund-sent:%' and r.id = split_part(m.dedupe_key, ':', 2)))`;

/**
 * A page of the undelivered emails that the role may see, newest first: those that were given up, and those that have
 * been queued for too long. The two states are read separately, because each has its own index.
 */
export async function listUndelivered(
  db: Kysely<Database>,
  role: StaffRole,
  { state, cause, q, before }: Filter,
  limit: number,
): Promise<UndeliveredEmail[]> {
  const conditions = [
    visibleTo(role),
    ...(cause === undefined ? [] : [sql`coalesce(failure_cause, 'other') = ${cause}`]),
    sql`concat_ws(' ', recipient, recipient_name, subject) ilike all(${toLikePatterns(q)}::text[])`,
    ...(before === undefined ? [] : [sql`id < ${before}`]),
  ];
  const idsOf = (wanted: UndeliveredEmail['state'], where: RawBuilder<unknown>) =>
    state === undefined || state === wanted
      ? [
          sql`(select id from mail_outbox where ${where} and ${sql.join(conditions, sql` and `)} order by id desc limit ${limit})`,
        ]
      : [];
  const found = [...idsOf('failed', sql`state = 'dead'`), ...idsOf('waiting', isDelayed)];
  const { rows } = await sql<Row>`
    with found as materialized (${sql.join(found, sql` union all `)}),
    m as (
      select id, case state when 'dead' then 'failed' else 'waiting' end as state, recipient, recipient_name, subject,
        dedupe_key, created_at, attempts as tries, next_at, last_error as error, ${isStale} as is_expired,
        coalesce(failure_cause, case state when 'dead' then 'other' end) as cause
      from mail_outbox where id in (select id from found) order by id desc limit ${limit}
    )
    select m.id, m.state, m.recipient, m.recipient_name, m.subject, m.created_at, m.tries, m.next_at, m.error, m.is_expired,
      m.cause, about.order_id,
      case when s.id is not null then
        jsonb_build_object('id', s.id, 'name', concat_ws(' ', s.first_name, s.last_name), 'email', s.email) end as student
    from m cross join lateral (select ${orderId} as order_id) about
      left join orders o on o.id = about.order_id
      left join students s on s.id = coalesce(o.student_id,
        (select t.id from students t where t.email is not null and lower(t.email) = lower(m.recipient)))
    order by m.id desc`.execute(db);
  return rows.map(({ created_at, next_at, ...row }) => ({
    ...row,
    at: created_at.toISOString(),
    next_try_at: row.state === 'waiting' ? next_at.toISOString() : null,
  }));
}
