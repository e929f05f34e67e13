import { sql } from 'kysely';
import type { Clock } from '../../http/clock.ts';
import type { Email, Mail } from './mail.ts';

/**
 * Removes line breaks from a name or subject, because the text after a line break could be read as another header of
 * the email.
 */
const oneLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();

/**
 * Queues emails in the table `mail_outbox`. The sender (`server/mail/sender.ts`) delivers them after the transaction
 * is committed.
 */
export function outboxMail({ clock, siteUrl }: { clock: Clock; siteUrl: string }): Mail {
  const queueSql = ({ dedupeKey, to, toName, subject, text, html, link, orderId, conversation }: Email) => {
    const name = toName === undefined ? null : oneLine(toName);
    const headers = conversation === undefined ? null : JSON.stringify(conversation);
    return sql`
      insert into mail_outbox (dedupe_key, order_id, recipient, recipient_name, subject, body, html, link, conversation, created_at)
      values (${dedupeKey}, ${orderId ?? null}, ${oneLine(to)}, ${name}, ${oneLine(subject)}, ${text}, ${html ?? null}, ${link ?? null},
        ${headers}::jsonb, ${new Date(clock.now())})
      on conflict (dedupe_key) do nothing`;
  };
  return {
    siteUrl,
    queueSql,
    queue: async (db, email) => void (await queueSql(email).execute(db)),
  };
}
