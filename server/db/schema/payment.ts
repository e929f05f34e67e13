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

/** Tables of payment attempts and the append-only ledger (0003-booking.sql). */
export type PaymentTables = {
  payment_attempts: PaymentAttemptRow;
  provider_payments: ProviderPaymentRow;
  ledger_entries: LedgerEntryRow;
};
