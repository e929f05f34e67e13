import type { Kysely, RawBuilder } from 'kysely';
import type { Database } from '../../db/schema.ts';

/**
 * Headers of an email that a person wrote. They let mail programs show the emails of a conversation together
 * (`messageId`, `references`), and say to which address replies are sent (`replyTo`). Message-IDs include their angle
 * brackets; `references` are those of earlier emails, oldest first.
 */
export type Conversation = { messageId: string; references: readonly string[]; replyTo: string | null };

/**
 * An email to one person. If several emails have the same `dedupeKey`, only the first is queued. `link` is the most
 * important link in the email.
 */
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
  /**
   * Headers that link the email with the others of its conversation. Set only if a person wrote the email; all other
   * emails are marked as sent by a program.
   */
  conversation?: Conversation;
};

/** Queues emails in the caller's transaction. They are sent after the transaction is committed. */
export type Mail = {
  /** Base URL of the links in emails. */
  readonly siteUrl: string;
  queue(db: Kysely<Database>, email: Email): Promise<void>;
  /** SQL that queues emails. It can be used inside another statement. */
  queueSql(emails: readonly Email[]): RawBuilder<unknown>;
};

/** A file that is attached to an email. */
export type Attachment = { name: string; contentType: string; content: string };

/** An email that waits to be delivered. `attachments` are not stored with it, but made when it is delivered. */
export type QueuedEmail = Email & { queuedAt: Date; attachments?: readonly Attachment[] };

/**
 * Delivers emails. After a crash, the same email may be delivered twice. An implementation should, if possible, make
 * sure that the recipient sees it only once.
 */
export type MailCarrier = {
  /** How many emails may be delivered at the same time. */
  readonly atOnce: number;
  /**
   * Delivers one email. Resolves when the receiving server has accepted the email; stops when `signal` aborts.
   * @throws Undeliverable if a retry would be useless; after any other error a retry may succeed
   */
  carry(email: QueuedEmail, signal: AbortSignal): Promise<void>;
  /** Connects to the mail server and signs in, without sending anything. @throws Error if that fails */
  check?(): Promise<void>;
  close(): void;
};

/**
 * Thrown if the mail server refuses an email permanently: the recipient's mailbox does not exist, or the content is
 * rejected.
 */
export class Undeliverable extends Error {
  override name = 'Undeliverable';
}

/**
 * Masks an email address: only the first and last character before the @ and what follows the @ remain, as in
 * `a****r@example.com`. There are always four stars, to hide the length.
 */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const name = email.slice(0, at);
  const last = name.length > 2 ? name.slice(-1) : '';
  return `${name.slice(0, 1)}****${last}${email.slice(at)}`;
}
