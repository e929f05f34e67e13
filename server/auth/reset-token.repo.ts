import { type Kysely, sql, type Transaction } from 'kysely';
import type { ContactStanding, Database } from '../db/schema.ts';

type Tx = Transaction<Database>;

/** A student whom a reset link may let in. */
export type ResetStudent = {
  id: string;
  first_name: string;
  email: string | null;
  email_standing: ContactStanding;
  password_hash: string | null;
};
const studentColumns = ['students.id', 'first_name', 'email', 'email_standing', 'password_hash'] as const;

/** The student of an e-mail in lower case, locked until the transaction ends: two requests at once send one mail. */
export async function lockByEmail(tx: Tx, email: string): Promise<ResetStudent | undefined> {
  return tx
    .selectFrom('students')
    .select(studentColumns)
    .where((row) => row(row.fn('lower', ['email']), '=', email))
    .forUpdate()
    .executeTakeFirst();
}

/** When the links of a student since `moment` were sent, newest first. */
export async function listSendings(tx: Tx, studentId: string, moment: Date): Promise<number[]> {
  const rows = await tx
    .selectFrom('password_resets')
    .select('created_at')
    .where('student_id', '=', studentId)
    .where('created_at', '>', moment)
    .orderBy('created_at', 'desc')
    .execute();
  return rows.map(({ created_at }) => created_at.getTime());
}

export async function insertResetToken(
  tx: Tx,
  token: { token_hash: Buffer; student_id: string; created_at: Date; expires_at: Date },
): Promise<void> {
  await tx.insertInto('password_resets').values(token).execute();
}

/** Whom a live token names. */
export async function findByResetToken(
  db: Kysely<Database>,
  tokenHash: Buffer,
  now: Date,
): Promise<ResetStudent | undefined> {
  return db
    .selectFrom('password_resets')
    .innerJoin('students', 'students.id', 'password_resets.student_id')
    .select(studentColumns)
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** How the e-mail stands of a student who is locked from now until the transaction ends. */
export async function lockStudent(tx: Tx, studentId: string): Promise<ContactStanding | undefined> {
  const row = await tx
    .selectFrom('students')
    .select('email_standing')
    .where('id', '=', studentId)
    .forUpdate()
    .executeTakeFirst();
  return row?.email_standing;
}

/** Uses up every live link of a student who is locked; false where `tokenHash` was none of them. */
export async function spendResetTokens(tx: Tx, studentId: string, tokenHash: Buffer, now: Date): Promise<boolean> {
  const used = await tx
    .updateTable('password_resets')
    .set({ used_at: now })
    .where('student_id', '=', studentId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('token_hash')
    .execute();
  return used.some(({ token_hash }) => token_hash.equals(tokenHash));
}

/** Uses up every link of a student: what was mailed to an address that is not theirs any more. */
export async function spendResetLinks(tx: Tx, studentId: string, now: Date): Promise<void> {
  await tx
    .updateTable('password_resets')
    .set({ used_at: now })
    .where('student_id', '=', studentId)
    .where('used_at', 'is', null)
    .execute();
}

const unlessOpen = (column: 'mobile_standing' | 'whatsapp_number_standing') =>
  sql<ContactStanding>`case ${sql.ref(column)} when 'open' then 'shut' else ${sql.ref(column)} end`;

/** Sets the password by a mailed link, which proves the e-mail: a phone that nobody has proven is no way in any more. */
export async function setPassword(tx: Tx, studentId: string, password_hash: string, now: Date): Promise<void> {
  await tx
    .updateTable('students')
    .set({ password_hash, is_default_password: false, updated_at: now, email_standing: 'proven' })
    .set({
      mobile_standing: unlessOpen('mobile_standing'),
      whatsapp_number_standing: unlessOpen('whatsapp_number_standing'),
    })
    .where('id', '=', studentId)
    .execute();
}

export async function deleteResetsBefore(db: Kysely<Database>, moment: Date): Promise<void> {
  await db.deleteFrom('password_resets').where('created_at', '<', moment).execute();
}
