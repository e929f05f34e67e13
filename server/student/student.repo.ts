import type { Kysely, Transaction, Updateable } from 'kysely';
import { type Student, studentSchema } from '../../contract/student.ts';
import type { Database, StudentRow } from '../db/schema.ts';
import type { Claim } from './profile-change.ts';

/** Names that `columns` may list for a student. */
export const studentColumns = Object.keys(studentSchema.shape) as ReadonlyArray<keyof Student>;

/** The asked columns of one student, all without a list; `id` always. */
export async function findStudent(
  db: Kysely<Database>,
  id: string,
  columns: ReadonlyArray<keyof Student> = studentColumns,
): Promise<(Partial<Student> & { id: string }) | undefined> {
  return db
    .selectFrom('students')
    .select(['id', ...columns])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The whole student, locked until the transaction ends. */
export async function lockStudent(tx: Transaction<Database>, id: string): Promise<Student | undefined> {
  return tx.selectFrom('students').select(studentColumns).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** True where another student has one of the values. */
export async function isClaimed(tx: Transaction<Database>, id: string, claims: Claim[]): Promise<boolean> {
  if (claims.length === 0) return false;
  const other = await tx
    .selectFrom('students')
    .select('id')
    .where('id', '<>', id)
    .where((row) =>
      row.or(
        claims.map(({ field, value }) => {
          if (field === 'mobile') return row('mobile', '=', value);
          return row(row.fn(field === 'email' ? 'lower' : 'upper', [field]), '=', value);
        }),
      ),
    )
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

export async function updateStudentRow(
  tx: Transaction<Database>,
  id: string,
  columns: Updateable<StudentRow>,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('students')
    .set({ ...columns, updated_at: now })
    .where('id', '=', id)
    .execute();
}
