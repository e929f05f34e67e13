import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';

/**
 * What a lookup ticket stores about the last one-time code that this browser requested: a keyed hash of the contact
 * (email address or phone number) to which it was sent, and the time. Null if no code was requested.
 */
export type Challenge = { challenge_hash: Buffer | null; challenged_at: Date | null };

export async function insertTicket(
  db: Kysely<Database>,
  ticket: { token_hash: Buffer; student_id: string; expires_at: Date } & Challenge,
): Promise<void> {
  await db.insertInto('lookup_tickets').values(ticket).execute();
}

export async function findTicket(
  db: Kysely<Database>,
  tokenHash: Buffer,
  now: Date,
): Promise<({ student_id: string } & Challenge) | undefined> {
  return db
    .selectFrom('lookup_tickets')
    .select(['student_id', 'challenge_hash', 'challenged_at'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/**
 * Sets the expiry time of a lookup ticket, the cookie that says which account a browser has looked up. `challenge`: a
 * hash of the contact to which a one-time code is now being sent, and the time. If it is null, the challenge stored in
 * the ticket does not change.
 */
export async function extendTicket(
  db: Kysely<Database>,
  tokenHash: Buffer,
  { expires_at, challenge }: { expires_at: Date; challenge: Challenge | null },
): Promise<void> {
  await db
    .updateTable('lookup_tickets')
    .set({ expires_at, ...challenge })
    .where('token_hash', '=', tokenHash)
    .execute();
}

export async function deleteTicket(db: Kysely<Database>, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('lookup_tickets').where('token_hash', '=', tokenHash).execute();
}

/**
 * Deletes a student's lookup tickets in all browsers (cookies that say which account a browser has looked up), so that
 * earlier one-time codes can no longer be used.
 */
export async function deleteTicketsOf(db: Kysely<Database>, studentId: string): Promise<void> {
  await db.deleteFrom('lookup_tickets').where('student_id', '=', studentId).execute();
}

export async function deleteStaleTickets(db: Kysely<Database>, now: Date): Promise<void> {
  await db.deleteFrom('lookup_tickets').where('expires_at', '<=', now).execute();
}
