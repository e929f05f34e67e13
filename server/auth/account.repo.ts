import { type Kysely, sql } from 'kysely';
import type { IdentifierField } from '../../contract/auth.ts';
import { type ContactStatuses, contactStatus, type Database, type Tx } from '../db/schema.ts';
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

/** A student's account: the columns of `students` that sign-in and the change of a password need. */
export type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

export async function findAccount(db: Kysely<Database>, id: string) {
  return db.selectFrom('students').select(accountColumns).where('id', '=', id).executeTakeFirst();
}

/** Reads a student's account and locks its row in `students` until the transaction ends. */
export async function lockAccount(tx: Tx, id: string): Promise<Account | undefined> {
  return tx.selectFrom('students').select(accountColumns).where('id', '=', id).forUpdate().executeTakeFirst();
}

/**
 * Locks the account's row, so that the password cannot change until the transaction ends. Returns false if the password
 * has changed since the given account was read.
 */
export async function lockPassword(tx: Tx, { id, password_hash }: Account): Promise<boolean> {
  const row = await tx
    .selectFrom('students')
    .select('password_hash')
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst();
  return row?.password_hash === password_hash;
}

export async function setContactStatuses(tx: Tx, id: string, statuses: ContactStatuses): Promise<void> {
  await tx.updateTable('students').set(statuses).where('id', '=', id).execute();
}

/**
 * Sets the password of a signed-in student. Unlike a password set by an emailed link, this does not verify the email
 * address.
 */
export async function setOwnPassword(tx: Tx, id: string, password_hash: string, now: Date): Promise<void> {
  await tx
    .updateTable('students')
    .set({ password_hash, is_default_password: false, updated_at: now })
    .where('id', '=', id)
    .execute();
}

/** Removes the password. The student then has to set a new one by an emailed link, as imported students do. */
export async function removePassword(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('students')
    .set({ password_hash: null, is_default_password: true })
    .where('id', '=', id)
    .execute();
}

const verified = sql.lit(contactStatus.verified);
const locked = sql.lit(contactStatus.locked);

/**
 * SQL that ranks the accounts with the same mobile number. 0: this number is verified. 1: neither this number nor the
 * email address is verified. 2: only the email address is verified. 3: this number is locked.
 */
const phoneRank = sql`case mobile_standing when ${verified} then 0 when ${locked} then 3
  else case email_standing when ${verified} then 2 else 1 end end`;

/**
 * The account whose `field` equals `value`. If several accounts have the same mobile number, such as those of a family,
 * returns the one with the lowest `phoneRank` and, among equals, the oldest.
 */
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

/**
 * Looks for an account by each candidate (a field and its value) in turn. Returns the first account that is found, and
 * the field by which it was found; null if there is none.
 */
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
