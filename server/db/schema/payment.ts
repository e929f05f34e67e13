import type { Generated } from 'kysely';
import type { DefaultTimestamp, OptionalTimestamp, Paise, Timestamp } from './columns.ts';

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
  expires_at: Timestamp;
  created_at: DefaultTimestamp;
  settled_at: OptionalTimestamp;
  /**
   * When the server asks the provider again about this payment attempt; null once the attempt's final state is known.
   */
  next_check_at: OptionalTimestamp;
  checks: Generated<number>;
  /**
   * The changed booking (`booking_changes`) for which this payment attempt pays the price difference; null if the
   * attempt pays the order itself.
   */
  change_id: Generated<number | null>;
};

type ProviderPaymentRow = {
  provider: string;
  payment_id: string;
  attempt_id: string;
  outcome: 'approved' | 'declined' | 'pending';
  amount_paise: Paise;
  method: string | null;
  /** What staff entered to identify a payment at the office, such as the number of a bank transfer. */
  reference: Generated<string | null>;
  seen_at: DefaultTimestamp;
};

export type LedgerEntryRow = {
  id: Generated<number>;
  order_id: string;
  account: 'gateway' | 'office' | 'revenue' | 'refunds_payable';
  amount_paise: Paise;
  source: string;
  at: DefaultTimestamp;
};

/**
 * The state of a refund. `sent`: accepted by the provider. `failed`: rejected by the provider, so staff must request it
 * again or refund the money by hand.
 */
export type RefundState = 'requested' | 'sent' | 'settled' | 'failed';

type RefundRow = {
  id: string;
  order_id: string;
  attempt_id: string;
  provider: string;
  payment_id: string;
  amount_paise: Paise;
  reason: string;
  /**
   * What caused the refund: `payment` for a payment that did not lead to a booking, or `change:` and the id of a
   * changed booking.
   */
  cause: Generated<string>;
  /**
   * The number of the refund's current request at the provider, from 1 (`providerRefundId`). It rises by one only if
   * staff request a failed refund again, not if a request is repeated after a crash or an error.
   */
  round: Generated<number>;
  state: Generated<RefundState>;
  /** The provider's own id of the refund; null until the provider has given one. */
  provider_ref: string | null;
  tries: Generated<number>;
  next_try_at: OptionalTimestamp;
  created_at: DefaultTimestamp;
};

type RefundTransitionRow = {
  id: Generated<number>;
  refund_id: string;
  from_state: string | null;
  to_state: string;
  reason: string;
  at: DefaultTimestamp;
};

type WebhookDeliveryRow = { provider: string; digest: Buffer; received_at: DefaultTimestamp };

/** Tables of payment attempts, the append-only ledger (0003-booking.sql), refunds and webhooks (0006-payments.sql). */
export type PaymentTables = {
  payment_attempts: PaymentAttemptRow;
  provider_payments: ProviderPaymentRow;
  ledger_entries: LedgerEntryRow;
  refunds: RefundRow;
  refund_transitions: RefundTransitionRow;
  webhook_deliveries: WebhookDeliveryRow;
};
