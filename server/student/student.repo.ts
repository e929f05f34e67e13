import type { Kysely, Updateable } from 'kysely';
import { type Student, studentSchema } from '../../contract/student.ts';
import type { ContactStatuses, Database, StudentRow, Tx } from '../db/schema.ts';
import { lockIdentifiers } from './identifier-lock.ts';
import type { Claim } from './profile-change.ts';

/** Names that `columns` may list for a student. */
export const studentColumns = Object.keys(studentSchema.shape) as ReadonlyArray<keyof Student>;

/** The requested columns of one student, by default all, always with `id`. */
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
export async function lockStudent(tx: Tx, id: string): Promise<Student | undefined> {
  return tx.selectFrom('students').select(studentColumns).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** The sign-in statuses of an existing student's contacts. */
export async function findContactStatuses(tx: Tx, id: string): Promise<ContactStatuses> {
  return tx
    .selectFrom('students')
    .select(['email_standing', 'mobile_standing', 'whatsapp_number_standing'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** The fields of other students that must not have a claimed value. Sign-in looks a number up in all three number fields. */
const rivalFields: Record<Claim['field'], ReadonlyArray<Claim['field']>> = {
  email: ['email'],
  mobile: ['mobile', 'indos_number', 'passport_number'],
  indos_number: ['indos_number', 'passport_number'],
  passport_number: ['indos_number', 'passport_number'],
};

/**
 * Whether another student has one of the values. Email, INDOS and passport numbers are unique, also across INDOS and passport
 * numbers. A family may share a phone; sign-in finds its oldest account, so an account older than the current holder must not
 * take the phone. Locks the values until the transaction ends. `id` is null for a student who is being created.
 */
export async function isClaimed(tx: Tx, id: string | null, claims: Claim[]): Promise<boolean> {
  if (claims.length === 0) return false;
  await lockIdentifiers(
    tx,
    claims.map(({ value }) => value),
  );
  const rivals = claims.flatMap(({ field, value }) => rivalFields[field].map((rival) => ({ field: rival, value })));
  const other = await tx
    .selectFrom('students')
    .select('id')
    .$if(id !== null, (query) => query.where('id', '<>', id))
    .where((row) =>
      row.or(
        rivals.map(({ field, value }) => {
          const own = row.selectFrom('students as own').select('own.created_at').where('own.id', '=', id);
          if (field === 'mobile') return row.and([row('mobile', '=', value), row('created_at', '>=', own)]);
          return row(row.fn(field === 'email' ? 'lower' : 'upper', [field]), '=', value);
        }),
      ),
    )
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

export async function updateStudentRow(tx: Tx, id: string, columns: Updateable<StudentRow>, now: Date): Promise<void> {
  await tx
    .updateTable('students')
    .set({ ...columns, updated_at: now })
    .where('id', '=', id)
    .execute();
}
