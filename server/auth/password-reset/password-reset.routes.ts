import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { requestPasswordReset, resetPassword, verifyResetToken } from '../../../contract/password-reset.ts';
import type { Database } from '../../db/schema.ts';
import type { Clock } from '../../http/clock.ts';
import { done, runPrepared } from '../../http/idempotency/keyed-call.ts';
import { PreserialisedResponse, type Subject } from '../../http/mount/call.ts';
import type { Mount } from '../../http/mount/mount.ts';
import type { AccountRates } from '../../http/rates/rates.ts';
import type { SecurityLog } from '../../http/security-log.ts';
import type { Mail } from '../../providers/mail/mail.ts';
import { normaliseEmail } from '../identifier.ts';
import type { KnownDevices } from '../session/known-devices.ts';
import { requestReset } from './request-reset.ts';
import { applyReset, findResetStudent, prepareReset } from './reset-password.ts';
import { findResetRequest } from './reset-token.repo.ts';

type PasswordResetDeps = {
  db: Kysely<Database>;
  clock: Clock;
  mail: Mail;
  rates: AccountRates;
  devices: KnownDevices;
  security: SecurityLog;
  findSubject: (request: FastifyRequest) => Promise<Subject | null>;
  /**
   * Deletes expired rows of the sign-in tables, such as old reset links (`createDeleteExpired`). Called wherever such
   * rows are inserted.
   */
  deleteExpired: () => Promise<void>;
};

/** The calls for setting a new password by an emailed link (docs/product.md#password-reset). */
export function passwordResetRoutes(mount: Mount, deps: PasswordResetDeps): void {
  const { db, clock, rates, devices, security, deleteExpired } = deps;
  const ownTransactions = { ownTransactions: true };

  mount(
    requestPasswordReset,
    async ({ body, callKey, reply: { request } }) => {
      const email = normaliseEmail(body.email);
      let account: string | null = null;
      const response = await runPrepared({
        db,
        callKey,
        async prepare() {
          const found = await findResetRequest(db, email, new Date(clock.now()));
          account = found?.student.id ?? null;
          // While the student has a valid reset link, do not count further requests against the account's hourly limit:
          // `requestReset` already enforces a minimum time between two reset emails.
          const counted = found?.hasLink ? null : (account ?? email);
          const device = devices.find(request, found?.student);
          await rates.countFor('contact', { request, account: counted, device, purpose: 'resetLink' });
          await deleteExpired();
        },
        effect: (tx) => requestReset(tx, email, deps),
      });
      if (account) security.record('passwordReset.requested', { request, account }, {});
      return new PreserialisedResponse(response);
    },
    ownTransactions,
  );

  mount(verifyResetToken, async ({ body }) => {
    await findResetStudent(db, body.tok, clock);
    return done;
  });

  mount(
    resetPassword,
    async ({ body, callKey, reply: { request } }) => {
      let account: string | null = null;
      const response = await runPrepared({
        db,
        callKey,
        async prepare() {
          const prepared = await prepareReset(db, body, { clock, findSubject: () => deps.findSubject(request) });
          account = prepared.student.id;
          return prepared;
        },
        effect: (tx, prepared) => applyReset(tx, prepared, deps),
      });
      // A retry gets the stored response without a call of `prepare`, so `account` stays null. Each reset is therefore
      // recorded only once.
      if (account) security.record('passwordReset.used', { request, account }, {});
      return new PreserialisedResponse(response);
    },
    ownTransactions,
  );
}
