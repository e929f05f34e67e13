import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/schema.ts';
import type { Conversation, QueuedEmail } from '../providers/mail/mail.ts';

/**
 * An email that this process has leased, that is, reserved for a limited time to deliver it. `attempts` includes the
 * current attempt, so it is different for each lease of the same email.
 */
export type ClaimedEmail = { id: number; attempts: number; email: QueuedEmail };

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
  conversation: Conversation | null;
  created_at: Date;
};

function toClaimed(row: ClaimedRow): ClaimedEmail {
  const email: QueuedEmail = {
    dedupeKey: row.dedupe_key,
    to: row.recipient,
    subject: row.subject,
    text: row.body,
    queuedAt: row.created_at,
    ...(row.recipient_name === null ? {} : { toName: row.recipient_name }),
    ...(row.html === null ? {} : { html: row.html }),
    ...(row.link === null ? {} : { link: row.link }),
    ...(row.conversation === null ? {} : { conversation: row.conversation }),
  };
  return { id: row.id, attempts: row.attempts, email };
}

/**
 * SQL that marks an email as delivered and deletes its content. It does so even if another process has leased the
 * email in the meantime.
 */
const markSentSql = (id: number | null): RawBuilder<unknown> => sql`
  update mail_outbox set state = 'sent', sent_at = now(), last_error = null, body = '', html = null, link = null,
    conversation = null
  where id = ${id} and state <> 'sent'`;

/**
 * Leases, for `lease` seconds, the email that has been due longest; null if none is due. Processes do not wait for
 * each other's locks. `delivered`: the id of another email, which the same statement marks as delivered.
 */
export async function claimEmail(db: Db, lease: number, delivered: number | null = null): Promise<ClaimedEmail | null> {
  const { rows } = await sql<ClaimedRow>`
    with delivered as (${markSentSql(delivered)})
    update mail_outbox set attempts = attempts + 1, next_at = now() + make_interval(secs => ${lease})
    where id = (select id from mail_outbox where state = 'waiting' and next_at <= now()
        and id is distinct from ${delivered}::bigint
      order by next_at, id limit 1 for update skip locked)
    returning id, attempts, dedupe_key, recipient, recipient_name, subject, body, html, link,
      conversation, created_at`.execute(db);
  const [row] = rows;
  return row ? toClaimed(row) : null;
}

export async function markSent(db: Db, id: number): Promise<void> {
  await markSentSql(id).execute(db);
}

/**
 * Schedules the next attempt to deliver an email after `pause` seconds, or gives the email up if `pause` is null.
 * Does nothing if another process has leased the email in the meantime.
 */
export async function markFailed(db: Db, claimed: ClaimedEmail, reason: string, pause: number | null): Promise<void> {
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
