import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';

type State = 'waiting' | 'sent' | 'dead';

/** A letter as staff see it, without what it says; times in the academy's. */
export type ListedLetter = {
  id: number;
  state: State;
  attempts: number;
  created_at: string;
  recipient: string;
  subject: string;
  dedupe_key: string;
  last_error: string | null;
};

/** A letter whose link works no more is of no use to anybody. */
const isStale = sql<boolean>`(dedupe_key like 'password-reset:%' and created_at < now() - interval '30 minutes')`;

/** Letters of one state, oldest first. */
export function listLetters(state: State): RawBuilder<ListedLetter> {
  return sql<ListedLetter>`
    select id, state, attempts, to_char(created_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD HH24:MI') as created_at,
      recipient, subject, dedupe_key, last_error
    from mail_outbox where state = ${state} order by created_at, id`;
}

export type LockedLetter = Pick<ListedLetter, 'id' | 'state' | 'attempts' | 'recipient' | 'subject'> & {
  is_stale: boolean;
};

/** One letter, or with null all that were given up, locked in id order. */
export async function lockLetters(tx: Transaction<Database>, id: number | null): Promise<LockedLetter[]> {
  const wanted = id === null ? sql`state = 'dead'` : sql`id = ${id}`;
  const { rows } = await sql<LockedLetter>`
    select id, state, attempts, recipient, subject, ${isStale} as is_stale
    from mail_outbox where ${wanted} order by id for update`.execute(tx);
  return rows;
}

/** Letters that were given up wait again, with all their tries before them. */
export async function reviveLetters(db: Kysely<Database>, ids: readonly number[]): Promise<void> {
  await db
    .updateTable('mail_outbox')
    .set({ state: 'waiting', attempts: 0, next_at: sql<Date>`now()` })
    .where('id', 'in', ids)
    .where('state', '=', 'dead')
    .execute();
}
