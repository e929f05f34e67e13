import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { requestPasswordReset, resetPassword, verifyResetToken } from '../../contract/password-reset.ts';
import type { Database } from '../db/schema.ts';
import type { Subject } from '../http/call.ts';
import type { Mount } from '../http/mount.ts';
import { done, runPrepared } from '../http/prepared-call.ts';
import type { AccountRates } from '../http/rates.ts';
import type { Clock } from '../providers/clock.ts';
import type { Mail } from '../providers/mail.ts';
import { normaliseEmail } from './identifier.ts';
import { requestReset } from './request-reset.ts';
import { applyReset, findResetStudent, prepareReset } from './reset-password.ts';

export type PasswordResetParts = {
  db: Kysely<Database>;
  clock: Clock;
  mail: Mail;
  rates: AccountRates;
  findSubject: (request: FastifyRequest) => Promise<Subject | null>;
  /** Deletes what has expired; called where new rows are made. */
  sweep: () => Promise<void>;
};

/** Getting back in by a mailed link (document 1, sections 4, 7 and 8). */
export function passwordResetRoutes(mount: Mount, parts: PasswordResetParts): void {
  const { db, clock, rates, sweep } = parts;
  const ownTransactions = { ownTransactions: true };

  mount(
    requestPasswordReset,
    async ({ body, callKey }) => {
      const email = normaliseEmail(body.email);
      return runPrepared({
        db,
        callKey,
        async prepare() {
          await rates.countFor('contact', `reset ${email}`);
          await sweep();
        },
        effect: (tx) => requestReset(tx, email, parts),
      });
    },
    ownTransactions,
  );

  mount(verifyResetToken, async ({ body }) => {
    await findResetStudent(db, body.tok, clock);
    return done;
  });

  mount(
    resetPassword,
    async ({ body, callKey, reply }) =>
      runPrepared({
        db,
        callKey,
        prepare: () => prepareReset(db, body, { clock, findSubject: () => parts.findSubject(reply.request) }),
        effect: (tx, prepared) => applyReset(tx, prepared, parts),
      }),
    ownTransactions,
  );
}
