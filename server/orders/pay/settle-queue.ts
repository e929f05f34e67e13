import { isConnectionLost, isLockTimeout } from '../../db/connection/database-errors.ts';
import { BatchQueue } from '../../db/transactions/batch-queue.ts';
import { inPipelinedTransaction } from '../../db/transactions/pipelined-transaction.ts';
import type { OrderDeps } from '../order-deps.ts';
import { type AttemptUpdate, applyPaymentUpdate, completePaidOrders } from './apply-payment-update.ts';

/** Applies a payment update. Repeated and concurrent updates of an attempt have the same effect as one. */
export type ApplyUpdate = (update: AttemptUpdate) => Promise<void>;

/** What changes payments: the dependencies of orders, and the queue that applies payment updates. */
export type SettleDeps = OrderDeps & { queue: { settle: ApplyUpdate } };

/**
 * Creates the queue of payment updates. Payments that arrive together complete their orders in one transaction
 * (decision 178, “Complete the payments that arrive together in one transaction”). Updates that complete no order,
 * come from the poller or find a row locked get a transaction of their own, which waits for locks.
 */
export function createSettleQueue(deps: OrderDeps): ApplyUpdate {
  const queue = new BatchQueue<AttemptUpdate, boolean>({
    concurrency: 2,
    maxBatchSize: 32,
    keyOf: ({ attemptId }) => attemptId,
    run: async (updates) => {
      try {
        const isApplied = await inPipelinedTransaction(
          deps.db,
          (transaction) => completePaidOrders(transaction, deps, updates),
          // Repeating the transaction is safe: if the first try was committed, the repeat finds the stored payments and
          // applies nothing.
          { isRepeatable: true },
        );
        return isApplied.map((result) => ({ result }));
      } catch (error) {
        if (isLockTimeout(error)) return updates.map(() => ({ result: false }));
        if (isConnectionLost(error)) return updates.map(() => ({ error }));
        throw error;
      }
    },
  });
  return async (update) => {
    const { attemptId, update: reported } = update;
    const isPaid = reported.source !== 'poller' && reported.order?.status === 'paid';
    if (isPaid && (await queue.add(update))) return;
    await inPipelinedTransaction(deps.db, (transaction) => applyPaymentUpdate(transaction, deps, attemptId, reported), {
      isRepeatable: true,
    });
  };
}
