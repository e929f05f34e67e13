import type { CashfreeCall } from './cashfree-call.ts';
import { type CashfreeAccess, CashfreeError, createCashfreeCall } from './cashfree-call.ts';
import {
  type CashfreeOrder,
  orderSchema,
  paymentsSchema,
  refundSchema,
  toOrderStatus,
  toPayments,
  toRefund,
} from './cashfree-shapes.ts';
import type { Clock } from './clock.ts';
import { writeRupees } from './payment-amount.ts';
import { PaymentRefused, type PaymentRequest, type Payments } from './payments.ts';
import { readSignedWebhook } from './payments-webhook.ts';

export const cashfreeModes = ['sandbox', 'production'] as const;
export type CashfreeMode = (typeof cashfreeModes)[number];

/** `notifyUrl`: where webhooks go, https; without it they go where the dashboard says. */
export type CashfreeParts = CashfreeAccess & { mode: CashfreeMode; notifyUrl: string | undefined; clock: Clock };

/** Cashfree takes an expiry more than 15 minutes ahead; one more for clocks that differ. Milliseconds. */
const shortest = 16 * 60_000;

const orderPath = (orderId: string) => `/orders/${encodeURIComponent(orderId)}`;

/** ISO 8601 without fractions, the form that Cashfree documents. */
const toMoment = (at: number) => new Date(at).toISOString().replace(/\.\d+Z$/, 'Z');

/** A customer id has letters and digits alone; a name has 3 to 100 characters; an e-mail may be missing, a phone may not. */
function toCustomer({ id, name, email, phone }: PaymentRequest['customer']) {
  const digits = (phone ?? '').replace(/\D/g, '').slice(-10);
  if (digits.length < 10) throw new Error('Cashfree needs the mobile number of whoever pays');
  const customer_name = name.trim().slice(0, 100);
  return {
    customer_id: id.replace(/[^a-zA-Z0-9]/g, '').slice(0, 50),
    customer_phone: digits,
    ...(email ? { customer_email: email } : {}),
    ...(customer_name.length >= 3 ? { customer_name } : {}),
  };
}

/** An order under our id that a lost answer left there is ours, if it is over the same amount and can be paid. */
async function findOurOrder(call: CashfreeCall, request: PaymentRequest): Promise<CashfreeOrder> {
  const order = await call(orderSchema, { path: orderPath(request.orderId) });
  if (order.order_amount !== request.amountPaise || toOrderStatus(order.order_status) !== 'active')
    throw new Error(
      `Cashfree has another order ${request.orderId}: ${order.order_status}, ${order.order_amount} paise`,
    );
  return order;
}

function createOrder(call: CashfreeCall, parts: CashfreeParts): Payments['createOrder'] {
  return async (request) => {
    const now = parts.clock.now();
    if (request.expiresAt.getTime() <= now) throw new Error(`the time to pay ${request.orderId} is over`);
    // Whole seconds, upwards: what Cashfree is told is what we go by.
    const end = Math.ceil(Math.max(request.expiresAt.getTime(), now + shortest) / 1000) * 1000;
    const body = {
      order_id: request.orderId,
      order_amount: writeRupees(request.amountPaise),
      order_currency: 'INR',
      customer_details: toCustomer(request.customer),
      order_meta: { return_url: request.returnUrl, ...(parts.notifyUrl ? { notify_url: parts.notifyUrl } : {}) },
      order_expiry_time: toMoment(end),
    };
    const asked = { path: '/orders', body, idempotencyKey: request.idempotencyKey };
    const order = await call(orderSchema, asked).catch((error: unknown) => {
      if (error instanceof CashfreeError && error.status === 409) return findOurOrder(call, request);
      throw error;
    });
    const sessionId = order.payment_session_id;
    if (!sessionId || order.order_amount !== request.amountPaise)
      throw new Error(`Cashfree opened ${request.orderId} without a session or over another amount`);
    const checkoutUrl = `cashfree:${parts.mode}?session=${encodeURIComponent(sessionId)}`;
    const isLonger = now + shortest > request.expiresAt.getTime();
    return { sessionId, checkoutUrl, ...(isLonger ? { expiresAt: new Date(end) } : {}) };
  };
}

