import type { Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import { Refusal } from '../http/refusal.ts';
import type { Clock } from '../providers/clock.ts';
import type { Mail } from '../providers/mail.ts';
import { mailResetLink } from './reset-mail.ts';
import { insertResetToken, listSendings, lockByEmail } from './reset-token.repo.ts';
import { hashToken, makeToken } from './secret-token.ts';

const minute = 60_000;
const hour = 60 * minute;
/** A link may be used this long (decisions, "Answers"). */
export const resetLifetime = 30 * minute;
/** No further mail this soon after the last, and at most so many an hour. */
export const sendingGap = 5 * minute;
export const sendingsAnHour = 5;

/** Milliseconds until another mail may go out; `sendings` are those of the last hour, newest first. */
function waitAfter(sendings: readonly number[], now: number): number {
  const [last] = sendings;
  const fifth = sendings[sendingsAnHour - 1];
  return Math.max(last === undefined ? 0 : last + sendingGap - now, fifth === undefined ? 0 : fifth + hour - now);
}

/**
 * Mails a link to the student of an e-mail. Links of before live on: mail may come late, and in another order.
 * @throws Refusal 404 USER_NOT_FOUND, 429 ALREADY_SENT with the time after which another try makes sense
 */
export async function requestReset(
  tx: Transaction<Database>,
  email: string,
  { clock, mail }: { clock: Clock; mail: Mail },
): Promise<void> {
  const student = await lockByEmail(tx, email);
  if (!student) throw new Refusal(404, 'USER_NOT_FOUND', 'User not found. Please check your email address.');
  const now = clock.now();
  const wait = waitAfter(await listSendings(tx, student.id, new Date(now - hour)), now);
  if (wait > 0) {
    // The misspelling is the catalogue's (sic).
    const message = 'Reset link has been sent alraedy. Try after sometimes.';
    throw new Refusal(429, 'ALREADY_SENT', message, { retryAfter: Math.ceil(wait / 1000) });
  }
  const token = makeToken();
  const token_hash = hashToken(token);
  const [created_at, expires_at] = [new Date(now), new Date(now + resetLifetime)];
  await insertResetToken(tx, { token_hash, student_id: student.id, created_at, expires_at });
  await mailResetLink(tx, mail, {
    to: student,
    token,
    reference: token_hash.toString('hex'),
    lifetime: resetLifetime,
    needsSignIn: student.email_standing === 'shut',
  });
}
