import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { recentSignIn } from '../../../contract/limits.ts';
import { changePassword, type PasswordChangeWay } from '../../../contract/password-change.ts';
import type { Database, Tx } from '../../db/schema.ts';
import type { Clock } from '../../http/clock.ts';
import type { Subject } from '../../http/mount/call.ts';
import { refuse, signInNeeded } from '../../http/refusal.ts';
import type { Mail } from '../../providers/mail/mail.ts';
import { type Account, findAccount, lockAccount, setOwnPassword } from '../account.repo.ts';
import { whyGuessable } from '../password/guessable-password.ts';
import { hashPassword, verifyPassword } from '../password/password.ts';
import { sendPasswordChanged } from '../password/password-emails.ts';
import type { PasswordTries } from '../password/password-tries.ts';
import { invalidateResetLinks } from '../password-reset/reset-token.repo.ts';
import { findSessionStart } from '../session/session.repo.ts';
import { endOtherSessions } from '../session/session-list.repo.ts';
import { deleteTicketsOf } from '../sign-in/ticket.repo.ts';

type Form = { currentPassword?: string | undefined; newPassword: string };
export type PasswordChange = { account: Account; passwordHash: string };

const { refusals } = changePassword;
const wrongPassword = () =>
  refuse(refusals, 'WRONG_PASSWORD', 'This is not your current password.', {
    fields: { currentPassword: 'This is not your current password.' },
  });

/**
 * How the student may set a new password.
 * - `withCurrent`: a student who has a password must enter it.
 * - `byLink`: a student without a password gets a link by email.
 * - `withoutCurrent`: a student without a password and email address sets the new password directly. Signing in by a
 *   one-time code has already proven that the student owns a contact of the account.
 */
export function wayToChange({ is_default_password, password_hash, email }: Account): PasswordChangeWay {
  if (!is_default_password && password_hash !== null) return 'withCurrent';
  return email === null ? 'withoutCurrent' : 'byLink';
}

/** Whether the student signed in recently enough to change the password, the email address or a phone number. */
export async function isSignInRecent(db: Kysely<Database>, { sessionId }: Subject, clock: Clock): Promise<boolean> {
  const began = await findSessionStart(db, sessionId);
  return began !== null && clock.now() - began.getTime() < recentSignIn;
}

async function requireCurrentPassword(
  account: Account,
  form: Form,
  { tries, sessionId, address }: { tries: PasswordTries; sessionId: string; address: string },
): Promise<void> {
  const way = wayToChange(account);
  if (way === 'withoutCurrent') return;
  if (way === 'byLink')
    throw refuse(refusals, 'DEFAULT_PASSWORD', 'Your account has no password yet. Request a link by email to set one.');
  // Wrong passwords are counted separately in the form that changes the password (for each sign-in session) and at
  // sign-in, so that neither form blocks the other.
  const guesser = { account: account.id, address, device: `session ${sessionId}` };
  // Count the try before verifying the password, which takes long. Otherwise many simultaneous guesses would be
  // verified before the first one is counted.
  await tries.count(guesser);
  if (!(await verifyPassword(account.password_hash, form.currentPassword ?? ''))) throw wrongPassword();
  await tries.forget(guesser);
}

/**
 * Checks the form that changes the password, and hashes the new password.
 * @throws Refusal 401, 403 RECENT_SIGN_IN_NEEDED, WRONG_PASSWORD, DEFAULT_PASSWORD, 409 PASSWORD_SAME_AS_OLD,
 *   PASSWORD_TOO_COMMON, 429 after several wrong passwords
 */
export async function prepareChange(
  db: Kysely<Database>,
  form: Form,
  deps: { clock: Clock; tries: PasswordTries; subject: Subject; address: string },
): Promise<PasswordChange> {
  const { clock, tries, subject, address } = deps;
  const account = await findAccount(db, subject.studentId);
  if (!account) throw signInNeeded();
  if (!(await isSignInRecent(db, subject, clock)))
    throw refuse(refusals, 'RECENT_SIGN_IN_NEEDED', 'Please sign in again to change your password.');
  await requireCurrentPassword(account, form, { tries, sessionId: subject.sessionId, address });
  if (account.password_hash !== null && (await verifyPassword(account.password_hash, form.newPassword)))
    throw refuse(refusals, 'PASSWORD_SAME_AS_OLD', 'New password cannot be same as old password.');
  const guessable = await whyGuessable(db, form.newPassword);
  if (guessable) throw refuse(refusals, 'PASSWORD_TOO_COMMON', guessable);
  return { account, passwordHash: await hashPassword(form.newPassword) };
}

/**
 * Sets the new password, ends the student's other sign-in sessions and invalidates one-time codes and reset links that
 * were sent before.
 * @throws Refusal 403 WRONG_PASSWORD if another call has changed the password in the meantime; 401 if the session has
 *   ended
 */
export async function applyChange(
  tx: Tx,
  { account, passwordHash }: PasswordChange,
  { clock, mail, subject }: { clock: Clock; mail: Mail; subject: Subject },
): Promise<void> {
  const current = await lockAccount(tx, account.id);
  if (current?.password_hash !== account.password_hash) throw wrongPassword();
  if ((await findSessionStart(tx, subject.sessionId)) === null) throw signInNeeded();
  const now = new Date(clock.now());
  await setOwnPassword(tx, account.id, passwordHash, now);
  await endOtherSessions(tx, account.id, subject.sessionId);
  await deleteTicketsOf(tx, account.id);
  await invalidateResetLinks(tx, account.id, now);
  await sendPasswordChanged(tx, mail, account, { reference: randomUUID(), ended: 'otherDevices' });
}
