import type { FastifyReply } from 'fastify';
import type { Kysely } from 'kysely';
import { getStaffSession, signOutStaff } from '../../../contract/staff/staff-account.ts';
import { maxCodeTries } from '../../../contract/staff/staff-limits.ts';
import {
  checkPasskey,
  checkStaffCode,
  createPasskeyChallenge,
  signInStaff,
} from '../../../contract/staff/staff-sign-in.ts';
import type { Database } from '../../db/schema.ts';
import { inTransaction } from '../../db/transactions/transaction.ts';
import type { StaffCaller } from '../../http/mount/call.ts';
import type { Mount } from '../../http/mount/mount.ts';
import { refuse } from '../../http/refusal.ts';
import { findMember, findMemberByEmail, lockMember } from '../members/member.repo.ts';
import { authenticationOptions, checkPasskeyResponse, passkeySiteOf } from '../second-factor/passkeys.ts';
import { hashRecoveryCode } from '../second-factor/recovery-codes.ts';
import { openSecret } from '../second-factor/sealed-secret.ts';
import {
  findTotp,
  listPasskeys,
  markPasskeyUsed,
  takeRecoveryCode,
  takeTotpStep,
} from '../second-factor/second-factor.repo.ts';
import { findTotpStep } from '../second-factor/totp.ts';
import { countWrongCode, endSessionsOf, lockStaffSession, updateStaffSession } from '../session/staff-session.repo.ts';
import type { StaffDeps } from '../staff-deps.ts';
import { callerToSignedIn, finishSecondStep, logSignIn, type SecondFactor, signInExpired } from './finish-sign-in.ts';

const invalidCredentials = () =>
  refuse(signInStaff.refusals, 'INVALID_CREDENTIALS', 'Email address or password is wrong.');
const rejected = (message: string) => refuse(checkStaffCode.refusals, 'SECOND_FACTOR_REJECTED', message);
const wrongTexts: Record<SecondFactor, string> = {
  totp: 'This code is wrong or was used before. Please wait for the next one.',
  recovery: 'This recovery code is wrong or was used before.',
  passkey: 'This passkey was not accepted. Please try again.',
};

/** Reads and deletes the WebAuthn challenge of a session, so that it can be used only once. */
export async function takeChallenge(db: Kysely<Database>, sessionId: string): Promise<string> {
  const challenge = await inTransaction(db, async (tx) => {
    const session = await lockStaffSession(tx, sessionId);
    await updateStaffSession(tx, sessionId, { challenge: null });
    return session?.challenge ?? null;
  });
  if (challenge === null) throw signInExpired();
  return challenge;
}

/** Checks a code of an authenticator app or a recovery code. If it is right, marks it as used and returns true. */
async function isCodeRight(
  db: Kysely<Database>,
  { clock, secret }: StaffDeps,
  { staffId, method, code }: { staffId: string; method: 'totp' | 'recovery'; code: string },
): Promise<boolean> {
  const now = clock.now();
  if (method === 'recovery')
    return takeRecoveryCode(db, staffId, hashRecoveryCode(code, staffId, secret), new Date(now));
  const totp = await findTotp(db, staffId);
  const opened = totp && openSecret(totp.sealed_secret, staffId, secret);
  if (!opened) return false;
  const step = findTotpStep(opened, code, { now, lastStep: totp.last_step });
  return step !== null && takeTotpStep(db, staffId, step);
}

/**
 * Counts an attempt at a second factor, and then runs `check`. Attempts are slowed down by limits like the ones for
 * wrong passwords. After a few wrong codes, the sign-in must start again with the password.
 */
async function checkLimited(
  db: Kysely<Database>,
  deps: StaffDeps,
  { reply, staff, method }: { reply: FastifyReply; staff: StaffCaller; method: SecondFactor },
  check: () => Promise<boolean>,
): Promise<void> {
  const { request } = reply;
  const device = deps.devices.find(request, await findMember(db, staff.staffId));
  const account = `staff:${staff.staffId}`;
  const call = { request, account, device };
  const guesser = { account: `${account} code`, address: request.ip, device };
  await deps.tries.requireAllowed(guesser);
  await deps.rates.countFor('code', call);
  await deps.tries.count(guesser);
  if (await check()) {
    await Promise.all([deps.rates.forgive('code', call), deps.tries.forget(guesser)]);
    return;
  }
  deps.security.record('staffSignIn.failed', call, { method, reason: 'rejectedCode' });
  await logSignIn(db, deps, { reply, staffId: staff.staffId, event: 'wrongCode', method });
  const wrong = await countWrongCode(db, staff.sessionId);
  if (staff.stage === 'password' && wrong >= maxCodeTries) {
    await endSessionsOf(db, staff.staffId, { id: staff.sessionId });
    throw signInExpired();
  }
  throw rejected(wrongTexts[method]);
}

