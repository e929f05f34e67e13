import type { RawBuilder } from 'kysely';

/** A payment to open at the provider. Amounts are integer paise. */
export type PaymentRequest = {
  /** Our attempt id: letters, digits and dashes. The same id sent twice is one order at the provider. */
  orderId: string;
  amountPaise: number;
  customer: { id: string; name: string; email: string | null; phone: string | null };
  /** URL to which the browser returns from the payment page. A return does not prove a payment. */
  returnUrl: string;
  /** Time after which no payment can be started. */
  expiresAt: Date;
  idempotencyKey: string;
};

/**
 * A payment session at the provider. `checkoutUrl` is a URL to open, or `cashfree:<mode>?session=<id>`, which
 * Cashfree's script opens. `expiresAt` is set only if the provider requires a later expiry than requested.
 */
export type PaymentSession = { sessionId: string; checkoutUrl: string; expiresAt?: Date };

/** The payment sessions of new orders, and the SQL statement that stores them. */
type OwnSessions = { sessions: PaymentSession[]; statement: RawBuilder<unknown> };

/**
 * A payment of an order at the provider. `approved` is final. `pending` may become either of the others. After a
 * declined payment, the order can be paid again.
 */
export type ProviderPayment = {
  id: string;
  status: 'approved' | 'declined' | 'pending';
  amountPaise: number;
  method: string | null;
};

/** The state of an order at the provider. `payments` are sorted, oldest first. */
export type ProviderOrder = { status: 'active' | 'paid' | 'expired'; payments: ProviderPayment[] };

/**
 * A refund to request. `orderId` is that of the `PaymentRequest`. The same `refundId` (letters and digits) sent twice
 * is one refund.
 */
export type RefundRequest = {
  refundId: string;
  orderId: string;
  amountPaise: number;
  note: string;
  idempotencyKey: string;
};

/**
 * The state of a refund at the provider. `reference` is the provider's refund number. `failed` is final: staff must pay
 * the money back in another way.
 */
export type ProviderRefund = { reference: string | null; status: 'pending' | 'settled' | 'failed' };

/** A webhook request with its unparsed body, because the signature covers the exact bytes (170.00 is not 170). */
export type WebhookDelivery = {
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Buffer;
};

/**
 * The content of a signed webhook. `order`: an order has changed; `orderPaise` is its amount, and `payment` is set only
 * if the webhook proves a successful payment in rupees. `none`: a webhook that is ignored.
 */
export type WebhookEvent =
  | { kind: 'order'; orderId: string; orderPaise: number | null; payment: ProviderPayment | null }
  | { kind: 'refund'; refundId: string }
  | { kind: 'none' };

/**
 * Thrown if the payment provider refuses a request permanently, so that a retry is useless. Any other error may be
 * temporary.
 */
export class PaymentRefused extends Error {
  override name = 'PaymentRefused';
}

/**
 * A payment provider that hosts the payment page. Its calls throw if the provider cannot be reached or returns an
 * invalid response. Never call them inside a transaction.
 */
export type Payments = {
  /** The name by which attempts, payments and refunds refer to the provider. */
  readonly name: string;
  createOrder(request: PaymentRequest): Promise<PaymentSession>;
  /**
   * Opens payment sessions like `createOrder`, but by an SQL statement in the caller's transaction, so that an order and
   * its session are stored together without a call. Only a provider that stores its orders in our own database has this
   * function.
   */
  openOwn?(requests: readonly PaymentRequest[]): OwnSessions;
  /** Fetches the state of an order; null if the provider does not know the order. */
  fetchOrder(orderId: string): Promise<ProviderOrder | null>;
  /**
   * Ends an order, so that no further payment can be started. A payment under way may still succeed. Idempotent.
   * @throws PaymentRefused if the order is paid, expired or unknown
   */
  endOrder(orderId: string): Promise<void>;
  /** Requests a refund. @throws PaymentRefused if the provider refuses it permanently */
  refund(request: RefundRequest): Promise<ProviderRefund>;
  /** Fetches the state of a refund; null if the provider does not know the refund. */
  fetchRefund(orderId: string, refundId: string): Promise<ProviderRefund | null>;
  /** Reads a webhook. Returns null if it is not signed by the provider, is too old or is from the future. */
  readWebhook(delivery: WebhookDelivery): WebhookEvent | null;
};
