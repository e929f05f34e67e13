import type { Kysely } from 'kysely';
import { resetPassword } from '../../../contract/password-reset.ts';
import { contactStatus, type Database, type Tx } from '../../db/schema.ts';
import type { Clock } from '../../http/clock.ts';
import type { Subject } from '../../http/mount/call.ts';
import { refuse } from '../../http/refusal.ts';
import { hashToken, isToken } from '../../http/secret-token.ts';
import type { Mail } from '../../providers/mail/mail.ts';
import { normaliseEmail } from '../identifier.ts';
import { whyGuessable } from '../password/guessable-password.ts';
import { hashPassword, verifyPassword } from '../password/password.ts';
import { sendPasswordChanged } from '../password/password-emails.ts';
import { deleteSessionsOf, findSessionStart } from '../session/session.repo.ts';
import { deleteTicketsOf } from '../sign-in/ticket.repo.ts';
import {
  findByResetToken,
  lockEmailStatus,
  type ResetStudent,
  redeemResetToken,
  setPassword,
} from './reset-token.repo.ts';

type Deps = { clock: Clock; mail: Mail };
/** `sessionId`: the sign-in session that a locked email address needs; null if the address is not locked. */
type NewPassword = { student: ResetStudent; sessionId: string | null; tokenHash: Buffer; passwordHash: string };

const { refusals } = resetPassword;
const unauthorized = () => refuse(refusals, 'UNAUTHORIZED_REQUEST', 'Unauthorized request');
const signInFirst = () =>
  refuse(
    refusals,
    'SIGN_IN_FIRST',
    'Somebody has already confirmed the phone number of this account. Sign in with a code sent to that phone, then open the link again in the same browser. If that is not your phone, please call us.',
  );

/**
 * Finds the student of a reset link's token.
 * @throws Refusal 401 UNAUTHORIZED_REQUEST for an unknown, used or expired token
 */
export async function findResetStudent(db: Kysely<Database>, token: string, clock: Clock): Promise<ResetStudent> {
  if (!isToken(token)) throw unauthorized();
  const student = await findByResetToken(db, hashToken(token), new Date(clock.now()));
  if (!student) throw unauthorized();
  return student;
}

/**
 * Checks the form that a reset link opens, and hashes the new password. The link stays valid until the password is set,
 * so that the student can correct mistakes in the form. If the email address is locked, the student must be signed in.
 * @throws Refusal 401 UNAUTHORIZED_REQUEST, 403 SIGN_IN_FIRST, 404 USER_NOT_FOUND if the form has another email
 *   address, 409 PASSWORD_SAME_AS_OLD, PASSWORD_TOO_COMMON
 */
export async function prepareReset(
  db: Kysely<Database>,
  form: { email: string; tok: string; newPassword: string },
  { clock, findSubject }: { clock: Clock; findSubject: () => Promise<Subject | null> },
): Promise<NewPassword> {
  // Read the student before the session. Otherwise a session that has just ended could be accepted for a locked email
  // address: between the two reads, somebody else may verify a phone number of the account, which locks the address and
  // ends the sessions.
  const student = await findResetStudent(db, form.tok, clock);
  if (student.email === null || normaliseEmail(student.email) !== normaliseEmail(form.email))
    throw refuse(refusals, 'USER_NOT_FOUND', 'Invalid email.');
  const subject = student.email_standing === contactStatus.locked ? await findSubject() : null;
  if (student.email_standing === contactStatus.locked && subject?.studentId !== student.id) throw signInFirst();
  const isOld = student.password_hash !== null && (await verifyPassword(student.password_hash, form.newPassword));
  if (isOld) throw refuse(refusals, 'PASSWORD_SAME_AS_OLD', 'New password cannot be same as old password.');
  const guessable = await whyGuessable(db, form.newPassword);
  if (guessable) throw refuse(refusals, 'PASSWORD_TOO_COMMON', guessable);
  const passwordHash = await hashPassword(form.newPassword);
  return { student, sessionId: subject?.sessionId ?? null, tokenHash: hashToken(form.tok), passwordHash };
}

/**
 * Sets the new password and invalidates all reset links of the student. Deletes the student's sign-in sessions and
 * lookup tickets (cookies that say which account a browser has looked up), so that earlier one-time codes can no longer
 * be used.
 * @throws Refusal 401 UNAUTHORIZED_REQUEST if, since the form was checked, the reset link has become invalid or the
 *   email address was locked; 403 SIGN_IN_FIRST if the session that a locked email address needs has ended
 */
export async function applyReset(
  tx: Tx,
  { student, sessionId, tokenHash, passwordHash }: NewPassword,
  { clock, mail }: Deps,
): Promise<void> {
  const now = new Date(clock.now());
  // Lock the student's row, so that simultaneous password resets of one student run one after the other.
  const emailStatus = await lockEmailStatus(tx, student.id);
  // While the password was being hashed, somebody may have verified a phone number of this account by a one-time code.
  // That locks the account's unverified email address, so a link that was emailed to this address must not work any
  // more.
  const { locked } = contactStatus;
  if (emailStatus === locked && student.email_standing !== locked) throw unauthorized();
  if (!(await redeemResetToken(tx, student.id, tokenHash, now))) throw unauthorized();
  // The student may have ended the session from another device meanwhile.
  if (sessionId !== null && (await findSessionStart(tx, sessionId)) === null) throw signInFirst();
  await setPassword(tx, student.id, passwordHash, now);
  await deleteSessionsOf(tx, student.id);
  await deleteTicketsOf(tx, student.id);
  await sendPasswordChanged(tx, mail, student, { reference: tokenHash.toString('hex'), ended: 'allDevices' });
}
