import type { ColumnType, Generated } from 'kysely';
import type { DefaultMoment, OptionalMoment } from './columns.ts';

export type IdempotencyKeyRow = {
  subject: string;
  endpoint: string;
  key: string;
  request_hash: Buffer;
  status: number | null;
  answer: ColumnType<unknown, string | null | undefined, string | null>;
  created_at: DefaultMoment;
};

export type MailOutboxRow = {
  id: Generated<number>;
  dedupe_key: string;
  recipient: string;
  recipient_name: string | null;
  subject: string;
  body: string;
  html: string | null;
  link: string | null;
  state: Generated<'waiting' | 'sent' | 'dead'>;
  /** Not to be tried before. */
  next_at: DefaultMoment;
  last_error: string | null;
  created_at: DefaultMoment;
  sent_at: OptionalMoment;
  attempts: Generated<number>;
};

/** Tables of idempotent calls and mail that waits to be sent (0004-delivery.sql, 0007-mail-and-receipts.sql). */
export type DeliveryTables = {
  idempotency_keys: IdempotencyKeyRow;
  mail_outbox: MailOutboxRow;
};