/** Null where Cashfree itself says 404: a proxy's page does not prove that an order is unknown. */
async function orNull<T>(work: Promise<T>): Promise<T | null> {
  return work.catch((error: unknown) => {
    if (error instanceof CashfreeError && error.status === 404 && error.isRefusal) return null;
    throw error;
  });
}

/** `TERMINATION_REQUESTED`: a payment is under way, and the next look tells what became of it. */
const endedStatuses = ['TERMINATED', 'TERMINATION_REQUESTED'];

/**
 * The documents name no error of an order that is paid or over, and say of a success "confirm with the order_status in
 * response" (Terminate Order, 2026-01-01): so neither is believed, and what the order itself says decides.
 */
function endOrder(call: CashfreeCall): Payments['endOrder'] {
  return async (orderId) => {
    const path = orderPath(orderId);
    let refused: CashfreeError | undefined;
    const ending = call(orderSchema, { method: 'PATCH', path, body: { order_status: 'TERMINATED' } });
    const order = await ending.catch((error: unknown) => {
      if (!(error instanceof CashfreeError) || !error.isRefusal) throw error;
      refused = error;
      return orNull(call(orderSchema, { path }));
    });
    if (order && endedStatuses.includes(order.order_status)) return;
    const told = `Cashfree did not end ${orderId}: ${order?.order_status ?? 'unknown'}`;
    const cause = { cause: refused };
    if (!order || toOrderStatus(order.order_status) !== 'active') throw new PaymentRefused(told, cause);
    // It can still be paid: the refusal was about something else, and the poller tries again.
    throw new Error(told, cause);
  };
}

function createRefund(call: CashfreeCall, fetchRefund: Payments['fetchRefund']): Payments['refund'] {
  return async ({ refundId, orderId, amountPaise, note, idempotencyKey }) => {
    const body = {
      refund_id: refundId,
      refund_amount: writeRupees(amountPaise),
      refund_note: note.slice(0, 100),
      refund_speed: 'STANDARD',
    };
    const asked = { path: `${orderPath(orderId)}/refunds`, body, idempotencyKey };
    try {
      return toRefund(await call(refundSchema, asked));
    } catch (error) {
      if (!(error instanceof CashfreeError) || !error.isRefusal) throw error;
      const known = await fetchRefund(orderId, refundId);
      if (known) return known;
      throw new PaymentRefused(error.message, { cause: error });
    }
  };
}

/** Hosted payments by Cashfree (integrations, "Payments: Cashfree"); the browser's half is `src/checkout`. */
export function cashfreePayments(parts: CashfreeParts): Payments {
  const call = createCashfreeCall(parts);
  const fetchRefund: Payments['fetchRefund'] = async (orderId, refundId) => {
    const path = `${orderPath(orderId)}/refunds/${encodeURIComponent(refundId)}`;
    const refund = await orNull(call(refundSchema, { path }));
    return refund && toRefund(refund);
  };
  return {
    name: 'cashfree',
    createOrder: createOrder(call, parts),
    async fetchOrder(orderId) {
      const order = await orNull(call(orderSchema, { path: orderPath(orderId) }));
      if (!order) return null;
      // After the order: an order that was over when asked has all its payments here.
      const payments = await call(paymentsSchema, { path: `${orderPath(orderId)}/payments` });
      return { status: toOrderStatus(order.order_status), payments: toPayments(payments) };
    },
    endOrder: endOrder(call),
    refund: createRefund(call, fetchRefund),
    fetchRefund,
    readWebhook: (delivery) => readSignedWebhook(parts.clientSecret, parts.clock, delivery),
  };
}
