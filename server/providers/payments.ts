import type { RawBuilder } from 'kysely';

/** What a payment is made for. Amounts are integer paise. */
export type PaymentRequest = {
  /** Our id of the attempt; the same id asked twice is one order at the provider. Letters, digits and dashes. */
  orderId: string;
  amountPaise: number;
  customer: { id: string; name: string; email: string | null; phone: string | null };
  /** Where the browser comes back to: a hint, never a proof. */
  returnUrl: string;
  /** From then on no payment can be begun. */
  expiresAt: Date;
  idempotencyKey: string;
};

/**
 * `checkoutUrl`: where the browser pays, an address to go to, or `cashfree:<mode>?session=<id>`, which the provider's own
 * script opens. `expiresAt`: only where the provider needs a later end than was asked for.
 */
export type PaymentSession = { sessionId: string; checkoutUrl: string; expiresAt?: Date };

/** Sessions of new orders, and the statement that opens them: orders that nobody has asked for yet. */
export type OwnSessions = { sessions: PaymentSession[]; statement: RawBuilder<unknown> };

/** `approved` is final; `pending` may still become either of the others, and a declined order may be paid again. */
export type ProviderPayment = {
  id: string;
  status: 'approved' | 'declined' | 'pending';
  amountPaise: number;
  method: string | null;
};

/** The truth about an order at the provider; payments oldest first. */
export type ProviderOrder = { status: 'active' | 'paid' | 'expired'; payments: ProviderPayment[] };

/** Money to send back: `orderId` as in `PaymentRequest`; the same `refundId` (letters and digits) twice is one refund. */
export type RefundRequest = {
  refundId: string;
  orderId: string;
  amountPaise: number;
  note: string;
  idempotencyKey: string;
};

/** `reference`: the provider's own number. `failed` is final: staff must pay another way. */
export type ProviderRefund = { reference: string | null; status: 'pending' | 'settled' | 'failed' };

/** A delivery as it came: the body is not touched, since 170.00 signed is not 170. */
export type WebhookDelivery = {
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Buffer;
};

/**
 * What a signed webhook tells. `order`: something happened to it; `payment` only where the delivery proves one that
 * succeeded, in rupees, for an order over `orderPaise`. `none`: of no concern.
 */
export type PaymentNews =
  | { kind: 'order'; orderId: string; orderPaise: number | null; payment: ProviderPayment | null }
  | { kind: 'refund'; refundId: string }
  | { kind: 'none' };

/** The provider understood and will not do it: a repeat is useless. Anything else that a port throws may pass. */
export class PaymentRefused extends Error {
  override name = 'PaymentRefused';
}

/**
 * Hosted payments (integrations, "Payments"). The calls throw where the provider cannot be reached or answers nonsense;
 * none is made inside a transaction (design 4).
 */
export type Payments = {
  /** Names the provider in attempts, payments and refunds. */
  readonly name: string;
  createOrder(request: PaymentRequest): Promise<PaymentSession>;
  /**
   * Only of a provider that keeps its orders in our own database: what `createOrder` does, as a statement for the caller's
   * transaction. No call leaves the process, and an order and its session stand or fall together.
   */
  openOwn?(requests: readonly PaymentRequest[]): OwnSessions;
  /** Null where the provider knows no such order. */
  fetchOrder(orderId: string): Promise<ProviderOrder | null>;
  /**
   * Ends an order: no payment of it can be begun any more, one that is under way may still succeed. Twice is once.
   * @throws PaymentRefused where it is paid, expired or unknown
   */
  endOrder(orderId: string): Promise<void>;
  /** @throws PaymentRefused */
  refund(request: RefundRequest): Promise<ProviderRefund>;
  /** Null where the provider knows no such refund. */
  fetchRefund(orderId: string, refundId: string): Promise<ProviderRefund | null>;
  /** Null where the delivery is not the provider's, or is too old or from the future. */
  readWebhook(delivery: WebhookDelivery): PaymentNews | null;
};
