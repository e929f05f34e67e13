import type { Insertable, Transaction } from 'kysely';
import { isDuplicate } from '../db/database-errors.ts';
import type { Database, StudentRow } from '../db/schema.ts';
import { claimFields } from './profile-change.ts';
import { isClaimed } from './student.repo.ts';

/**
 * False where the e-mail is another student's, or the INDOS or mobile number one by which another signs in; the transaction
 * is then of no further use.
 */
export async function insertStudent(tx: Transaction<Database>, student: Insertable<StudentRow>): Promise<boolean> {
  const claims = claimFields.flatMap((field) => {
    const value = student[field];
    return value ? [{ field, value }] : [];
  });
  if (await isClaimed(tx, null, claims)) return false;
  try {
    await tx.insertInto('students').values(student).execute();
    return true;
  } catch (error) {
    if (isDuplicate(error)) return false;
    throw error;
  }
}
