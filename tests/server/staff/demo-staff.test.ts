import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hashPassword } from '../../../server/auth/password/password.ts';
import { loadContent } from '../../../server/content/load/load-content.ts';
import { addDemoStaff, demoStaffPassword } from '../../../server/staff/members/demo-staff.ts';
import { fakeClock } from '../../support/clock.ts';
import { createTestDatabase } from '../../support/database.ts';
import { productionEnv } from '../../support/production.ts';
import { startTestApp } from '../../support/server.ts';

it('the demo account for instructors is linked to an instructor who teaches batches', async () => {
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

const servers = { demo: await startTestApp(), production: await startTestApp({ env: productionEnv }) };

it.each([
  ['demo', 'accepts', { status: 200 }],
  ['production', 'refuses', { status: 401, body: { code: 'INVALID_CREDENTIALS' } }],
] as const)(
  'the password of a demo staff account works in demo mode but not in production (in %s mode, the server %s it)',
  async (mode, _, expected) => {
    const app = servers[mode];
    await addDemoStaff({ ...app, secret: 'secret of this test', hashPassword });
    const body = { email: 'registrar@example.com', password: demoStaffPassword };
    expect(await app.call('POST', '/api/staff/sign-in', { body })).toMatchObject(expected);
  },
);
