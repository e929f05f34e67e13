import type { FastifyReply } from 'fastify';
import type { SignedInStaff } from '../../../contract/staff/staff-account.ts';
import { maxPasskeys } from '../../../contract/staff/staff-limits.ts';
import {
  acceptInvitation,
  addPasskey,
  beginPasskey,
  beginTotp,
  checkInvitation,
  confirmTotp,
} from '../../../contract/staff/staff-sign-in.ts';
import { recordStaffAction } from '../../db/audit-entry.ts';
import type { Tx } from '../../db/schema.ts';
import { inTransaction } from '../../db/transactions/transaction.ts';
import type { StaffCaller } from '../../http/mount/call.ts';
import type { Mount } from '../../http/mount/mount.ts';
import { refuse } from '../../http/refusal.ts';
import { sendAccountChanged } from '../members/account-emails.ts';
import { findInvited, redeemInvitation } from '../members/invitations.ts';
import { lockMember, updateMember } from '../members/member.repo.ts';
import { passkeySiteOf, readNewPasskey, registrationOptions } from '../second-factor/passkeys.ts';
import { openSecret, sealSecret } from '../second-factor/sealed-secret.ts';
import { findTotp, listPasskeys, savePasskey, saveTotp } from '../second-factor/second-factor.repo.ts';
import { createTotpSecret, findTotpStep, totpUri } from '../second-factor/totp.ts';
import { endSessionsOf, lockStaffSession, updateStaffSession } from '../session/staff-session.repo.ts';
import type { StaffDeps } from '../staff-deps.ts';
import { callerToSignedIn, signInExpired, startSignedIn } from './finish-sign-in.ts';
import { takeChallenge } from './staff-sign-in.routes.ts';

const invalidInvitation = () =>
  refuse(
    checkInvitation.refusals,
    'INVITATION_INVALID',
    'This link was used before or has expired. Please ask your administrator for a new one.',
  );

/**
 * Decides whether the caller may set up a second factor: as the last step of an invitation, after step-up
 * authentication, or soon after signing in with a recovery code.
 * @throws Refusal 401 SIGN_IN_EXPIRED at another step of signing in, 403 STEP_UP_NEEDED
 */
function requireSetUp(staff: StaffCaller): void {
  if (staff.stage === 'password') throw signInExpired();
  if (staff.stage === 'signedIn' && !staff.isRecentlyVerified && !staff.hasJustRecovered)
    throw refuse(beginTotp.refusals, 'STEP_UP_NEEDED', 'Please confirm that it is you.');
}

type Added = { reply: FastifyReply; staff: StaffCaller; factor: 'authenticator app' | 'passkey' };

/**
 * Completes the set-up of a second factor, in the transaction that stores the factor. At the end of an invitation,
 * this also activates the account, marks the invitation link as used and signs the member in.
 */
async function finishSetUp(tx: Tx, deps: StaffDeps, { reply, staff, factor }: Added): Promise<SignedInStaff> {
  const now = new Date(deps.clock.now());
  const subject = `staff:${staff.email}`;
  const session = await lockStaffSession(tx, staff.sessionId);
  if (session?.stage !== staff.stage) throw signInExpired();
  if (session.invitation_hash === null) {
    await updateStaffSession(tx, staff.sessionId, { sealed_totp: null, challenge: null });
    await recordStaffAction(tx, staff, { action: 'account add-factor', subject, before: null, after: { factor } }, now);
    await sendAccountChanged(tx, deps.mail, staff, `A second factor (${factor}) was added to your account.`);
    return callerToSignedIn(staff);
  }
  if (!(await redeemInvitation(tx, session.invitation_hash, now))) throw invalidInvitation();
  const member = await lockMember(tx, staff.staffId);
  if (!member) throw invalidInvitation();
  await recordStaffAction(tx, staff, { action: 'account activate', subject, before: null, after: { factor } }, now);
  await endSessionsOf(tx, staff.staffId);
  return startSignedIn(tx, deps, { reply, member, method: 'invitation' });
}

