import type { Clock } from './clock.ts';
import type { Mail } from './mail.ts';

/** Nothing that a person typed into a name or a course may begin another header. */
const oneLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();

/** Writes letters to `mail_outbox`, where the sender (`server/mail/sender.ts`) finds them once they are committed. */
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
