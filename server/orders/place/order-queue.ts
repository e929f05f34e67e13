import { isConnectionLost, isDuplicate, isLockTimeout } from '../../db/connection/database-errors.ts';
import { BatchQueue, type Outcome } from '../../db/transactions/batch-queue.ts';
import { inPipelinedTransaction } from '../../db/transactions/pipelined-transaction.ts';
import { inTransaction, withRetries } from '../../db/transactions/transaction.ts';
import type { OrderDeps } from '../order-deps.ts';
import { type ApplyUpdate, createSettleQueue } from '../pay/settle-queue.ts';
import type { OrderRequest } from './evaluate-requests.ts';
import { type FinishedCall, readHoldSeconds, storeFinishedCalls } from './payment-session.ts';
import { placeOrders } from './place-orders.ts';
import type { PlacementResult } from './write-orders.ts';

/**
 * Queues `POST /orders/create` calls, so that concurrent ones share transactions (decision 6, “Place concurrent orders
 * in one transaction”). An order that arrives alone has a transaction of its own.
 */
export type OrderQueue = {
  place(request: OrderRequest): Promise<PlacementResult>;
  /** Stores the payment session and the response of a `POST /orders/create` call. */
  finish(call: FinishedCall): Promise<void>;
  /** Applies a payment update, if possible in one transaction with others. */
  settle: ApplyUpdate;
  /** Runs `work` so that `drain` waits for it. */
  track<T>(work: () => Promise<T>): Promise<T>;
  /** How many calls wait for their transaction. */
  readonly length: number;
  /** Waits for all work started by `track`, so that the process can exit. */
  drain(): Promise<void>;
};

/** The dependencies of the order routes. */
export type OrderRoutesDeps = OrderDeps & { queue: OrderQueue };

const queueLimits = { concurrency: 2, maxBatchSize: 64 } as const;

/**
 * Times in milliseconds. `wait`: how long a shared transaction waits for a lock. `skipAfterwards`: if a transaction has
 * waited for a lock in vain, the next ones do not wait for locks during this time.
 */
const lockTimeouts = { wait: 2_000, skipAfterwards: 2_000 } as const;

async function placeTogether(
  deps: OrderDeps,
  requests: readonly OrderRequest[],
  waitForLocks: boolean,
): Promise<Outcome<PlacementResult>[]> {
  // A request that is alone in its transaction delays no other request, so it may wait for locks as long as the
  // connection's default allows.
  const lockTimeoutMs = waitForLocks && requests.length > 1 ? lockTimeouts.wait : null;
  let mayBeCommitted = false;
  return inPipelinedTransaction(
    deps.db,
    async (pipelined) => {
      try {
        return await placeOrders(pipelined, deps, requests, { waitForLocks, lockTimeoutMs, mayBeCommitted });
      } catch (error) {
        mayBeCommitted ||= isConnectionLost(error);
        throw error;
      }
    },
    // Repeating the transaction is safe: if the first try was committed, the repeat finds the used idempotency key or
    // the new order.
    { isRepeatable: true },
  );
}

function createPlaceQueue(deps: OrderDeps): BatchQueue<OrderRequest, PlacementResult> {
  let waitAgainAt = 0;

  async function run(requests: readonly OrderRequest[]): Promise<ReadonlyArray<Outcome<PlacementResult>>> {
    const waitForLocks = performance.now() >= waitAgainAt;
    try {
      return await placeTogether(deps, requests, waitForLocks);
    } catch (error) {
      if (waitForLocks && isLockTimeout(error)) {
        // Another transaction has locked a student or a batch for too long. Try again without waiting for locks: the
        // requests that need a locked row are refused, and the others are placed.
        waitAgainAt = performance.now() + lockTimeouts.skipAfterwards;
        return placeTogether(deps, requests, false);
      }
      // The transaction has failed: after it read the database, another process placed an order of the same student or
      // used the same idempotency key. A second try sees the order or the used key.
      if (isDuplicate(error)) return placeTogether(deps, requests, waitForLocks);
      if (isConnectionLost(error)) return requests.map(() => ({ error }));
      throw error;
    }
  }

  return new BatchQueue({ ...queueLimits, keyOf: ({ studentId }) => studentId, run });
}

/**
 * Stores finished `POST /orders/create` calls. `longer`: those for which the provider has opened a payment session that
 * ends later than requested. The seat holds of their orders are extended.
 */
async function storeAndExtendHolds(
  deps: OrderDeps,
  calls: readonly FinishedCall[],
  longer: readonly FinishedCall[],
): Promise<void> {
  const work = inTransaction(
    deps.db,
    async (tx) => {
      await storeFinishedCalls(tx, calls);
      for (const { attemptId } of longer) {
        const hold = await readHoldSeconds(tx, attemptId);
        if (hold) await deps.seats.extend(tx, hold.order_id, hold.seconds);
      }
    },
    { isRepeatable: true },
  );
  await work;
}

function createFinishQueue(deps: OrderDeps): BatchQueue<FinishedCall, undefined> {
  return new BatchQueue({
    ...queueLimits,
    run: async (calls): Promise<Array<{ result: undefined }>> => {
      const longer = calls.filter(({ session }) => session?.expiresAt);
      if (longer.length > 0) await storeAndExtendHolds(deps, calls, longer);
      else await withRetries(() => storeFinishedCalls(deps.db, calls));
      return calls.map(() => ({ result: undefined }));
    },
  });
}

export function createOrderQueue(deps: OrderDeps): OrderQueue {
  const [placeQueue, finishQueue] = [createPlaceQueue(deps), createFinishQueue(deps)];
  const tracked = new Set<Promise<unknown>>();
  return {
    get length() {
      return placeQueue.length + finishQueue.length;
    },
    place: (request) => placeQueue.add(request),
    finish: (call) => finishQueue.add(call),
    settle: createSettleQueue(deps),
    track: (work) => {
      const running = work();
      tracked.add(running);
      const remove = () => tracked.delete(running);
      running.then(remove, remove);
      return running;
    },
    drain: async () => {
      while (tracked.size > 0) await Promise.allSettled(tracked);
    },
  };
}
