import type { Generated } from 'kysely';
import type { DefaultTimestamp, OptionalTimestamp, Paise, Timestamp } from './columns.ts';

type SandboxMessageRow = {
  id: Generated<number>;
  at: DefaultTimestamp;
  channel: 'whatsapp' | 'email' | 'mail';
  recipient: string;
  code: string | null;
  link: string | null;
  subject: string | null;
  text: string;
  dedupe_key: string | null;
};

type SandboxCodeRow = {
  request_id: string;
  identifier: string;
  channel: string;
  code: string;
  tries: Generated<number>;
  is_verified: Generated<boolean>;
  token_hash: Buffer | null;
  token_used_at: OptionalTimestamp;
  created_at: DefaultTimestamp;
};

type SandboxPaymentRow = {
  session_id: string;
  provider_order_id: string;
  amount_paise: Paise;
  return_url: string;
  state: 'active' | 'paid' | 'declined' | 'pending' | 'expired';
  payment_id: string | null;
  expires_at: Timestamp;
  created_at: DefaultTimestamp;
};

type SandboxRefundRow = {
  refund_id: string;
  provider_order_id: string;
  amount_paise: Paise;
  created_at: DefaultTimestamp;
};

/** Tables of the sandbox providers (0004-delivery.sql, 0006-payments.sql). */
export type SandboxTables = {
  sandbox_messages: SandboxMessageRow;
  sandbox_codes: SandboxCodeRow;
  sandbox_payments: SandboxPaymentRow;
  sandbox_refunds: SandboxRefundRow;
};
