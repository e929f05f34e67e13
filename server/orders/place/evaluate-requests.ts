import type { BookingSettings } from '../../../contract/booking.ts';
import type { Outcome } from '../../db/transactions/batch-queue.ts';
import type { CallKey } from '../../http/idempotency/idempotency.repo.ts';
import { notFound } from '../../http/refusal.ts';
import type { OrderLine } from '../order-deps.ts';
import { totalPaiseOf } from './insert-orders.repo.ts';
import type { Buyer } from './lock-buyers.repo.ts';
import {
  busyRefusal,
  requireBookable,
  requireBookingAllowed,
  requireProfile,
  requireUnchanged,
  type Shown,
} from './order-refusals.ts';
import type { AttemptRequest, OrderResponse } from './payment-session.ts';
import type { PlacedOrder } from './place-single-order.ts';

/** One `POST /orders/create` call that waits to be placed. */
export type OrderRequest = {
  studentId: string;
  shown: Shown;
  callKey: CallKey | null;
  /** The provider has already been asked about the student's open attempts (`settleOpenAttempts`). */
  isSettled: boolean;
  /** Returns the URL to which an attempt's payment page sends the browser. */
  returnUrlOf: (attemptId: string) => string;
};

/**
 * The result of a request in a transaction shared with others. `response` is the whole response, if the payment session was
 * opened with the order. The other kinds placed no order:
 * - `keyUsed`: an earlier call has used the idempotency key;
 * - `commitUnknown`: this same request has used the key, in a transaction whose COMMIT got no response;
 * - `unsettled`: the student's open payment attempts must be settled first;
 * - `placeSingly`: the request replaces, returns or completes an order, which only `placeSingleOrder` does.
 */
export type PlacementResult =
  | { kind: 'placed'; placed: PlacedOrder; request: AttemptRequest; response: OrderResponse | null }
  | { kind: 'keyUsed' | 'commitUnknown' | 'unsettled' | 'placeSingly' };

type NotPlaced = Exclude<PlacementResult['kind'], 'placed'>;

/** A request with its student and cart. `outcome` is null until the request is refused, deferred or placed. */
export type EvaluatedRequest = {
  request: OrderRequest;
  outcome: Outcome<PlacementResult> | null;
  buyer: Buyer | undefined;
  lines: OrderLine[];
};

export type PlacementOptions = {
  /** Wait for locked rows. Otherwise, requests that need a row locked by another transaction are refused. */
  waitForLocks: boolean;
  /** Wait at most this long for a lock; null: as long as the connection's default. */
  lockTimeoutMs: number | null;
  /** The transaction was tried before and may have been committed. */
  isRetry: boolean;
};

/** Applies a rule to a request without an outcome. An error that the rule throws becomes the outcome of this request only. */
export function applyRule(evaluated: EvaluatedRequest, rule: (buyer: Buyer) => NotPlaced | null): void {
  if (evaluated.outcome) return;
  try {
    if (!evaluated.buyer) throw notFound();
    const kind = rule(evaluated.buyer);
    if (kind) evaluated.outcome = { result: { kind } };
  } catch (error) {
    evaluated.outcome = { error };
  }
}

/** Why the buyer's state prevents placing the order here; null if it does not. */
export function buyerObstacle(buyer: Buyer, { isSettled }: OrderRequest, isRetry: boolean): NotPlaced | null {
  const { is_key_used, may_have_payment, has_live_order } = buyer;
  if (is_key_used) return isRetry ? 'commitUnknown' : 'keyUsed';
  if ((may_have_payment || has_live_order) && !isSettled) return 'unsettled';
  return has_live_order ? 'placeSingly' : null;
}

type Stored = { settings: BookingSettings | null; buyers: Map<string, Buyer>; carts: Map<string, OrderLine[]> };

/** Applies the rules of `placeSingleOrder` to each request, except those about seats. */
export function evaluateRequests(
  requests: readonly OrderRequest[],
  { buyers, carts, settings }: Stored,
  { waitForLocks, isRetry }: PlacementOptions,
): EvaluatedRequest[] {
  return requests.map((request) => {
    const buyer = buyers.get(request.studentId);
    const outcome = buyer || waitForLocks ? null : { error: busyRefusal() };
    const evaluated: EvaluatedRequest = { request, outcome, buyer, lines: carts.get(request.studentId) ?? [] };
    applyRule(evaluated, (found) => buyerObstacle(found, request, isRetry));
    applyRule(evaluated, (found) => {
      requireBookingAllowed(settings, found);
      requireUnchanged(evaluated.lines, request.shown, settings.terms_version);
      requireProfile(found);
      requireBookable(evaluated.lines);
      return totalPaiseOf(evaluated.lines) === 0 ? 'placeSingly' : null;
    });
    return evaluated;
  });
}
