import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';

export async function insertTicket(
  db: Kysely<Database>,
  ticket: { token_hash: Buffer; student_id: string; expires_at: Date },
): Promise<void> {
  await db.insertInto('lookup_tickets').values(ticket).execute();
}

export async function findTicket(
  db: Kysely<Database>,
  tokenHash: Buffer,
  now: Date,
): Promise<{ student_id: string } | undefined> {
  return db
    .selectFrom('lookup_tickets')
    .select('student_id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

export async function extendTicket(db: Kysely<Database>, tokenHash: Buffer, expiresAt: Date): Promise<void> {
  await db.updateTable('lookup_tickets').set({ expires_at: expiresAt }).where('token_hash', '=', tokenHash).execute();
}

export async function deleteTicket(db: Kysely<Database>, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('lookup_tickets').where('token_hash', '=', tokenHash).execute();
}

/** Deletes all lookup tickets of a student, so that one-time codes sent before can no longer be used. */
export async function deleteTicketsOf(db: Kysely<Database>, studentId: string): Promise<void> {
  await db.deleteFrom('lookup_tickets').where('student_id', '=', studentId).execute();
}

export async function deleteStaleTickets(db: Kysely<Database>, now: Date): Promise<void> {
  await db.deleteFrom('lookup_tickets').where('expires_at', '<=', now).execute();
}
