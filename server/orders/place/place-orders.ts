import { type RawBuilder, sql } from 'kysely';
import { createOrder as endpoint } from '../../../contract/orders.ts';
import type { OpenBatch, ReservedSeats } from '../../db/available-seats.ts';
import type { Outcome } from '../../db/transactions/batch-queue.ts';
import type { PipelinedTransaction } from '../../db/transactions/pipelined-transaction.ts';
import { today } from '../../http/clock.ts';
import { insertKeysSql } from '../../http/idempotency/idempotency.repo.ts';
import type { OrderDeps } from '../order-deps.ts';
import { completeOrder, lockForCompletion } from '../pay/complete-order.ts';
import { type AddressHold, addressHoldsSql } from './address-holds.repo.ts';
import {
  type Decision,
  evaluateRequests,
  findObstacle,
  type OrderRequest,
  type PlacementFacts,
  type PlacementOptions,
} from './evaluate-requests.ts';
import { drawOrderNumbersSql, type NewOrder, type OrderNumber } from './insert-orders.repo.ts';
import { heldBatchIdsSql, type LiveOrder, lockLiveOrdersSql, toLiveOrder } from './live-order.repo.ts';
import { type Buyer, lockBuyersSql } from './lock-buyers.repo.ts';
import { firstAttemptOf } from './payment-session.ts';
import { firstStart, SeatPlan } from './seat-plan.ts';
import { type OrderWrites, type PlacementResult, toWrites } from './write-orders.ts';

/** The stored data that is needed to place the orders. `drawn` has one new order number for each request. */
type StoredFacts = PlacementFacts & {
  open: readonly OpenBatch[];
  reserved: readonly ReservedSeats[];
  drawn: readonly OrderNumber[];
  addressHolds: readonly AddressHold[];
};

const byStudent = (buyers: readonly Buyer[]) => new Map(buyers.map((buyer) => [buyer.student_id, buyer]));

const lockRequestersSql = (deps: OrderDeps, requests: readonly OrderRequest[], options: PlacementOptions) =>
  lockBuyersSql(requests, { endpoint: endpoint.name, provider: deps.payments.name, ...options });

/**
 * Locks and reads the orders of the given students that await payment. The caller must have locked the students and
 * batches. The statement is separate, because most requests in a rush of new orders do not need it.
 */
async function lockLiveOrders(
  pipelined: PipelinedTransaction,
  studentIds: readonly string[],
): Promise<Map<string, LiveOrder>> {
  if (studentIds.length === 0) return new Map();
  const [rows] = await pipelined.run([lockLiveOrdersSql(studentIds)]);
  return new Map(rows.map((row) => [row.student_id, toLiveOrder(row)]));
}

/**
 * Locks the students, then the batches in their carts, unpaid orders and waiting list offers, each in id order. Carts
 * are read by a separate statement after the locks are taken, so that it sees, for example, that a payment has just
 * removed items from a cart.
 */
async function lockAndRead(
  pipelined: PipelinedTransaction,
  deps: OrderDeps,
  requests: readonly OrderRequest[],
  options: PlacementOptions,
): Promise<StoredFacts> {
  const studentIds = requests.map((request) => request.studentId);
  const settledIds = requests.filter(({ isSettled }) => isSettled).map(({ studentId }) => studentId);
  const carts = deps.queries.carts(studentIds);
  const { settings } = deps.queries;
  const held = settledIds.length > 0 ? sql` union all ${heldBatchIdsSql(settledIds)}` : sql``;
  const offered = deps.seats.offeredBatchIdsSql(studentIds);
  const batchIds = sql`array(select batch_id from cart_batches where student_id = any(${studentIds}::uuid[])${held}
    union all ${offered})`;
  // Count the seats held by each IP address only if there is a limit. At 100 percent, one address may hold all seats.
  const hashes = deps.addressHoldPercent < 100 ? requests.map(({ addressHash }) => addressHash) : [];
  const [buyers, open, cartRows, settingRows, drawn, addressHolds, reserved, offers] = await pipelined.run([
    lockRequestersSql(deps, requests, options),
    deps.seats.openSql(batchIds, firstStart(deps.clock), options.waitForLocks),
    // Read the carts only after the batches are locked: otherwise, an order could get dates that staff have changed
    // meanwhile.
    carts.statement,
    settings.statement,
    drawOrderNumbersSql(requests.length, today(deps.clock).slice(0, 4)),
    addressHoldsSql(batchIds, hashes),
    deps.seats.reservedSql(batchIds),
    deps.seats.offersSql(studentIds),
  ]);
  const locked = byStudent(buyers);
  // Read only the unpaid orders of locked students: waiting for the lock on another student's order could end in a
  // deadlock.
  const liveOrders = await lockLiveOrders(
    pipelined,
    settledIds.filter((studentId) => locked.has(studentId)),
  );
  return {
    settings: settings.read(settingRows),
    buyers: locked,
    carts: carts.read(cartRows),
    liveOrders,
    offers: Map.groupBy(offers, ({ student_id }) => student_id),
    ...{ open, reserved, drawn, addressHolds },
  };
}

