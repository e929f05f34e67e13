import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import { inTransaction } from '../db/transaction.ts';
import { Refusal } from '../http/refusal.ts';
import type { Clock } from '../providers/clock.ts';
import type { Mail } from '../providers/mail.ts';
import type { CodeCheck, Otp } from '../providers/otp.ts';
import { type Account, dropPassword, findAccount, lockAccount, setStandings } from './account.repo.ts';
import { readCookie } from './auth-cookies.ts';
import { findUsedToken, spendToken, type UsedToken } from './code-token.repo.ts';
import { type ContactField, contactsNamed, proveContacts } from './proven-contacts.ts';
import { mailPasswordEnded } from './reset-mail.ts';
import { hashToken } from './secret-token.ts';
import { deleteSessionsOf } from './session.repo.ts';
import type { StudentSessions } from './sessions.ts';
import { findLiveTicket } from './ticket.repo.ts';
import { ticketLifetime } from './tickets.ts';

export type CodeClaim = {
  db: Kysely<Database>;
  reply: FastifyReply;
  ticketStudent: string;
  userId: string;
  token: string;
};
export type CodeVerdict = { kind: 'signedIn'; account: Account } | { kind: 'unknown' } | { kind: 'rejected' };

/** Who claims the account, and from which browser. */
type Claimant = { account: Account; ticketHash: Buffer };
/** Whom a good token speaks for; null where it is the repeat of one that was good. */
type Good = { identifier: string | null };
type Parts = { otp: Otp; clock: Clock; sessions: StudentSessions; mail: Mail };

const rejected: CodeVerdict = { kind: 'rejected' };
// A repeat may overtake the first call between the provider's answer and our commit.
const overtaken = { looks: 4, pauseMs: 150 };

/**
 * The contacts that the token proves. A shut one only to who was signed in, `seen` being the account before that was asked:
 * a session that another's proof has ended since opens nothing.
 */
function provenBy(account: Account, identifier: string, seen: Account | null): ContactField[] {
  const isShut = (of: Account, field: ContactField) => of[`${field}_standing`] === 'shut';
  return contactsNamed(account, identifier).filter(
    (field) => !isShut(account, field) || (seen !== null && isShut(seen, field)),
  );
}

/**
 * Keeps what was proven. At the account's first proof the password and the sessions of before end: whoever set them may be
 * somebody who typed this contact without having it (decision 24).
 */
async function keepProof(tx: Transaction<Database>, account: Account, proven: ContactField[], mail: Mail) {
  const { standings, isFirst } = proveContacts(account, proven);
  await setStandings(tx, account.id, standings);
  if (!isFirst) return;
  await deleteSessionsOf(tx, account.id);
  if (account.password_hash === null) return;
  await dropPassword(tx, account.id);
  await mailPasswordEnded(tx, mail, account, standings.email_standing === 'proven');
}

async function ask(otp: Otp, token: string): Promise<CodeCheck> {
  try {
    return await otp.identify(token);
  } catch (cause) {
    throw new Refusal(503, 'PROVIDER_UNAVAILABLE', 'The code could not be checked. Please try again.', {
      retryAfter: 5,
      cause,
    });
  }
}

/** Signs in by the provider's token: the first use asks the provider, a repeat is answered from what that use stored. */
export function createCodeSignIn({ otp, clock, sessions, mail }: Parts) {
  const isRepeat = (used: UsedToken | undefined, { account, ticketHash }: Claimant) =>
    used?.student_id === account.id &&
    used.ticket_hash.equals(ticketHash) &&
    clock.now() - used.used_at.getTime() < ticketLifetime;

  async function awaitFirstUse(db: Kysely<Database>, hash: Buffer): Promise<UsedToken | undefined> {
    for (let look = 1; look < overtaken.looks; look++) {
      const used = await findUsedToken(db, hash);
      if (used) return used;
      await pause(overtaken.pauseMs);
    }
    return findUsedToken(db, hash);
  }

  async function read(db: Kysely<Database>, claimant: Claimant, token: string, hash: Buffer): Promise<Good | null> {
    const readRepeat = (use: UsedToken | undefined) => (isRepeat(use, claimant) ? { identifier: null } : null);
    const used = await findUsedToken(db, hash);
    if (used) return readRepeat(used);
    const check = await ask(otp, token);
    if (check.outcome === 'spent') return readRepeat(await awaitFirstUse(db, hash));
    return check.outcome === 'identified' ? { identifier: check.identifier } : null;
  }

  /** @throws Refusal 503 where the provider cannot be reached */
  return async function signIn({ db, reply, ticketStudent, userId, token }: CodeClaim): Promise<CodeVerdict> {
    const found = await findAccount(db, userId);
    if (!found) return { kind: 'unknown' };
    if (found.id !== ticketStudent) return rejected;
    const hash = hashToken(token);
    const ticketHash = hashToken(readCookie(reply.request, 'ticket') ?? '');
    const good = await read(db, { account: found, ticketHash }, token, hash);
    if (!good) return rejected;
    const seen = (await sessions.find(reply.request))?.studentId === found.id ? found : null;
    return inTransaction(db, async (tx) => {
      const account = await lockAccount(tx, found.id);
      const used_at = new Date(clock.now());
      // Signing out or a reset may have ended the challenge meanwhile.
      if (!account || !(await findLiveTicket(tx, ticketHash, used_at))) return rejected;
      const proven = good.identifier === null ? null : provenBy(account, good.identifier, seen);
      if (proven?.length === 0) return rejected;
      const isFirst = await spendToken(tx, {
        token_hash: hash,
        ticket_hash: ticketHash,
        student_id: account.id,
        used_at,
      });
      if (!isFirst && !isRepeat(await findUsedToken(tx, hash), { account, ticketHash })) return rejected;
      if (isFirst && proven) await keepProof(tx, account, proven, mail);
      await sessions.start(tx, reply, account.id);
      return { kind: 'signedIn', account };
    });
  };
}
