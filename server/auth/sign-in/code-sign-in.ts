import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { Kysely } from 'kysely';
import { signInByCode } from '../../../contract/auth.ts';
import { type ContactField, contactStatus, type Database, type Tx } from '../../db/schema.ts';
import { inTransaction } from '../../db/transactions/transaction.ts';
import type { Clock } from '../../http/clock.ts';
import type { Subject } from '../../http/mount/call.ts';
import { refuse } from '../../http/refusal.ts';
import { hashToken } from '../../http/secret-token.ts';
import type { Mail } from '../../providers/mail/mail.ts';
import type { CodeCheck, Otp } from '../../providers/otp/otp.ts';
import { type Account, findAccount, lockAccount, removePassword, setContactStatuses } from '../account.repo.ts';
import { sendPasswordRemoved } from '../password/password-emails.ts';
import { readCookie } from '../session/auth-cookies.ts';
import { deleteSessionsOf } from '../session/session.repo.ts';
import type { StudentSessions } from '../session/sessions.ts';
import { contactsMatching, verifyContacts } from '../verified-contacts.ts';
import { findUsedToken, insertUsedToken, type UsedToken } from './code-token.repo.ts';
import { findTicket } from './ticket.repo.ts';
import { ticketLifetime } from './tickets.ts';

type CodeSignInInput = {
  db: Kysely<Database>;
  reply: FastifyReply;
  ticketStudent: string;
  userId: string;
  token: string;
};
/**
 * A student's account, and its contacts that a one-time code has verified. A retry with a used code verifies no
 * contacts.
 */
type VerifiedContact = { account: Account; contacts: ContactField[] };
type CodeSignInResult = { kind: 'signedIn'; account: Account } | { kind: 'unknown' } | { kind: 'rejected' };

/**
 * The account and the browser that use a one-time code. `ticketHash` identifies the browser: it is the hash of its
 * lookup ticket or, if a signed-in student verifies a contact, of the student's session.
 */
type Claimant = { account: Account; ticketHash: Buffer };
/**
 * A valid token of the one-time-code provider. `identifier` is the email address or phone number that the token
 * verifies; null for a retry with a token that was used before.
 */
type ValidToken = { identifier: string | null };
type Deps = { otp: Otp; clock: Clock; sessions: StudentSessions; mail: Mail };

const rejected: CodeSignInResult = { kind: 'rejected' };
// The provider may report a token as used before our database has stored its first use. A retry therefore looks for the
// first use this many times, with this pause in between.
const firstUsePolling = { attempts: 14, pauseMs: 150 };

/**
 * Returns the contacts of the account that a one-time code for `identifier` verifies. `signedIn`: the signed-in
 * student's account, as read before the session was checked; null without a session. Only a signed-in student can
 * verify a locked contact. If the contact was locked only after `signedIn` was read, it does not count, because the
 * session may have ended when the contact was locked.
 */
function verifiedContacts(account: Account, identifier: string, signedIn: Account | null): ContactField[] {
  const isLocked = (of: Account, field: ContactField) => of[`${field}_standing`] === contactStatus.locked;
  return contactsMatching(account, identifier).filter(
    (field) => !isLocked(account, field) || (signedIn !== null && isLocked(signedIn, field)),
  );
}

/**
 * Stores that a one-time code has verified contacts of an account. The account's first verification also removes its
 * password and ends its sessions, because somebody else may have registered with the contact (decision 24, "Trust a
 * contact only after its holder has verified it"). Returns the hash of the password that the account still has, or
 * null.
 */
async function saveVerification(
  tx: Tx,
  account: Account,
  verified: ContactField[],
  mail: Mail,
): Promise<string | null> {
  const { statuses, isFirst } = verifyContacts(account, verified);
  await setContactStatuses(tx, account.id, statuses);
  if (!isFirst) return account.password_hash;
  await deleteSessionsOf(tx, account.id);
  if (account.password_hash === null) return null;
  await removePassword(tx, account.id);
  await sendPasswordRemoved(tx, mail, account, statuses.email_standing === contactStatus.verified);
  return null;
}

async function checkToken(otp: Otp, token: string): Promise<CodeCheck> {
  try {
    return await otp.identify(token);
  } catch (cause) {
    throw refuse(signInByCode.refusals, 'PROVIDER_UNAVAILABLE', 'The code could not be checked. Please try again.', {
      retryAfter: 5,
      cause,
    });
  }
}

const hashSession = ({ sessionId }: Subject) => hashToken(`session ${sessionId}`);

/**
 * Creates the functions that accept a token of the one-time-code provider: for signing in, and for verifying a contact
 * of a signed-in student. When a token is used for the first time, the provider checks it. A retry with the same token
 * is checked against the stored first use.
 */
