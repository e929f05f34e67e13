import { PaymentRefused } from '../providers/payments.ts';
import { claimDue, type DueAttempt, postponeCheck } from './check-times.repo.ts';
import { type Drained, drain } from './drain.ts';
import type { OrderParts } from './order-parts.ts';
import { settleAttempt } from './settle-attempt.ts';

/** Attempts asked for at once by one process: a provider counts calls, and students' own come first. */
const atOnce = 4;

/**
 * Ends an order at the provider that gave way to another: both could be paid otherwise. Where a payment was quicker it is
 * refused, and that payment is news like any other.
 */
async function endReplaced(parts: OrderParts, attempt: DueAttempt): Promise<void> {
  await parts.payments.endOrder(attempt.provider_order_id).catch((error: unknown) => {
    if (!(error instanceof PaymentRefused)) throw error;
  });
  await settleAttempt(parts, attempt, 'poller');
}

/**
 * Settles the attempts that are due, of all students; any number of processes share the work. A provider that cannot be
 * reached is asked again after a longer pause each time.
 */
export function settleDue(parts: OrderParts): Promise<Drained> {
  return drain({
    atOnce,
    claim: () => claimDue(parts.db, parts.payments.name),
    work: async (attempt) => {
      try {
        const order = await settleAttempt(parts, attempt, 'poller');
        if (attempt.is_replaced && order?.status === 'active') await endReplaced(parts, attempt);
      } catch (error) {
        await postponeCheck(parts.db, attempt.id);
        throw error;
      }
    },
  });
}
