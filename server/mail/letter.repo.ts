import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { QueuedLetter } from '../providers/mail.ts';

type Db = Kysely<Database>;

/** A letter that this process has under lease. `attempts` counts this one and tells it from a later lease. */
export type ClaimedLetter = { id: number; attempts: number; letter: QueuedLetter };

type ClaimedRow = {
  id: number;
  attempts: number;
  dedupe_key: string;
  recipient: string;
  recipient_name: string | null;
  subject: string;
  body: string;
  html: string | null;
  link: string | null;
  created_at: Date;
};

function toClaimed(row: ClaimedRow): ClaimedLetter {
  const letter: QueuedLetter = {
    dedupeKey: row.dedupe_key,
    to: row.recipient,
    subject: row.subject,
    text: row.body,
    queuedAt: row.created_at,
    ...(row.recipient_name === null ? {} : { toName: row.recipient_name }),
    ...(row.html === null ? {} : { html: row.html }),
    ...(row.link === null ? {} : { link: row.link }),
  };
  return { id: row.id, attempts: row.attempts, letter };
}

/** Takes the letter that is due longest, for `lease` seconds; null where none is. Processes never wait for each other. */
export async function claimLetter(db: Db, lease: number): Promise<ClaimedLetter | null> {
  const { rows } = await sql<ClaimedRow>`
    update mail_outbox set attempts = attempts + 1, next_at = now() + make_interval(secs => ${lease})
    where id = (select id from mail_outbox where state = 'waiting' and next_at <= now()
      order by next_at, id limit 1 for update skip locked)
    returning id, attempts, dedupe_key, recipient, recipient_name, subject, body, html, link, created_at`.execute(db);
  const [row] = rows;
  return row ? toClaimed(row) : null;
}

/** The letter is delivered, whoever has it under lease by now; what it said is no longer kept. */
export async function markSent(db: Db, id: number): Promise<void> {
  await db
    .updateTable('mail_outbox')
    .set({ state: 'sent', sent_at: sql<Date>`now()`, last_error: null, body: '', html: null, link: null })
    .where('id', '=', id)
    .where('state', '<>', 'sent')
    .execute();
}

/** Another try after `pause` seconds, or with null never again; nothing where the lease has passed to somebody else. */
export async function markFailed(db: Db, claimed: ClaimedLetter, reason: string, pause: number | null): Promise<void> {
  await db
    .updateTable('mail_outbox')
    .set({
      last_error: reason,
      ...(pause === null ? { state: 'dead' } : { next_at: sql<Date>`now() + make_interval(secs => ${pause})` }),
    })
    .where('id', '=', claimed.id)
    .where('attempts', '=', claimed.attempts)
    .where('state', '=', 'waiting')
    .execute();
}
