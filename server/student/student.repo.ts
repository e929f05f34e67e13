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

/**
 * True where a value is another student's. E-mail, INDOS and passport number are one student's alone; unique indexes hold
 * that against two who ask at once. A family may share a phone (decisions, "Answers"), and no index forbids it: signing in
 * finds its oldest account, so that only an older one, which would stand before the phone's holder, may not take it.
 */
export async function isClaimed(tx: Transaction<Database>, id: string, claims: Claim[]): Promise<boolean> {
  if (claims.length === 0) return false;
  const other = await tx
    .selectFrom('students')
    .select('id')
    .where('id', '<>', id)
    .where((row) =>
      row.or(
        claims.map(({ field, value }) => {
          const own = row.selectFrom('students as own').select('own.created_at').where('own.id', '=', id);
          if (field === 'mobile') return row.and([row('mobile', '=', value), row('created_at', '>=', own)]);
          if (field === 'email') return row(row.fn('lower', ['email']), '=', value);
          const sameNumber = row(row.fn('upper', [field]), '=', value);
          // A number typed to sign in is looked for as an INDOS number first.
          if (field === 'passport_number') return sameNumber;
          return row.or([sameNumber, row(row.fn('upper', ['passport_number']), '=', value)]);
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
