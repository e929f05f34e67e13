import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import { inTransaction } from '../db/transaction.ts';
import { Refusal } from '../http/refusal.ts';
import type { Clock } from '../providers/clock.ts';
import type { CodeCheck, Otp } from '../providers/otp.ts';
import { type Account, findAccount } from './account.repo.ts';
import { readCookie } from './auth-cookies.ts';
import { findUsedToken, type UsedToken, useToken } from './code-token.repo.ts';
import { normaliseContact } from './identifier.ts';
import { hashToken } from './secret-token.ts';
import type { StudentSessions } from './sessions.ts';
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
type Parts = { otp: Otp; clock: Clock; sessions: StudentSessions };

const rejected: CodeVerdict = { kind: 'rejected' };
// A repeat may overtake the first call between the provider's answer and our commit.
const overtaken = { looks: 4, pauseMs: 150 };

const indianPhone = /^\+?91\d{10}$/;

/**
 * True where the contact that a token speaks for is the account's (integrations, "One-time codes"). The provider names
 * phones with their country: ten digits of another country are nobody's Indian number.
 */
export function speaksFor(account: Account, identifier: string): boolean {
  const text = identifier.trim();
  if (!text.includes('@') && !indianPhone.test(text)) return false;
  const own = [account.email, account.mobile, account.whatsapp_number].filter((value) => value !== null);
  return own.some((value) => normaliseContact(value) === normaliseContact(text));
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
export function createCodeSignIn({ otp, clock, sessions }: Parts) {
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

  async function isGood(db: Kysely<Database>, claimant: Claimant, token: string, hash: Buffer): Promise<boolean> {
    const used = await findUsedToken(db, hash);
    if (used) return isRepeat(used, claimant);
    const check = await ask(otp, token);
    if (check.outcome === 'spent') return isRepeat(await awaitFirstUse(db, hash), claimant);
    return check.outcome === 'identified' && speaksFor(claimant.account, check.identifier);
  }

  /** @throws Refusal 503 where the provider cannot be reached */
  return async function signIn({ db, reply, ticketStudent, userId, token }: CodeClaim): Promise<CodeVerdict> {
    const account = await findAccount(db, userId);
    if (!account) return { kind: 'unknown' };
    if (account.id !== ticketStudent) return rejected;
    const hash = hashToken(token);
    const claimant = { account, ticketHash: hashToken(readCookie(reply.request, 'ticket') ?? '') };
    if (!(await isGood(db, claimant, token, hash))) return rejected;
    return inTransaction(db, async (tx) => {
      const used_at = new Date(clock.now());
      const use = { token_hash: hash, ticket_hash: claimant.ticketHash, student_id: account.id, used_at };
      const isFirst = await useToken(tx, use);
      if (!isFirst && !isRepeat(await findUsedToken(tx, hash), claimant)) return rejected;
      await sessions.start(tx, reply, account.id);
      return { kind: 'signedIn', account };
    });
  };
}
