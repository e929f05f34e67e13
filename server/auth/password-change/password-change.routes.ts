import type { Kysely } from 'kysely';
import { changePassword, getPasswordChange } from '../../../contract/password-change.ts';
import type { Database, Tx } from '../../db/schema.ts';
import type { Clock } from '../../http/clock.ts';
import { createKeyedQueue } from '../../http/concurrency-limit.ts';
import { runPrepared } from '../../http/idempotency/keyed-call.ts';
import { PreserialisedResponse } from '../../http/mount/call.ts';
import type { Mount } from '../../http/mount/mount.ts';
import { Refusal, signInNeeded } from '../../http/refusal.ts';
import type { SecurityLog } from '../../http/security-log.ts';
import type { Mail } from '../../providers/mail/mail.ts';
import { findAccount } from '../account.repo.ts';
import type { PasswordTries } from '../password/password-tries.ts';
import type { KnownDevices } from '../session/known-devices.ts';
import { applyChange, isSignInRecent, type PasswordChange, prepareChange, wayToChange } from './change-password.ts';

type PasswordChangeDeps = {
  db: Kysely<Database>;
  clock: Clock;
  mail: Mail;
  tries: PasswordTries;
  devices: KnownDevices;
  security: SecurityLog;
};

/** The API calls by which a signed-in student changes the password (docs/product.md#changing-the-password). */
export function passwordChangeRoutes(mount: Mount, deps: PasswordChangeDeps): void {
  const { db, clock, mail, tries, devices, security } = deps;
  const inTurn = createKeyedQueue();

  mount(getPasswordChange, async ({ subject }) => {
    const account = await findAccount(db, subject.studentId);
    if (!account) throw signInNeeded();
    const is_sign_in_recent = await isSignInRecent(db, subject, clock);
    return { statusCode: 200, data: { way: wayToChange(account), is_sign_in_recent } };
  });

  mount(
    changePassword,
    async ({ body, subject, callKey, address, reply }) => {
      const call = { request: reply.request, account: subject.studentId };
      let isRepeat = true;
      const prepare = async () => {
        isRepeat = false;
        try {
          return await prepareChange(db, body, { clock, tries, subject, address });
        } catch (error) {
          if (error instanceof Refusal && error.code === 'WRONG_PASSWORD')
            security.record('password.changeFailed', call, {});
          throw error;
        }
      };
      const effect = (tx: Tx, change: PasswordChange) => applyChange(tx, change, { clock, mail, subject });
      // The calls of one session run one after the other, so that a simultaneous retry of a call finds the stored
      // response instead of counting as another password try.
      const response = await inTurn(subject.sessionId, () => runPrepared({ db, callKey, prepare, effect }));
      // The new password has made all device cookies of the account invalid (see `KnownDevices`). Set a new one for
      // this browser.
      const account = await findAccount(db, subject.studentId);
      if (account) devices.remember(reply, account);
      if (!isRepeat) security.record('password.changed', call, {});
      return new PreserialisedResponse(response);
    },
    { ownTransactions: true },
  );
}
