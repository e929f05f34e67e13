import type { Insertable, Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';

type SignIn = Omit<Insertable<Database['staff_sign_ins']>, 'id'>;

/** Adds an entry to the sign-in log of an account. */
export async function insertSignIn(db: Kysely<Database>, entry: SignIn): Promise<void> {
  await db.insertInto('staff_sign_ins').values(entry).execute();
}

/** The newest entries of the sign-in log of an account. */
export async function listSignIns(db: Kysely<Database>, staffId: string, limit: number) {
  return db
    .selectFrom('staff_sign_ins')
    .select(['id', 'at', 'event', 'method', 'user_agent', 'address'])
    .where('staff_id', '=', staffId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
