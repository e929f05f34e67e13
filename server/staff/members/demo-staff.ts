import { type StaffRole, staffRoles } from '../../../contract/staff/permissions.ts';
import type { Db } from '../../db/schema.ts';
import { inTransaction } from '../../db/transactions/transaction.ts';
import type { Clock } from '../../http/clock.ts';
import { sealSecret } from '../second-factor/sealed-secret.ts';
import { saveTotp } from '../second-factor/second-factor.repo.ts';

/** Password and authenticator key of the demo's staff accounts. They are not secret: the README publishes them. */
export const demoStaffPassword = 'Landfall#2026';
export const demoStaffTotp = 'LANDFALLDEMOSTAFFCONSOLE22345672';

const demoNames: Record<StaffRole, string> = {
  administrator: 'Anita Rao',
  registrar: 'Ravi Pillai',
  accounts: 'Farida Shaikh',
  editor: 'Esha Kurian',
  instructor: 'Capt. Iqbal Khan',
  auditor: 'Usha Menon',
};

/**
 * Adds a staff account for each role, such as `registrar@example.com`, to the demo. These accounts cannot sign in to
 * a production site, even if its database was copied from the demo.
 */
export async function addDemoStaff(deps: {
  db: Db;
  clock: Clock;
  secret: string;
  hashPassword: (password: string) => Promise<string>;
}): Promise<void> {
  const { db, clock, secret, hashPassword } = deps;
  const known = await db.selectFrom('staff_members').select('id').where('is_demo', '=', true).executeTakeFirst();
  if (known) return;
  const password_hash = await hashPassword(demoStaffPassword);
  const created_at = new Date(clock.now());
  await inTransaction(db, async (tx) => {
    const instructors = await tx.selectFrom('instructors').select(['id', 'name']).execute();
    for (const role of staffRoles) {
      const name = demoNames[role];
      // Connect the account of the role `instructor` with the instructor of the same name in the demo's content. The
      // account then shows the rosters of this instructor's batches.
      const instructor_id = instructors.find((one) => role === 'instructor' && one.name === name)?.id ?? null;
      const account = { email: `${role}@example.com`, name, role, password_hash, instructor_id };
      const added = await tx
        .insertInto('staff_members')
        .values({ ...account, state: 'active', is_demo: true, created_at })
        .onConflict((conflict) => conflict.column('email').doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!added) continue;
      const sealed_secret = sealSecret(demoStaffTotp, added.id, secret);
      await saveTotp(tx, { staff_id: added.id, sealed_secret, last_step: 0 }, created_at);
    }
  });
}
