import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import { tooMany } from '../http/rate-limits.ts';
import type { Clock } from '../providers/clock.ts';
import { forgetTries, type TryPace, takeTry } from './password-tries.repo.ts';

const second = 1000;
/** Four mistakes are human; the fifth waits 2 seconds, the tenth more than a minute, none longer than a quarter of an hour. */
export const tryPace: TryPace = { free: 4, first: 2 * second, longest: 900 * second, forgottenAfter: 3600 * second };

/** Slows guessing at one account's password, from however many addresses (decisions, "Rates, sessions, privacy"). */
export function createPasswordTries({ db, clock }: { db: Kysely<Database>; clock: Clock }) {
  return {
    /** Before a password is looked at. @throws Refusal 429 with the wait */
    async take(userId: string): Promise<void> {
      const now = clock.now();
      const nextAt = await takeTry(db, userId, { now: new Date(now), pace: tryPace });
      if (nextAt) throw tooMany(nextAt.getTime() - now);
    },
    /** The password was right: what came before was the student. */
    forget: (userId: string) => forgetTries(db, userId),
  };
}

export type PasswordTries = ReturnType<typeof createPasswordTries>;
