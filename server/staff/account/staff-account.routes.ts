import type { Kysely } from 'kysely';
import {
  changeStaffPassword,
  createRecoveryCodes,
  endStaffSessions,
  getStaffAccount,
  removeStaffPasskey,
  removeStaffTotp,
  type StaffAccount,
} from '../../../contract/staff/staff-account.ts';
import { recordStaffAction } from '../../db/audit-entry.ts';
import type { Database, Tx } from '../../db/schema.ts';
import { inTransaction } from '../../db/transactions/transaction.ts';
import { createKeyedQueue } from '../../http/concurrency-limit.ts';
import { runPrepared } from '../../http/idempotency/keyed-call.ts';
import { PreserialisedResponse, type StaffCaller } from '../../http/mount/call.ts';
import type { Mount } from '../../http/mount/mount.ts';
import { notFound, Refusal, refuse, signInNeeded } from '../../http/refusal.ts';
import { sendAccountChanged } from '../members/account-emails.ts';
import { findMember, lockMember, updateMember } from '../members/member.repo.ts';
import { createRecoveryCodeTexts, hashRecoveryCode } from '../second-factor/recovery-codes.ts';
import {
  countRecoveryCodes,
  deletePasskey,
  deleteTotp,
  findTotp,
  listPasskeys,
  saveRecoveryCodes,
} from '../second-factor/second-factor.repo.ts';
import { listSignIns } from '../session/sign-in-log.repo.ts';
import { endSessionsOf, isForeignSession, listStaffSessions, lockStaffSession } from '../session/staff-session.repo.ts';
import type { StaffDeps } from '../staff-deps.ts';

/** How many entries of the sign-in log the account page shows at most. */
const shownSignIns = 30;

async function readAccount(db: Kysely<Database>, deps: StaffDeps, staff: StaffCaller): Promise<StaffAccount> {
  const { staffId, sessionId } = staff;
  const [totp, passkeys, recovery_codes, sessions, signIns] = await Promise.all([
    findTotp(db, staffId),
    listPasskeys(db, staffId),
    countRecoveryCodes(db, staffId),
    listStaffSessions(db, staffId, deps.sessions.live()),
    listSignIns(db, staffId, shownSignIns),
  ]);
  return {
    has_totp: totp !== undefined,
    passkeys: passkeys.map(({ id, name, created_at, last_used_at }) => ({
      ...{ id, name, created_at: created_at.toISOString() },
      last_used_at: last_used_at?.toISOString() ?? null,
    })),
    recovery_codes,
    sessions: sessions.map(({ id, user_agent, created_at, last_seen_at }) => ({
      ...{ id, device: deps.deviceName(user_agent), is_current: id === sessionId },
      ...{ signed_in_at: created_at.toISOString(), last_seen_at: last_seen_at.toISOString() },
    })),
    sign_ins: signIns.map(({ at, user_agent, ...entry }) => ({
      ...{ ...entry, at: at.toISOString(), device: deps.deviceName(user_agent) },
    })),
  };
}

const lastFactor = () =>
  refuse(removeStaffTotp.refusals, 'LAST_SECOND_FACTOR', 'Add another passkey or an authenticator app first.');

/**
 * Locks the account and the session of the caller until the transaction ends.
 * @throws Refusal 401 if the account is no longer active, or if the session has ended since the call began
 */
async function lockOwn(tx: Tx, { staffId, sessionId }: StaffCaller) {
  const member = await lockMember(tx, staffId);
  const session = await lockStaffSession(tx, sessionId);
  if (member?.state !== 'active' || !session) throw signInNeeded();
  return member;
}

const wrongPassword = () => {
  const text = 'This is not your current password.';
  return refuse(changeStaffPassword.refusals, 'WRONG_PASSWORD', text, { fields: { current: text } });
};

type PasswordCall = { body: { current: string; password: string }; staff: StaffCaller; address: string };

/**
 * Checks the current password of the caller, and hashes the new one.
 * @throws Refusal 403 WRONG_PASSWORD, 409 PASSWORD_TOO_COMMON, 429 after several wrong passwords
 */
async function preparePassword(deps: StaffDeps, { body, staff: { staffId, sessionId }, address }: PasswordCall) {
  // Count the try for this session only, so that wrong passwords entered here do not delay the next sign-in.
  const guesser = { account: `staff:${staffId}`, address, device: `session ${sessionId}` };
  await deps.tries.count(guesser);
  const before = (await findMember(deps.db, staffId))?.password_hash ?? null;
  if (!(await deps.verifyPassword(before, body.current))) throw wrongPassword();
  await deps.tries.forget(guesser);
  const guessable = await deps.whyGuessable(body.password);
  if (guessable)
    throw refuse(changeStaffPassword.refusals, 'PASSWORD_TOO_COMMON', guessable, { fields: { password: guessable } });
  return { before, password_hash: await deps.hashPassword(body.password) };
}

