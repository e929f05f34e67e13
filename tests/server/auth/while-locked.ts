import type { Kysely } from 'kysely';
import type { Database, Tx } from '../../../server/db/schema.ts';
import { untilWaiting } from '../cli/staff.ts';

/**
 * Locks the row of a student and sends a call that must wait for this lock. Makes `change` while the call waits, then
 * releases the lock and returns the response of the call.
 */
export async function changeWhileWaiting<Response>(
  db: Kysely<Database>,
  studentId: string,
  send: () => Promise<Response>,
  change: (tx: Tx) => Promise<unknown>,
): Promise<Response> {
  const { sent } = await db.transaction().execute(async (tx) => {
    await tx.selectFrom('students').select('id').where('id', '=', studentId).forUpdate().execute();
    const waiting = send();
    await untilWaiting(db);
    await change(tx);
    return { sent: waiting };
  });
  return sent;
}
