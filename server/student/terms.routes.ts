import { acceptTerms, getTermsToAccept } from '../../contract/terms.ts';
import { inTransaction } from '../db/transactions/transaction.ts';
import type { Clock } from '../http/clock.ts';
import type { Mount } from '../http/mount/mount.ts';
import { refuse } from '../http/refusal.ts';
import { findTermsToAccept, storeAcceptance } from './terms.repo.ts';

const changedAgain = 'The terms have changed again. Please read the new version.';

/** The calls by which a student accepts changed terms (docs/product.md#changed-terms). */
export function termsRoutes(mount: Mount, { clock }: { clock: Clock }): void {
  mount(getTermsToAccept, async ({ db, subject }) => ({
    statusCode: 200,
    data: await findTermsToAccept(db, subject.studentId),
  }));

  mount(acceptTerms, ({ db, subject: { studentId }, body: { version } }) =>
    inTransaction(db, async (tx) => {
      if (!(await storeAcceptance(tx, { studentId, version, now: new Date(clock.now()) })))
        throw refuse(acceptTerms.refusals, 'TERMS_CHANGED', changedAgain);
      return { statusCode: 200 as const, data: await findTermsToAccept(tx, studentId) };
    }),
  );
}
