import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';

export type FoundSession = { id: string; student_id: string; last_seen_at: Date };

/** The live session of a token; one look at the primary key. */
export async function findSession(
  db: Kysely<Database>,
  live: { tokenHash: Buffer; now: Date; seenAfter: Date },
): Promise<FoundSession | undefined> {
  return db
    .selectFrom('sessions')
    .select(['id', 'student_id', 'last_seen_at'])
    .where('token_hash', '=', live.tokenHash)
    .where('expires_at', '>', live.now)
    .where('last_seen_at', '>', live.seenAfter)
    .executeTakeFirst();
}

export async function insertSession(
  db: Kysely<Database>,
  session: { token_hash: Buffer; student_id: string; user_agent: string | null; now: Date; expires_at: Date },
): Promise<void> {
  const { now, ...row } = session;
  await db
    .insertInto('sessions')
    .values({ ...row, created_at: now, last_seen_at: now })
    .execute();
}

export async function touchSession(db: Kysely<Database>, tokenHash: Buffer, now: Date): Promise<void> {
  await db.updateTable('sessions').set({ last_seen_at: now }).where('token_hash', '=', tokenHash).execute();
}

/** Ends the session of a token, of `studentId` alone where it is given. */
export async function deleteSession(db: Kysely<Database>, tokenHash: Buffer, studentId?: string): Promise<boolean> {
  const ended = await db
    .deleteFrom('sessions')
    .where('token_hash', '=', tokenHash)
    .$if(studentId !== undefined, (query) => query.where('student_id', '=', studentId ?? ''))
    .returning('id')
    .executeTakeFirst();
  return ended !== undefined;
}

/** When the session began, or null where it has ended. */
export async function findSessionStart(db: Kysely<Database>, sessionId: string): Promise<Date | null> {
  const row = await db.selectFrom('sessions').select('created_at').where('id', '=', sessionId).executeTakeFirst();
  return row?.created_at ?? null;
}

export async function deleteStaleSessions(db: Kysely<Database>, now: Date, seenBefore: Date): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where((row) => row.or([row('expires_at', '<=', now), row('last_seen_at', '<=', seenBefore)]))
    .execute();
}
