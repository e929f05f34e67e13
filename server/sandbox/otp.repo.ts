import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import { type CodeResult, checkCode } from './otp-rules.ts';

type CodeRequest = { request_id: string; identifier: string; channel: string; code: string; created_at: Date };

export async function insertCode(db: Kysely<Database>, request: CodeRequest): Promise<void> {
  await db.insertInto('sandbox_codes').values(request).execute();
}

/**
 * Restarts the lifetime of a one-time code, because it is sent again. Returns undefined if there is no such code or
 * it has been verified.
 */
export async function renewCode(db: Kysely<Database>, requestId: string, now: Date) {
  return db
    .updateTable('sandbox_codes')
    .set({ created_at: now })
    .where('request_id', '=', requestId)
    .where('is_verified', '=', false)
    .returning(['identifier', 'channel', 'code'])
    .executeTakeFirst();
}

/**
 * Checks a one-time code that was typed, and stores the result. After a wrong code, one more try is counted; after
 * the right one, the hash of the new token is stored.
 */
export async function verifyCode(
  db: Kysely<Database>,
  typed: { requestId: string; code: string; now: number; tokenHash: Buffer },
): Promise<CodeResult> {
  return db.transaction().execute(async (tx) => {
    const sent = await tx
      .selectFrom('sandbox_codes')
      .select(['code', 'tries', 'is_verified', 'created_at'])
      .where('request_id', '=', typed.requestId)
      .forUpdate()
      .executeTakeFirst();
    const result = checkCode(sent, typed.code, typed.now);
    const change = tx.updateTable('sandbox_codes').where('request_id', '=', typed.requestId);
    if (result === 'wrong') await change.set((row) => ({ tries: row('tries', '+', 1) })).execute();
    if (result === 'verified') await change.set({ is_verified: true, token_hash: typed.tokenHash }).execute();
    return result;
  });
}
