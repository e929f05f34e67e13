import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';
import type { Clock } from '../../http/clock.ts';
import type { Otp } from './otp.ts';

/** Verifies tokens that the sandbox widget has issued. Each token can be verified only once. */
export function sandboxOtp({ db, clock }: { db: Kysely<Database>; clock: Clock }): Otp {
  return {
    async identify(token) {
      const hash = createHash('sha256').update(token).digest();
      const taken = await db
        .updateTable('sandbox_codes')
        .set({ token_used_at: new Date(clock.now()) })
        .where('token_hash', '=', hash)
        .where('token_used_at', 'is', null)
        .returning('identifier')
        .executeTakeFirst();
      if (taken) return { outcome: 'identified', identifier: taken.identifier };
      const known = await db
        .selectFrom('sandbox_codes')
        .select('request_id')
        .where('token_hash', '=', hash)
        .executeTakeFirst();
      return { outcome: known ? 'spent' : 'refused' };
    },
  };
}
