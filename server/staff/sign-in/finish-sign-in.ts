import type { FastifyReply } from 'fastify';
import type { Kysely } from 'kysely';
import type { SignedInStaff } from '../../../contract/staff/staff-account.ts';
import { staffSessionLifetimes, stepUpLifetime } from '../../../contract/staff/staff-limits.ts';
import { checkStaffCode } from '../../../contract/staff/staff-sign-in.ts';
import type { Database, Tx } from '../../db/schema.ts';
import { inTransaction } from '../../db/transactions/transaction.ts';
import type { StaffCaller } from '../../http/mount/call.ts';
import { refuse } from '../../http/refusal.ts';
import { lockMember, type Member } from '../members/member.repo.ts';
import { insertSignIn } from '../session/sign-in-log.repo.ts';
import { lockStaffSession, updateStaffSession } from '../session/staff-session.repo.ts';
import type { StaffDeps } from '../staff-deps.ts';

export const signInExpired = () =>
  refuse(checkStaffCode.refusals, 'SIGN_IN_EXPIRED', 'The sign-in has expired. Please start again with your password.');

export type SecondFactor = 'totp' | 'passkey' | 'recovery';
type Entry = {
  event: 'signedIn' | 'wrongPassword' | 'wrongCode' | 'steppedUp' | 'signedOut';
  method: SecondFactor | 'password' | 'invitation';
};

/** Adds an entry to the sign-in log of an account. */
export async function logSignIn(
  db: Kysely<Database>,
  { clock }: Pick<StaffDeps, 'clock'>,
  { reply, staffId, ...entry }: Entry & { reply: FastifyReply; staffId: string },
): Promise<void> {
  const { request } = reply;
  const userAgent = request.headers['user-agent']?.slice(0, 300) ?? null;
  await insertSignIn(db, {
    ...entry,
    staff_id: staffId,
    at: new Date(clock.now()),
    user_agent: userAgent,
    address: request.ip,
  });
}

type Person = Pick<Member, 'name' | 'email' | 'role'> & { id: string };

/** The signed-in staff member as the API returns them. */
function toSignedIn(
  { id, name, email, role }: Person,
  times: { verifiedAt: Date | null; expiresAt: Date },
): SignedInStaff {
  return {
    ...{ id, name, email, role },
    verified_until: times.verifiedAt && new Date(times.verifiedAt.getTime() + stepUpLifetime).toISOString(),
    expires_at: times.expiresAt.toISOString(),
  };
}

/**
 * The staff member who makes a call, in the form in which the API returns staff members.
 * @throws Refusal 401 SIGN_IN_EXPIRED if the sign-in is not complete
 */
export function callerToSignedIn(staff: StaffCaller): SignedInStaff {
  if (staff.stage !== 'signedIn') throw signInExpired();
  const { verifiedAt, expiresAt } = staff;
  return toSignedIn({ ...staff, id: staff.staffId }, { verifiedAt, expiresAt });
}

/**
 * Starts a signed-in session in the caller's transaction, and ends the browser's session of the previous step.
 * Signing in with a recovery code does not count as step-up authentication, because the code may have been found on a
 * piece of paper.
 */
export async function startSignedIn(
  tx: Tx,
  deps: StaffDeps,
  { reply, member, method }: { reply: FastifyReply; member: Member; method: Entry['method'] },
): Promise<SignedInStaff> {
  const isVerified = method !== 'recovery';
  await deps.sessions.start(tx, reply, { staffId: member.id, stage: 'signedIn', isVerified });
  await logSignIn(tx, deps, { reply, staffId: member.id, event: 'signedIn', method });
  const now = deps.clock.now();
  const expiresAt = new Date(now + staffSessionLifetimes.absolute);
  return toSignedIn(member, { verifiedAt: isVerified ? new Date(now) : null, expiresAt });
}

/**
 * Called after the second factor was checked. Completes the sign-in or, if the caller is signed in already, the
 * step-up authentication.
 * @throws Refusal 401 SIGN_IN_EXPIRED if the session has ended, or the account was disabled, in the meantime
 */
export async function finishSecondStep(
  db: Kysely<Database>,
  deps: StaffDeps,
  { reply, staff, method }: { reply: FastifyReply; staff: StaffCaller; method: SecondFactor },
): Promise<SignedInStaff> {
  const { member, signedIn } = await inTransaction(db, async (tx) => {
    const found = await lockMember(tx, staff.staffId);
    const session = await lockStaffSession(tx, staff.sessionId);
    if (found?.state !== 'active' || session?.stage !== staff.stage) throw signInExpired();
    if (staff.stage === 'password')
      return { member: found, signedIn: await startSignedIn(tx, deps, { reply, member: found, method }) };
    const verifiedAt = new Date(deps.clock.now());
    await updateStaffSession(tx, staff.sessionId, { verified_at: verifiedAt });
    await logSignIn(tx, deps, { reply, staffId: staff.staffId, event: 'steppedUp', method });
    return { member: found, signedIn: toSignedIn(found, { verifiedAt, expiresAt: staff.expiresAt }) };
  });
  if (staff.stage === 'password') {
    deps.devices.remember(reply, member);
    const about = { request: reply.request, account: `staff:${staff.staffId}` };
    deps.security.record('staffSignIn.succeeded', about, { method });
  }
  return signedIn;
}
