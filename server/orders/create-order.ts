import { setTimeout as pause } from 'node:timers/promises';
import type { Answer, Received } from '../../contract/endpoint.ts';
import { createOrder as endpoint } from '../../contract/orders.ts';
import { inTransaction } from '../db/transaction.ts';
import type { CallKey, StoredAnswer } from '../http/idempotency.ts';
import { claimKey, storeAnswer } from '../http/idempotency.ts';
import { Refusal } from '../http/refusal.ts';
import { openPayment } from './open-payment.ts';
import { findKeyedOrder, rememberRefusal, storeProgress } from './order-key.repo.ts';
import type { OrderParts } from './order-parts.ts';
import { type PlacedOrder, placeOrder } from './place-order.ts';
import { readReturnAddress } from './redirect.ts';
import { settleOpenOf } from './settle-open.ts';

type Created = Answer<typeof endpoint>;
export type OrderCall = Received<typeof endpoint> & {
  subject: { studentId: string };
  origin: string;
  callKey: CallKey | null;
};

/** How long a duplicate waits for the first call before it goes on in its place, in milliseconds. */
const patience = 5_000;
const lookEvery = 50;

/** First transaction: key, seats and order stand or fall together. */
async function place(parts: OrderParts, call: OrderCall): Promise<PlacedOrder | StoredAnswer> {
  const { callKey } = call;
  const work = inTransaction(parts.db, async (tx) => {
    const stored = callKey ? await claimKey(tx, callKey) : null;
    if (stored) return stored;
    const placed = await placeOrder(tx, parts, call.subject.studentId, call.body ?? {});
    if (callKey) await storeProgress(tx, callKey, { placed, isAbandoned: false });
    return placed;
  });
  return work.catch(async (error: unknown) => {
    await rememberRefusal(parts.db, callKey, error);
    throw error;
  });
}

/** Second half: the payment session, then the answer under the key. */
async function answerWith(
  parts: OrderParts,
  call: OrderCall,
  placed: PlacedOrder,
  returnUrl: string,
): Promise<Created> {
  const { orderId, attemptId, isFree } = placed;
  try {
    const session = isFree ? { sessionId: '', checkoutUrl: returnUrl } : await openPayment(parts, attemptId, returnUrl);
    const ids = { order_id: orderId, attempt_id: attemptId };
    const body = endpoint.answers[200].parse({
      statusCode: 200,
      data: session.sessionId,
      ...ids,
      checkout_url: session.checkoutUrl,
    });
    if (call.callKey) await storeAnswer(parts.db, call.callKey, { status: 200, body });
    return body;
  } catch (error) {
    if (call.callKey) await storeProgress(parts.db, call.callKey, { placed, isAbandoned: true });
    throw error;
  }
}

/**
 * What an earlier call under the same key came to: its answer, its order where it was left half done, null where there
 * was none. Waits for one that is at work.
 * @throws Refusal 409 IN_PROGRESS, 422
 */
async function findEarlier(parts: OrderParts, callKey: CallKey): Promise<StoredAnswer | PlacedOrder | null> {
  for (let waited = 0; ; waited += lookEvery) {
    const found = await findKeyedOrder(parts.db, callKey);
    if (!found) return null;
    if (found.answer) return found.answer;
    if (found.placed && (found.isAbandoned || waited >= patience)) return found.placed;
    if (waited >= patience)
      throw new Refusal(409, 'IN_PROGRESS', 'The same call is still being worked on.', { retryAfter: 1 });
    await pause(lookEvery);
  }
}

function replay({ status, body }: StoredAnswer): Created {
  if (status === 200) return endpoint.answers[200].parse(body);
  const { code, message, fields, data } = body as {
    code: string;
    message: string;
    fields?: Record<string, string>;
    data?: unknown;
  };
  throw new Refusal(status, code, message, { ...(fields ? { fields } : {}), data });
}

/**
 * POST /orders/create: transaction, provider, transaction (design 4 and 5).
 * @throws Refusal 400 for a foreign `redirect_url`, 409 as `placeOrder`, 422 for a reused key, 503 PROVIDER_UNAVAILABLE
 */
export async function createOrder(parts: OrderParts, call: OrderCall): Promise<Created> {
  const origins = [call.origin, ...(parts.publicUrl ? [parts.publicUrl] : [])].map((url) => new URL(url).origin);
  const returnTo = readReturnAddress(call.query.redirect_url, origins);
  const finish = (found: PlacedOrder | StoredAnswer) =>
    'status' in found ? replay(found) : answerWith(parts, call, found, returnTo(found.attemptId));

  const earlier = call.callKey ? await findEarlier(parts, call.callKey) : null;
  if (earlier) return finish(earlier);
  await settleOpenOf(parts, call.subject.studentId);
  const placed = await place(parts, call).catch(async (error: unknown) => {
    const isDuplicate = error instanceof Refusal && error.code === 'IN_PROGRESS';
    const first = isDuplicate && call.callKey ? await findEarlier(parts, call.callKey) : null;
    if (!first) throw error;
    return first;
  });
  return finish(placed);
}
