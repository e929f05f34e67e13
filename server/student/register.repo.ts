import type { Insertable } from 'kysely';
import { isDuplicate } from '../db/connection/database-errors.ts';
import type { StudentRow, Tx } from '../db/schema.ts';
import { claimFields } from './profile-change.ts';
import { isClaimed } from './student.repo.ts';

/**
 * Inserts a student. Returns false if another student has the email address or the INDOS number, or has the mobile
 * number as INDOS or passport number. The transaction must then be rolled back.
 */
export async function insertStudent(tx: Tx, student: Insertable<StudentRow>): Promise<boolean> {
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
