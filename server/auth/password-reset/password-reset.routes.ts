import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { requestPasswordReset, resetPassword, verifyResetToken } from '../../../contract/password-reset.ts';
import type { Database } from '../../db/schema.ts';
import type { Clock } from '../../http/clock.ts';
import { done, runPrepared } from '../../http/idempotency/keyed-call.ts';
import { PreserialisedResponse, type Subject } from '../../http/mount/call.ts';
import type { Mount } from '../../http/mount/mount.ts';
import type { AccountRates } from '../../http/rates/rates.ts';
import type { Mail } from '../../providers/mail/mail.ts';
import { normaliseEmail } from '../identifier.ts';
import { requestReset } from './request-reset.ts';
import { applyReset, findResetStudent, prepareReset } from './reset-password.ts';

type PasswordResetDeps = {
  db: Kysely<Database>;
  clock: Clock;
  mail: Mail;
  rates: AccountRates;
  findSubject: (request: FastifyRequest) => Promise<Subject | null>;
  /**
   * Deletes expired sign-in data, such as old reset links (`createDeleteExpired`). Called wherever such rows are
   * inserted.
   */
  deleteExpired: () => Promise<void>;
};

/** The calls for setting a new password by an emailed link (docs/product.md#password-reset). */
export function passwordResetRoutes(mount: Mount, deps: PasswordResetDeps): void {
  const { db, clock, rates, deleteExpired } = deps;
  const ownTransactions = { ownTransactions: true };

  mount(
    requestPasswordReset,
    async ({ body, callKey }) => {
      const email = normaliseEmail(body.email);
      const response = await runPrepared({
        db,
        callKey,
        async prepare() {
          await rates.countFor('contact', `reset ${email}`);
          await deleteExpired();
        },
        effect: (tx) => requestReset(tx, email, deps),
      });
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
    async ({ body, callKey, reply }) => {
      const response = await runPrepared({
        db,
        callKey,
        prepare: () => prepareReset(db, body, { clock, findSubject: () => deps.findSubject(reply.request) }),
        effect: (tx, prepared) => applyReset(tx, prepared, deps),
      });
      return new PreserialisedResponse(response);
    },
    ownTransactions,
  );
}
