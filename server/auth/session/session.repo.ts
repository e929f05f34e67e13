import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/schema.ts';

type FoundSession = { id: string; student_id: string; last_seen_at: Date };

/**
 * The sessions with these token hashes, in the same order. An entry is undefined if its session does not exist or has
 * expired. Each session is looked up by the primary key, `token_hash`.
 */
export async function findSessions(
  db: Kysely<Database>,
  tokenHashes: readonly Buffer[],
  live: { now: Date; seenAfter: Date },
): Promise<Array<FoundSession | undefined>> {
  const { rows } = await sql<FoundSession & { position: number }>`
    select looked_up.position, s.id, s.student_id, s.last_seen_at
    from unnest(${tokenHashes}::bytea[]) with ordinality as looked_up (token_hash, position)
    join sessions s on s.token_hash = looked_up.token_hash and s.expires_at > ${live.now} and s.last_seen_at > ${live.seenAfter}`.execute(
    db,
  );
  const found = new Map(rows.map(({ position, ...session }) => [position, session]));
  return tokenHashes.map((_, index) => found.get(index + 1));
}

export async function insertSession(
  db: Kysely<Database>,
  session: { token_hash: Buffer; student_id: string; user_agent: string | null; now: Date; expires_at: Date },
): Promise<{ id: string }> {
  const { now, ...row } = session;
  return db
    .insertInto('sessions')
    .values({ ...row, created_at: now, last_seen_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
}

/**
 * Moves the push subscription of a browser from its old sign-in session to the new one. If another student was signed
 * in before, the subscription stays with the old session and is deleted with it.
 */
export async function movePushSubscription(
  db: Kysely<Database>,
  { oldToken, sessionId, studentId }: { oldToken: Buffer; sessionId: string; studentId: string },
): Promise<void> {
  await sql`update push_subscriptions p set session_id = ${sessionId} from sessions s
    where s.token_hash = ${oldToken} and s.student_id = ${studentId} and p.session_id = s.id`.execute(db);
}

export async function touchSession(db: Kysely<Database>, tokenHash: Buffer, now: Date): Promise<void> {
  await db.updateTable('sessions').set({ last_seen_at: now }).where('token_hash', '=', tokenHash).execute();
}

/**
 * Ends the session whose token has this hash; with `studentId`, only if it belongs to that student. Returns whether a
 * session was ended.
 */
export async function deleteSession(db: Kysely<Database>, tokenHash: Buffer, studentId?: string): Promise<boolean> {
  const ended = await db
    .deleteFrom('sessions')
    .where('token_hash', '=', tokenHash)
    .$if(studentId !== undefined, (query) => query.where('student_id', '=', studentId ?? ''))
    .returning('id')
    .executeTakeFirst();
  return ended !== undefined;
}

/** Ends every session of a student. */
export async function deleteSessionsOf(db: Kysely<Database>, studentId: string): Promise<void> {
  await db.deleteFrom('sessions').where('student_id', '=', studentId).execute();
}

/** When a sign-in session began; null if it has ended. */
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
