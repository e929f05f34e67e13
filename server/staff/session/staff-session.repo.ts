import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/schema.ts';
import type { StaffCaller } from '../../http/mount/call.ts';

type Stage = StaffCaller['stage'];

/** A session is valid if it was used after `seenAfter` and expires after `now`. */
export type Live = { now: Date; seenAfter: Date };

/**
 * The valid session with this token, and its staff member. Undefined if there is no such session or the member is
 * disabled. Staff accounts of the demo are found only with `withDemo`, which is not set in production.
 */
export async function findStaffSession(db: Kysely<Database>, tokenHash: Buffer, live: Live, withDemo: boolean) {
  return db
    .selectFrom('staff_sessions as s')
    .innerJoin('staff_members as m', 'm.id', 's.staff_id')
    .select(['s.id', 's.staff_id', 's.stage', 's.created_at', 's.last_seen_at', 's.verified_at', 's.expires_at'])
    .select(['m.name', 'm.email', 'm.role'])
    .where('s.token_hash', '=', tokenHash)
    .where('s.expires_at', '>', live.now)
    .where('s.last_seen_at', '>', live.seenAfter)
    .where('m.state', '<>', 'disabled')
    .$if(!withDemo, (query) => query.where('m.is_demo', '=', false))
    .executeTakeFirst();
}

export async function insertStaffSession(
  db: Kysely<Database>,
  session: {
    token_hash: Buffer;
    staff_id: string;
    stage: Stage;
    invitation_hash: Buffer | null;
    user_agent: string | null;
    verified_at: Date | null;
    expires_at: Date;
  },
  now: Date,
): Promise<void> {
  await db
    .insertInto('staff_sessions')
    .values({ ...session, created_at: now, last_seen_at: now })
    .execute();
}

export async function touchStaffSession(db: Kysely<Database>, id: string, now: Date): Promise<void> {
  await db.updateTable('staff_sessions').set({ last_seen_at: now }).where('id', '=', id).execute();
}

/**
 * Locks a session until the transaction ends, and reads what is needed to check the second factor. Undefined if the
 * session has ended.
 */
export async function lockStaffSession(db: Kysely<Database>, id: string) {
  return db
    .selectFrom('staff_sessions')
    .select(['challenge', 'sealed_totp', 'invitation_hash', 'stage'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export async function updateStaffSession(
  db: Kysely<Database>,
  id: string,
  values: { challenge?: string | null; sealed_totp?: Buffer | null; verified_at?: Date },
): Promise<void> {
  await db.updateTable('staff_sessions').set(values).where('id', '=', id).execute();
}

/** Counts a wrong code of a second factor in a session. Returns how many there have been in this session. */
export async function countWrongCode(db: Kysely<Database>, id: string): Promise<number> {
  const row = await db
    .updateTable('staff_sessions')
    .set({ tries: sql`tries + 1` })
    .where('id', '=', id)
    .returning('tries')
    .executeTakeFirst();
  return row?.tries ?? 0;
}

export async function deleteStaffSession(db: Kysely<Database>, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('staff_sessions').where('token_hash', '=', tokenHash).execute();
}

/**
 * Ends sessions of a staff member: all of them, only the one with `id`, all except `except`, or only those at a
 * `stage` of signing in. Returns how many were ended.
 */
export async function endSessionsOf(
  db: Kysely<Database>,
  staffId: string,
  which: { id?: string | undefined; except?: string; stage?: Stage } = {},
): Promise<number> {
  const { id, except, stage } = which;
  const { numDeletedRows } = await db
    .deleteFrom('staff_sessions')
    .where('staff_id', '=', staffId)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .$if(except !== undefined, (query) => query.where('id', '<>', except ?? ''))
    .$if(stage !== undefined, (query) => query.where('stage', '=', stage ?? 'password'))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** The signed-in sessions of a staff member that are still valid, most recently used first. */
export async function listStaffSessions(db: Kysely<Database>, staffId: string, live: Live) {
  return db
    .selectFrom('staff_sessions')
    .select(['id', 'user_agent', 'created_at', 'last_seen_at'])
    .where('staff_id', '=', staffId)
    .where('stage', '=', 'signedIn')
    .where('expires_at', '>', live.now)
    .where('last_seen_at', '>', live.seenAfter)
    .orderBy('last_seen_at', 'desc')
    .execute();
}

/** Whether the session with this id belongs to another staff member. */
export async function isForeignSession(db: Kysely<Database>, staffId: string, id: string): Promise<boolean> {
  const sessions = db.selectFrom('staff_sessions').select('id').where('id', '=', id).where('staff_id', '<>', staffId);
  return (await sessions.executeTakeFirst()) !== undefined;
}

export async function deleteStaleStaffSessions(db: Kysely<Database>, live: Live): Promise<void> {
  await db
    .deleteFrom('staff_sessions')
    .where((row) => row.or([row('expires_at', '<=', live.now), row('last_seen_at', '<=', live.seenAfter)]))
    .execute();
}
