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
 * SQL: whether an email must not be sent again, because the link in it is no longer valid (to set a password, to join
 * the staff, to book an offered seat, or to choose another batch), or because it confirms a booking that has been
 * cancelled since.
 */
export const isStale = sql<boolean>`case split_part(dedupe_key, ':', 1)
  when 'password-reset' then created_at < now() - interval '30 minutes'
  when 'staff-invitation' then not exists (select from staff_invitations i
    where encode(i.token_hash, 'hex') = split_part(dedupe_key, ':', 2) and i.used_at is null and i.expires_at > now())
  when 'waiting-offer' then not exists (select from waiting_entries e
    where e.id = split_part(dedupe_key, ':', 2)::bigint and e.state = 'offered' and e.offer_until > now())
  when 'batch-run' then exists (select from batch_runs r
    where r.id = split_part(dedupe_key, ':', 2)::bigint and r.asks_choice and r.choose_until < now())
  when 'order-completed' then exists (select from order_items i join order_item_courses c on c.order_item_id = i.id
    join batches b on b.id = c.batch_id where i.order_id = split_part(dedupe_key, ':', 2)
      and (i.cancelled_at is not null or b.publication = 'cancelled'))
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
