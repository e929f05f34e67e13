import { createHmac } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';
import type { Clock } from '../../http/clock.ts';
import { addressKey } from '../../http/rates/address-key.ts';
import { tooManyRequests } from '../../http/rates/rate-limits.ts';
import { addTry, deleteTries, findNextTry, type TryLimits } from './password-tries.repo.ts';

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
 * Who tries a password. `account`: the student's id. `address`: the IP address. `device`: identifies a sign-in session,
 * or a browser that has signed in to the account before (see `KnownDevices`); null if neither is known.
 */
type Guesser = { account: string; address: string; device: string | null };

/**
 * Slows down guessing of an account's password from one source: an IP address, or a browser that is known to the
 * account. Guesses from another IP address do not slow down the student (docs/product.md#rates).
 */
export function createPasswordTries({ db, clock, secret }: { db: Kysely<Database>; clock: Clock; secret: string }) {
  const keyOf = ({ account, address, device }: Guesser) =>
    createHmac('sha256', secret)
      .update(JSON.stringify([account, device === null ? { address: addressKey(address) } : { device }]))
      .digest('base64url');
  return {
    /** Counts a password try. Call it before the password is checked. @throws Refusal 429 with the time to wait */
    async count(guesser: Guesser): Promise<void> {
      const now = clock.now();
      const nextAt = await addTry(db, keyOf(guesser), { now: new Date(now), limits: tryLimits });
      if (nextAt) throw tooManyRequests(nextAt.getTime() - now);
    },
    /** Checks that a password try is allowed now, without counting it. @throws Refusal 429 with the time to wait */
    async requireAllowed(guesser: Guesser): Promise<void> {
      const wait = ((await findNextTry(db, keyOf(guesser)))?.getTime() ?? 0) - clock.now();
      if (wait > 0) throw tooManyRequests(wait);
    },
    /** Forgets earlier tries after a correct password. */
    forget: (guesser: Guesser) => deleteTries(db, keyOf(guesser)),
  };
}

export type PasswordTries = ReturnType<typeof createPasswordTries>;
