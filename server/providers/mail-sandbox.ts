import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { MailCarrier } from './mail.ts';

/** Delivers to the sandbox outbox, each letter exactly once: its dedupe key is unique there as well. */
export function sandboxCarrier({ db }: { db: Kysely<Database> }): MailCarrier {
  return {
    // One after the other, so that the outbox has them in the order of their causes.
    atOnce: 1,
    async carry({ dedupeKey, to, subject, text, link, queuedAt }) {
      await db
        .insertInto('sandbox_messages')
        .values({
          dedupe_key: dedupeKey,
          at: queuedAt,
          channel: 'mail',
          recipient: to,
          subject,
          text,
          link: link ?? null,
        })
        .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
        .execute();
    },
    close() {},
  };
}
