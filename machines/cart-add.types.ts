import type { CartAdd } from '../contract/cart.ts';

/** What adding sends: the wire's payload and the idempotency key. */
export type CartAddRequest = { payload: CartAdd; key: string };

/** A failed add as document 1, section 8 normalises it; `message` is the server's, null where it said nothing. */
export type CartFailure = { errorCode: string; message: string | null };

/**
 * How adding ended. `queued`: kept by the outbox until the connection is back. `refused`: the server said no.
 * `unanswered`: nobody knows, so that the next try uses the same key again.
 */
export type CartAddOutcome =
  | { kind: 'added' }
  | { kind: 'queued' }
  | { kind: 'refused'; failure: CartFailure }
  | { kind: 'unanswered'; failure: CartFailure };

/** What the outbox reports of the row whose key the machine holds. */
export type OutboxEvent =
  | { type: 'outbox.delivered' }
  | { type: 'outbox.refused'; failure: CartFailure }
  | { type: 'outbox.discarded' };

/** Told once an item is in the cart. */
export type CartAdded = { type: 'cart.added' };

export const unknownCartFailure: CartFailure = { errorCode: 'UNKNOWN_ERROR', message: null };

/** Failure of an outcome; null where it did not fail. */
export function failureOf(outcome: CartAddOutcome): CartFailure | null {
  return 'failure' in outcome ? outcome.failure : null;
}