function invitationRoutes(mount: Mount, deps: StaffDeps): void {
  const now = () => new Date(deps.clock.now());

  mount(checkInvitation, async ({ body, db }) => {
    const invited = await findInvited(db, body.token, { now: now() });
    if (!invited) throw invalidInvitation();
    const { email, name, role } = invited;
    return { statusCode: 200, data: { email, name, role } };
  });

  mount(acceptInvitation, async ({ body, db, reply }) => {
    if (!(await findInvited(db, body.token, { now: now() }))) throw invalidInvitation();
    const guessable = await deps.whyGuessable(body.password);
    if (guessable)
      throw refuse(acceptInvitation.refusals, 'PASSWORD_TOO_COMMON', guessable, { fields: { password: guessable } });
    const password_hash = await deps.hashPassword(body.password);
    await inTransaction(db, async (tx) => {
      const invited = await findInvited(tx, body.token, { now: now(), forUpdate: true });
      if (!invited) throw invalidInvitation();
      await updateMember(tx, invited.id, { name: body.name, password_hash });
      // Several browsers may have opened the invitation link and set a password. The last password counts, so end the
      // sessions of the other browsers.
      await endSessionsOf(tx, invited.id);
      await deps.sessions.start(tx, reply, {
        staffId: invited.id,
        stage: 'invitation',
        invitationHash: invited.token_hash,
      });
    });
    return { statusCode: 200 };
  });
}

/** The calls by which staff members accept an invitation and set up second factors (docs/product.md#staff-accounts). */
export function secondFactorRoutes(mount: Mount, deps: StaffDeps): void {
  const { clock, secret } = deps;
  invitationRoutes(mount, deps);

  mount(beginTotp, async ({ db, staff, origin }) => {
    requireSetUp(staff);
    const totpSecret = createTotpSecret();
    await updateStaffSession(db, staff.sessionId, { sealed_totp: sealSecret(totpSecret, staff.staffId, secret) });
    const issuer = passkeySiteOf(deps.publicUrl ?? origin).host;
    return { statusCode: 200, data: { secret: totpSecret, uri: totpUri(totpSecret, staff.email, issuer) } };
  });

  mount(confirmTotp, async ({ body, db, staff, reply }) => {
    requireSetUp(staff);
    const { staffId } = staff;
    await deps.rates.countFor('code', { request: reply.request, account: `staff:${staffId}`, device: staff.sessionId });
    const data = await inTransaction(db, async (tx) => {
      const session = await lockStaffSession(tx, staff.sessionId);
      const opened = session?.sealed_totp && openSecret(session.sealed_totp, staffId, secret);
      if (!opened) {
        if (staff.stage === 'signedIn' && (await findTotp(tx, staffId))) return callerToSignedIn(staff);
        throw refuse(
          confirmTotp.refusals,
          'NOTHING_TO_CONFIRM',
          'Please start setting up the authenticator app again.',
        );
      }
      const step = findTotpStep(opened, body.code, { now: clock.now(), lastStep: -1 });
      if (step === null)
        throw refuse(
          confirmTotp.refusals,
          'SECOND_FACTOR_REJECTED',
          'This code is wrong. Please enter the one shown now.',
          {
            fields: { code: 'This code is wrong.' },
          },
        );
      const sealed_secret = sealSecret(opened, staffId, secret);
      await saveTotp(tx, { staff_id: staffId, sealed_secret, last_step: step }, new Date(clock.now()));
      return finishSetUp(tx, deps, { reply, staff, factor: 'authenticator app' });
    });
    return { statusCode: 200, data };
  });

  mount(beginPasskey, async ({ db, staff, origin }) => {
    requireSetUp(staff);
    const passkeys = await listPasskeys(db, staff.staffId);
    if (passkeys.length >= maxPasskeys)
      throw refuse(
        beginPasskey.refusals,
        'TOO_MANY_PASSKEYS',
        `An account can have ${maxPasskeys} passkeys. Remove one first.`,
      );
    const options = await registrationOptions(passkeySiteOf(deps.publicUrl ?? origin), { ...staff, passkeys });
    await updateStaffSession(db, staff.sessionId, { challenge: options.challenge });
    return { statusCode: 200, data: { ...options } };
  });

  mount(addPasskey, async ({ body, db, staff, reply, origin }) => {
    requireSetUp(staff);
    const { staffId } = staff;
    const isStored = (await listPasskeys(db, staffId)).some(({ credential_id: id }) => id === body.response.id);
    if (isStored && staff.stage === 'signedIn') return { statusCode: 200, data: callerToSignedIn(staff) };
    const challenge = await takeChallenge(db, staff.sessionId);
    const passkey = await readNewPasskey(body.response, challenge, passkeySiteOf(deps.publicUrl ?? origin));
    const rejected = () =>
      refuse(addPasskey.refusals, 'SECOND_FACTOR_REJECTED', 'This passkey could not be stored. Please try again.');
    if (!passkey) throw rejected();
    const data = await inTransaction(db, async (tx) => {
      const isOurs = await savePasskey(tx, { staffId, name: body.name, passkey }, new Date(clock.now()));
      if (!isOurs) throw rejected();
      return finishSetUp(tx, deps, { reply, staff, factor: 'passkey' });
    });
    return { statusCode: 200, data };
  });
}
