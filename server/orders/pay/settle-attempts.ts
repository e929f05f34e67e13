import { sql } from 'kysely';
import { updateOrder } from '../../../contract/orders.ts';
import { type JobRun, runDueJobs } from '../../db/jobs/run-due-jobs.ts';
import { inTransaction } from '../../db/transactions/transaction.ts';
import { refuse } from '../../http/refusal.ts';
import type { ProviderOrder } from '../../providers/payments/payments.ts';
import { PaymentRefused } from '../../providers/payments/payments.ts';
import { type OrderDeps, paymentTimes } from '../order-deps.ts';
import { applyPaymentUpdate, type PaymentUpdate } from './apply-payment-update.ts';
import { claimDueAttempt, type DueAttempt, type ProviderAttempt, postponeCheck } from './check-times.repo.ts';

/** 503; `cause` is logged. */
export const providerUnavailableRefusal = (cause: unknown) =>
  refuse(updateOrder.refusals, 'PROVIDER_UNAVAILABLE', 'Payment is not available right now. Please try again.', {
    retryAfter: 5,
    cause,
  });

/** One process queries this many attempts at once. Providers limit calls, and calls made for a waiting student must get through. */
const concurrency = 4;

/**
 * Asks the provider for the state of one attempt and applies it. Every recheck goes through here: the return page, the
 * student's recheck, a new order and the poller. Repeated and concurrent calls have the same effect as one.
 * @returns the provider's order, null if the provider does not know it
 * @throws Refusal 503 PROVIDER_UNAVAILABLE with the provider's error as its cause
 */
async function settleAttempt(
  deps: OrderDeps,
  attempt: ProviderAttempt,
  source: Exclude<PaymentUpdate['source'], 'webhook'>,
): Promise<ProviderOrder | null> {
  const order = await deps.payments.fetchOrder(attempt.provider_order_id).catch((error: unknown) => {
    throw providerUnavailableRefusal(error);
  });
  const update = { order, source };
  await inTransaction(deps.db, (tx) => applyPaymentUpdate(tx, deps, attempt.id, update), { isRepeatable: true });
  return order;
}

const attemptsOf = ({ db }: OrderDeps, studentId: string) =>
  db
    .selectFrom('payment_attempts as a')
    .innerJoin('orders as o', 'o.id', 'a.order_id')
    .select(['a.id', 'a.provider', 'a.provider_order_id', 'a.state'])
    .where('o.student_id', '=', studentId);

/**
 * Settles the student's open attempts, and closed ones until the grace period after their session: a failed payment can be
 * retried on the provider's page, and a payment started at the last moment can succeed after the session.
 * @throws Refusal 503 PROVIDER_UNAVAILABLE
 */
export async function settleOpenAttempts(deps: OrderDeps, studentId: string): Promise<void> {
  const isInGrace = sql<boolean>`a.expires_at + make_interval(secs => ${paymentTimes.grace}) > now()`;
  const attempts = await attemptsOf(deps, studentId)
    .where('a.provider', '=', deps.payments.name)
    .where((row) =>
      row.or([
        row('a.state', 'in', ['created', 'open']),
        row.and([row('a.state', 'in', ['declined', 'expired']), isInGrace]),
      ]),
    )
    .orderBy('a.id')
    .execute();
  for (const attempt of attempts) await settleAttempt(deps, attempt, 'student');
}

/**
 * Settles one attempt of the student, however old, so that a recheck also finds a payment that arrived very late. Returns
 * false if the student has no such attempt.
 * @throws Refusal 503 PROVIDER_UNAVAILABLE
 */
export async function settleOneAttempt(deps: OrderDeps, studentId: string, attemptId: string): Promise<boolean> {
  const attempt = await attemptsOf(deps, studentId).where('a.id', '=', attemptId).executeTakeFirst();
  if (!attempt) return false;
  // A paid attempt is final. An attempt of a provider configured earlier, or of a free order, cannot be queried.
  const canChange = attempt.state !== 'approved' && attempt.provider === deps.payments.name;
  if (canChange) await settleAttempt(deps, attempt, 'student');
  return true;
}

/**
 * Ends a replaced order at the provider, so that it can't be paid in addition to the order that replaced it. If it was
 * paid in the meantime, the provider refuses, and the payment is applied like any other.
 */
async function endReplaced(deps: OrderDeps, attempt: DueAttempt): Promise<void> {
  await deps.payments.endOrder(attempt.provider_order_id).catch((error: unknown) => {
    if (!(error instanceof PaymentRefused)) throw error;
  });
  await settleAttempt(deps, attempt, 'poller');
}

/**
 * Settles every attempt that is due, of all students. Any number of processes can share the work. When the provider is
 * unreachable, an attempt is retried after increasing pauses.
 */
export function settleDueAttempts(deps: OrderDeps): Promise<JobRun> {
  return runDueJobs({
    concurrency,
    claim: () => claimDueAttempt(deps.db, deps.payments.name),
    run: async (attempt) => {
      try {
        const order = await settleAttempt(deps, attempt, 'poller');
        if (attempt.is_replaced && order?.status === 'active') await endReplaced(deps, attempt);
      } catch (error) {
        await postponeCheck(deps.db, attempt.id);
        throw error;
      }
    },
  });
}
