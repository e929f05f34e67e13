import type { SeatDemand } from '../../db/available-seats.ts';
import type { Tx } from '../../db/schema.ts';
import { today } from '../../http/clock.ts';
import type { OrderDeps, OrderLine } from '../order-deps.ts';
import { closeOrder } from '../pay/apply-payment-update.ts';
import { makeCheckDue } from '../pay/check-times.repo.ts';
import { completeOrder } from '../pay/complete-order.ts';
import { drawOrderNumbersSql, insertOrdersSql, totalPaiseOf } from './insert-orders.repo.ts';
import { type LiveOrder, lockBuyer, lockLiveOrder, storeTerms } from './live-order.repo.ts';
import {
  paymentPendingRefusal,
  requireBookable,
  requireBookingAllowed,
  requireProfile,
  requireUnchanged,
  type Shown,
} from './order-refusals.ts';
import { isSameQuote, sumDemand, toQuote } from './quote.ts';
import { firstStart, SeatPlan } from './seat-plan.ts';

/** `isFree`: the total was 0, so the order is already completed. */
export type PlacedOrder = { orderId: string; attemptId: string; isFree: boolean };

async function replaceLiveOrder(tx: Tx, deps: OrderDeps, live: LiveOrder): Promise<void> {
  await deps.seats.release(tx, live.id);
  await closeOrder(tx, live.id, 'replaced', 'the cart was ordered anew');
  // After the commit, the poller ends the replaced order at the provider.
  await makeCheckDue(tx, live.id);
}

/**
 * Places the student's cart as an order that holds all its seats, in the caller's transaction. If the student already has a
 * live order with the same quote, that one is returned. A different live order is replaced, unless one of its payments is
 * pending. `placeConcurrentOrders` applies the same rules to new orders only.
 * @throws Refusal 409 with one of `orderCodes` or a batch code
 */
export async function placeSingleOrder(tx: Tx, deps: OrderDeps, studentId: string, shown: Shown): Promise<PlacedOrder> {
  const buyer = await lockBuyer(tx, studentId);
  const settings = await deps.readSettings(tx);
  requireBookingAllowed(settings, buyer);
  const live = await lockLiveOrder(tx, studentId);
  if (live?.isPending) throw paymentPendingRefusal(live.id, live.attemptId);
  const lines = (await deps.readCarts(tx, [studentId])).get(studentId) ?? [];
  requireUnchanged(lines, shown, settings.terms_version);
  requireProfile(buyer);
  requireBookable(lines);
  if (live?.isPayable && isSameQuote(live.quote, toQuote(lines))) {
    if (live.termsVersion !== settings.terms_version) await storeTerms(tx, live.id, settings.terms_version);
    return { orderId: live.id, attemptId: live.attemptId, isFree: false };
  }

  const batchIds = sumDemand(lines).map((one) => one.batch_id);
  await deps.seats.lock(tx, batchIds, live?.id ?? null);
  if (live) await replaceLiveOrder(tx, deps, live);
  const plan = new SeatPlan(await deps.seats.open(tx, batchIds, firstStart(deps.clock), true));
  const demand = plan.assign(lines);
  const isFree = totalPaiseOf(lines) === 0;
  const orderId = await insertOrder(tx, deps, { studentId, lines, demand }, settings.terms_version);
  if (isFree) await completeFreeOrder(tx, deps, studentId, orderId);
  return { orderId, attemptId: `${orderId}-1`, isFree };
}

type OrderedCart = { studentId: string; lines: readonly OrderLine[]; demand: readonly SeatDemand[] };

async function insertOrder(tx: Tx, deps: OrderDeps, cart: OrderedCart, termsVersion: string): Promise<string> {
  const provider = totalPaiseOf(cart.lines) === 0 ? 'none' : deps.payments.name;
  const { rows } = await drawOrderNumbersSql(1, today(deps.clock).slice(0, 4)).execute(tx);
  const [number] = rows;
  if (!number) throw new Error('no order number was drawn');
  // The caller has already inserted the key, and the payment session is opened after the commit.
  const orders = [{ ...number, ...cart, callKey: null, opened: null }];
  await insertOrdersSql(orders, { termsVersion, provider, ctes: [deps.seats.takeSql(cart.demand)] }).execute(tx);
  return number.id;
}

async function completeFreeOrder(tx: Tx, deps: OrderDeps, studentId: string, orderId: string): Promise<void> {
  await tx
    .updateTable('payment_attempts')
    .set({ state: 'approved', settled_at: new Date(deps.clock.now()) })
    .where('order_id', '=', orderId)
    .execute();
  const order = { id: orderId, student_id: studentId, state: 'awaiting_payment' as const };
  await completeOrder(tx, deps, { ...order, paidPaise: 0, reference: 'none' }, 0);
}
