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
  const queueSql = (emails: readonly Email[]) => {
    const list = <T>(of: (email: Email) => T) => emails.map(of);
    return sql`
      insert into mail_outbox (dedupe_key, order_id, recipient, recipient_name, subject, body, html, link, conversation, created_at)
      select *, ${new Date(clock.now())}::timestamptz
      from unnest(${list((one) => one.dedupeKey)}::text[], ${list((one) => one.orderId ?? null)}::text[],
        ${list((one) => oneLine(one.to))}::text[],
        ${list(({ toName }) => (toName === undefined ? null : oneLine(toName)))}::text[],
        ${list((one) => oneLine(one.subject))}::text[], ${list((one) => one.text)}::text[],
        ${list((one) => one.html ?? null)}::text[], ${list((one) => one.link ?? null)}::text[],
        ${list(({ conversation }) => (conversation === undefined ? null : JSON.stringify(conversation)))}::jsonb[])
      on conflict (dedupe_key) do nothing`;
  };
  return {
    siteUrl,
    queueSql,
    queue: async (db, email) => void (await queueSql([email]).execute(db)),
  };
}
