import type { Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import { today } from '../providers/clock.ts';
import { moveOrder } from './apply-news.ts';
import { checkSoon } from './check-times.repo.ts';
import { completeOrder } from './complete-order.ts';
import { drawingNumbers, insertingOrders, totalOf } from './insert-orders.repo.ts';
import type { BuyLine, OrderParts, SeatDemand } from './order-parts.ts';
import {
  paymentPending,
  requireBookable,
  requireBooking,
  requireProfile,
  requireUnchanged,
  type Shown,
} from './order-refusals.ts';
import { type LiveOrder, lockBuyer, lockLiveOrder, storeTerms } from './place-order.repo.ts';
import { isSameQuote, sumDemand, toQuote } from './quote.ts';
import { firstStart, SeatPlan } from './seat-plan.ts';

type Tx = Transaction<Database>;

/** `isFree`: nothing was to be paid, the order is complete. */
export type PlacedOrder = { orderId: string; attemptId: string; isFree: boolean };

async function replaceLive(tx: Tx, parts: OrderParts, live: LiveOrder): Promise<void> {
  await parts.seats.release(tx, live.id);
  await moveOrder(tx, live.id, 'replaced', 'the cart was ordered anew');
  // The poller ends it at the provider, after the commit.
  await checkSoon(tx, live.id);
}

/**
 * Turns the cart into an order that holds its seats, all or nothing. The same cart at the same price gives the live
 * unpaid order again; another one replaces it, unless a payment of the live one is under way.
 * @throws Refusal 409 with one of `orderCodes` or a batch code
 */
export async function placeOrder(tx: Tx, parts: OrderParts, studentId: string, shown: Shown): Promise<PlacedOrder> {
  const buyer = await lockBuyer(tx, studentId);
  const settings = await parts.readSettings(tx);
  requireBooking(settings, buyer);
  const live = await lockLiveOrder(tx, studentId);
  if (live?.isPending) throw paymentPending(live.id, live.attemptId);
  const lines = (await parts.readCarts(tx, [studentId])).get(studentId) ?? [];
  requireUnchanged(lines, shown, settings.terms_version);
  requireProfile(buyer);
  requireBookable(lines);
  if (live?.isPayable && isSameQuote(live.quote, toQuote(lines))) {
    if (live.termsVersion !== settings.terms_version) await storeTerms(tx, live.id, settings.terms_version);
    return { orderId: live.id, attemptId: live.attemptId, isFree: false };
  }

  const batchIds = sumDemand(lines).map((one) => one.batch_id);
  await parts.seats.lock(tx, batchIds, live?.id ?? null);
  if (live) await replaceLive(tx, parts, live);
  const plan = new SeatPlan(await parts.seats.open(tx, batchIds, firstStart(parts.clock), true));
  const demand = plan.deal(lines);
  const isFree = totalOf(lines) === 0;
  const orderId = await insert(tx, parts, { studentId, lines, demand }, settings.terms_version);
  if (isFree) await completeFree(tx, parts, studentId, orderId);
  return { orderId, attemptId: `${orderId}-1`, isFree };
}

type Bought = { studentId: string; lines: readonly BuyLine[]; demand: readonly SeatDemand[] };

async function insert(tx: Tx, parts: OrderParts, order: Bought, termsVersion: string): Promise<string> {
  const provider = totalOf(order.lines) === 0 ? 'none' : parts.payments.name;
  const { rows } = await drawingNumbers(1, today(parts.clock).slice(0, 4)).execute(tx);
  const [drawn] = rows;
  if (!drawn) throw new Error('no number was drawn');
  // The caller has the key already, and the session comes after the commit.
  const orders = [{ ...drawn, ...order, callKey: null, opened: null }];
  const terms = { termsVersion, provider, parts: [parts.seats.taking(order.demand)] };
  await insertingOrders(orders, terms).execute(tx);
  return drawn.id;
}

async function completeFree(tx: Tx, parts: OrderParts, studentId: string, orderId: string) {
  await tx
    .updateTable('payment_attempts')
    .set({ state: 'approved', settled_at: new Date(parts.clock.now()) })
    .where('order_id', '=', orderId)
    .execute();
  const order = { id: orderId, student_id: studentId, state: 'awaiting_payment' as const };
  await completeOrder(tx, parts, { ...order, paidPaise: 0, reference: 'none' }, 0);
}
