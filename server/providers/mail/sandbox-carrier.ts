import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';
import type { MailCarrier } from './mail.ts';

/**
 * Delivers emails to the sandbox outbox. An email that is delivered again is stored only once, because dedupe keys
 * are unique there too.
 */
export function sandboxCarrier({ db }: { db: Kysely<Database> }): MailCarrier {
  return {
    // Deliver one email at a time, so that the page `/sandbox/outbox` lists the emails in the order in which they were
    // queued.
    atOnce: 1,
    async carry({ dedupeKey, to, subject, text, link, queuedAt, attachments = [] }) {
      const names = attachments.map(({ name }) => `\n\nAttached: ${name}`);
      await db
        .insertInto('sandbox_messages')
        .values({
          dedupe_key: dedupeKey,
          at: queuedAt,
          channel: 'mail',
          recipient: to,
          subject,
          text: [text, ...names].join(''),
          link: link ?? null,
        })
        .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
        .execute();
    },
    close() {},
  };
}
