import type { Clock } from '../../http/clock.ts';
import type { Mail } from './mail.ts';

/** Removes line breaks from a name or subject, so that it cannot start another email header. */
const oneLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();

/** Queues emails in the table `mail_outbox`. The sender (`server/mail/sender.ts`) delivers them after the commit. */
export function outboxMail({ clock, siteUrl }: { clock: Clock; siteUrl: string }): Mail {
  return {
    siteUrl,
    async queue(db, { dedupeKey, to, toName, subject, text, html, link }) {
      await db
        .insertInto('mail_outbox')
        .values({
          dedupe_key: dedupeKey,
          recipient: oneLine(to),
          recipient_name: toName === undefined ? null : oneLine(toName),
          subject: oneLine(subject),
          body: text,
          html: html ?? null,
          link: link ?? null,
          created_at: new Date(clock.now()),
        })
        .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
        .execute();
    },
  };
}
