/** What a payment is made for. Amounts are integer paise. */
export type PaymentRequest = {
  /** Our id of the attempt; the same id asked twice is one order at the provider. */
  orderId: string;
  amountPaise: number;
  customer: { id: string; name: string; email: string | null; phone: string | null };
  /** Where the browser comes back to: a hint, never a proof. */
  returnUrl: string;
  /** From then on no payment can be begun. */
  expiresAt: Date;
  idempotencyKey: string;
};

export type PaymentSession = { sessionId: string; checkoutUrl: string };

/** `approved` is final; `pending` may still become either of the others. */
export type ProviderPayment = {
  id: string;
  status: 'approved' | 'declined' | 'pending';
  amountPaise: number;
  method: string | null;
};

/** The truth about an order at the provider; payments oldest first. */
export type ProviderOrder = { status: 'active' | 'paid' | 'expired'; payments: ProviderPayment[] };

/**
 * Hosted payments (integrations, "Payments"). Both calls throw where the provider cannot be reached or answers nonsense;
 * neither is made inside a transaction (design 4).
 */
export type Payments = {
  /** Names the provider in attempts and payments. */
  readonly name: string;
  createOrder(request: PaymentRequest): Promise<PaymentSession>;
  /** Null where the provider knows no such order. */
  fetchOrder(orderId: string): Promise<ProviderOrder | null>;
};
