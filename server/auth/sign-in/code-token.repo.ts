import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';

export type UsedToken = { student_id: string; ticket_hash: Buffer; used_at: Date };

export async function findUsedToken(db: Kysely<Database>, tokenHash: Buffer): Promise<UsedToken | undefined> {
  return db
    .selectFrom('used_code_tokens')
    .select(['student_id', 'ticket_hash', 'used_at'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
}

/** Stores that a token of the one-time-code provider was used. Returns false if it was used before. */
export async function insertUsedToken(
  db: Kysely<Database>,
  token: UsedToken & { token_hash: Buffer },
): Promise<boolean> {
  const inserted = await db
    .insertInto('used_code_tokens')
    .values(token)
    .onConflict((conflict) => conflict.doNothing())
    .returning('student_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function deleteTokensBefore(db: Kysely<Database>, before: Date): Promise<void> {
  await db.deleteFrom('used_code_tokens').where('used_at', '<', before).execute();
}
