import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadContent } from '../../../server/content/load/load-content.ts';
import { addDemoStaff } from '../../../server/staff/members/demo-staff.ts';
import { fakeClock } from '../../support/clock.ts';
import { createTestDatabase } from '../../support/database.ts';

it('the demo’s instructor account is linked to an instructor in the content who teaches batches', async () => {
  const { db } = await createTestDatabase();
  const clock = fakeClock();
  await loadContent(db, join(import.meta.dirname, '../../../content'), { today: '2026-11-24' });
  await addDemoStaff({ db, clock, secret: 'secret of this test', hashPassword: async () => 'hash' });
  const { batches } = await db
    .selectFrom('staff_members')
    .innerJoin('batches', 'batches.instructor_id', 'staff_members.instructor_id')
    .where('staff_members.email', '=', 'instructor@example.com')
    .select(({ fn }) => fn.countAll<number>().as('batches'))
    .executeTakeFirstOrThrow();
  expect(Number(batches)).toBeGreaterThan(0);
});
