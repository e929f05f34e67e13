import type { Generated } from 'kysely';
import type { DefaultMoment, Moment, OptionalMoment, Paise } from './columns.ts';

export type SandboxMessageRow = {
  id: Generated<number>;
  at: DefaultMoment;
  channel: 'whatsapp' | 'email' | 'mail';
  recipient: string;
  code: string | null;
  link: string | null;
  subject: string | null;
  text: string;
  dedupe_key: string | null;
};

export type SandboxCodeRow = {
  request_id: string;
  identifier: string;
  channel: string;
  code: string;
  tries: Generated<number>;
  is_verified: Generated<boolean>;
  token_hash: Buffer | null;
  token_used_at: OptionalMoment;
  created_at: DefaultMoment;
};

export type SandboxPaymentRow = {
  session_id: string;
  provider_order_id: string;
  amount_paise: Paise;
  return_url: string;
  state: 'active' | 'paid' | 'declined' | 'pending' | 'expired';
  payment_id: string | null;
  expires_at: Moment;
  created_at: DefaultMoment;
};

export type SandboxRefundRow = {
  refund_id: string;
  provider_order_id: string;
  amount_paise: Paise;
  created_at: DefaultMoment;
};

/** Tables of the stand-ins for hosted providers (0004-delivery.sql, 0006-payments.sql). */
export type SandboxTables = {
  sandbox_messages: SandboxMessageRow;
  sandbox_codes: SandboxCodeRow;
  sandbox_payments: SandboxPaymentRow;
  sandbox_refunds: SandboxRefundRow;
};
