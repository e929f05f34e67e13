import type { Generated } from 'kysely';
import type { DefaultMoment, Moment, OptionalMoment, Paise } from './columns.ts';

export type PaymentAttemptRow = {
  id: string;
  order_id: string;
  number: number;
  provider: string;
  provider_order_id: string;
  session_id: string | null;
  checkout_url: string | null;
  state: 'created' | 'open' | 'approved' | 'declined' | 'expired';
  amount_paise: Paise;
  expires_at: Moment;
  created_at: DefaultMoment;
  settled_at: OptionalMoment;
  /** When the poller asks next; null: never again. */
  next_check_at: OptionalMoment;
  checks: Generated<number>;
};

export type ProviderPaymentRow = {
  provider: string;
  payment_id: string;
  attempt_id: string;
  outcome: 'approved' | 'declined' | 'pending';
  amount_paise: Paise;
  method: string | null;
  seen_at: DefaultMoment;
};

export type LedgerEntryRow = {
  id: Generated<number>;
  order_id: string;
  account: 'gateway' | 'revenue' | 'refunds_payable';
  amount_paise: Paise;
  source: string;
  at: DefaultMoment;
};

/** `sent`: the provider has taken it. `failed`: the provider will not; staff pay it back by hand. */
export type RefundState = 'requested' | 'sent' | 'settled' | 'failed';

export type RefundRow = {
  id: string;
  order_id: string;
  attempt_id: string;
  provider: string;
  payment_id: string;
  amount_paise: Paise;
  reason: string;
  state: Generated<RefundState>;
  /** The provider's own number of the refund. */
  provider_ref: string | null;
  tries: Generated<number>;
  next_try_at: OptionalMoment;
  created_at: DefaultMoment;
};

export type RefundTransitionRow = {
  id: Generated<number>;
  refund_id: string;
  from_state: string | null;
  to_state: string;
  reason: string;
  at: DefaultMoment;
};

export type WebhookDeliveryRow = { provider: string; digest: Buffer; received_at: DefaultMoment };

/** Tables of payment attempts, the append-only ledger (0003-booking.sql), refunds and webhooks (0006-payments.sql). */
export type PaymentTables = {
  payment_attempts: PaymentAttemptRow;
  provider_payments: ProviderPaymentRow;
  ledger_entries: LedgerEntryRow;
  refunds: RefundRow;
  refund_transitions: RefundTransitionRow;
  webhook_deliveries: WebhookDeliveryRow;
};