export function createCodeSignIn({ otp, clock, sessions, mail }: Deps) {
  const isRetry = (used: UsedToken | undefined, { account, ticketHash }: Claimant) =>
    used?.student_id === account.id &&
    used.ticket_hash.equals(ticketHash) &&
    clock.now() - used.used_at.getTime() < ticketLifetime;

  async function awaitFirstUse(db: Kysely<Database>, hash: Buffer): Promise<UsedToken | undefined> {
    for (let attempt = 1; attempt < firstUsePolling.attempts; attempt++) {
      const used = await findUsedToken(db, hash);
      if (used) return used;
      await pause(firstUsePolling.pauseMs);
    }
    return findUsedToken(db, hash);
  }

  async function validate(
    db: Kysely<Database>,
    claimant: Claimant,
    token: string,
    hash: Buffer,
  ): Promise<ValidToken | null> {
    const validateRetry = (use: UsedToken | undefined) => (isRetry(use, claimant) ? { identifier: null } : null);
    const used = await findUsedToken(db, hash);
    if (used) return validateRetry(used);
    const check = await checkToken(otp, token);
    if (check.outcome === 'spent') return validateRetry(await awaitFirstUse(db, hash));
    return check.outcome === 'identified' ? { identifier: check.identifier } : null;
  }

  /**
   * Stores that a token was used. Returns whether this was its first use; null if the token was used before by somebody
   * else, or too long ago for a retry.
   */
  async function storeUse(tx: Tx, hash: Buffer, claimant: Claimant): Promise<{ isFirst: boolean } | null> {
    const use = { student_id: claimant.account.id, ticket_hash: claimant.ticketHash, used_at: new Date(clock.now()) };
    if (await insertUsedToken(tx, { token_hash: hash, ...use })) return { isFirst: true };
    return isRetry(await findUsedToken(tx, hash), claimant) ? { isFirst: false } : null;
  }

  /** Signs in by a token of the one-time-code provider. @throws Refusal 503 when the provider cannot be reached */
  async function signIn(input: CodeSignInInput): Promise<CodeSignInResult> {
    const { db, reply, ticketStudent, userId, token } = input;
    const found = await findAccount(db, userId);
    if (!found) return { kind: 'unknown' };
    if (found.id !== ticketStudent) return rejected;
    const hash = hashToken(token);
    const ticketHash = hashToken(readCookie(reply.request, 'ticket') ?? '');
    const valid = await validate(db, { account: found, ticketHash }, token, hash);
    if (!valid) return rejected;
    const signedIn = (await sessions.find(reply.request))?.studentId === found.id ? found : null;
    return inTransaction(db, async (tx) => {
      const account = await lockAccount(tx, found.id);
      // Check that the lookup ticket still exists: a sign-out or a password reset may have deleted it in the meantime.
      if (!account || !(await findTicket(tx, ticketHash, new Date(clock.now())))) return rejected;
      const verified = valid.identifier === null ? null : verifiedContacts(account, valid.identifier, signedIn);
      if (verified?.length === 0) return rejected;
      const use = await storeUse(tx, hash, { account, ticketHash });
      if (!use) return rejected;
      const password_hash =
        use.isFirst && verified ? await saveVerification(tx, account, verified, mail) : account.password_hash;
      await sessions.start(tx, reply, account.id);
      return { kind: 'signedIn', account: { ...account, password_hash } };
    });
  }

  /**
   * Verifies a contact of a signed-in student by a token of the one-time-code provider. Unlike the first sign-in by a
   * code, it does not remove the password or end the sessions (decision 116, "Let checkout verify a contact without a
   * new sign-in"). Returns null if the token is not valid for a contact of the account.
   * @throws Refusal 503 when the provider cannot be reached
   */
  async function verifyContact(db: Kysely<Database>, subject: Subject, token: string): Promise<VerifiedContact | null> {
    const found = await findAccount(db, subject.studentId);
    if (!found) return null;
    const [hash, ticketHash] = [hashToken(token), hashSession(subject)];
    const valid = await validate(db, { account: found, ticketHash }, token, hash);
    if (!valid) return null;
    return inTransaction(db, async (tx) => {
      const account = await lockAccount(tx, found.id);
      // Check that the session still exists: somebody else may have verified the account's first contact in the
      // meantime, which ends all sessions of the account.
      if (!account || !(await sessions.startOf(tx, subject.sessionId))) return null;
      const verified = valid.identifier === null ? null : verifiedContacts(account, valid.identifier, found);
      if (verified?.length === 0) return null;
      const use = await storeUse(tx, hash, { account, ticketHash });
      if (!use) return null;
      const contacts = use.isFirst && verified ? verified : [];
      if (contacts.length > 0) await setContactStatuses(tx, account.id, verifyContacts(account, contacts).statuses);
      return { account, contacts };
    });
  }

  return { signIn, verifyContact };
}
