import type { Clock } from './clock.ts';
import type { Mail } from './mail.ts';

/** Delivers to the sandbox outbox at once, in the caller's transaction. */
export function sandboxMail({ clock }: { clock: Clock }): Mail {
  return {
    async queue(db, letter) {
      const at = new Date(clock.now());
      const { dedupeKey, to, subject, text, link } = letter;
      const queued = await db
        .insertInto('mail_outbox')
        .values({ dedupe_key: dedupeKey, recipient: to, subject, body: text, created_at: at, sent_at: at, attempts: 1 })
        .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!queued) return;
      await db
        .insertInto('sandbox_messages')
        .values({ at, channel: 'mail', recipient: to, subject, text, link: link ?? null })
        .execute();
    },
  };
}
