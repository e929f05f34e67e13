import type { Transaction } from 'kysely';
import type { BookingSettings } from '../../contract/booking.ts';
import { createOrder as endpoint } from '../../contract/orders.ts';
import type { Outcome } from '../db/joiner.ts';
import type { Database } from '../db/schema.ts';
import type { CallKey } from '../http/idempotency.ts';
import { notFound } from '../http/refusal.ts';
import { today } from '../providers/clock.ts';
import type { PaymentRequest } from '../providers/payments.ts';
import { type InsertedOrder, insertOrders, totalOf } from './insert-orders.repo.ts';
import { storeRefusals } from './order-key.repo.ts';
import type { BuyLine, OrderParts, SeatDemand } from './order-parts.ts';
import {
  lockedOut,
  requireBookable,
  requireBooking,
  requireProfile,
  requireUnchanged,
  type Shown,
} from './order-refusals.ts';
import { type Buyer, lockBuyers } from './place-facts.repo.ts';
import type { PlacedOrder } from './place-order.ts';
import { firstStart, SeatPlan } from './seat-plan.ts';

type Tx = Transaction<Database>;

/** One call for an order. `isSettled`: the provider was asked about the student's open attempts. */
export type OrderAsk = { studentId: string; shown: Shown; callKey: CallKey | null; isSettled: boolean };

/**
 * What became of an ask in a set. Not placed: `known`, its key was used before, `lost`, by this very ask, whose commit was
 * not heard; `unsettled`, the provider may have news that comes first; `alone`, it changes more than a new order does and
 * wants a transaction of its own.
 */
export type Verdict =
  | { kind: 'placed'; placed: PlacedOrder; request: Omit<PaymentRequest, 'returnUrl'> }
  | { kind: 'known' | 'lost' | 'unsettled' | 'alone' };

type Judged = { ask: OrderAsk; outcome: Outcome<Verdict> | null; buyer: Buyer | undefined; lines: BuyLine[] };
type SetOf = {
  settings: BookingSettings | null;
  /** Waits for locks, for `lockWaitMs` where that is less than the pool's; else what others hold locked is refused. */
  isPatient: boolean;
  lockWaitMs: number | null;
  /** The transaction was tried before, and may have been kept. */
  isRepeated: boolean;
};

/** Runs a rule: what it refuses is the one ask's outcome and nobody else's. */
function judge(judged: Judged, rule: (buyer: Buyer) => NotPlaced | null): void {
  if (judged.outcome) return;
  try {
    if (!judged.buyer) throw notFound();
    const kind = rule(judged.buyer);
    if (kind) judged.outcome = { answer: { kind } };
  } catch (error) {
    judged.outcome = { error };
  }
}

type NotPlaced = Exclude<Verdict['kind'], 'placed'>;

function judgeBuyer(buyer: Buyer, { isSettled }: OrderAsk, { isRepeated }: SetOf): NotPlaced | null {
  const { has_key, has_news, has_live } = buyer;
  if (has_key) return isRepeated ? 'lost' : 'known';
  if ((has_news || has_live) && !isSettled) return 'unsettled';
  return has_live ? 'alone' : null;
}

function readBuyers(tx: Tx, parts: OrderParts, asked: ReadonlyArray<{ ask: OrderAsk }>, set: SetOf) {
  const asks = asked.map(({ ask }) => ask);
  return lockBuyers(tx, asks, { endpoint: endpoint.name, provider: parts.payments.name, ...set });
}

/** Locks the buyers and judges all that can be judged without the seats. */
async function readAsks(tx: Tx, parts: OrderParts, asks: readonly OrderAsk[], set: SetOf): Promise<Judged[]> {
  const buyers = await readBuyers(
    tx,
    parts,
    asks.map((ask) => ({ ask })),
    set,
  );
  const judged = asks.map((ask): Judged => {
    const buyer = buyers.get(ask.studentId);
    const outcome = buyer || set.isPatient ? null : { error: lockedOut() };
    return { ask, outcome, buyer, lines: [] };
  });
  for (const one of judged) judge(one, (buyer) => judgeBuyer(buyer, one.ask, set));
  const open = judged.filter((one) => !one.outcome);
  if (open.length === 0) return judged;
  // A statement of its own: what a payment that came late took out of a cart before our lock is gone from it.
  const studentIds = open.map((one) => one.ask.studentId);
  const carts = await parts.readCarts(tx, studentIds);
  for (const one of open) {
    one.lines = carts.get(one.ask.studentId) ?? [];
    judge(one, (buyer) => {
      requireBooking(set.settings, buyer);
      requireUnchanged(one.lines, one.ask.shown, set.settings.terms_version);
      requireProfile(buyer);
      requireBookable(one.lines);
      return totalOf(one.lines) === 0 ? 'alone' : null;
    });
  }
  return judged;
}

