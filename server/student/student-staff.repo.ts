import type { Kysely } from 'kysely';
import type { Database, Tx } from '../db/schema.ts';

/** A student, with the fields that staff commands need. */
export type NamedStudent = {
  id: string;
  first_name: string;
  last_name: string;
  email: string | null;
  mobile: string | null;
  allowed_booking: boolean;
};
/** A value by which a student can be found, in the form in which it is stored. */
type StudentClaim = { field: 'id' | 'email' | 'mobile' | 'indos_number' | 'passport_number'; value: string };

/**
 * Finds the students who have at least one of the values in `claims`, oldest account first. There may be several,
 * because a family may share a phone number.
 */
export async function findNamedStudents(
  db: Kysely<Database>,
  claims: readonly StudentClaim[],
): Promise<NamedStudent[]> {
  if (claims.length === 0) return [];
  return db
    .selectFrom('students')
    .select(['id', 'first_name', 'last_name', 'email', 'mobile', 'allowed_booking'])
    .where((row) =>
      row.or(
        claims.map(({ field, value }) => {
          if (field === 'id' || field === 'mobile') return row(field, '=', value);
          return row(row.fn(field === 'email' ? 'lower' : 'upper', [field]), '=', value);
        }),
      ),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(20)
    .execute();
}

/** Stores whether a student may book. Returns whether that changed anything. */
export async function setAllowedBooking(tx: Tx, id: string, isAllowed: boolean): Promise<boolean> {
  const changed = await tx
    .updateTable('students')
    .set({ allowed_booking: isAllowed, updated_at: new Date() })
    .where('id', '=', id)
    .where('allowed_booking', '<>', isAllowed)
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}
