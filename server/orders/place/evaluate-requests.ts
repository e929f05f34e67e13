import type { BookingSettings } from '../../../contract/booking.ts';
import type { SeatDemand, SeatOffer } from '../../db/available-seats.ts';
import type { CallKey } from '../../http/idempotency/idempotency.repo.ts';
import { notFound } from '../../http/refusal.ts';
import { type HoldTimes, holdTimesOf, type OrderLine } from '../order-deps.ts';
import type { LiveOrder } from './live-order.repo.ts';
import type { Buyer } from './lock-buyers.repo.ts';
import {
  busyRefusal,
  paymentPendingRefusal,
  requireBookable,
  requireBookingAllowed,
  requireConfirmedDates,
  requireFewLines,
  requireProfile,
  requireSameAsShown,
  requireVerifiedContact,
  type Shown,
} from './order-refusals.ts';
import { isSameQuote, sumSeats, toQuote } from './quote.ts';
import type { SeatPlan } from './seat-plan.ts';

/** A `POST /orders/create` call whose order is to be placed. */
export type OrderRequest = {
  studentId: string;
  /** The keyed hash of the caller's IP address. */
  addressHash: Buffer;
  shown: Shown;
  callKey: CallKey | null;
  /** True if the provider has just been asked about the student's open payment attempts (`settleOpenAttempts`). */
  isSettled: boolean;
  /** Returns the URL to which an attempt's payment page sends the browser. */
  returnUrlOf: (attemptId: string) => string;
};

/**
 * Why an order was neither placed nor refused.
 * - `keyUsed`: an earlier call has used the idempotency key.
 * - `commitUnknown`: the key was used, but perhaps by an earlier try of this request, whose COMMIT got no response.
 * - `unsettled`: the provider must first be asked about the student's open payment attempts.
 */
export type Obstacle = 'keyUsed' | 'commitUnknown' | 'unsettled';

/**
 * What to do about a request to place an order.
 * - `insert`: place a new order. It replaces `live`, the student's order that awaits payment, if there is one.
 * - `return`: place nothing and return the order that awaits payment.
 * - `refuse`: place nothing and answer with `error`.
 * - `defer`: decide nothing yet, because of `obstacle`.
 */
export type Decision = { request: OrderRequest } & (
  | {
      kind: 'insert';
      buyer: Buyer;
      lines: OrderLine[];
      demand: SeatDemand[];
      times: HoldTimes;
      live: LiveOrder | null;
      /** The student's waiting list offers from which the new order gets seats. */
      offers: SeatOffer[];
    }
  | { kind: 'return'; live: LiveOrder }
  | { kind: 'refuse'; error: unknown }
  | { kind: 'defer'; obstacle: Obstacle }
);

export type PlacementOptions = {
  /**
   * Whether to wait for locked rows. If not, a request is refused when another transaction has locked a row that it
   * needs.
   */
  waitForLocks: boolean;
  /** Maximum time to wait for a lock, in milliseconds; null for the default of the connection. */
  lockTimeoutMs: number | null;
  /** True if an earlier try of the transaction lost its connection and may therefore have been committed. */
  mayBeCommitted: boolean;
};

/**
 * The stored data on which the decisions about requests depend. The maps are keyed by student id. All students and
 * batches are locked.
 */
export type PlacementFacts = {
  settings: BookingSettings | null;
  buyers: ReadonlyMap<string, Buyer>;
  carts: ReadonlyMap<string, OrderLine[]>;
  /**
   * The students' orders that await payment, by student id. They are read only for requests with `isSettled: true`. Any
   * other request of such a student is deferred, so this order is not needed for it.
   */
  liveOrders: ReadonlyMap<string, LiveOrder>;
  /** Seats that are offered to the students from waiting lists, by student id. */
  offers: ReadonlyMap<string, SeatOffer[]>;
};

/**
 * The student's waiting list offers from which the new order gets seats: those with at least one seat that it needs.
 * Returns all seats of these offers, because the new order ends the offers and frees the seats that it does not need.
 */
function findOffers(lines: readonly OrderLine[], offers: readonly SeatOffer[]): SeatOffer[] {
  const wanted = new Set(lines.flatMap(({ courses }) => courses.map(({ batch }) => batch.id)));
  const entryIds = new Set(offers.filter(({ batch_id }) => wanted.has(batch_id)).map(({ entry_id }) => entry_id));
  return offers.filter(({ entry_id }) => entryIds.has(entry_id));
}

export function findObstacle(
  { is_key_used, may_have_payment, pending_payment, has_live_order }: Buyer,
  { isSettled }: OrderRequest,
  { mayBeCommitted }: PlacementOptions,
): Obstacle | null {
  if (is_key_used) return mayBeCommitted ? 'commitUnknown' : 'keyUsed';
  return (may_have_payment || pending_payment || has_live_order) && !isSettled ? 'unsettled' : null;
}

/**
 * Decides about one request to place an order.
 * @throws Refusal 403 or 409 with an error code that the endpoint `createOrder` declares, 404 for an unknown student,
 *   503 if a row is locked
 */
function decide(request: OrderRequest, facts: PlacementFacts, plan: SeatPlan, options: PlacementOptions): Decision {
  const { settings } = facts;
  const buyer = facts.buyers.get(request.studentId);
  if (!buyer) throw options.waitForLocks ? notFound() : busyRefusal();
  const obstacle = findObstacle(buyer, request, options);
  if (obstacle) return { kind: 'defer', request, obstacle };
  requireBookingAllowed(settings, buyer);
  const live = facts.liveOrders.get(request.studentId) ?? null;
  // `live` was read after `buyer`. In between, the payment of this order may have become pending.
  if (live?.isPending) throw paymentPendingRefusal(live.id, live.attemptId);
  const pending = buyer.pending_payment;
  if (pending) throw paymentPendingRefusal(pending.order_id, pending.attempt_id);
  const lines = facts.carts.get(request.studentId) ?? [];
  requireSameAsShown(lines, request.shown, settings.terms_version);
  requireProfile(buyer);
  requireBookable(lines);
  if (live?.isPayable && isSameQuote(live.quote, toQuote(lines))) return { kind: 'return', request, live };
  requireConfirmedDates(lines, request.shown);
  requireFewLines(lines);
  requireVerifiedContact(buyer.has_verified_contact);
  const offers = findOffers(lines, facts.offers.get(request.studentId) ?? []);
  const seatsOf = (some: readonly SeatOffer[]) => some.map(({ batch_id }) => ({ batch_id, seats: 1 }));
  const held = seatsOf(offers.filter(({ is_held }) => is_held));
  const reserved = sumSeats(seatsOf(offers.filter(({ is_reserved }) => is_reserved)));
  const demand = plan.assign({ ...request, lines, replaced: sumSeats([...(live?.seats ?? []), ...held]), reserved });
  return { kind: 'insert', request, buyer, lines, demand, times: holdTimesOf(buyer.expired_orders), live, offers };
}

/**
 * Decides about each request on its own. If a batch has too few seats for all requests, those that come first in
 * `requests` get the seats.
 */
export function evaluateRequests(
  requests: readonly OrderRequest[],
  facts: PlacementFacts,
  plan: SeatPlan,
  options: PlacementOptions,
): Decision[] {
  return requests.map((request) => {
    try {
      return decide(request, facts, plan, options);
    } catch (error) {
      return { kind: 'refuse', request, error };
    }
  });
}