/** The calls by which staff members manage their own accounts (docs/product.md#staff-accounts). */
export function staffAccountRoutes(mount: Mount, deps: StaffDeps): void {
  const { clock, mail, secret } = deps;
  const inTurn = createKeyedQueue();
  const subjectOf = ({ email }: StaffCaller) => `staff:${email}`;
  /** Records a change of the caller's own account in the audit log, and queues an email to the caller about it. */
  async function note(tx: Tx, staff: StaffCaller, change: { action: string; after: object; text: string }) {
    const { action, after, text } = change;
    await recordStaffAction(
      tx,
      staff,
      { action, subject: subjectOf(staff), before: null, after },
      new Date(clock.now()),
    );
    await sendAccountChanged(tx, mail, staff, text);
  }

  mount(getStaffAccount, async ({ db, staff }) => ({ statusCode: 200, data: await readAccount(db, deps, staff) }));

  mount(
    changeStaffPassword,
    async ({ body, staff, callKey, address, reply }) => {
      const prepare = async () => {
        try {
          return await preparePassword(deps, { body, staff, address });
        } catch (error) {
          const call = { request: reply.request, account: `staff:${staff.staffId}` };
          if (error instanceof Refusal && error.code === 'WRONG_PASSWORD')
            deps.security.record('password.changeFailed', call, {});
          throw error;
        }
      };
      const effect = async (tx: Tx, { before, password_hash }: Awaited<ReturnType<typeof preparePassword>>) => {
        if ((await lockOwn(tx, staff)).password_hash !== before) throw wrongPassword();
        await updateMember(tx, staff.staffId, { password_hash });
        await endSessionsOf(tx, staff.staffId, { except: staff.sessionId });
        const text = 'Your password was changed, and all your other sessions were ended.';
        await note(tx, staff, { action: 'account password', after: { password: 'changed' }, text });
      };
      // Run the calls of a session one after the other. A simultaneous repeat of a call then finds the stored response
      // and does not count as a guess of the password.
      const change = () => runPrepared({ db: deps.db, callKey, prepare, effect });
      return new PreserialisedResponse(await inTurn(staff.sessionId, change));
    },
    { ownTransactions: true },
  );

  mount(removeStaffPasskey, async ({ body, db, staff }) => {
    await lockOwn(db, staff);
    const name = await deletePasskey(db, staff.staffId, body.id);
    if (name === undefined) throw notFound();
    const others = await listPasskeys(db, staff.staffId);
    if (others.length === 0 && !(await findTotp(db, staff.staffId))) throw lastFactor();
    const text = `The passkey “${name}” was removed from your account.`;
    await note(db, staff, { action: 'account remove-factor', after: { removed: `passkey ${name}` }, text });
    return { statusCode: 200 };
  });

  mount(removeStaffTotp, async ({ db, staff }) => {
    await inTransaction(db, async (tx) => {
      await lockOwn(tx, staff);
      if (!(await findTotp(tx, staff.staffId))) return;
      if ((await listPasskeys(tx, staff.staffId)).length === 0) throw lastFactor();
      await deleteTotp(tx, staff.staffId);
      const text = 'The authenticator app was removed from your account.';
      await note(tx, staff, { action: 'account remove-factor', after: { removed: 'authenticator app' }, text });
    });
    return { statusCode: 200 };
  });

  mount(createRecoveryCodes, async ({ db, staff }) => {
    const codes = createRecoveryCodeTexts();
    await inTransaction(db, async (tx) => {
      await lockOwn(tx, staff);
      const hadCodes = await saveRecoveryCodes(
        tx,
        staff.staffId,
        codes.map((code) => hashRecoveryCode(code, staff.staffId, secret)),
      );
      const text = hadCodes
        ? 'New recovery codes were created for your account. The old ones no longer work.'
        : 'Recovery codes were created for your account. Each works once, if you cannot use your second factor.';
      await note(tx, staff, { action: 'account recovery-codes', after: { codes: codes.length }, text });
    });
    return { statusCode: 200, data: codes };
  });

  mount(endStaffSessions, async ({ body, db, staff, reply }) => {
    const { staffId, sessionId } = staff;
    await inTransaction(db, async (tx) => {
      const ended = await endSessionsOf(tx, staffId, { id: body.id, except: sessionId });
      if (ended === 0) return;
      const entry = { action: 'account end-sessions', subject: subjectOf(staff), before: null, after: { ended } };
      await recordStaffAction(tx, staff, entry, new Date(clock.now()));
    });
    if (body.id !== undefined && (await isForeignSession(db, staffId, body.id)))
      deps.security.record('object.foreign', { request: reply.request, account: `staff:${staffId}` }, {});
    return { statusCode: 200 };
  });
}
