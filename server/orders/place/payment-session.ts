import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Answer } from '../../../contract/endpoint.ts';
import type { createOrder as endpoint } from '../../../contract/orders.ts';
import type { Database } from '../../db/schema.ts';
import type { CallKey } from '../../http/idempotency/idempotency.repo.ts';
import type { Progress } from '../../http/idempotency/two-step-call.ts';
import type { PaymentRequest, PaymentSession } from '../../providers/payments/payments.ts';
import { type OrderDeps, paymentTimes } from '../order-deps.ts';
import { providerUnavailableRefusal } from '../pay/settle-attempts.ts';

/** The response of `POST /orders/create`. */
export type OrderResponse = Answer<typeof endpoint>;

/**
 * The ids of a placed order and of its payment attempt. `heldUntil`: when the hold of its seats ends, as an ISO 8601
 * time; missing for a free order and for an order that was placed by an earlier release.
 */
export type PlacedOrder = { orderId: string; attemptId: string; heldUntil?: string };

/** What a `POST /orders/create` call stores under its idempotency key until it has a response. */
export type OrderProgress = Progress & { placed: PlacedOrder };

export const orderProgress = (placed: PlacedOrder): OrderProgress => ({ isAbandoned: false, placed });

export const firstAttemptOf = (orderId: string): PlacedOrder => ({ orderId, attemptId: `${orderId}-1` });

/**
 * Creates the id that a payment attempt has at the provider. It ends with random characters, so that a database
 * restored from a backup never reuses the id of a lost order, which may have been paid (decision 172, "Never use an
 * order id twice at the payment provider").
 */
export const newProviderOrderId = (attemptId: string) => `${attemptId}-${randomBytes(6).toString('hex')}`;

export const toOrderResponse = (
  { orderId, attemptId, heldUntil }: PlacedOrder,
  { sessionId, checkoutUrl }: PaymentSession,
): OrderResponse => ({
  statusCode: 200,
  data: sessionId,
  order_id: orderId,
  attempt_id: attemptId,
  checkout_url: checkoutUrl,
  ...(heldUntil === undefined ? {} : { held_until: heldUntil }),
});

/** The `provider` of the payment attempts of free orders. These orders are completed when they are placed. */
export const noProvider = 'none';

/** What a free order has instead of a payment session: its `checkoutUrl` leads directly to the confirmation page. */
export const freeSession = (returnUrl: string): PaymentSession => ({ sessionId: '', checkoutUrl: returnUrl });

/** Returns the payment session of an attempt or, if it has none yet, the request that asks the provider for one. */
export async function readAttempt(
  db: Kysely<Database>,
  attemptId: string,
  returnUrl: string,
): Promise<{ session: PaymentSession } | { request: PaymentRequest }> {
  const attempt = await db
    .selectFrom('payment_attempts as a')
    .innerJoin('orders as o', 'o.id', 'a.order_id')
    .innerJoin('students as s', 's.id', 'o.student_id')
    .select(['a.provider', 'a.provider_order_id', 'a.session_id', 'a.checkout_url', 'a.amount_paise', 'a.expires_at'])
    .select(['s.id as student_id', 's.first_name', 's.last_name', 's.email', 's.mobile'])
    .where('a.id', '=', attemptId)
    .executeTakeFirstOrThrow();
  if (attempt.provider === noProvider) return { session: freeSession(returnUrl) };
  if (attempt.session_id && attempt.checkout_url)
    return { session: { sessionId: attempt.session_id, checkoutUrl: attempt.checkout_url } };
  const name = `${attempt.first_name} ${attempt.last_name}`;
  return {
    request: {
      orderId: attempt.provider_order_id,
      amountPaise: attempt.amount_paise,
      customer: { id: attempt.student_id, name, email: attempt.email, phone: attempt.mobile },
      expiresAt: attempt.expires_at,
      idempotencyKey: attempt.provider_order_id,
      returnUrl,
    },
  };
}

/**
 * Opens a payment session at the provider. A retry after a crash uses the same order id and gets the same session.
 * @throws Refusal 503 PROVIDER_UNAVAILABLE. The seats stay held, and a repeated call tries again.
 */
export async function openPayment({ payments }: OrderDeps, request: PaymentRequest): Promise<PaymentSession> {
  return payments.createOrder(request).catch((error: unknown) => {
    throw providerUnavailableRefusal(error);
  });
}

/**
 * A finished `POST /orders/create` call: the payment session, if one was opened, and the response to store under the
 * call's idempotency key.
 */
export type FinishedCall = {
  attemptId: string;
  session: { sessionId: string; checkoutUrl: string; expiresAt?: Date | undefined } | null;
  callKey: CallKey | null;
  /** The response body as JSON. */
  response: string;
};

/** Stores the payment sessions of several `POST /orders/create` calls, and our responses to them, in one statement. */
export async function storeFinishedCalls(db: Kysely<Database>, calls: readonly FinishedCall[]): Promise<void> {
  const sessions = calls.flatMap(({ attemptId, session }) => (session ? [{ id: attemptId, ...session }] : []));
  const keys = calls.flatMap(({ callKey, response }) => (callKey ? [{ ...callKey, response }] : []));
  await sql`
    with session as (
      select * from unnest(${sessions.map((one) => one.id)}::text[], ${sessions.map((one) => one.sessionId)}::text[],
        ${sessions.map((one) => one.checkoutUrl)}::text[], ${sessions.map((one) => one.expiresAt ?? null)}::timestamptz[])
        as s (id, session_id, checkout_url, expires_at)
    ), opened as (
      update payment_attempts a set session_id = s.session_id, checkout_url = s.checkout_url, state = 'open',
        expires_at = greatest(a.expires_at, s.expires_at)
      from session s where a.id = s.id and a.state = 'created'
    )
    update idempotency_keys k set status = 200, answer = e.answer
    from unnest(${keys.map((one) => one.subject)}::text[], ${keys.map((one) => one.endpoint)}::text[],
      ${keys.map((one) => one.key)}::text[], ${keys.map((one) => one.response)}::jsonb[])
      as e (subject, endpoint, key, answer)
    where k.subject = e.subject and k.endpoint = e.endpoint and k.key = e.key`.execute(db);
}

/**
 * How many seconds from now the seats of a payment attempt's order must be held: until the payment session and the
 * grace period have ended. Undefined for an order with a short hold (`paymentTimes.short`). This hold is not extended:
 * the payment poller (a background job) ends the payment session early instead.
 */
export async function readHoldSeconds(
  db: Kysely<Database>,
  attemptId: string,
): Promise<{ order_id: string; seconds: number } | undefined> {
  const { rows } = await sql<{ order_id: string; seconds: number }>`
    select a.order_id, ceil(extract(epoch from a.expires_at - now()))::integer + ${paymentTimes.grace} as seconds
    from payment_attempts a join orders o on o.id = a.order_id
    where a.id = ${attemptId} and o.hold_seconds > ${paymentTimes.short}`.execute(db);
  return rows[0];
}
