import { inTransaction } from '../db/transaction.ts';
import { PaymentRefused, type ProviderRefund } from '../providers/payments.ts';
import { type Drained, drain } from './drain.ts';
import type { OrderParts } from './order-parts.ts';
import { claimRefund, type DueRefund, markFailed, markSent, postponeRefund, settleRefund } from './refund.repo.ts';

/** Refunds sent at once by one process. */
const atOnce = 2;

/**
 * What the provider says of a refund, asked for where it was not yet. A crash after the provider took it leaves it
 * `requested`, and the repeat under the same id is the same refund.
 */
async function askProvider({ payments }: OrderParts, refund: DueRefund): Promise<ProviderRefund> {
  const { id, provider_order_id: orderId } = refund;
  const known = refund.state === 'sent' ? await payments.fetchRefund(orderId, id) : null;
  if (known) return known;
  const note = `Order ${refund.order_id}: ${refund.reason}`;
  return payments.refund({ refundId: id, orderId, amountPaise: refund.amount_paise, note, idempotencyKey: id });
}

async function store(parts: OrderParts, refund: DueRefund, told: ProviderRefund): Promise<void> {
  const { reference, status } = told;
  if (status === 'pending' && refund.state === 'sent') return postponeRefund(parts.db, refund);
  const work = inTransaction(
    parts.db,
    async (tx) => {
      if (refund.state === 'requested') await markSent(tx, refund.id, reference);
      if (status === 'settled') await settleRefund(tx, { id: refund.id, reference });
      if (status === 'failed') await markFailed(tx, refund.id, 'the provider could not send it');
    },
    { isRepeatable: true },
  );
  await work;
}

async function send(parts: OrderParts, refund: DueRefund): Promise<void> {
  try {
    await store(parts, refund, await askProvider(parts, refund));
  } catch (error) {
    if (error instanceof PaymentRefused)
      await inTransaction(parts.db, (tx) => markFailed(tx, refund.id, error.message));
    else await postponeRefund(parts.db, refund);
    throw error;
  }
}

/** Sends the refunds that are due and asks after those on their way; answers how many, and what failed. */
export function sendRefunds(parts: OrderParts): Promise<Drained> {
  return drain({
    atOnce,
    claim: () => claimRefund(parts.db, parts.payments.name),
    work: (refund) => send(parts, refund),
  });
}
