import type { FastifyRequest } from 'fastify';
import {
  getContact,
  searchUser,
  signInByCode,
  signInByPassword,
  type userNotFoundSchema,
  verifyContact,
} from '../../../contract/auth.ts';
import { type CodeWidget, getCodeProvider } from '../../../contract/code-provider.ts';
import { subjectHeader } from '../../../contract/headers.ts';
import { getLoginStatus, signOut } from '../../../contract/signed-in.ts';
import { inTransaction } from '../../db/transactions/transaction.ts';
import type { Clock } from '../../http/clock.ts';
import { StatusResponse } from '../../http/mount/call.ts';
import type { Mount } from '../../http/mount/mount.ts';
import type { AccountCall, AccountRates } from '../../http/rates/rates.ts';
import { Refusal, refuse, signInNeeded } from '../../http/refusal.ts';
import type { SecurityLog } from '../../http/security-log.ts';
import type { Mail } from '../../providers/mail/mail.ts';
import type { Otp } from '../../providers/otp/otp.ts';
import { type Account, findAccount, findByCandidates, lockPassword } from '../account.repo.ts';
import { readIdentifier } from '../identifier.ts';
import { checkPassword, invalidCredentials } from '../password/check-password.ts';
import type { PasswordTries } from '../password/password-tries.ts';
import { clearCookie, readCookie } from '../session/auth-cookies.ts';
import type { KnownDevices } from '../session/known-devices.ts';
import type { StudentSessions } from '../session/sessions.ts';
import { withoutLockedContacts } from '../verified-contacts.ts';
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
  devices: KnownDevices;
  security: SecurityLog;
  codeWidget: CodeWidget;
  /**
   * Deletes expired rows of the sign-in tables, such as old sessions (`createDeleteExpired`). Called wherever such rows
   * are inserted.
   */
  deleteExpired: () => Promise<void>;
};

const userNotFound: typeof userNotFoundSchema._output = { statusCode: 201, message: 'User not found' };

/** Checks a password. If it is not accepted, records the reason in the security log. */
async function recordFailure(security: SecurityLog, call: AccountCall, check: () => Promise<Account | null>) {
  try {
    const account = await check();
    if (!account) security.record('signIn.failed', call, { method: 'password', reason: 'unknownAccount' });
    return account;
  } catch (error) {
    const code = error instanceof Refusal ? error.code : null;
    if (code === 'INVALID_CREDENTIALS')
      security.record('signIn.failed', call, { method: 'password', reason: 'wrongPassword' });
    if (code === 'DEFAULT_PASSWORD')
      security.record('signIn.failed', call, { method: 'password', reason: 'defaultPassword' });
    throw error;
  }
}

type ContactDeps = Pick<SignInDeps, 'devices' | 'rates' | 'security'> & {
  codeSignIn: ReturnType<typeof createCodeSignIn>;
};

/** The API call by which a signed-in student verifies a contact (docs/product.md#verify-your-contact). */
function contactRoutes(mount: Mount, { codeSignIn, devices, rates, security }: ContactDeps): void {
  mount(verifyContact, async ({ body, subject, db, reply }) => {
    const { request } = reply;
    const device = devices.find(request, await findAccount(db, subject.studentId));
    const call: AccountCall = { request, account: subject.studentId, device };
    await rates.countFor('code', call);
    const verified = await codeSignIn.verifyContact(db, subject, body.OTPtoken);
    if (!verified) {
      security.record('contact.verificationFailed', call, {});
      throw refuse(verifyContact.refusals, 'CODE_REJECTED', 'This code does not verify your contact.');
    }
    const { account, contacts } = verified;
    if (contacts.length > 0) security.record('contact.verified', call, { contacts });
    await rates.forgive('code', call);
    return { statusCode: 200, user: toSignedIn(account) };
  });
}

