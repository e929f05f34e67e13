import type { Kysely } from 'kysely';
import type { Database, Tx } from '../../../server/db/schema.ts';
import { untilWaiting } from '../cli/staff.ts';

/**
 * Locks a student's row, sends a call that waits for this lock, and makes `change` while the call waits. Then releases
 * the lock and returns the response of the call.
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
