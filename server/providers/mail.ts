import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';

/** A mail to one person. `dedupeKey` names the reason it is sent: the same reason is sent once. `link` is its main link. */
export type Letter = {
  dedupeKey: string;
  to: string;
  toName?: string;
  subject: string;
  text: string;
  /** The same in simple HTML. */
  html?: string;
  link?: string;
};

/** Mail leaves after the transaction that caused it: `queue` writes through the caller's handle and nothing else. */
export type Mail = {
  /** Where links in letters begin. */
  readonly siteUrl: string;
  queue(db: Kysely<Database>, letter: Letter): Promise<void>;
};

/** A letter as it lies in the outbox. */
export type QueuedLetter = Letter & { queuedAt: Date };

/** Takes letters to where they are read. One that was taken twice, after a crash, is to be seen once where that is possible. */
export type MailCarrier = {
  /** Letters that are on their way at the same time. */
  readonly atOnce: number;
  /**
   * Done when the other side has taken the letter over; gives up when `signal` aborts.
   * @throws Undeliverable where no repeat would help; anything else is worth another try
   */
  carry(letter: QueuedLetter, signal: AbortSignal): Promise<void>;
  close(): void;
};

/** This letter is refused for good: no such mailbox, or its content is not taken. */
export class Undeliverable extends Error {
  override name = 'Undeliverable';
}
