import type { FastifyRequest } from 'fastify';
import {
  getContact,
  searchUser,
  signInByCode,
  signInByPassword,
  type userNotFoundSchema,
} from '../../../contract/auth.ts';
import { type CodeWidget, getCodeProvider } from '../../../contract/code-provider.ts';
import { subjectHeader } from '../../../contract/headers.ts';
import { getLoginStatus, signOut } from '../../../contract/signed-in.ts';
import { inTransaction } from '../../db/transactions/transaction.ts';
import type { Clock } from '../../http/clock.ts';
import { StatusResponse } from '../../http/mount/call.ts';
import type { Mount } from '../../http/mount/mount.ts';
import type { AccountRates } from '../../http/rates/rates.ts';
import { refuse, signInNeeded } from '../../http/refusal.ts';
import type { Mail } from '../../providers/mail/mail.ts';
import type { Otp } from '../../providers/otp/otp.ts';
import { type Account, findAccount, findByCandidates, lockPassword } from '../account.repo.ts';
import { readIdentifier } from '../identifier.ts';
import { checkPassword, invalidCredentials } from '../password/check-password.ts';
import type { PasswordTries } from '../password/password-tries.ts';
import { withoutShutContacts } from '../proven-contacts.ts';
import { clearCookie, readCookie } from '../session/auth-cookies.ts';
import type { StudentSessions } from '../session/sessions.ts';
import { pickCodeContact } from './code-contact.ts';
import { createCodeSignIn } from './code-sign-in.ts';
import type { LookupTickets } from './tickets.ts';
import { toLookupUser, toSignedIn } from './user-shape.ts';

type SignInDeps = {
  sessions: StudentSessions;
  tickets: LookupTickets;
  rates: AccountRates;
  otp: Otp;
  clock: Clock;
  mail: Mail;
  tries: PasswordTries;
  codeWidget: CodeWidget;
  /**
   * Deletes expired sign-in data, such as old sessions (`createDeleteExpired`). Called wherever such rows are inserted.
   */
  deleteExpired: () => Promise<void>;
};

const userNotFound: typeof userNotFoundSchema._output = { statusCode: 201, message: 'User not found' };

/** The calls for signing in and out (docs/product.md#sign-in). */
export function signInRoutes(
  mount: Mount,
  { sessions, tickets, rates, otp, clock, mail, deleteExpired, tries, codeWidget }: SignInDeps,
): void {
  const signInWithToken = createCodeSignIn({ otp, clock, sessions, mail });

  /**
   * Returns the account without the contacts that cannot be used to sign in. If the browser is signed in to this
   * account, all contacts are returned.
   */
  async function withUsableContacts(account: Account, request: FastifyRequest): Promise<Account> {
    const subject = await sessions.find(request);
    return subject?.studentId === account.id ? account : withoutShutContacts(account);
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
    if (!found) throw refuse(searchUser.refusals, 'USER_NOT_FOUND', 'User not found');
    await deleteExpired();
    await tickets.issue(reply, found.account.id);
    const account = await withUsableContacts(found.account, reply.request);
    return { statusCode: 200, status: 200, user: toLookupUser(account, found.field) };
  });

  mount(getContact, async ({ query, ticket, db, reply }) => {
    const account = query.user_id === ticket.studentId ? await findAccount(db, ticket.studentId) : undefined;
    const contact = pickCodeContact(account && (await withUsableContacts(account, reply.request)), query);
    await tickets.beginChallenge(reply);
    return { statusCode: 200, user: { contact } };
  });

  mount(signInByPassword, async ({ body, db, address, reply }) => {
    // A student id means the same account in capitals and in small letters, so password tries with both are counted
    // together.
    const userId = body.user_id.toLowerCase();
    await tries.count(userId);
    await rates.countFor('signIn', userId);
    const account = await checkPassword(db, { ...body, user_id: userId });
    if (!account) return new StatusResponse(201, userNotFound);
    await Promise.all([rates.forgive('signIn', { account: userId, address }), tries.forget(userId)]);
    await inTransaction(db, async (tx) => {
      // A password reset or a first sign-in by code may have changed the password while it was being checked.
      if (!(await lockPassword(tx, account))) throw invalidCredentials();
      await sessions.start(tx, reply, account.id);
    });
    reply.header(subjectHeader, account.id);
    return { statusCode: 200, user: toSignedIn(account) };
  });

  mount(getCodeProvider, async () => ({ statusCode: 200, data: codeWidget }));

  mount(signInByCode, async ({ body, ticket, db, address, reply }) => {
    const { user_id: userId, OTPtoken: token } = body;
    const result = await signInWithToken({ db, reply, ticketStudent: ticket.studentId, userId, token });
    if (result.kind === 'unknown') return userNotFound;
    if (result.kind === 'rejected') return { ...invalidCredentials().toBody(reply.request.id), statusCode: 401 };
    await rates.forgive('code', { account: ticket.studentId, address });
    reply.header(subjectHeader, userId);
    return { statusCode: 200, user: toSignedIn(result.account) };
  });

  mount(signOut, async ({ body, reply }) => {
    const subject = await sessions.find(reply.request);
    const isOwnSession = subject !== null && (body.user_id ?? subject.studentId) === subject.studentId;
    await tickets.end(reply, isOwnSession ? subject.studentId : null);
    await sessions.end(reply, body.user_id ?? null);
    return { statusCode: 200 };
  });
}
