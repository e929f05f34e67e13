import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';

/**
 * A message in the sandbox outbox, such as an email or a one-time code, which would have been sent in production.
 * `at` is an ISO timestamp.
 */
export type SandboxMessage = {
  at: string;
  channel: 'whatsapp' | 'email' | 'mail';
  to: string;
  code?: string;
  link?: string;
  subject?: string;
  text: string;
};

const maxMessages = 200;

export async function addMessage(db: Kysely<Database>, message: SandboxMessage): Promise<void> {
  const { to: recipient, ...row } = message;
  await db
    .insertInto('sandbox_messages')
    .values({ ...row, recipient })
    .execute();
}

/** The last 200 messages of the sandbox outbox, newest first. */
export async function listMessages(db: Kysely<Database>): Promise<SandboxMessage[]> {
  const rows = await db.selectFrom('sandbox_messages').selectAll().orderBy('id', 'desc').limit(maxMessages).execute();
  return rows.map(({ at, channel, recipient, code, link, subject, text }) => ({
    at: at.toISOString(),
    channel,
    to: recipient,
    ...(code === null ? {} : { code }),
    ...(link === null ? {} : { link }),
    ...(subject === null ? {} : { subject }),
    text,
  }));
}
