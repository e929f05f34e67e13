import type { Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import { today } from '../providers/clock.ts';
import { completeOrder } from './complete-order.ts';
import type { OrderParts } from './order-parts.ts';
import {
  refuseBatch,
  requireBookable,
  requireBooking,
  requireProfile,
  requireUnchanged,
  type Shown,
} from './order-refusals.ts';
import { insertOrder, type LiveOrder, lockBuyer, lockLiveOrder } from './place-order.repo.ts';
import { isSameQuote, sumDemand, toQuote } from './quote.ts';
import { moveOrder } from './settle-attempt.ts';

/** `isFree`: nothing was to be paid, the order is complete. */
export type PlacedOrder = { orderId: string; attemptId: string; isFree: boolean };

function nextDay(day: string): string {
  return new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
}

async function replaceLive(tx: Transaction<Database>, parts: OrderParts, live: LiveOrder): Promise<void> {
  await parts.seats.release(tx, live.id);
  await moveOrder(tx, live.id, 'replaced', 'the cart was ordered anew');
}

/**
 * Turns the cart into an order that holds its seats, all or nothing. The same cart at the same price gives the live
 * unpaid order again; another one replaces it.
 * @throws Refusal 409 with one of `orderCodes` or a batch code
 */
export async function placeOrder(
  tx: Transaction<Database>,
  parts: OrderParts,
  studentId: string,
  shown: Shown,
): Promise<PlacedOrder> {
  const buyer = await lockBuyer(tx, studentId);
  const settings = await parts.readSettings(tx);
  requireBooking(settings, buyer);
  const live = await lockLiveOrder(tx, studentId);
  const lines = await parts.readLines(tx, studentId);
  requireUnchanged(lines, shown, settings.terms_version);
  requireProfile(buyer);
  requireBookable(lines);
  if (live?.isPayable && isSameQuote(live.quote, toQuote(lines)))
    return { orderId: live.id, attemptId: live.attemptId, isFree: false };

  const demand = sumDemand(lines);
  const batchIds = demand.map((one) => one.batch_id);
  await parts.seats.lock(tx, batchIds, live?.id ?? null);
  if (live) await replaceLive(tx, parts, live);
  const day = today(parts.clock);
  const [unfit] = await parts.seats.take(tx, demand, nextDay(day));
  if (unfit) {
    const chosen = lines.flatMap((line) => line.courses).find(({ batch }) => batch.id === unfit.batch_id);
    throw refuseBatch(unfit.trouble, chosen?.course.id ?? 0, unfit.batch_id);
  }
  const totalPaise = lines.reduce((sum, line) => sum + line.price.main, 0);
  const provider = totalPaise === 0 ? 'none' : parts.payments.name;
  const terms = { termsVersion: settings.terms_version, year: day.slice(0, 4) };
  const orderId = await insertOrder(tx, { studentId, lines, demand, provider, ...terms });
  if (totalPaise === 0) await completeFree(tx, parts, studentId, orderId);
  return { orderId, attemptId: `${orderId}-1`, isFree: totalPaise === 0 };
}

async function completeFree(tx: Transaction<Database>, parts: OrderParts, studentId: string, orderId: string) {
  await tx
    .updateTable('payment_attempts')
    .set({ state: 'approved', settled_at: new Date(parts.clock.now()) })
    .where('order_id', '=', orderId)
    .execute();
  const order = { id: orderId, student_id: studentId, state: 'awaiting_payment' as const };
  await completeOrder(tx, parts, { ...order, paidPaise: 0, reference: 'none' }, 0);
}
