import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';

type ListedSession = { id: string; user_agent: string | null; created_at: Date; last_seen_at: Date };

/** The sessions of a student that have not expired, most recently used first. */
export async function listSessionsOf(
  db: Kysely<Database>,
  studentId: string,
  live: { now: Date; seenAfter: Date },
): Promise<ListedSession[]> {
  return db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'created_at', 'last_seen_at'])
    .where('student_id', '=', studentId)
    .where('expires_at', '>', live.now)
    .where('last_seen_at', '>', live.seenAfter)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .execute();
}

/** Ends a session of the student. If the session belongs to another student, does not end it and returns true. */
export async function endSessionOf(db: Kysely<Database>, studentId: string, sessionId: string): Promise<boolean> {
  const ended = db.deleteFrom('sessions').where('student_id', '=', studentId).where('id', '=', sessionId);
  if ((await ended.executeTakeFirst()).numDeletedRows > 0n) return false;
  const session = db.selectFrom('sessions').select('id').where('id', '=', sessionId);
  return (await session.executeTakeFirst()) !== undefined;
}

/** Ends every session of a student except `sessionId`. */
export async function endOtherSessions(db: Kysely<Database>, studentId: string, sessionId: string): Promise<void> {
  await db.deleteFrom('sessions').where('student_id', '=', studentId).where('id', '<>', sessionId).execute();
}
