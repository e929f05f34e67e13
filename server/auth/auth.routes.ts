import type { FastifyRequest } from 'fastify';
import {
  getContact,
  searchUser,
  signInByCode,
  signInByPassword,
  type userNotFoundSchema,
} from '../../contract/auth.ts';
import { type CodeWidget, getCodeProvider } from '../../contract/code-provider.ts';
import { subjectHeader } from '../../contract/headers.ts';
import { getLoginStatus, signOut } from '../../contract/signed-in.ts';
import { inTransaction } from '../db/transaction.ts';
import { StatusAnswer } from '../http/call.ts';
import type { Mount } from '../http/mount.ts';
import type { AccountRates } from '../http/rates.ts';
import { Refusal, signInNeeded } from '../http/refusal.ts';
import type { Clock } from '../providers/clock.ts';
import type { Mail } from '../providers/mail.ts';
import type { Otp } from '../providers/otp.ts';
import { type Account, findAccount, findByCandidates, holdPassword } from './account.repo.ts';
import { clearCookie, readCookie } from './auth-cookies.ts';
import { checkPassword, invalidCredentials } from './check-password.ts';
import { createCodeSignIn } from './code-sign-in.ts';
import { pickContact } from './contact.ts';
import { readIdentifier } from './identifier.ts';
import type { PasswordTries } from './password-tries.ts';
import { withoutShut } from './proven-contacts.ts';
import type { StudentSessions } from './sessions.ts';
import { toLookupUser, toSignedIn } from './signed-in.ts';
import type { LookupTickets } from './tickets.ts';

export type AuthParts = {
  sessions: StudentSessions;
  tickets: LookupTickets;
  rates: AccountRates;
  otp: Otp;
  clock: Clock;
  mail: Mail;
  tries: PasswordTries;
  codeWidget: CodeWidget;
  /** Deletes what has expired; called where new rows are made. */
  sweep: () => Promise<void>;
};

const userNotFound: typeof userNotFoundSchema._output = { statusCode: 201, message: 'User not found' };

/** The calls of signing in and out (document 1, section 7). */
export function authRoutes(
  mount: Mount,
  { sessions, tickets, rates, otp, clock, mail, sweep, tries, codeWidget }: AuthParts,
): void {
  const signInWithToken = createCodeSignIn({ otp, clock, sessions, mail });

  /** The account with the contacts that let the browser in: all of them where it is signed in to that account already. */
  async function reachable(account: Account, request: FastifyRequest): Promise<Account> {
    const subject = await sessions.find(request);
    return subject?.studentId === account.id ? account : withoutShut(account);
  }

  mount(getLoginStatus, async ({ db, reply }) => {
    const subject = await sessions.find(reply.request);
    const account = subject && (await findAccount(db, subject.studentId));
    if (!account) {
      if (readCookie(reply.request, 'hint')) clearCookie(reply, 'hint');
      throw signInNeeded();
    }
    reply.header(subjectHeader, account.id);
    return { statusCode: 200, user: toSignedIn(account) };
  });

  mount(searchUser, async ({ body, db, reply }) => {
    const candidates = readIdentifier(body.identifier);
    await rates.countFor('lookup', candidates[0]?.value ?? '');
    const found = await findByCandidates(db, candidates);
    if (!found) throw new Refusal(404, 'USER_NOT_FOUND', 'User not found');
    await sweep();
    await tickets.issue(reply, found.account.id);
    const account = await reachable(found.account, reply.request);
    return { statusCode: 200, status: 200, user: toLookupUser(account, found.field) };
  });

  mount(getContact, async ({ query, ticket, db, reply }) => {
    const account = query.user_id === ticket.studentId ? await findAccount(db, ticket.studentId) : undefined;
    const contact = pickContact(account && (await reachable(account, reply.request)), query);
    await tickets.beginChallenge(reply);
    return { statusCode: 200, user: { contact } };
  });

  mount(signInByPassword, async ({ body, db, address, reply }) => {
    // An id in capitals names the same account: its tries count together.
    const userId = body.user_id.toLowerCase();
    await tries.take(userId);
    await rates.countFor('signIn', userId);
    const account = await checkPassword(db, { ...body, user_id: userId });
    if (!account) return new StatusAnswer(201, userNotFound);
    await Promise.all([rates.forgive('signIn', { account: userId, address }), tries.forget(userId)]);
    await inTransaction(db, async (tx) => {
      // A reset or a first code may have ended the password while it was checked.
      if (!(await holdPassword(tx, account))) throw invalidCredentials();
      await sessions.start(tx, reply, account.id);
    });
    reply.header(subjectHeader, account.id);
    return { statusCode: 200, user: toSignedIn(account) };
  });

  mount(getCodeProvider, async () => ({ statusCode: 200, data: codeWidget }));

  mount(signInByCode, async ({ body, ticket, db, address, reply }) => {
    const { user_id: userId, OTPtoken: token } = body;
    const verdict = await signInWithToken({ db, reply, ticketStudent: ticket.studentId, userId, token });
    if (verdict.kind === 'unknown') return userNotFound;
    if (verdict.kind === 'rejected') return { ...invalidCredentials().toBody(reply.request.id), statusCode: 401 };
    await rates.forgive('code', { account: ticket.studentId, address });
    reply.header(subjectHeader, userId);
    return { statusCode: 200, user: toSignedIn(verdict.account) };
  });

  mount(signOut, async ({ body, reply }) => {
    const subject = await sessions.find(reply.request);
    const isMeant = subject !== null && (body.user_id ?? subject.studentId) === subject.studentId;
    await tickets.end(reply, isMeant ? subject.studentId : null);
    await sessions.end(reply, body.user_id ?? null);
    return { statusCode: 200 };
  });
}
