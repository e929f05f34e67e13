import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { Subject } from '../http/call.ts';
import { Refusal } from '../http/refusal.ts';
import type { Clock } from '../providers/clock.ts';
import type { Mail } from '../providers/mail.ts';
import { normaliseEmail } from './identifier.ts';
import { hashPassword, verifyPassword } from './password.ts';
import { mailPasswordChanged } from './reset-mail.ts';
import { findByResetToken, lockStudent, type ResetStudent, setPassword, spendResetTokens } from './reset-token.repo.ts';
import { hashToken, isToken } from './secret-token.ts';
import { deleteSessionsOf } from './session.repo.ts';
import { deleteTicketsOf } from './ticket.repo.ts';

type Parts = { clock: Clock; mail: Mail };
export type NewPassword = { student: ResetStudent; tokenHash: Buffer; passwordHash: string };

const unauthorized = () => new Refusal(401, 'UNAUTHORIZED_REQUEST', 'Unauthorized request');
const signInFirst = () =>
  new Refusal(
    403,
    'SIGN_IN_FIRST',
    'This account belongs to who confirmed its phone number. Sign in with a code to that phone, then open the link again in the same browser. If that is not you, please call us.',
  );

/** Whom the token of a link lets in. @throws Refusal 401 UNAUTHORIZED_REQUEST where it is none, used or late */
export async function findResetStudent(db: Kysely<Database>, token: string, clock: Clock): Promise<ResetStudent> {
  if (!isToken(token)) throw unauthorized();
  const student = await findByResetToken(db, hashToken(token), new Date(clock.now()));
  if (!student) throw unauthorized();
  return student;
}

/**
 * Checks what the form says and hashes the password; nothing is used up yet, so that a mistake can be corrected. A
 * shut e-mail is opened by who is signed in, asked after it was read: a session that another's proof has ended opens nothing.
 * @throws Refusal 401 UNAUTHORIZED_REQUEST, 403 SIGN_IN_FIRST, 404 USER_NOT_FOUND for another's e-mail, 409 PASSWORD_SAME_AS_OLD
 */
export async function prepareReset(
  db: Kysely<Database>,
  form: { email: string; tok: string; newPassword: string },
  { clock, findSubject }: { clock: Clock; findSubject: () => Promise<Subject | null> },
): Promise<NewPassword> {
  const student = await findResetStudent(db, form.tok, clock);
  if (student.email === null || normaliseEmail(student.email) !== normaliseEmail(form.email))
    throw new Refusal(404, 'USER_NOT_FOUND', 'Invalid email.');
  if (student.email_standing === 'shut' && (await findSubject())?.studentId !== student.id) throw signInFirst();
  const isOld = student.password_hash !== null && (await verifyPassword(student.password_hash, form.newPassword));
  if (isOld) throw new Refusal(409, 'PASSWORD_SAME_AS_OLD', 'New password cannot be same as old password.');
  return { student, tokenHash: hashToken(form.tok), passwordHash: await hashPassword(form.newPassword) };
}

/**
 * Sets the password, uses up every link of the student and ends every session and every lookup.
 * @throws Refusal 401 UNAUTHORIZED_REQUEST where another call was faster
 */
export async function applyReset(
  tx: Transaction<Database>,
  { student, tokenHash, passwordHash }: NewPassword,
  { clock, mail }: Parts,
): Promise<void> {
  const now = new Date(clock.now());
  // Links of one student are used one after the other, in whatever order they come.
  const standing = await lockStudent(tx, student.id);
  // Somebody's first code may have shut the e-mail while the password was hashed.
  if (standing === 'shut' && student.email_standing !== 'shut') throw unauthorized();
  if (!(await spendResetTokens(tx, student.id, tokenHash, now))) throw unauthorized();
  await setPassword(tx, student.id, passwordHash, now);
  await deleteSessionsOf(tx, student.id);
  await deleteTicketsOf(tx, student.id);
  await mailPasswordChanged(tx, mail, student, tokenHash.toString('hex'));
}
