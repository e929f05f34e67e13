import type { Insertable, Transaction } from 'kysely';
import { errorCode } from '../db/database-errors.ts';
import type { Database, StudentRow } from '../db/schema.ts';

const uniqueViolation = '23505';

/**
 * True where the INDOS number is somebody's passport number: signing in tries an identifier as the one and then as the
 * other, so that the newcomer would stand before its owner.
 */
async function isPassportOfAnother(tx: Transaction<Database>, number: string): Promise<boolean> {
  const owner = await tx
    .selectFrom('students')
    .select('id')
    .where((row) => row(row.fn('upper', ['passport_number']), '=', number))
    .executeTakeFirst();
  return owner !== undefined;
}

/** False where the e-mail or INDOS number is another student's; the transaction is then of no further use. */
export async function insertStudent(tx: Transaction<Database>, student: Insertable<StudentRow>): Promise<boolean> {
  if (student.indos_number && (await isPassportOfAnother(tx, student.indos_number))) return false;
  try {
    await tx.insertInto('students').values(student).execute();
    return true;
  } catch (error) {
    if (errorCode(error) === uniqueViolation) return false;
    throw error;
  }
}
