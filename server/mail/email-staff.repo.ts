import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { FailureCause } from '../../contract/staff/emails.ts';
import type { Database, Tx } from '../db/schema.ts';

type State = 'waiting' | 'sent' | 'dead';

/** An email as staff see it, without its content. `created_at` is in the academy's time zone. */
export type ListedEmail = {
  id: number;
  state: State;
  attempts: number;
  created_at: string;
  recipient: string;
  subject: string;
  dedupe_key: string;
  last_error: string | null;
};

/**
 * SQL for the time until which a seat is offered, if the email tells a student on a waiting list about such an offer.
 * Read from the email's dedupe key; null for all other emails.
 */
const offerUntil = sql`substring(dedupe_key from '^waiting-offer:[0-9]+:([0-9]{4}-[0-9T:.-]+Z)$')::timestamptz`;

/**
 * SQL: whether batch `b` still takes place on days that the text of an email of `mail_outbox` names. The dates of some
 * emails have non-breaking spaces. A date counts only as a whole: a text with `11 May 2026` does not name `1 May 2026`.
 */
const isOnNamedDays = sql<boolean>`(b.publication <> 'cancelled' and (
  select bool_and(replace(mail_outbox.body, chr(160), ' ') ~ ('\\m' || to_char(day, 'FMDD Mon YYYY') || '\\M'))
  from unnest(array[b.start_date, b.end_date]) day))`;

/**
 * SQL: whether an email of `mail_outbox` must not be sent again, for one of two reasons:
 * - Its link (to set a password, join the staff, book an offered seat or choose another batch) is no longer valid.
 * - Its text is no longer true: the order or an amount due was paid since, the booking or its dates have changed, the
 *   certificate was revoked, or a newer email about the same change of the batch was queued.
 */
export const isStale = sql<boolean>`case split_part(dedupe_key, ':', 1)
  when 'password-reset' then created_at < now() - interval '30 minutes'
  when 'staff-invitation' then not exists (select from staff_invitations i
    where encode(i.token_hash, 'hex') = split_part(dedupe_key, ':', 2) and i.used_at is null and i.expires_at > now())
  when 'waiting-offer' then not exists (select from waiting_entries e
    where e.id = split_part(dedupe_key, ':', 2)::bigint and e.state = 'offered' and e.offer_until > now()
      and abs(extract(epoch from e.offer_until - ${offerUntil})) < 1)
  when 'batch-run' then not exists (select from batch_run_items i join batch_runs r on r.id = i.run_id
      join batches b on b.id = r.batch_id
      join seat_claims s on s.batch_id = b.id and s.order_id = i.order_id and s.kind = 'booking'
      where i.run_id = split_part(dedupe_key, ':', 2)::bigint and i.order_id = split_part(dedupe_key, ':', 3)
        and (i.state = 'notified' or (i.state = 'waiting' and r.choose_until > now()))
        and (r.kind = 'cancel' or (b.start_date, b.end_date) = (r.after_start, r.after_end))
        and not exists (select from batch_runs newer where newer.batch_id = r.batch_id and newer.id > r.id))
    or exists (select from mail_outbox newer where newer.order_id = mail_outbox.order_id and newer.id > mail_outbox.id
      and starts_with(newer.dedupe_key, 'batch-run:' || split_part(mail_outbox.dedupe_key, ':', 2) || ':'))
  when 'payment-failed' then exists (select from orders o where o.id = mail_outbox.order_id and o.state <> 'declined')
  when 'order-completed' then exists (select from order_items i join order_item_courses c on c.order_item_id = i.id
    join batches b on b.id = c.batch_id where i.order_id = split_part(dedupe_key, ':', 2)
      and (i.cancelled_at is not null or not ${isOnNamedDays}))
  when 'order-transferred' then exists (select from booking_changes c
    where c.id = split_part(dedupe_key, ':', 3)::bigint
      and (exists (select from booking_changes newer where newer.order_item_id = c.order_item_id and newer.id > c.id)
        or exists (select from payment_attempts a where a.change_id = c.id)
        or exists (select from jsonb_array_elements(c.after -> 'courses') booked
          join batches b on b.id = (booked ->> 'batch_id')::integer
          where not c.before -> 'courses' @> jsonb_build_array(jsonb_build_object('batch_id', b.id))
            and not ${isOnNamedDays})))
  when 'joining' then not exists (select from seat_claims s join orders o on o.id = s.order_id
    join batches b on b.id = s.batch_id
    where s.batch_id = split_part(dedupe_key, ':', 2)::bigint and s.kind = 'booking' and ${isOnNamedDays}
      and o.student_id::text = split_part(dedupe_key, ':', 3))
  when 'certificate' then exists (select from certificates c
    where c.number = left(split_part(dedupe_key, ':', 2), -11) and c.code = right(split_part(dedupe_key, ':', 2), 10)
      and c.revoked_at is not null)
  else false end`;

/** SQL that selects the emails of one state, oldest first. */
export function listEmailsSql(state: State): RawBuilder<ListedEmail> {
  return sql<ListedEmail>`
    select id, state, attempts, to_char(created_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD HH24:MI') as created_at,
      recipient, subject, dedupe_key, last_error
    from mail_outbox where state = ${state} order by created_at, id`;
}

export type LockedEmail = Pick<ListedEmail, 'id' | 'state' | 'attempts' | 'recipient' | 'subject'> & {
  is_stale: boolean;
};

/**
 * Locks the emails that match `wanted`, an SQL condition. They are locked in the order of their ids, so that two
 * callers cannot deadlock.
 */
async function lockWhere(tx: Tx, wanted: RawBuilder<unknown>, limit: number | null = null): Promise<LockedEmail[]> {
  const { rows } = await sql<LockedEmail>`
    select id, state, attempts, recipient, subject, ${isStale} as is_stale
    from mail_outbox where ${wanted} order by id limit ${limit} for update`.execute(tx);
  return rows;
}

/**
 * Locks the email with this id or, if `id` is null, all emails that were given up. `visible`: an SQL condition for
 * the emails that the caller may see.
 */
export function lockEmails(tx: Tx, id: number | null, visible = sql<unknown>`true`): Promise<LockedEmail[]> {
  return lockWhere(tx, sql`${id === null ? sql`state = 'dead'` : sql`id = ${id}`} and ${visible}`);
}

/**
 * Locks at most `limit` emails that were given up because of `cause` and can be sent again, oldest first. `visible`: an
 * SQL condition for the emails that the caller may see.
 */
export function lockFailed(
  tx: Tx,
  cause: FailureCause,
  { visible, limit }: { visible: RawBuilder<unknown>; limit: number },
): Promise<LockedEmail[]> {
  const isCause = sql`coalesce(failure_cause, 'other') = ${cause}`;
  return lockWhere(tx, sql`state = 'dead' and ${isCause} and ${visible} and not ${isStale}`, limit);
}

/** Puts emails that were given up back into the queue. Their delivery attempts are counted from 0 again. */
export async function requeueEmails(db: Kysely<Database>, ids: readonly number[]): Promise<void> {
  await db
    .updateTable('mail_outbox')
    .set({ state: 'waiting', attempts: 0, next_at: sql<Date>`now()` })
    .where('id', 'in', ids)
    .where('state', '=', 'dead')
    .execute();
}
