import { requestPasswordReset } from '../../../contract/password-reset.ts';
import { contactStatus, type Tx } from '../../db/schema.ts';
import type { Clock } from '../../http/clock.ts';
import { refuse } from '../../http/refusal.ts';
import { createToken, hashToken } from '../../http/secret-token.ts';
import type { Mail } from '../../providers/mail/mail.ts';
import { sendResetLink } from '../password/password-emails.ts';
import { insertResetToken, listSentAt, lockByEmail } from './reset-token.repo.ts';

const { refusals } = requestPasswordReset;

const minute = 60_000;
const hour = 60 * minute;
/** How long a password reset link is valid, in milliseconds. */
const resetLifetime = 30 * minute;
/** Usual minimum time between two reset emails to a student, in milliseconds. */
const minEmailGap = 5 * minute;
/**
 * A student who was sent this many reset emails within an hour, perhaps at a stranger's request, gets the next one only
 * after `longEmailGap`. The latest link is still valid until then, because `longEmailGap` is shorter than
 * `resetLifetime`.
 */
const manyEmailsAnHour = 5;
/** Minimum time between two reset emails to a student who was sent `manyEmailsAnHour` of them, in milliseconds. */
const longEmailGap = 15 * minute;

/**
 * How many milliseconds must pass before another reset email may be sent to a student; 0 or less if it may be sent now.
 * `sentAt`: the times of the reset emails of the last hour, newest first, in milliseconds since 1970.
 */
function waitAfter(sentAt: readonly number[], now: number): number {
  const [last] = sentAt;
  const gap = sentAt.length < manyEmailsAnHour ? minEmailGap : longEmailGap;
  return last === undefined ? 0 : last + gap - now;
}

/**
 * Emails a password reset link to the student with this email address. Older links stay valid, because emails may
 * arrive late or out of order.
 * @throws Refusal 404 USER_NOT_FOUND; 429 ALREADY_SENT with the time until the next email may be sent
 */
export async function requestReset(
  tx: Tx,
  email: string,
  { clock, mail }: { clock: Clock; mail: Mail },
): Promise<void> {
  const student = await lockByEmail(tx, email);
  if (!student) throw refuse(refusals, 'USER_NOT_FOUND', 'User not found. Please check your email address.');
  const now = clock.now();
  const wait = waitAfter(await listSentAt(tx, student.id, new Date(now - hour)), now);
  if (wait > 0) {
    // The specification prescribes this text, including the misspelt “alraedy”.
    const message = 'Reset link has been sent alraedy. Try after sometimes.';
    throw refuse(refusals, 'ALREADY_SENT', message, { retryAfter: Math.ceil(wait / 1000) });
  }
  const token = createToken();
  const token_hash = hashToken(token);
  const [created_at, expires_at] = [new Date(now), new Date(now + resetLifetime)];
  await insertResetToken(tx, { token_hash, student_id: student.id, created_at, expires_at });
  await sendResetLink(tx, mail, {
    to: student,
    token,
    reference: token_hash.toString('hex'),
    lifetime: resetLifetime,
    needsSignIn: student.email_standing === contactStatus.locked,
  });
}
