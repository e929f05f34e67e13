import { type JobRun, runDueJobs } from '../../db/jobs/run-due-jobs.ts';
import { toRupees } from '../../db/paise.ts';
import { inTransaction } from '../../db/transactions/transaction.ts';
import { PaymentRefused, type ProviderRefund } from '../../providers/payments/payments.ts';
import type { OrderDeps } from '../order-deps.ts';
import {
  claimRefund,
  type DueRefund,
  markFailed,
  markSent,
  postponeRefund,
  providerRefundId,
  settleRefund,
} from './refund.repo.ts';

/** How many refunds one process handles at once. */
const concurrency = 2;

/**
 * Finds the newest earlier request of this refund, with the same amount, that the provider does not report as failed;
 * null if there is none. Staff request a refund again only if it has failed. But if the provider has paid the earlier
 * request after all, another request would pay the refund twice.
 */
async function findEarlierRound({ payments }: OrderDeps, refund: DueRefund): Promise<ProviderRefund | null> {
  for (let round = refund.round - 1; round >= 1; round--) {
    const earlier = providerRefundId({ id: refund.id, round });
    const known = await payments.fetchRefund(refund.provider_order_id, earlier);
    if (known && known.status !== 'failed' && known.amountPaise === refund.amount_paise) return known;
  }
  return null;
}

/**
 * Returns the provider's state of the refund. Requests the refund first if the provider does not have it yet. A request
 * repeated after a crash has the same id, so the provider pays the refund only once.
 * @throws PaymentRefused if the provider refuses the refund permanently, or already has a refund of another amount with
 *   this id. That can happen after this database was restored from a backup that lacks the other refund.
 */
async function requestAtProvider(deps: OrderDeps, refund: DueRefund): Promise<ProviderRefund> {
  const { payments } = deps;
  const { provider_order_id: orderId } = refund;
  const id = providerRefundId(refund);
  const known = refund.state === 'sent' ? await payments.fetchRefund(orderId, id) : null;
  const note = `Order ${refund.order_id}: ${refund.reason}`;
  const request = { refundId: id, orderId, amountPaise: refund.amount_paise, note, idempotencyKey: id };
  const found = known ?? (await findEarlierRound(deps, refund)) ?? (await payments.refund(request));
  if (found.amountPaise !== refund.amount_paise)
    throw new PaymentRefused(`the provider already has ${id}, over ${toRupees(found.amountPaise)} rupees`);
  return found;
}

async function storeStatus(deps: OrderDeps, refund: DueRefund, { reference, status }: ProviderRefund): Promise<void> {
  if (status === 'pending' && refund.state === 'sent') return postponeRefund(deps.db, refund);
  const work = inTransaction(
    deps.db,
    async (tx) => {
      if (refund.state === 'requested') await markSent(tx, refund, reference);
      if (status === 'settled') await settleRefund(tx, deps, { id: refund.id, reference });
      if (status === 'failed') await markFailed(tx, refund, 'the provider could not send it');
    },
    { isRepeatable: true },
  );
  await work;
}

async function processRefund(deps: OrderDeps, refund: DueRefund): Promise<void> {
  try {
    await storeStatus(deps, refund, await requestAtProvider(deps, refund));
  } catch (error) {
    if (error instanceof PaymentRefused) await inTransaction(deps.db, (tx) => markFailed(tx, refund, error.message));
    else await postponeRefund(deps.db, refund);
    throw error;
  }
}

/** Sends the refunds that are due and checks those already sent, until none is due or `signal` is aborted. */
export function sendRefunds(deps: OrderDeps, signal?: AbortSignal): Promise<JobRun> {
  return runDueJobs({
    concurrency,
    signal,
    claim: () => claimRefund(deps.db, deps.payments.name),
    run: (refund) => processRefund(deps, refund),
  });
}