/** The API calls for signing in and out (docs/product.md#sign-in). */
export function signInRoutes(
  mount: Mount,
  { sessions, tickets, rates, otp, clock, mail, deleteExpired, tries, devices, security, codeWidget }: SignInDeps,
): void {
  const codeSignIn = createCodeSignIn({ otp, clock, sessions, mail });

  /**
   * Returns the account without its locked contacts, which cannot be used to sign in. If the browser is signed in to
   * this account, returns it with all contacts.
   */
  async function withUsableContacts(account: Account, request: FastifyRequest): Promise<Account> {
    const subject = await sessions.find(request);
    return subject?.studentId === account.id ? account : withoutLockedContacts(account);
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
    const { request } = reply;
    const found = await findByCandidates(db, candidates);
    const device = devices.find(request, found?.account);
    const looked = candidates[0]?.value ?? '';
    await rates.countFor('lookup', {
      request,
      account: device === null ? looked : (found?.account.id ?? looked),
      device,
    });
    if (!found) throw refuse(searchUser.refusals, 'USER_NOT_FOUND', 'User not found');
    await deleteExpired();
    await tickets.issue(reply, found.account.id);
    const account = await withUsableContacts(found.account, reply.request);
    return { statusCode: 200, status: 200, user: toLookupUser(account, found.field) };
  });

  mount(getContact, async ({ query, ticket, db, reply }) => {
    const account = query.user_id === ticket.studentId ? await findAccount(db, ticket.studentId) : undefined;
    const { request } = reply;
    const contact = pickCodeContact(account && (await withUsableContacts(account, request)), query);
    if (!(await tickets.isChallenged(request, contact)))
      await rates.countFor('contact', {
        request,
        account: ticket.studentId,
        device: devices.find(request, account),
      });
    await tickets.beginChallenge(reply, contact);
    return { statusCode: 200, user: { contact } };
  });

  mount(signInByPassword, async ({ body, db, reply }) => {
    // A student id may be written in capital or small letters. Both are the same account, so their password tries are
    // counted together.
    const userId = body.user_id.toLowerCase();
    const { request } = reply;
    const found = await findAccount(db, userId);
    const device = devices.find(request, found);
    const call: AccountCall = { request, account: userId, device };
    const guesser = { account: userId, address: request.ip, device };
    // First check whether the password try has to wait: a try that has to wait must not count towards the hourly
    // limits.
    await tries.requireAllowed(guesser);
    await rates.countFor('signIn', call);
    await tries.count(guesser);
    const account = await recordFailure(security, call, () => checkPassword(found, body));
    if (!account) return new StatusResponse(201, userNotFound);
    await Promise.all([rates.forgive('signIn', call), tries.forget(guesser)]);
    await inTransaction(db, async (tx) => {
      // Refuse the sign-in if a password reset or a first sign-in by a one-time code has changed the password while it
      // was being checked.
      if (!(await lockPassword(tx, account))) throw invalidCredentials();
      await sessions.start(tx, reply, account.id);
    });
    devices.remember(reply, account);
    security.record('signIn.succeeded', call, { method: 'password' });
    reply.header(subjectHeader, account.id);
    return { statusCode: 200, user: toSignedIn(account) };
  });

  mount(getCodeProvider, async () => ({ statusCode: 200, data: codeWidget }));

  mount(signInByCode, async ({ body, ticket, db, reply }) => {
    const { user_id: userId, OTPtoken: token } = body;
    const { request } = reply;
    const device = devices.find(request, await findAccount(db, ticket.studentId));
    const call: AccountCall = { request, account: ticket.studentId, device };
    await rates.countFor('code', call);
    const result = await codeSignIn.signIn({ db, reply, ticketStudent: ticket.studentId, userId, token });
    if (result.kind !== 'signedIn') {
      const reason = result.kind === 'unknown' ? 'unknownAccount' : 'rejectedCode';
      security.record('signIn.failed', call, { method: 'code', reason });
      if (result.kind === 'unknown') return userNotFound;
      return { ...invalidCredentials().toBody(request.id), statusCode: 401 };
    }
    await rates.forgive('code', call);
    devices.remember(reply, result.account);
    security.record('signIn.succeeded', call, { method: 'code' });
    reply.header(subjectHeader, userId);
    return { statusCode: 200, user: toSignedIn(result.account) };
  });

  contactRoutes(mount, { codeSignIn, devices, rates, security });

  mount(signOut, async ({ body, reply }) => {
    const subject = await sessions.find(reply.request);
    const isOwnSession = subject !== null && (body.user_id ?? subject.studentId) === subject.studentId;
    await tickets.end(reply, isOwnSession ? subject.studentId : null);
    await sessions.end(reply, body.user_id ?? null);
    return { statusCode: 200 };
  });
}
