import { type Kysely, sql } from 'kysely';
import { updateOrder } from '../../../contract/orders.ts';
import { type JobRun, runDueJobs } from '../../db/jobs/run-due-jobs.ts';
import type { Database, PaymentAttemptRow } from '../../db/schema.ts';
import { refuse } from '../../http/refusal.ts';
import type { ProviderOrder } from '../../providers/payments/payments.ts';
import { PaymentRefused } from '../../providers/payments/payments.ts';
import { paymentTimes } from '../order-deps.ts';
import { inSequence, type OwnAttempt, ownAttemptsSql } from '../own-attempts.ts';
import type { PaymentUpdate } from './apply-payment-update.ts';
import { claimDueAttempt, type DueAttempt, type ProviderAttempt, postponeCheck } from './check-times.repo.ts';
import { isPaymentPending } from './pending-payment.ts';
import type { SettleDeps } from './settle-queue.ts';

/** Creates the 503 refusal for a payment provider that cannot be used. `cause` is only logged. */
export const providerUnavailableRefusal = (cause: unknown) =>
  refuse(updateOrder.refusals, 'PROVIDER_UNAVAILABLE', 'Payment is not available right now. Please try again.', {
    retryAfter: 5,
    cause,
  });

/**
 * How many payment attempts the background job checks with the provider at the same time, in one process. Only a few:
 * providers limit the number of calls, and calls for a student who waits for the result must get through.
 */
const concurrency = 4;

/**
 * Asks the provider for the state of one payment attempt and applies it. Every payment result that no webhook reports
 * arrives through this function. Repeated and concurrent calls have the same effect as one.
 * @returns the provider's order, or null if the provider does not know it
 * @throws Refusal 503 PROVIDER_UNAVAILABLE with the provider's error as its cause
 */
async function settleAttempt(
  deps: SettleDeps,
  attempt: ProviderAttempt,
  source: Exclude<PaymentUpdate['source'], 'webhook'>,
): Promise<ProviderOrder | null> {
  const order = await deps.payments.fetchOrder(attempt.provider_order_id).catch((error: unknown) => {
    throw providerUnavailableRefusal(error);
  });
  await deps.queue.settle({ attemptId: attempt.id, update: { order, source } });
  return order;
}

/**
 * Asks the provider about the student's open payment attempts, and about declined and expired ones that may still be
 * paid: their grace period has not ended, or a payment is pending.
 * @throws Refusal 503 PROVIDER_UNAVAILABLE
 */
export async function settleOpenAttempts(deps: SettleDeps, studentId: string): Promise<void> {
  const isInGrace = sql<boolean>`a.expires_at + make_interval(secs => ${paymentTimes.grace}) > now()`;
  const attempts = await deps.db
    .selectFrom('payment_attempts as a')
    .innerJoin('orders as o', 'o.id', 'a.order_id')
    .select(['a.id', 'a.provider_order_id'])
    .where('o.student_id', '=', studentId)
    .where('a.provider', '=', deps.payments.name)
    .where((row) =>
      row.or([
        row('a.state', 'in', ['created', 'open']),
        row.and([row('a.state', 'in', ['declined', 'expired']), row.or([isInGrace, isPaymentPending])]),
      ]),
    )
    .orderBy('a.id')
    .execute();
  for (const attempt of attempts) await settleAttempt(deps, attempt, 'student');
}

type StoredAttempt = ProviderAttempt & { provider: string; state: PaymentAttemptRow['state'] };

/** Reads payment attempts in the given sequence; null where the student has no such attempt. */
export async function findAttempts(
  db: Kysely<Database>,
  own: readonly OwnAttempt[],
): Promise<Array<StoredAttempt | null>> {
  const { rows } = await sql<StoredAttempt & { position: number }>`
    select own.position, a.id, a.provider, a.provider_order_id, a.state from ${ownAttemptsSql(own)}`.execute(db);
  return inSequence(own, rows);
}

/**
 * Asks the provider about the payment attempt of a student who has returned from the payment page, however old it is, to
 * find even a payment that arrived very late.
 * @throws Refusal 503 PROVIDER_UNAVAILABLE
 */
export async function settleAttemptOnReturn(deps: SettleDeps, attempt: StoredAttempt): Promise<void> {
  // Do not ask the provider about a paid attempt: it stays paid, and a background job checks whether it was paid twice.
  // The current provider does not know the attempts of free orders and of former providers.
  const canChange = attempt.state !== 'approved' && attempt.provider === deps.payments.name;
  if (canChange) await settleAttempt(deps, attempt, 'student');
}

/**
 * Asks the provider about all unpaid payment attempts of an order, however old they are, for a check by staff. A
 * declined payment does not end the order while the payment session lasts, because the student may still be on the
 * payment page.
 * @throws Refusal 503 PROVIDER_UNAVAILABLE
 */
export async function settleOrder(deps: SettleDeps, orderId: string): Promise<void> {
  const attempts = await deps.db
    .selectFrom('payment_attempts')
    .select(['id', 'provider_order_id'])
    .where('order_id', '=', orderId)
    .where('provider', '=', deps.payments.name)
    .where('state', '<>', 'approved')
    .orderBy('number')
    .execute();
  for (const attempt of attempts) await settleAttempt(deps, attempt, 'staff');
}

/**
 * Ends the provider's order for a payment attempt, because nobody should pay it any more: our order was replaced by
 * another one, or its short hold of the seats has ended. If the provider's order was paid in the meantime, the provider
 * refuses to end it, and the payment is applied like any other.
 */
async function endAtProvider(deps: SettleDeps, attempt: DueAttempt): Promise<void> {
  await deps.payments.endOrder(attempt.provider_order_id).catch((error: unknown) => {
    if (!(error instanceof PaymentRefused)) throw error;
  });
  await settleAttempt(deps, attempt, 'poller');
}

/**
 * Checks every payment attempt that is due, of all students. Any number of processes can share the work. If the
 * provider is unreachable, an attempt is checked again after increasing pauses. No further check begins when `signal`
 * is aborted.
 */
export function settleDueAttempts(deps: SettleDeps, signal?: AbortSignal): Promise<JobRun> {
  return runDueJobs({
    concurrency,
    signal,
    claim: () => claimDueAttempt(deps.db, deps.payments.name),
    run: async (attempt) => {
      try {
        const order = await settleAttempt(deps, attempt, 'poller');
        if (attempt.is_over && order?.status === 'active') await endAtProvider(deps, attempt);
      } catch (error) {
        await postponeCheck(deps.db, attempt.id);
        throw error;
      }
    },
  });
}