/**
 * Reads the students of refused requests again, because another process may have placed an order of a student while the
 * first read waited for the student's lock. If so, the request is deferred instead of refused, so that it is evaluated
 * again.
 */
async function recheckRefused(
  pipelined: PipelinedTransaction,
  deps: OrderDeps,
  decisions: Decision[],
  { facts, options }: { facts: StoredFacts; options: PlacementOptions },
): Promise<Decision[]> {
  const isRefused = ({ kind, request }: Decision) => kind === 'refuse' && facts.buyers.has(request.studentId);
  const refused = decisions.filter(isRefused).map(({ request }) => request);
  if (refused.length === 0) return decisions;
  const [rows] = await pipelined.run([lockRequestersSql(deps, refused, options)]);
  const buyers = byStudent(rows);
  return decisions.map((decision) => {
    const { request } = decision;
    const buyer = isRefused(decision) ? buyers.get(request.studentId) : undefined;
    const obstacle = buyer && findObstacle(buyer, request, options);
    return obstacle ? { kind: 'defer', request, obstacle } : decision;
  });
}

/**
 * Completes a new order that costs nothing as if it had been paid. Returns the statements that the caller must pass to
 * `commit`.
 */
async function completeFreeOrder(
  { run, tx }: PipelinedTransaction,
  deps: OrderDeps,
  { id }: NewOrder,
): Promise<RawBuilder<unknown>[]> {
  const { statements, read } = lockForCompletion(deps, sql`array[${id}]::text[]`);
  const facts = read(await run(statements)).get(id);
  if (!facts) throw new Error('the order to complete does not exist');
  const order = { id, state: 'awaiting_payment' as const, totalPaise: 0, paidPaise: 0, reference: 'none' };
  const completion = await completeOrder(tx, deps, order, facts);
  const approved = sql`update payment_attempts set state = 'approved', settled_at = ${new Date(deps.clock.now())},
    next_check_at = null where id = ${firstAttemptOf(id).attemptId}`;
  return [approved, ...completion.statements];
}

/**
 * Sends the statements that place the orders. Returns the ids of the students whose idempotency key another call has
 * used in the meantime. Their requests must return the result of that call.
 */
async function sendWrites(
  send: PipelinedTransaction['run'],
  { newKeys, statements }: Pick<OrderWrites, 'newKeys' | 'statements'>,
): Promise<Set<string>> {
  const usedKeys = new Set(newKeys.map(({ call }) => call.subject));
  if (newKeys.length === 0) await send(statements);
  else {
    const [inserted] = await send([insertKeysSql(newKeys), ...statements]);
    for (const { subject } of inserted) usedKeys.delete(subject);
  }
  return usedKeys;
}

/**
 * Places orders of different students in one transaction. A refused request takes no seats and does not affect the
 * others. Prices are computed again from the locked rows, and an order is refused if the student saw other prices.
 *
 * If a student already has an unpaid order with the same price quote, that order is returned again. An unpaid order
 * with another quote is replaced, unless one of its payments is pending.
 * @returns the outcomes in the order of the requests
 */
export async function placeOrders(
  pipelined: PipelinedTransaction,
  deps: OrderDeps,
  requests: readonly OrderRequest[],
  options: PlacementOptions,
): Promise<Outcome<PlacementResult>[]> {
  const facts = await lockAndRead(pipelined, deps, requests, options);
  const evaluated = evaluateRequests(requests, facts, new SeatPlan(facts, deps.addressHoldPercent), options);
  const decisions = await recheckRefused(pipelined, deps, evaluated, { facts, options });
  const termsVersion = facts.settings?.terms_version ?? '';
  const writes = toWrites(deps, decisions, { ...facts, termsVersion });
  const isLast = writes.freeOrders.length === 0;
  const usedKeys = await sendWrites(isLast ? pipelined.commit : pipelined.run, writes);
  const completions: RawBuilder<unknown>[] = [];
  for (const order of writes.freeOrders) completions.push(...(await completeFreeOrder(pipelined, deps, order)));
  if (!isLast) await pipelined.commit(completions);
  return writes.outcomes.map((outcome, index) =>
    usedKeys.has(requests[index]?.studentId ?? '') ? { result: { kind: 'keyUsed' } } : outcome,
  );
}
