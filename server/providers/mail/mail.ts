import type { Kysely, RawBuilder } from 'kysely';
import type { Database } from '../../db/schema.ts';

/**
 * The headers of an email written by a person: they keep a conversation together in mail programs, and say where
 * replies go. Message-IDs include their angle brackets; `references` are earlier ones, oldest first.
 */
export type Conversation = { messageId: string; references: readonly string[]; replyTo: string | null };

/** An email to one person. Of several emails with the same `dedupeKey`, only one is queued. `link` is its main link. */
export type Email = {
  dedupeKey: string;
  to: string;
  toName?: string;
  subject: string;
  text: string;
  /** The email's content as simple HTML, in addition to the plain `text`. */
  html?: string;
  link?: string;
  /** The order that the email is about. The console shows the email in the history of this order. */
  orderId?: string;
  /** Only for emails written by a person. All others are marked as sent by a program. */
  conversation?: Conversation;
};

/** Queues emails in the caller's transaction. They are sent after its commit. */
export type Mail = {
  /** Base URL of the links in emails. */
  readonly siteUrl: string;
  queue(db: Kysely<Database>, email: Email): Promise<void>;
  /** SQL that queues an email, for use inside another statement. */
  queueSql(email: Email): RawBuilder<unknown>;
};

/** A file that is attached to an email. */
export type Attachment = { name: string; contentType: string; content: string };

/** An email as stored in the outbox. `attachments` are made when it is sent and never stored. */
export type QueuedEmail = Email & { queuedAt: Date; attachments?: readonly Attachment[] };

/**
 * Delivers emails. After a crash, the same email may be delivered twice. If possible, the recipient should then see it
 * only once.
 */
export type MailCarrier = {
  /** How many emails are delivered at the same time. */
  readonly atOnce: number;
  /**
   * Delivers one email and resolves when the receiving server has accepted it. Stops when `signal` aborts.
   * @throws Undeliverable if a retry would be useless; after any other error a retry may succeed
   */
  carry(email: QueuedEmail, signal: AbortSignal): Promise<void>;
  /** Connects and signs in without sending anything. @throws Error if that fails */
  check?(): Promise<void>;
  close(): void;
};

/** Thrown if an email is refused permanently: its mailbox does not exist or its content is rejected. */
export class Undeliverable extends Error {
  override name = 'Undeliverable';
}

/**
 * Masks an email address except the first and last character before the @: `a****r@example.com`. There are always four
 * stars, to hide the length.
 */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const name = email.slice(0, at);
  const last = name.length > 2 ? name.slice(-1) : '';
  return `${name.slice(0, 1)}****${last}${email.slice(at)}`;
}
