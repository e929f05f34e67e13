import type { Kysely, Transaction, Updateable } from 'kysely';
import { type Student, studentSchema } from '../../contract/student.ts';
import type { ContactStandings, Database, StudentRow } from '../db/schema.ts';
import { lockIdentifiers } from './identifier-lock.ts';
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

/** How the contacts stand of a student who is there. */
export async function findStandings(tx: Transaction<Database>, id: string): Promise<ContactStandings> {
  return tx
    .selectFrom('students')
    .select(['email_standing', 'mobile_standing', 'whatsapp_number_standing'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** What a claimed value may not be of another student's. A number typed to sign in is looked for in all three. */
const rivalFields: Record<Claim['field'], ReadonlyArray<Claim['field']>> = {
  email: ['email'],
  mobile: ['mobile', 'indos_number', 'passport_number'],
  indos_number: ['indos_number', 'passport_number'],
  passport_number: ['indos_number', 'passport_number'],
};

/**
 * True where a value is another student's. E-mail, INDOS and passport number are one student's alone, an INDOS number also
 * as somebody else's passport number. A family may share a phone (decisions, "Answers"): signing in finds its oldest
 * account, so that only an older one, which would stand before the phone's holder, may not take it. The values are held
 * until the transaction ends. Without `id`: of a student who is not there yet, and so the youngest.
 */
export async function isClaimed(tx: Transaction<Database>, id: string | null, claims: Claim[]): Promise<boolean> {
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
