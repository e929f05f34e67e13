import { type Kysely, type RawBuilder, sql } from 'kysely';
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

/** SQL: whether an email must not be sent again, because its password link has expired. */
const isStale = sql<boolean>`(dedupe_key like 'password-reset:%' and created_at < now() - interval '30 minutes')`;

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

/** Locks the email with this id, or all dead emails in id order if `id` is null. */
export async function lockEmails(tx: Tx, id: number | null): Promise<LockedEmail[]> {
  const wanted = id === null ? sql`state = 'dead'` : sql`id = ${id}`;
  const { rows } = await sql<LockedEmail>`
    select id, state, attempts, recipient, subject, ${isStale} as is_stale
    from mail_outbox where ${wanted} order by id for update`.execute(tx);
  return rows;
}

/** Queues dead emails again. Their attempts are counted from 0. */
export async function requeueEmails(db: Kysely<Database>, ids: readonly number[]): Promise<void> {
  await db
    .updateTable('mail_outbox')
    .set({ state: 'waiting', attempts: 0, next_at: sql<Date>`now()` })
    .where('id', 'in', ids)
    .where('state', '=', 'dead')
    .execute();
}