/**
 * The calls by which staff members sign in and out, and repeat their second factor before sensitive actions
 * (docs/product.md#staff-sign-in).
 */
export function staffSignInRoutes(mount: Mount, deps: StaffDeps): void {
  const { rates, tries, devices, security, sessions, verifyPassword, withDemo } = deps;

  mount(getStaffSession, async ({ staff }) => ({ statusCode: 200, data: callerToSignedIn(staff) }));

  mount(signInStaff, async ({ body, db, reply }) => {
    const { request } = reply;
    const found = await findMemberByEmail(db, body.email);
    const member = found?.state === 'active' && (withDemo || !found.is_demo) ? found : undefined;
    const device = devices.find(request, member);
    const account = `staff:${member?.id ?? body.email}`;
    const call = { request, account, device };
    const guesser = { account, address: request.ip, device };
    await tries.requireAllowed(guesser);
    await rates.countFor('signIn', call);
    await tries.count(guesser);
    const isRight = await verifyPassword(member?.password_hash ?? null, body.password);
    if (!member || !isRight) {
      const reason = member ? 'wrongPassword' : 'unknownAccount';
      security.record('staffSignIn.failed', call, { method: 'password', reason });
      if (member) await logSignIn(db, deps, { reply, staffId: member.id, event: 'wrongPassword', method: 'password' });
      throw invalidCredentials();
    }
    await Promise.all([rates.forgive('signIn', call), tries.forget(guesser)]);
    await inTransaction(db, async (tx) => {
      // The account may have been disabled or reset while the password was being checked, so read it again.
      const current = await lockMember(tx, member.id);
      if (current?.state !== 'active' || current.password_hash !== member.password_hash) throw invalidCredentials();
      await sessions.start(tx, reply, { staffId: member.id, stage: 'password' });
    });
    const [totp, passkeys] = await Promise.all([findTotp(db, member.id), listPasskeys(db, member.id)]);
    return { statusCode: 200, data: { has_passkey: passkeys.length > 0, has_totp: totp !== undefined } };
  });

  mount(checkStaffCode, async ({ body, db, staff, reply }) => {
    if (staff.stage === 'invitation') throw signInExpired();
    if (staff.isRecentlyVerified) return { statusCode: 200, data: callerToSignedIn(staff) };
    if (staff.stage === 'signedIn' && body.method === 'recovery')
      throw rejected('Recovery codes are for signing in only.');
    const { method } = body;
    await checkLimited(db, deps, { reply, staff, method }, () =>
      isCodeRight(db, deps, { staffId: staff.staffId, ...body }),
    );
    return { statusCode: 200, data: await finishSecondStep(db, deps, { reply, staff, method }) };
  });

  mount(createPasskeyChallenge, async ({ db, staff, origin }) => {
    if (staff.stage === 'invitation') throw signInExpired();
    const site = passkeySiteOf(deps.publicUrl ?? origin);
    const options = await authenticationOptions(site, await listPasskeys(db, staff.staffId));
    await updateStaffSession(db, staff.sessionId, { challenge: options.challenge });
    return { statusCode: 200, data: { ...options } };
  });

  mount(checkPasskey, async ({ body, db, staff, reply, origin }) => {
    if (staff.stage === 'invitation') throw signInExpired();
    if (staff.isRecentlyVerified) return { statusCode: 200, data: callerToSignedIn(staff) };
    const site = passkeySiteOf(deps.publicUrl ?? origin);
    const challenge = await takeChallenge(db, staff.sessionId);
    await checkLimited(db, deps, { reply, staff, method: 'passkey' }, async () => {
      const passkeys = await listPasskeys(db, staff.staffId);
      const passkey = passkeys.find(({ credential_id: id }) => id === body.response.id);
      const counter = passkey && (await checkPasskeyResponse(body.response, challenge, { site, passkey }));
      if (passkey === undefined || counter === undefined || counter === null) return false;
      await markPasskeyUsed(db, passkey.id, counter, new Date(deps.clock.now()));
      return true;
    });
    return { statusCode: 200, data: await finishSecondStep(db, deps, { reply, staff, method: 'passkey' }) };
  });

  mount(signOutStaff, async ({ db, reply }) => {
    const staff = await sessions.find(reply.request);
    await sessions.end(reply);
    if (staff?.stage === 'signedIn')
      await logSignIn(db, deps, { reply, staffId: staff.staffId, event: 'signedOut', method: 'password' });
    return { statusCode: 200 };
  });
}
