import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { consistencyChecks } from '../../../../server/composition/consistency-checks.ts';
import { checkContent } from '../../../../server/content/check/check-content.ts';
import { loadContent } from '../../../../server/content/load/load-content.ts';
import { listEnrolled } from '../../../../server/enrolments/enrolment.repo.ts';
import { readWallet } from '../../../../server/wallet/wallet-overview.repo.ts';
import { emptyEvidence } from '../../../faults/invariants/evidence.ts';
import { readStoredRows } from '../../../faults/invariants/stored-rows.ts';
import { checkShop } from '../../../faults/kills/shop-load.ts';
import { fakeClock } from '../../../support/clock.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { signIn, startTestApp } from '../../../support/server.ts';
import { createContentFolder } from '../content-folder.ts';

const folder = join(import.meta.dirname, '../../../../content');
const today = '2026-11-21';
const first = { today, withStudents: true };
const clock = fakeClock(Date.parse(`${today}T06:30:00Z`));
const app = await startTestApp({ clock, env: { RATE_ORDER: '100000', HOLDS_PER_ADDRESS: '100' } });
const { db } = app;

async function findInconsistencies(): Promise<string[]> {
  const checks = await Promise.all(
    consistencyChecks.map(async ({ name, query }) => {
      const { rows } = await query.execute(db);
      return rows.map((row) => `${name}: ${JSON.stringify(row)}`);
    }),
  );
  return [...(await checkShop(db, emptyEvidence())), ...checks.flat()];
}

let asha: { id: string };
async function fetchData(url: string) {
  const response = await app.call('GET', url, { headers: await signIn(app, asha) });
  expect(response.status, response.text).toBe(200);
  return (response.body as { data: Array<Record<string, unknown>> }).data;
}

describe('the past orders of the demo student Asha Nair', () => {
  beforeAll(async () => {
    await loadContent(db, folder, first);
    asha = await db.selectFrom('students').select('id').where('first_name', '=', 'Asha').executeTakeFirstOrThrow();
  });

  it('the consistency checks find no difference between the demo orders and the seats, payments and ledger', async () => {
    expect(await findInconsistencies()).toEqual([]);
  });

  it('the demo orders all belong to the demo student', async () => {
    const owners = await db.selectFrom('orders').select('student_id').distinct().execute();
    expect(owners).toEqual([{ student_id: asha.id }]);
  });

  it('the demo student has completed, active and upcoming courses', async () => {
    const listed = await listEnrolled(db, asha.id, today);
    const count = (status: string) => listed.filter((one) => one.status === status).length;
    expect([count('completed'), count('active'), count('upcoming')]).toEqual([6, 1, 1]);
  });

  it('the demo student has paid orders and a declined order, and the receipts are numbered by date', async () => {
    const orders = await fetchData('/api/users/student/orders');
    expect(orders.map(({ final_payment_status, receipt_number }) => [final_payment_status, receipt_number])).toEqual([
      ['APPROVED', 'LFR-2026-000003'],
      ['DECLINED', null],
      ['APPROVED', 'LFR-2026-000002'],
      ['APPROVED', 'LFR-2026-000001'],
      ['APPROVED', 'LFR-2024-000001'],
    ]);
    expect(await fetchData('/api/users/student/payments')).toHaveLength(5);
  });

  it('the demo student can read the receipt of a demo order', async () => {
    const { id } = await db
      .selectFrom('orders')
      .select('id')
      .where('receipt_number', '=', 'LFR-2024-000001')
      .executeTakeFirstOrThrow();
    const response = await app.call('GET', `/api/orders/${id}/receipt`, { headers: await signIn(app, asha) });
    expect(response.status, response.text).toBe(200);
    expect(response.body).toMatchObject({
      data: { issued_on: '2024-07-04', subtotal: 14_396, discount: 1439.6, payment: { method: 'Net banking' } },
    });
  });

  it('asking the payment provider again about the demo student’s declined payment changes nothing', async () => {
    const { id } = await db.selectFrom('orders').select('id').where('state', '=', 'declined').executeTakeFirstOrThrow();
    const query = new URLSearchParams({ user_id: asha.id, attempt_id: `${id}-1` });
    const response = await app.call('GET', `/api/orders/update?${query}`, { headers: await signIn(app, asha) });
    expect(response.body).toMatchObject({ data: { state: 'declined' } });
    expect(await findInconsistencies()).toEqual([]);
  });

  it('the demo student’s wallet has completed, failed and pending entries, and only the completed ones are in the balance', async () => {
    const { balance, recentTransaction } = await readWallet(db, asha.id);
    expect(recentTransaction.map(({ type, amount, status }) => `${type} ${amount} ${status}`)).toEqual([
      'credit 1000 pending',
      'credit 2000 failed',
      'debit 420 completed',
      'debit 1500 completed',
      'credit 5000 completed',
    ]);
    expect(balance).toBe(3080);
  });

  it('loading content again does not change the demo orders', async () => {
    const before = await readStoredRows(db);
    await loadContent(db, folder, { ...first, today: '2026-12-24' });
    // A content load without demo students has another hash, so the next load writes everything again.
    await loadContent(db, folder, { ...first, withStudents: false });
    await loadContent(db, folder, first);
    expect(await readStoredRows(db)).toEqual(before);
    expect(await findInconsistencies()).toEqual([]);
  });
});