/**
 * Whoever waited for the lock of their row may have been read as they were before: what they have ordered meanwhile, at
 * another process, is not refused to them.
 */
async function lookAgain(tx: Tx, parts: OrderParts, judged: readonly Judged[], set: SetOf): Promise<void> {
  const refused = judged.filter(({ outcome, buyer }) => buyer && outcome && 'error' in outcome);
  if (refused.length === 0) return;
  const buyers = await readBuyers(tx, parts, refused, set);
  for (const one of refused) {
    const buyer = buyers.get(one.ask.studentId);
    const kind = buyer && judgeBuyer(buyer, one.ask, set);
    if (kind) one.outcome = { answer: { kind } };
  }
}

/** Locks the batches of all that are still in it and deals their seats out in the order of the asks. */
async function dealSeats(tx: Tx, parts: OrderParts, judged: readonly Judged[], set: SetOf): Promise<SeatDemand[][]> {
  const inIt = judged.filter((one) => !one.outcome);
  if (inIt.length === 0) return [];
  const batches = new Set(
    inIt.flatMap(({ lines }) => lines.flatMap(({ courses }) => courses.map((one) => one.batch.id))),
  );
  const plan = new SeatPlan(await parts.seats.open(tx, [...batches], firstStart(parts.clock), set.isPatient));
  const demands: SeatDemand[][] = [];
  for (const one of inIt)
    judge(one, () => {
      demands.push(plan.deal(one.lines));
      return null;
    });
  return demands;
}

function toVerdict({ buyer, ask, lines }: Judged, { id, expires_at }: InsertedOrder): Verdict {
  const attemptId = `${id}-1`;
  const name = `${buyer?.first_name} ${buyer?.last_name}`;
  const customer = { id: ask.studentId, name, email: buyer?.email ?? null, phone: buyer?.mobile ?? null };
  const money = { amountPaise: totalOf(lines), expiresAt: expires_at };
  const request = { orderId: attemptId, ...money, customer, idempotencyKey: attemptId };
  return { kind: 'placed', placed: { orderId: id, attemptId, isFree: false }, request };
}

/**
 * Places the orders of many students in one transaction, each by the rules of `placeOrder` and each for itself: an ask that
 * is refused takes no seat and leaves its neighbours alone. One student's asks are never in one set.
 */
export async function placeSet(
  tx: Tx,
  parts: OrderParts,
  asks: readonly OrderAsk[],
  set: SetOf,
): Promise<Outcome<Verdict>[]> {
  const judged = await readAsks(tx, parts, asks, set);
  const demands = await dealSeats(tx, parts, judged, set);
  await lookAgain(tx, parts, judged, set);
  const placing = judged.filter((one) => !one.outcome);
  if (placing.length > 0) {
    const orders = placing.map(({ ask, lines }, place) => ({ ...ask, lines, demand: demands[place] ?? [] }));
    const terms = { year: today(parts.clock).slice(0, 4), termsVersion: set.settings?.terms_version ?? '' };
    const { payments, seats } = parts;
    const inserted = await insertOrders(tx, orders, { ...terms, provider: payments.name, taking: seats.taking });
    for (const [place, one] of placing.entries()) {
      const order = inserted[place];
      if (order) one.outcome = { answer: toVerdict(one, order) };
    }
  }
  const outcomes = judged.map(({ outcome }) => outcome ?? { error: new Error('an ask was not judged') });
  await storeRefusals(
    tx,
    outcomes.map((outcome, place) => ({
      callKey: asks[place]?.callKey ?? null,
      error: 'error' in outcome ? outcome.error : null,
    })),
  );
  return outcomes;
}
