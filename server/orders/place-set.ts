import { sql } from 'kysely';
import type { BookingSettings } from '../../contract/booking.ts';
import { createOrder as endpoint } from '../../contract/orders.ts';
import type { Outcome } from '../db/joiner.ts';
import type { Piped } from '../db/piped-transaction.ts';
import type { CallKey } from '../http/idempotency.ts';
import { notFound } from '../http/refusal.ts';
import { today } from '../providers/clock.ts';
import { type DrawnNumber, drawingNumbers, totalOf } from './insert-orders.repo.ts';
import type { AttemptRequest, Created } from './open-payment.ts';
import { storingRefusals } from './order-key.repo.ts';
import type { BuyLine, OpenBatch, OrderParts } from './order-parts.ts';
import {
  lockedOut,
  requireBookable,
  requireBooking,
  requireProfile,
  requireUnchanged,
  type Shown,
} from './order-refusals.ts';
import { type Buyer, lockingBuyers } from './place-facts.repo.ts';
import type { PlacedOrder } from './place-order.ts';
import { firstStart, SeatPlan } from './seat-plan.ts';
import { writeOrders } from './write-orders.ts';

/** One call for an order. `isSettled`: the provider was asked about the student's open attempts. */
export type OrderAsk = {
  studentId: string;
  shown: Shown;
  callKey: CallKey | null;
  isSettled: boolean;
  /** Where the payment page of an attempt sends the browser. */
  returnTo: (attemptId: string) => string;
};

/**
 * What became of an ask in a set. `created`: the whole answer, where the payment session was opened with the order. Not
 * placed: `known`, its key was used before, `lost`, by this very ask, whose commit was not heard; `unsettled`, the
 * provider may have news that comes first; `alone`, it changes more than a new order does and wants a transaction of its own.
 */
export type Verdict =
  | { kind: 'placed'; placed: PlacedOrder; request: AttemptRequest; created: Created | null }
  | { kind: 'known' | 'lost' | 'unsettled' | 'alone' };

export type Judged = { ask: OrderAsk; outcome: Outcome<Verdict> | null; buyer: Buyer | undefined; lines: BuyLine[] };
type SetOf = {
  /** Waits for locks, for `lockWaitMs` where that is less than the pool's; else what others hold locked is refused. */
  isPatient: boolean;
  lockWaitMs: number | null;
  /** The transaction was tried before, and may have been kept. */
  isRepeated: boolean;
};

/** All that a set needs to know, read in one round trip. */
type Facts = {
  settings: BookingSettings | null;
  buyers: Map<string, Buyer>;
  carts: Map<string, BuyLine[]>;
  open: readonly OpenBatch[];
  drawn: readonly DrawnNumber[];
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

function lockingAsked(parts: OrderParts, asks: readonly OrderAsk[], set: SetOf) {
  return lockingBuyers(asks, { endpoint: endpoint.name, provider: parts.payments.name, ...set });
}

const byStudent = (buyers: readonly Buyer[]) => new Map(buyers.map((buyer) => [buyer.student_id, buyer]));

/**
 * Locks the buyers, then the batches in their carts, each in id order. What is read after a lock is read by a statement of
 * its own: what a payment that came late took out of a cart before our lock is gone from it.
 */
async function readFacts(piped: Piped, parts: OrderParts, asks: readonly OrderAsk[], set: SetOf): Promise<Facts> {
  const studentIds = asks.map((ask) => ask.studentId);
  const carts = parts.reading.carts(studentIds);
  const { settings } = parts.reading;
  const batchIds = sql`array(select batch_id from cart_batches where student_id = any(${studentIds}::uuid[]))`;
  const [buyers, cartRows, open, settingRows, drawn] = await piped.run([
    lockingAsked(parts, asks, set),
    carts.statement,
    parts.seats.opening(batchIds, firstStart(parts.clock), set.isPatient),
    settings.statement,
    drawingNumbers(asks.length, today(parts.clock).slice(0, 4)),
  ]);
  return {
    settings: settings.read(settingRows),
    buyers: byStudent(buyers),
    carts: carts.read(cartRows),
    open,
    drawn,
  };
}

/** Judges each by the rules of `placeOrder`, but for the seats. */
function judgeAsks(asks: readonly OrderAsk[], { buyers, carts, settings }: Facts, set: SetOf): Judged[] {
  return asks.map((ask) => {
    const buyer = buyers.get(ask.studentId);
    const outcome = buyer || set.isPatient ? null : { error: lockedOut() };
    const one: Judged = { ask, outcome, buyer, lines: carts.get(ask.studentId) ?? [] };
    judge(one, (found) => judgeBuyer(found, ask, set));
    judge(one, (found) => {
      requireBooking(settings, found);
      requireUnchanged(one.lines, ask.shown, settings.terms_version);
      requireProfile(found);
      requireBookable(one.lines);
      return totalOf(one.lines) === 0 ? 'alone' : null;
    });
    return one;
  });
}

/**
 * Whoever waited for the lock of their row may have been read as they were before: what they have ordered meanwhile, at
 * another process, is not refused to them.
 */
async function lookAgain(piped: Piped, parts: OrderParts, judged: readonly Judged[], set: SetOf): Promise<void> {
  const refused = judged.filter(({ outcome, buyer }) => buyer && outcome && 'error' in outcome);
  if (refused.length === 0) return;
  const asks = refused.map(({ ask }) => ask);
  const [rows] = await piped.run([lockingAsked(parts, asks, set)]);
  const buyers = byStudent(rows);
  for (const one of refused) {
    const buyer = buyers.get(one.ask.studentId);
    const kind = buyer && judgeBuyer(buyer, one.ask, set);
    if (kind) one.outcome = { answer: { kind } };
  }
}

/**
 * Places the orders of many students in one transaction, each by the rules of `placeOrder` and each for itself: an ask that
 * is refused takes no seat and leaves its neighbours alone. One student's asks are never in one set.
 */
export async function placeSet(
  piped: Piped,
  parts: OrderParts,
  asks: readonly OrderAsk[],
  set: SetOf,
): Promise<Outcome<Verdict>[]> {
  const facts = await readFacts(piped, parts, asks, set);
  const judged = judgeAsks(asks, facts, set);
  // Seats are dealt out in the order of the asks.
  const plan = new SeatPlan(facts.open);
  const demands = new Map<Judged, ReturnType<SeatPlan['deal']>>();
  for (const one of judged)
    judge(one, () => {
      demands.set(one, plan.deal(one.lines));
      return null;
    });
  await lookAgain(piped, parts, judged, set);
  const placing = judged.filter((one) => !one.outcome);
  const termsVersion = facts.settings?.terms_version ?? '';
  const writing =
    placing.length > 0 ? [writeOrders(parts, placing, { demands, drawn: facts.drawn, termsVersion })] : [];
  const refusals = storingRefusals(
    judged.map(({ ask, outcome }) => ({
      callKey: ask.callKey,
      error: outcome && 'error' in outcome ? outcome.error : null,
    })),
  );
  await piped.commit([...writing, ...(refusals ? [refusals] : [])]);
  return judged.map(({ outcome }) => outcome ?? { error: new Error('an ask was not judged') });
}