describe('orders of demo students', () => {
  it('demo orders are loaded only together with the demo students, and only into a database without orders', async () => {
    const other = await createTestDatabase();
    await loadContent(other.db, folder, { today });
    expect((await readStoredRows(other.db)).orders).toEqual([]);
    await sql`with student as (insert into students (first_name, last_name) values ('Ann', 'Bo') returning id)
      insert into orders (id, student_id, state, subtotal_paise, discount_paise, total_paise, terms_version, terms_accepted_at)
      select 'LF-2026-000001', id, 'expired', 0, 0, 0, '1', now() from student`.execute(other.db);
    await loadContent(other.db, folder, first);
    expect((await readStoredRows(other.db)).orders).toHaveLength(1);
  });

  it('demo orders are not loaded if another student already has the demo student’s INDOS number', async () => {
    const other = await createTestDatabase();
    await sql`insert into students (first_name, last_name, indos_number) values ('Ann', 'Bo', '24EL0001')`.execute(
      other.db,
    );
    await loadContent(other.db, folder, first);
    expect((await readStoredRows(other.db)).orders).toEqual([]);
  });

  it('the content check reports demo orders with unknown courses, batches or packages', async () => {
    const order = (item: object) => ({
      placed_in_days: -3,
      outcome: 'paid',
      method: 'upi',
      items: [{ fee: 100, price: 90, ...item }],
    });
    const { path, write } = await createContentFolder();
    const [student] = JSON.parse(await readFile(join(path, 'students.json'), 'utf8'));
    await write('students.json', [
      {
        ...student,
        orders: [
          order({ batches: [{ course_code: 'NONE', n: 0 }] }),
          order({ batches: [{ course_code: 'ONE', n: 99 }] }),
          order({ package_id: 999, batches: [{ course_code: 'ONE', n: 0 }] }),
        ],
      },
    ]);
    expect(await checkContent(path)).toEqual([
      expect.objectContaining({ path: '[0].orders[0].items[0].batches[0].course_code' }),
      expect.objectContaining({ path: '[0].orders[1].items[0].batches[0].n' }),
      expect.objectContaining({ path: '[0].orders[2].items[0].package_id' }),
    ]);
    await write('students.json', [
      {
        ...student,
        orders: [
          order({ price: 101, batches: [{ course_code: 'ONE', n: 0 }] }),
          order({ batches: [{ course_code: 'ONE', n: 0, starts_in_days: -5 }] }),
          order({ batches: [] }),
        ],
      },
    ]);
    expect((await checkContent(path)).map((fault) => fault.path)).toEqual([
      '[0].orders[0].items[0].price',
      '[0].orders[1].items[0].batches[0].n',
      '[0].orders[2].items[0].batches',
    ]);
  });
});
