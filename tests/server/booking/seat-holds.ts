import type { Kysely } from 'kysely';
import { seats as seatPort } from '../../../server/booking/seats.repo.ts';
import type { Database } from '../../../server/db/schema.ts';

let made = 0;

type NewHold = { studentId: string; batchId: number; seats: number; expiresInMs: number };

/**
 * Inserts an order that holds seats of a batch for the next `expiresInMs` milliseconds. With a negative `expiresInMs`,
 * the hold has already expired. Returns the order's id.
 */
export async function insertHold(
  db: Kysely<Database>,
  { studentId, batchId, seats, expiresInMs }: NewHold,
): Promise<string> {
  const id = `LF-2026-9${String(made++).padStart(5, '0')}`;
  const money = { subtotal_paise: 0, discount_paise: 0, total_paise: 0 };
  const terms = { terms_version: '1', terms_accepted_at: new Date() };
  // The order is declined, so that a student can have several of them: the database allows only one order that awaits
  // payment.
  await db
    .insertInto('orders')
    .values({ id, student_id: studentId, state: 'declined', ...money, ...terms })
    .execute();
  const expires_at = new Date(Date.now() + expiresInMs);
  await db
    .insertInto('seat_claims')
    .values({ batch_id: batchId, order_id: id, kind: 'hold', seats, expires_at })
    .execute();
  await seatPort.takeSql([{ batch_id: batchId, seats }]).execute(db);
  return id;
}
