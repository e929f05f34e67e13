import { inTransaction } from '../db/transaction.ts';
import type { ProviderOrder } from '../providers/payments.ts';
import { type AttemptNews, applyNews } from './apply-news.ts';
import type { AskedAttempt } from './check-times.repo.ts';
import type { OrderParts } from './order-parts.ts';
import { providerUnavailable } from './order-refusals.ts';

/**
 * Asks the provider about one attempt and does what follows: the one way to settle, for return page, recheck, placing
 * anew and poller. Safe to run any number of times, also at once. `by` as in `AttemptNews`. Answers what the provider said.
 * @throws Refusal 503 PROVIDER_UNAVAILABLE with the provider's error as its cause
 */
export async function settleAttempt(
  parts: OrderParts,
  attempt: AskedAttempt,
  by: Exclude<AttemptNews['by'], 'webhook'>,
): Promise<ProviderOrder | null> {
  const order = await parts.payments.fetchOrder(attempt.provider_order_id).catch((error: unknown) => {
    throw providerUnavailable(error);
  });
  await inTransaction(parts.db, (tx) => applyNews(tx, parts, attempt.id, { order, by }), { isRepeatable: true });
  return order;
}
