import type { CartAdd } from '../contract/cart.ts';

/** Input of the `addToCart` actor: the request body and its idempotency key. */
export type CartAddRequest = { payload: CartAdd; key: string };

/** A failed call of the cart. `message`: the server's own text, null if it sent none. */
export type CartFailure = { errorCode: string; message: string | null };

/**
 * Result of an add. `queued`: the outbox sends it when the connection is back. `refused`: the server rejected it.
 * `unanswered`: no response, so it may have arrived; a retry must use the same key.
 */
export type CartAddOutcome =
  | { kind: 'added' }
  | { kind: 'queued' }
  | { kind: 'refused'; failure: CartFailure }
  | { kind: 'unanswered'; failure: CartFailure };

/** What the outbox reports about the row that has the machine's key. */
export type OutboxEvent =
  | { type: 'outbox.delivered' }
  | { type: 'outbox.refused'; failure: CartFailure }
  | { type: 'outbox.discarded' };

/** Emitted once the item is in the cart. */
export type CartAdded = { type: 'cart.added' };

export const unknownCartFailure: CartFailure = { errorCode: 'UNKNOWN_ERROR', message: null };

/** The failure of an outcome; null if it did not fail. */
export function failureOf(outcome: CartAddOutcome): CartFailure | null {
  return 'failure' in outcome ? outcome.failure : null;
}
