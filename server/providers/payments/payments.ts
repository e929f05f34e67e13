import type { RawBuilder } from 'kysely';

/** A payment to open at the provider. Amounts are integer paise. */
export type PaymentRequest = {
  /** Our attempt id: letters, digits and dashes. The same id sent twice is one order at the provider. */
  orderId: string;
  amountPaise: number;
  customer: { id: string; name: string; email: string | null; phone: string | null };
  /** Where the browser returns to. A return does not prove a payment. */
  returnUrl: string;
  /** No payment can be started after this time. */
  expiresAt: Date;
  idempotencyKey: string;
};

/**
 * `checkoutUrl`: a URL to open, or `cashfree:<mode>?session=<id>`, which the provider's script opens. `expiresAt`: set only
 * if the provider requires a later expiry than requested.
 */
export type PaymentSession = { sessionId: string; checkoutUrl: string; expiresAt?: Date };

/** Sessions of new orders, and the SQL statement that stores them. */
type OwnSessions = { sessions: PaymentSession[]; statement: RawBuilder<unknown> };

/** `approved` is final. `pending` may become either of the others, and a declined order can be paid again. */
export type ProviderPayment = {
  id: string;
  status: 'approved' | 'declined' | 'pending';
  amountPaise: number;
  method: string | null;
};

/** The state of an order at the provider, with its payments oldest first. */
export type ProviderOrder = { status: 'active' | 'paid' | 'expired'; payments: ProviderPayment[] };

/** A refund to make. `orderId` is that of `PaymentRequest`. The same `refundId` (letters and digits) sent twice is one refund. */
export type RefundRequest = {
  refundId: string;
  orderId: string;
  amountPaise: number;
  note: string;
  idempotencyKey: string;
};

/** `reference`: the provider's refund number. `failed` is final: staff must pay the money back in another way. */
export type ProviderRefund = { reference: string | null; status: 'pending' | 'settled' | 'failed' };

/** A webhook request with its unparsed body, because the signature covers the exact bytes (170.00 is not 170). */
export type WebhookDelivery = {
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Buffer;
};

/**
 * The content of a signed webhook. `order`: an order changed; `payment` is set only if the webhook proves a successful payment
 * in rupees; `orderPaise` is the amount of that order. `none`: a webhook that we ignore.
 */
export type PaymentUpdate =
  | { kind: 'order'; orderId: string; orderPaise: number | null; payment: ProviderPayment | null }
  | { kind: 'refund'; refundId: string }
  | { kind: 'none' };

/** The provider refuses the request permanently, so a retry is useless. Any other error may be temporary. */
export class PaymentRefused extends Error {
  override name = 'PaymentRefused';
}

/**
 * Hosted payments. Calls throw if the provider cannot be reached or returns an invalid response. Never call them inside a
 * transaction.
 */
export type Payments = {
  /** Names the provider in attempts, payments and refunds. */
  readonly name: string;
  createOrder(request: PaymentRequest): Promise<PaymentSession>;
  /**
   * Only for a provider that stores its orders in our own database: `createOrder` as an SQL statement for the caller's
   * transaction, so that an order and its session are stored together without a call.
   */
  openOwn?(requests: readonly PaymentRequest[]): OwnSessions;
  /** Null if the provider does not know the order. */
  fetchOrder(orderId: string): Promise<ProviderOrder | null>;
  /**
   * Ends an order, so that no payment can be started. A payment under way may still succeed. Idempotent.
   * @throws PaymentRefused if it is paid, expired or unknown
   */
  endOrder(orderId: string): Promise<void>;
  /** @throws PaymentRefused */
  refund(request: RefundRequest): Promise<ProviderRefund>;
  /** Null if the provider does not know the refund. */
  fetchRefund(orderId: string, refundId: string): Promise<ProviderRefund | null>;
  /** Null if the webhook is not signed by the provider, is too old or is from the future. */
  readWebhook(delivery: WebhookDelivery): PaymentUpdate | null;
};
