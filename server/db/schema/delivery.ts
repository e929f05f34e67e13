import type { ColumnType, Generated } from 'kysely';
import type { DefaultTimestamp, OptionalTimestamp } from './columns.ts';

type IdempotencyKeyRow = {
  subject: string;
  endpoint: string;
  key: string;
  request_hash: Buffer;
  status: number | null;
  answer: ColumnType<unknown, string | null | undefined, string | null>;
  created_at: DefaultTimestamp;
};

type MailOutboxRow = {
  id: Generated<number>;
  dedupe_key: string;
  /** The order that the email is about; null if it is about no order. */
  order_id: string | null;
  recipient: string;
  recipient_name: string | null;
  subject: string;
  body: string;
  html: string | null;
  link: string | null;
  conversation: ColumnType<unknown, string | null | undefined, string | null>;
  state: Generated<'waiting' | 'sent' | 'dead'>;
  /** Time of the next attempt to send the email. */
  next_at: DefaultTimestamp;
  last_error: string | null;
  /**
   * Why the last delivery of the email failed, such as `connection` or `fullMailbox`. The database derives it from
   * `last_error`.
   */
  failure_cause: ColumnType<string | null, never, never>;
  created_at: DefaultTimestamp;
  sent_at: OptionalTimestamp;
  attempts: Generated<number>;
};

/** Tables of idempotency keys and of the emails to send (0004-delivery.sql, 0007-mail-and-receipts.sql). */
export type DeliveryTables = {
  idempotency_keys: IdempotencyKeyRow;
  mail_outbox: MailOutboxRow;
};
