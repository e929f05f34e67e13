import type { RawBuilder } from 'kysely';

/** A request to the provider to open a payment. Amounts are integer paise. */
export type PaymentRequest = {
  /**
   * The id of the order at the provider: letters, digits and dashes. Each payment attempt has an id of its own. If a
   * request is sent twice with the same id, only one order is opened.
   */
  orderId: string;
  amountPaise: number;
  customer: { id: string; name: string; email: string | null; phone: string | null };
  /** URL to which the provider's payment page sends the browser back. The browser's return does not prove a payment. */
  returnUrl: string;
  /** When the payment session ends: no payment can be started after this time. */
  expiresAt: Date;
  idempotencyKey: string;
};

/**
 * A payment session at the provider, in which an order can be paid. `checkoutUrl` is a URL to open, or
 * `cashfree:<mode>?session=<id>`, which Cashfree's script opens. `expiresAt` is set only if the session expires later
 * than requested, because the provider requires a longer time.
 */
export type PaymentSession = { sessionId: string; checkoutUrl: string; expiresAt?: Date };

/** New payment sessions, and the SQL statement that stores them. */
type OwnSessions = { sessions: PaymentSession[]; statement: RawBuilder<unknown> };

/**
 * A payment of an order, as the provider reports it. `approved` is final. `pending` may become `approved` or
 * `declined`. After a declined payment, the order can be paid again.
 */
export type ProviderPayment = {
  id: string;
  status: 'approved' | 'declined' | 'pending';
  amountPaise: number;
  method: string | null;
};

/** The state of an order at the provider. `payments` are sorted with the oldest first. */
export type ProviderOrder = { status: 'active' | 'paid' | 'expired'; payments: ProviderPayment[] };

/**
 * A request to the provider for a refund. `orderId`: the order's id at the provider, from its `PaymentRequest`.
 * `refundId` consists of letters and digits; sending it twice makes only one refund.
 */
export type RefundRequest = {
  refundId: string;
  orderId: string;
  amountPaise: number;
  note: string;
  idempotencyKey: string;
};

/**
 * The state of a refund at the provider. `reference` is the provider's number of the refund. `failed` is final: staff
 * must request another refund, or pay the money back in another way.
 */
export type ProviderRefund = {
  reference: string | null;
  status: 'pending' | 'settled' | 'failed';
  amountPaise: number;
};

/**
 * A webhook call with its unparsed body, because the signature covers the exact bytes: `170.00` and `170` have
 * different signatures.
 */
export type WebhookDelivery = {
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Buffer;
};

/**
 * The content of a signed webhook. `order`: an order at the provider has changed; `orderPaise` is the amount of the
 * order, and `payment` is set only if the webhook proves a successful payment in rupees. `refund`: a refund has
 * changed. `none`: the webhook is ignored.
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
 * invalid response. Never call the provider inside a database transaction.
 */
export type Payments = {
  /** The provider's name in our database rows of payment attempts, payments and refunds. */
  readonly name: string;
  createOrder(request: PaymentRequest): Promise<PaymentSession>;
  /**
   * Opens payment sessions like `createOrder`, but by an SQL statement that the caller runs in its transaction. An
   * order and its payment session are then stored together, without a call to a provider. Only a provider that stores
   * its orders in our own database has this function.
   */
  openOwn?(requests: readonly PaymentRequest[]): OwnSessions;
  /** Fetches the state of an order; null if the provider does not know the order. */
  fetchOrder(orderId: string): Promise<ProviderOrder | null>;
  /**
   * Ends an order at the provider, so that no further payment can be started. A payment that is under way may still
   * succeed. Ending an order twice has no further effect.
   * @throws PaymentRefused if the order is paid, expired or unknown
   */
  endOrder(orderId: string): Promise<void>;
  /**
   * Requests a refund. If the provider has a refund with this id already, returns that one, even if its amount differs.
   * @throws PaymentRefused if the provider refuses it permanently
   */
  refund(request: RefundRequest): Promise<ProviderRefund>;
  /** Fetches the state of a refund; null if the provider does not know the refund. */
  fetchRefund(orderId: string, refundId: string): Promise<ProviderRefund | null>;
  /**
   * Reads a webhook. Returns null if it is not signed by the provider, is too old, or has a timestamp in the future.
   */
  readWebhook(delivery: WebhookDelivery): WebhookEvent | null;
};
