import type { IncomingHttpHeaders } from 'node:http';

export type Sent = { method: string; path: string[]; headers: IncomingHttpHeaders; text: string };
export type Answer = { status: number; body: unknown; headers?: Record<string, string> };

/** A failure response with an error body like Cashfree's. */
export function failure(status: number, code: string, message: string, type = 'invalid_request_error'): Answer {
  return { status, body: { message, code, type, help: 'https://www.cashfree.com/docs' } };
}

const minute = 60_000;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/**
 * Returns Cashfree's refusal of a call whose required headers are missing or wrong; null when the headers are right.
 */
export function checkRequest(
  { method, headers }: Sent,
  access: { clientId: string; clientSecret: string },
): Answer | null {
  if (headers['x-api-version'] !== '2026-01-01')
    return failure(400, 'version_missing', 'x-api-version: missing or invalid');
  if (headers['x-client-id'] !== access.clientId || headers['x-client-secret'] !== access.clientSecret)
    return failure(401, 'request_failed', 'authentication Failed', 'authentication_error');
  if (!uuid.test(String(headers['x-request-id']))) return failure(400, 'request_id_invalid', 'x-request-id: invalid');
  if (method === 'GET') return null;
  if (headers['content-type'] !== 'application/json') return failure(415, 'content_type_invalid', 'not JSON');
  if (method === 'POST' && !uuid.test(String(headers['x-idempotency-key'])))
    return failure(400, 'x_idempotency_key_invalid', 'x-idempotency-key: must be a UUID');
  return null;
}

/**
 * Responds to `PATCH /orders/{id}`, which terminates an active order. While a payment of the order is pending, the
 * order only gets the status TERMINATION_REQUESTED.
 */
export function endOrder(order: { order_status: string }, payments: Array<{ payment_status: string }>, text: string) {
  if (JSON.parse(text).order_status !== 'TERMINATED')
    return failure(400, 'order_status_invalid', 'order_status : must be TERMINATED');
  if (order.order_status !== 'ACTIVE') return failure(400, 'order_inactive', `order is ${order.order_status}`);
  const isUnderWay = payments.some((payment) => payment.payment_status === 'PENDING');
  order.order_status = isUnderWay ? 'TERMINATION_REQUESTED' : 'TERMINATED';
  return { status: 200, body: order };
}

/** Whether a value is an amount that Cashfree accepts: at least 1 rupee, with at most two decimals. */
export function isAmount(amount: unknown): boolean {
  return typeof amount === 'number' && amount >= 1 && /^\d+(\.\d{1,2})?$/.test(String(amount));
}

function checkCustomer(customer: Record<string, unknown> | undefined): Answer | null {
  if (!/^[a-zA-Z0-9]{3,50}$/.test(String(customer?.customer_id ?? '')))
    return failure(400, 'customer_details.customer_id_invalid', 'customer_id : letters and digits, 3 to 50');
  if (!/^\d{10}$/.test(String(customer?.customer_phone ?? '')))
    return failure(400, 'customer_details.customer_phone_invalid', 'customer_phone : is missing or not 10 digits');
  const email = customer?.customer_email;
  if (email !== undefined && !/^\S+@\S+$/.test(String(email)))
    return failure(400, 'customer_details.customer_email_invalid', 'customer_email : invalid');
  const name = customer?.customer_name;
  if (name !== undefined && (String(name).length < 3 || String(name).length > 100))
    return failure(400, 'customer_details.customer_name_invalid', 'customer_name : 3 to 100 characters');
  return null;
}

/** Returns Cashfree's refusal of an invalid order in `POST /orders`; null when the order is valid. */
export function checkOrder(body: Record<string, unknown>, now = Date.now()): Answer | null {
  if (!/^[a-zA-Z0-9_-]{3,45}$/.test(String(body.order_id)))
    return failure(400, 'order_id_invalid', 'order_id : invalid');
  if (!isAmount(body.order_amount)) return failure(400, 'order_amount_invalid', 'order_amount : invalid');
  if (body.order_currency !== 'INR') return failure(400, 'order_currency_invalid', 'order_currency : invalid');
  const expiry = String(body.order_expiry_time);
  const ahead = Date.parse(expiry) - now;
  if (
    !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)$/.test(expiry) ||
    ahead <= 15 * minute ||
    ahead >= 43_200 * minute
  )
    return failure(
      400,
      'order_expiry_time_invalid',
      'order_expiry_time : Expiry time should be more than 15 min and less than 30 days',
    );
  const meta = body.order_meta as Record<string, string> | undefined;
  if (!meta?.return_url || meta.return_url.length > 250)
    return failure(400, 'return_url_invalid', 'return_url : invalid');
  if (meta.notify_url !== undefined && !meta.notify_url.startsWith('https://'))
    return failure(400, 'notify_url_invalid', 'notify_url : must be https');
  return checkCustomer(body.customer_details as Record<string, unknown> | undefined);
}
