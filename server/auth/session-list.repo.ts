import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';

export type ListedSession = { id: string; user_agent: string | null; created_at: Date; last_seen_at: Date };

/** The live sessions of a student, last used first. */
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

/** Ends the session `sessionId` of a student, and no other student's. */
export async function endSessionOf(db: Kysely<Database>, studentId: string, sessionId: string): Promise<void> {
  await db.deleteFrom('sessions').where('student_id', '=', studentId).where('id', '=', sessionId).execute();
}

/** Ends every session of a student but `kept`. */
export async function endSessionsBut(db: Kysely<Database>, studentId: string, kept: string): Promise<void> {
  await db.deleteFrom('sessions').where('student_id', '=', studentId).where('id', '<>', kept).execute();
}
