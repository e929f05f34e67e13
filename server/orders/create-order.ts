import type { Received } from '../../contract/endpoint.ts';
import type { createOrder as endpoint } from '../../contract/orders.ts';
import { inTransaction } from '../db/transaction.ts';
import type { CallKey, StoredAnswer } from '../http/idempotency.ts';
import { claimKey } from '../http/idempotency.ts';
import { Refusal } from '../http/refusal.ts';
import type { PaymentSession } from '../providers/payments.ts';
import { findEarlier, replay } from './earlier-order.ts';
import { type AttemptRequest, type Created, openPayment, readAttempt, toCreated } from './open-payment.ts';
import type { OrderDesk } from './order-desk.ts';
import { rememberRefusal, storeProgress } from './order-key.repo.ts';
import type { OrderParts } from './order-parts.ts';
import { type PlacedOrder, placeOrder } from './place-order.ts';
import { readReturnAddress } from './redirect.ts';
import { settleOpenOf } from './settle-open.ts';

export type OrderCall = Received<typeof endpoint> & {
  subject: { studentId: string };
  origin: string;
  callKey: CallKey | null;
};

/** What creating orders needs: the desk that joins calls has the same parts. */
export type CreationParts = OrderParts & { desk: OrderDesk };

/** An order, with what its payment asks of the provider where that is known already, or with the whole answer. */
type Ordered = PlacedOrder & { request?: AttemptRequest; created?: Created | null };

/** The first transaction for this call alone: it replaces an order, gives one again, or completes one without payment. */
async function placeAlone(parts: OrderParts, call: OrderCall): Promise<Ordered | StoredAnswer> {
  const { callKey } = call;
  let tries = 0;
  const work = inTransaction(
    parts.db,
    async (tx) => {
      tries += 1;
      const stored = callKey ? await claimKey(tx, callKey) : null;
      if (stored) return stored;
      const placed = await placeOrder(tx, parts, call.subject.studentId, call.body ?? {});
      if (callKey) await storeProgress(tx, callKey, { placed, isAbandoned: false });
      return placed;
    },
    // A repeat finds under the key what an unheard commit has kept.
    { isRepeatable: callKey !== null },
  );
  return work.catch(async (error: unknown) => {
    const isDuplicate = error instanceof Refusal && error.code === 'IN_PROGRESS';
    const isOther = isDuplicate || !(await rememberRefusal(parts.db, callKey, error));
    const other = isOther && callKey ? await findEarlier(parts.db, callKey, isDuplicate && tries > 1) : null;
    if (other) return other;
    throw error;
  });
}

/** First transaction, mostly together with other calls: key, seats and order stand or fall together. */
async function place(
  parts: CreationParts,
  call: OrderCall,
  returnTo: (attemptId: string) => string,
  isSettled = false,
): Promise<Ordered | StoredAnswer> {
  const { callKey, subject } = call;
  const { studentId } = subject;
  const verdict = await parts.desk.place({ studentId, callKey, shown: call.body ?? {}, isSettled, returnTo });
  if (verdict.kind === 'placed') return { ...verdict.placed, request: verdict.request, created: verdict.created };
  if (verdict.kind === 'unsettled') {
    await settleOpenOf(parts, studentId);
    return place(parts, call, returnTo, true);
  }
  if (verdict.kind === 'alone' || !callKey) return placeAlone(parts, call);
  const earlier = await findEarlier(parts.db, callKey, verdict.kind === 'lost');
  return earlier ?? place(parts, call, returnTo, isSettled);
}

type Opened = { session: PaymentSession; isNew: boolean };

async function openSession(parts: OrderParts, ordered: Ordered, returnUrl: string): Promise<Opened> {
  if (ordered.isFree) return { session: { sessionId: '', checkoutUrl: returnUrl }, isNew: false };
  const stored = ordered.request ? { request: ordered.request } : await readAttempt(parts.db, ordered.attemptId);
  if ('session' in stored) return { session: stored.session, isNew: false };
  return { session: await openPayment(parts, stored.request, returnUrl), isNew: true };
}

/** Second half: the payment session, then the answer under the key. */
async function answerWith(
  parts: CreationParts,
  { callKey }: OrderCall,
  ordered: Ordered,
  returnUrl: string,
): Promise<Created> {
  const { orderId, attemptId, isFree } = ordered;
  if (ordered.created) return ordered.created;
  try {
    const { session, isNew } = await openSession(parts, ordered, returnUrl);
    const body = toCreated(ordered, session);
    const answer = JSON.stringify(body);
    if (isNew || callKey) await parts.desk.end({ attemptId, session: isNew ? session : null, callKey, answer });
    return body;
  } catch (error) {
    const placed = { orderId, attemptId, isFree };
    if (callKey) await storeProgress(parts.db, callKey, { placed, isAbandoned: true });
    throw error;
  }
}

/**
 * POST /orders/create: transaction, provider, transaction (design 4 and 5).
 * @throws Refusal 400 for a foreign `redirect_url`, 409 as `placeOrder`, 422 for a reused key, 503 PROVIDER_UNAVAILABLE
 */
export async function createOrder(parts: CreationParts, call: OrderCall): Promise<Created> {
  const origins = [call.origin, ...(parts.publicUrl ? [new URL(parts.publicUrl).origin] : [])];
  const returnTo = readReturnAddress(call.query.redirect_url, origins);
  return parts.desk.during(async () => {
    const found = await place(parts, call, returnTo);
    return 'status' in found ? replay(found) : answerWith(parts, call, found, returnTo(found.attemptId));
  });
}
