import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';
import type { Clock } from '../../http/clock.ts';
import { tooManyRequests } from '../../http/rates/rate-limits.ts';
import { addTry, deleteTries, type TryLimits } from './password-tries.repo.ts';

const second = 1000;
/**
 * Four password tries cause no wait. After the fifth, the next try has to wait 2 seconds; each further try doubles the
 * wait, up to a quarter of an hour.
 */
export const tryLimits: TryLimits = {
  free: 4,
  first: 2 * second,
  longest: 900 * second,
  forgottenAfter: 3600 * second,
};

/**
 * Slows down guessing of one account's password, even if the guesses come from many IP addresses
 * (docs/product.md#rates).
 */
export function createPasswordTries({ db, clock }: { db: Kysely<Database>; clock: Clock }) {
  return {
    /** Counts a try; call it before checking the password. @throws Refusal 429 with the time to wait */
    async count(userId: string): Promise<void> {
      const now = clock.now();
      const nextAt = await addTry(db, userId, { now: new Date(now), limits: tryLimits });
      if (nextAt) throw tooManyRequests(nextAt.getTime() - now);
    },
    /** Forgets earlier tries after a correct password. */
    forget: (userId: string) => deleteTries(db, userId),
  };
}

export type PasswordTries = ReturnType<typeof createPasswordTries>;
