import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';

/** An email to one person. Emails with the same `dedupeKey` are sent once. `link` is its main link. */
export type Email = {
  dedupeKey: string;
  to: string;
  toName?: string;
  subject: string;
  text: string;
  /** The same content as simple HTML. */
  html?: string;
  link?: string;
};

/** Queues emails in the caller's transaction. They are sent after its commit. */
export type Mail = {
  /** Base URL of links in emails. */
  readonly siteUrl: string;
  queue(db: Kysely<Database>, email: Email): Promise<void>;
};

/** An email as stored in the outbox. */
export type QueuedEmail = Email & { queuedAt: Date };

/** Delivers emails. After a crash the same email may be delivered twice; the recipient should see it once if possible. */
export type MailCarrier = {
  /** How many emails are delivered at the same time. */
  readonly atOnce: number;
  /**
   * Resolves when the other side has accepted the email. Stops when `signal` aborts.
   * @throws Undeliverable if a retry would be useless; any other error can be retried
   */
  carry(email: QueuedEmail, signal: AbortSignal): Promise<void>;
  close(): void;
};

/** The email is refused permanently: its mailbox does not exist or its content is rejected. */
export class Undeliverable extends Error {
  override name = 'Undeliverable';
}
