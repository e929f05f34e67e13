import type { Kysely, Updateable } from 'kysely';
import { type Student, studentSchema } from '../../contract/student.ts';
import type { ContactStatuses, Database, StudentRow, Tx } from '../db/schema.ts';
import { lockIdentifiers } from './identifier-lock.ts';
import type { Claim } from './profile-change.ts';

/** The columns of a student that a request may name in the parameter `columns`. */
export const studentColumns = Object.keys(studentSchema.shape) as ReadonlyArray<keyof Student>;

/**
 * A student with the requested columns, by default all; undefined if there is none with this id. The student's id is
 * always included.
 */
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

/** Reads a student with all columns and locks their row until the transaction ends. */
export async function lockStudent(tx: Tx, id: string): Promise<Student | undefined> {
  return tx.selectFrom('students').select(studentColumns).where('id', '=', id).forUpdate().executeTakeFirst();
}

/**
 * The statuses of a student's email address and phone numbers: verified, unverified or locked. The student must
 * exist.
 */
export async function findContactStatuses(tx: Tx, id: string): Promise<ContactStatuses> {
  return tx
    .selectFrom('students')
    .select(['email_standing', 'mobile_standing', 'whatsapp_number_standing'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/**
 * For each field of a student, the fields of other students that must not contain the same value. Sign-in looks up a
 * typed number in several fields, so a mobile, INDOS or passport number is compared with more than its own field.
 */
const rivalFields: Record<Claim['field'], ReadonlyArray<Claim['field']>> = {
  email: ['email'],
  mobile: ['mobile', 'indos_number', 'passport_number'],
  indos_number: ['indos_number', 'passport_number'],
  passport_number: ['indos_number', 'passport_number'],
};

/**
 * Whether another student has one of the values in a field of `rivalFields`. Locks the values until the transaction
 * ends. `id` is null for a student who is being registered.
 * A family may share a phone number, and sign-in by this number usually finds the oldest account. So a number that
 * another student has counts as taken only if that student's account is newer: its owner could no longer sign in by the
 * number if the older account got it too.
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
