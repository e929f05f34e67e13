import { type Insertable, sql } from 'kysely';
import { isDuplicate } from '../db/connection/database-errors.ts';
import type { StudentRow, Tx } from '../db/schema.ts';
import { claimFields } from './profile-change.ts';
import { isClaimed } from './student.repo.ts';

/**
 * Inserts a student who has accepted the current terms. Returns false if another student has the same email address, or
 * has an INDOS or passport number that equals the new student's INDOS, passport or mobile number. The caller must then
 * roll the transaction back.
 */
export async function insertStudent(tx: Tx, student: Insertable<StudentRow>): Promise<boolean> {
  const claims = claimFields.flatMap((field) => {
    const value = student[field];
    return value ? [{ field, value }] : [];
  });
  if (await isClaimed(tx, null, claims)) return false;
  try {
    const accepted_terms = sql<string | null>`
      (select version from policy_versions where document = 'terms' order by id desc limit 1)`;
    await tx
      .insertInto('students')
      .values({ ...student, accepted_terms })
      .execute();
    return true;
  } catch (error) {
    if (isDuplicate(error)) return false;
    throw error;
  }
}
