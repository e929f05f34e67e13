import { type Kysely, sql, type Transaction } from 'kysely';
import type { IdentifierField } from '../../contract/auth.ts';
import type { ContactStandings, Database } from '../db/schema.ts';
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
  'email_standing',
  'mobile_standing',
  'whatsapp_number_standing',
] as const;

/** What signing in needs of a student. */
export type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

export async function findAccount(db: Kysely<Database>, id: string) {
  return db.selectFrom('students').select(accountColumns).where('id', '=', id).executeTakeFirst();
}

/** The account, locked until the transaction ends. */
export async function lockAccount(tx: Transaction<Database>, id: string): Promise<Account | undefined> {
  return tx.selectFrom('students').select(accountColumns).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** False where the password is another one by now; it stays until the transaction ends. */
export async function holdPassword(tx: Transaction<Database>, { id, password_hash }: Account): Promise<boolean> {
  const row = await tx
    .selectFrom('students')
    .select('password_hash')
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst();
  return row?.password_hash === password_hash;
}

export async function setStandings(tx: Transaction<Database>, id: string, standings: ContactStandings): Promise<void> {
  await tx.updateTable('students').set(standings).where('id', '=', id).execute();
}

/** Whoever has the account sets a password of their own, as after an import. */
export async function dropPassword(tx: Transaction<Database>, id: string): Promise<void> {
  await tx
    .updateTable('students')
    .set({ password_hash: null, is_default_password: true })
    .where('id', '=', id)
    .execute();
}

/**
 * Who comes first on a phone: who proved it, then who registered with it, then who has proven an e-mail and only typed the
 * phone, last whom it does not let in.
 */
const phoneRank = sql`case mobile_standing when 'proven' then 0 when 'shut' then 3
  else case email_standing when 'proven' then 2 else 1 end end`;

/** The oldest account whose field has the value: students of one family may share a phone. */
async function findByField(db: Kysely<Database>, { field, value }: Candidate): Promise<Account | undefined> {
  const accounts = db.selectFrom('students').select(accountColumns).orderBy('created_at').limit(1);
  if (field === 'mobile')
    return accounts
      .clearOrderBy()
      .orderBy(phoneRank)
      .orderBy('created_at')
      .where('mobile', '=', value)
      .executeTakeFirst();
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
