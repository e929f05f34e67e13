import type { Clock } from '../../http/clock.ts';
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
} from './cashfree-schemas.ts';
import { readSignedWebhook } from './cashfree-webhook.ts';
import { writeRupees } from './payment-amount.ts';
import { PaymentRefused, type PaymentRequest, type Payments } from './payments.ts';

export type CashfreeMode = 'sandbox' | 'production';

/**
 * What payments by Cashfree need. `notifyUrl` is the https URL to which Cashfree sends webhooks; without it, Cashfree
 * uses the URL that is set in its dashboard.
 */
type CashfreeDeps = CashfreeAccess & { mode: CashfreeMode; notifyUrl: string | undefined; clock: Clock };

/**
 * Minimum time from now until a payment session expires. Cashfree requires more than 15 minutes; one more minute
 * allows for differences between the clocks.
 */
const minSessionMs = 16 * 60_000;

const orderPath = (orderId: string) => `/orders/${encodeURIComponent(orderId)}`;

/** Formats a time as ISO 8601 without fractions of a second, the format in Cashfree's documentation. */
const toTimestamp = (at: number) => new Date(at).toISOString().replace(/\.\d+Z$/, 'Z');

/**
 * Converts a customer to the form that Cashfree requires: an id of letters and digits, a name of 3 to 100 characters,
 * a phone number, and optionally an email address.
 * @throws Error if there is no phone number of ten digits
 */
function toCustomer({ id, name, email, phone }: PaymentRequest['customer']) {
  const digits = (phone ?? '').replace(/\D/g, '').slice(-10);
  if (digits.length < 10) throw new Error('Cashfree requires the mobile number of the customer');
  const customer_name = name.trim().slice(0, 100);
  return {
    customer_id: id.replace(/[^a-zA-Z0-9]/g, '').slice(0, 50),
    customer_phone: digits,
    ...(email ? { customer_email: email } : {}),
    ...(customer_name.length >= 3 ? { customer_name } : {}),
  };
}

/**
 * Finds the order at Cashfree that an earlier request has created, if the response to that request was lost.
 * @throws Error if the order has another amount or can no longer be paid
 */
async function findOurOrder(call: CashfreeCall, request: PaymentRequest): Promise<CashfreeOrder> {
  const order = await call(orderSchema, { path: orderPath(request.orderId) });
  if (order.order_amount !== request.amountPaise || toOrderStatus(order.order_status) !== 'active')
    throw new Error(
      `Cashfree has another order ${request.orderId}: ${order.order_status}, ${order.order_amount} paise`,
    );
  return order;
}

function createOrder(call: CashfreeCall, deps: CashfreeDeps): Payments['createOrder'] {
  return async (request) => {
    const now = deps.clock.now();
    if (request.expiresAt.getTime() <= now) throw new Error(`the payment time of ${request.orderId} is over`);
    // Round the expiry time up to whole seconds. Cashfree gets it without fractions of a second, and the time that is
    // returned below must be the same.
    const end = Math.ceil(Math.max(request.expiresAt.getTime(), now + minSessionMs) / 1000) * 1000;
    const body = {
      order_id: request.orderId,
      order_amount: writeRupees(request.amountPaise),
      order_currency: 'INR',
      customer_details: toCustomer(request.customer),
      order_meta: { return_url: request.returnUrl, ...(deps.notifyUrl ? { notify_url: deps.notifyUrl } : {}) },
      order_expiry_time: toTimestamp(end),
    };
    const orderRequest = { path: '/orders', body, idempotencyKey: request.idempotencyKey };
    const order = await call(orderSchema, orderRequest).catch((error: unknown) => {
      if (error instanceof CashfreeError && error.status === 409) return findOurOrder(call, request);
      throw error;
    });
    const sessionId = order.payment_session_id;
    if (!sessionId || order.order_amount !== request.amountPaise)
      throw new Error(`Cashfree opened ${request.orderId} without a session or over another amount`);
    const checkoutUrl = `cashfree:${deps.mode}?session=${encodeURIComponent(sessionId)}`;
    const isLonger = now + minSessionMs > request.expiresAt.getTime();
    return { sessionId, checkoutUrl, ...(isLonger ? { expiresAt: new Date(end) } : {}) };
  };
}

/**
 * Returns null if Cashfree itself responds with 404. A 404 without an error code may be the error page of a proxy,
 * which does not prove that an order or refund is unknown.
 */
async function orNull<T>(work: Promise<T>): Promise<T | null> {
  return work.catch((error: unknown) => {
    if (error instanceof CashfreeError && error.status === 404 && error.isRefusal) return null;
    throw error;
  });
}

/**
 * Statuses of an order at Cashfree for which no further payment can be started. `TERMINATION_REQUESTED`: a payment is
 * still under way; the payment poller (a background job) finds out its result.
 */
const endedStatuses = ['TERMINATED', 'TERMINATION_REQUESTED'];

/**
 * Asks Cashfree to end an order, and then checks the order's status, because only the status tells whether the order
 * has ended (Cashfree's documentation, Terminate Order, 2026-01-01).
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
    const message = `Cashfree did not end ${orderId}: ${order?.order_status ?? 'unknown'}`;
    const cause = { cause: refused };
    if (!order || toOrderStatus(order.order_status) !== 'active') throw new PaymentRefused(message, cause);
    // The order can still be paid, so ending it may succeed later. The caller will try again.
    throw new Error(message, cause);
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
    const refundRequest = { path: `${orderPath(orderId)}/refunds`, body, idempotencyKey };
    try {
      return toRefund(await call(refundSchema, refundRequest));
    } catch (error) {
      if (!(error instanceof CashfreeError) || !error.isRefusal) throw error;
      const known = await fetchRefund(orderId, refundId);
      if (known) return known;
      throw new PaymentRefused(error.message, { cause: error });
    }
  };
}

/**
 * The payment provider Cashfree, with its hosted payment page. The part that runs in the browser is in
 * `src/checkout`.
 */
export function cashfreePayments(deps: CashfreeDeps): Payments {
  const call = createCashfreeCall(deps);
  const fetchRefund: Payments['fetchRefund'] = async (orderId, refundId) => {
    const path = `${orderPath(orderId)}/refunds/${encodeURIComponent(refundId)}`;
    const refund = await orNull(call(refundSchema, { path }));
    return refund && toRefund(refund);
  };
  return {
    name: 'cashfree',
    createOrder: createOrder(call, deps),
    async fetchOrder(orderId) {
      const order = await orNull(call(orderSchema, { path: orderPath(orderId) }));
      if (!order) return null;
      // Fetch the payments after the order: if the order was closed, the list of its payments is then complete.
      const payments = await call(paymentsSchema, { path: `${orderPath(orderId)}/payments` });
      return { status: toOrderStatus(order.order_status), payments: toPayments(payments) };
    },
    endOrder: endOrder(call),
    refund: createRefund(call, fetchRefund),
    fetchRefund,
    readWebhook: (delivery) => readSignedWebhook(deps.clientSecret, deps.clock, delivery),
  };
}
