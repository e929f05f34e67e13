import type { Kysely } from 'kysely';
import type { IdentifierField } from '../../contract/auth.ts';
import type { Database } from '../db/schema.ts';
import type { Candidate } from './identifier.ts';

const accountColumns = [
  'id',
  'first_name',
  'last_name',
  'image_url',
  'email',
  'mobile',
  'whatsapp_number',
  'indos_number',
  'passport_number',
  'password_hash',
  'is_default_password',
] as const;

/** What signing in needs of a student. */
export type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

export async function findAccount(db: Kysely<Database>, id: string) {
  return db.selectFrom('students').select(accountColumns).where('id', '=', id).executeTakeFirst();
}

/** The oldest account whose field has the value: students of one family may share a phone. */
async function findByField(db: Kysely<Database>, { field, value }: Candidate): Promise<Account | undefined> {
  const accounts = db.selectFrom('students').select(accountColumns).orderBy('created_at').limit(1);
  if (field === 'mobile') return accounts.where('mobile', '=', value).executeTakeFirst();
  const compared = field === 'email' ? 'lower' : 'upper';
  return accounts.where((row) => row(row.fn(compared, [field]), '=', value)).executeTakeFirst();
}

/** The account of the first candidate that names one. */
export async function findByCandidates(
  db: Kysely<Database>,
  candidates: Candidate[],
): Promise<{ account: Account; field: IdentifierField } | null> {
  for (const candidate of candidates) {
    const account = await findByField(db, candidate);
    if (account) return { account, field: candidate.field };
  }
  return null;
}
