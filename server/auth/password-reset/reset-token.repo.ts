import { type Kysely, sql } from 'kysely';
import { type ContactStatus, contactStatus, type Database, type Tx } from '../../db/schema.ts';

/** The columns of a student that a password reset uses. */
export type ResetStudent = {
  id: string;
  first_name: string;
  email: string | null;
  email_standing: ContactStatus;
  password_hash: string | null;
};
const studentColumns = ['students.id', 'first_name', 'email', 'email_standing', 'password_hash'] as const;

/**
 * Finds the student with this email address and locks the student's row. `email` must be in lower case. Because of the
 * lock, two simultaneous requests send only one email.
 */
export async function lockByEmail(tx: Tx, email: string): Promise<ResetStudent | undefined> {
  return tx
    .selectFrom('students')
    .select(studentColumns)
    .where((row) => row(row.fn('lower', ['email']), '=', email))
    .forUpdate()
    .executeTakeFirst();
}

/**
 * The student with this email address, and whether one of the student's reset links is valid at `now`. `email` must be
 * in lower case.
 */
export async function findResetRequest(
  db: Kysely<Database>,
  email: string,
  now: Date,
): Promise<{ student: Pick<ResetStudent, 'id' | 'password_hash'>; hasLink: boolean } | undefined> {
  const row = await db
    .selectFrom('students')
    .select(['id', 'password_hash'])
    .select((student) =>
      student
        .exists(
          student
            .selectFrom('password_resets')
            .select('token_hash')
            .whereRef('student_id', '=', 'students.id')
            .where('used_at', 'is', null)
            .where('expires_at', '>', now),
        )
        .as('has_link'),
    )
    .where((student) => student(student.fn('lower', ['email']), '=', email))
    .executeTakeFirst();
  if (!row) return undefined;
  const { has_link, ...student } = row;
  return { student, hasLink: Boolean(has_link) };
}

/**
 * The times at which reset links were emailed to a student after the time `since`, in milliseconds since 1970, newest
 * first.
 */
export async function listSentAt(tx: Tx, studentId: string, since: Date): Promise<number[]> {
  const rows = await tx
    .selectFrom('password_resets')
    .select('created_at')
    .where('student_id', '=', studentId)
    .where('created_at', '>', since)
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

/** The student of a reset token that is neither used nor expired. */
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

/** Locks a student's row until the transaction ends and returns the status of the student's email address. */
export async function lockEmailStatus(tx: Tx, studentId: string): Promise<ContactStatus | undefined> {
  const row = await tx
    .selectFrom('students')
    .select('email_standing')
    .where('id', '=', studentId)
    .forUpdate()
    .executeTakeFirst();
  return row?.email_standing;
}

/**
 * Invalidates every valid reset link of a student. The student's row must be locked. Returns whether one of the links
 * had the token with the hash `tokenHash`.
 */
export async function redeemResetToken(tx: Tx, studentId: string, tokenHash: Buffer, now: Date): Promise<boolean> {
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

/** Invalidates every reset link of a student whose password or email address has changed. */
export async function invalidateResetLinks(tx: Tx, studentId: string, now: Date): Promise<void> {
  await tx
    .updateTable('password_resets')
    .set({ used_at: now })
    .where('student_id', '=', studentId)
    .where('used_at', 'is', null)
    .execute();
}

const unverified = sql.lit(contactStatus.unverified);
const locked = sql.lit(contactStatus.locked);

const lockIfUnverifiedSql = (column: 'mobile_standing' | 'whatsapp_number_standing') =>
  sql<ContactStatus>`case ${sql.ref(column)} when ${unverified} then ${locked} else ${sql.ref(column)} end`;

/**
 * Sets the password of a student who has opened an emailed link. Only the holder of the email address gets the link, so
 * this also verifies the address. Unverified phone numbers are locked and can no longer be used to sign in, because
 * they may belong to somebody else.
 */
export async function setPassword(tx: Tx, studentId: string, password_hash: string, now: Date): Promise<void> {
  await tx
    .updateTable('students')
    .set({ password_hash, is_default_password: false, updated_at: now, email_standing: contactStatus.verified })
    .set({
      mobile_standing: lockIfUnverifiedSql('mobile_standing'),
      whatsapp_number_standing: lockIfUnverifiedSql('whatsapp_number_standing'),
    })
    .where('id', '=', studentId)
    .execute();
}

export async function deleteResetsBefore(db: Kysely<Database>, before: Date): Promise<void> {
  await db.deleteFrom('password_resets').where('created_at', '<', before).execute();
}
