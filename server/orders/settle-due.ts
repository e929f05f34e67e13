import { claimDue, postponeCheck } from './check-times.repo.ts';
import { type Drained, drain } from './drain.ts';
import type { OrderParts } from './order-parts.ts';
import { settleAttempt } from './settle-attempt.ts';

/** Attempts asked for at once by one process: a provider counts calls, and students' own come first. */
const atOnce = 4;

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
        await settleAttempt(parts, attempt, 'poller');
      } catch (error) {
        await postponeCheck(parts.db, attempt.id);
        throw error;
      }
    },
  });
}
