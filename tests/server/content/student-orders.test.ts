import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { seatChecks } from '../../../server/booking/reconcile.repo.ts';
import { checkContent } from '../../../server/content/content-check.ts';
import { loadContent } from '../../../server/content/content-load.ts';
import { listEnrolled } from '../../../server/enrolments/enrolment.repo.ts';
import { moneyChecks, orderChecks } from '../../../server/orders/reconcile.repo.ts';
import { readWallet } from '../../../server/wallet/wallet-overview.repo.ts';
import { readBooks } from '../../faults/books.ts';
import { noEvidence } from '../../faults/evidence.ts';
import { judgeShop } from '../../faults/shop-load.ts';
import { fakeClock } from '../../support/clock.ts';
import { createTestDatabase } from '../../support/database.ts';
import { signIn, startTestApp } from '../../support/server.ts';
import { createContentFolder } from './content-folder.ts';

const folder = join(import.meta.dirname, '../../../content');
const today = '2026-11-21';
const first = { today, withStudents: true };
const clock = fakeClock(Date.parse(`${today}T06:30:00Z`));
const app = await startTestApp({ clock, env: { RATE_ORDER: '100000' } });
const { db } = app;

async function findWrongs(): Promise<string[]> {
  const checks = await Promise.all(
    [...seatChecks, ...orderChecks, ...moneyChecks].map(async ({ name, query }) => {
      const { rows } = await query.execute(db);
      return rows.map((row) => `${name}: ${JSON.stringify(row)}`);
    }),
  );
  return [...(await judgeShop(db, noEvidence())), ...checks.flat()];
}

let asha: { id: string };
async function ask(url: string) {
  const answer = await app.call('GET', url, { headers: await signIn(app, asha) });
  expect(answer.status, answer.text).toBe(200);
  return (answer.body as { data: Array<Record<string, unknown>> }).data;
}

describe('what Asha Nair bought before the first loading', () => {
  beforeAll(async () => {
    await loadContent(db, folder, first);
    asha = await db.selectFrom('students').select('id').where('first_name', '=', 'Asha').executeTakeFirstOrThrow();
  });

  it('keeps every invariant of bookings and money', async () => {
    expect(await findWrongs()).toEqual([]);
  });

  it('is hers alone', async () => {
    const owners = await db.selectFrom('orders').select('student_id').distinct().execute();
    expect(owners).toEqual([{ student_id: asha.id }]);
  });

  it('is courses that are over, that run and that are to come', async () => {
    const listed = await listEnrolled(db, asha.id, today);
    const count = (status: string) => listed.filter((one) => one.status === status).length;
    expect([count('completed'), count('active'), count('upcoming')]).toEqual([6, 1, 1]);
  });

  it('is orders that are paid and one that failed, receipts numbered by their day', async () => {
    const orders = await ask('/api/users/student/orders');
    expect(orders.map(({ final_payment_status, receipt_number }) => [final_payment_status, receipt_number])).toEqual([
      ['APPROVED', 'LFR-2026-000003'],
      ['DECLINED', null],
      ['APPROVED', 'LFR-2026-000002'],
      ['APPROVED', 'LFR-2026-000001'],
      ['APPROVED', 'LFR-2024-000001'],
    ]);
    expect(await ask('/api/users/student/payments')).toHaveLength(5);
  });

  it('has a receipt that reads as any other', async () => {
    const { id } = await db
      .selectFrom('orders')
      .select('id')
      .where('receipt_number', '=', 'LFR-2024-000001')
      .executeTakeFirstOrThrow();
    const answer = await app.call('GET', `/api/orders/${id}/receipt`, { headers: await signIn(app, asha) });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toMatchObject({
      data: { issued_on: '2024-07-04', subtotal: 14_396, discount: 1439.6, payment: { method: 'Net banking' } },
    });
  });

  it('leaves a failed payment as it is when she asks about it', async () => {
    const { id } = await db.selectFrom('orders').select('id').where('state', '=', 'declined').executeTakeFirstOrThrow();
    const query = new URLSearchParams({ user_id: asha.id, attempt_id: `${id}-1` });
    const answer = await app.call('GET', `/api/orders/update?${query}`, { headers: await signIn(app, asha) });
    expect(answer.body).toMatchObject({ data: { state: 'declined' } });
    expect(await findWrongs()).toEqual([]);
  });

  it('is a wallet with what is completed, pending and failed', async () => {
    const { balance, recentTransaction } = await readWallet(db, asha.id);
    expect(balance).toBe(3080);
    expect(new Set(recentTransaction.map(({ status }) => status)).size).toBe(3);
  });

  it('is loaded once', async () => {
    const before = await readBooks(db);
    await loadContent(db, folder, { ...first, today: '2026-12-24' });
    // Another hash, so that everything is written again.
    await loadContent(db, folder, { ...first, withStudents: false });
    await loadContent(db, folder, first);
    expect(await readBooks(db)).toEqual(before);
    expect(await findWrongs()).toEqual([]);
  });
});

describe('orders of demo students', () => {
  it('are not loaded without the accounts, nor where somebody has booked already', async () => {
    const other = await createTestDatabase();
    await loadContent(other.db, folder, { today });
    expect((await readBooks(other.db)).orders).toEqual([]);
    await sql`with student as (insert into students (first_name, last_name) values ('Ann', 'Bo') returning id)
      insert into orders (id, student_id, state, subtotal_paise, discount_paise, total_paise, terms_version, terms_accepted_at)
      select 'LF-2026-000001', id, 'expired', 0, 0, 0, '1', now() from student`.execute(other.db);
    await loadContent(other.db, folder, first);
    expect((await readBooks(other.db)).orders).toHaveLength(1);
  });

  it('are left out with an account whose number somebody else has', async () => {
    const other = await createTestDatabase();
    await sql`insert into students (first_name, last_name, indos_number) values ('Ann', 'Bo', '24EL0001')`.execute(
      other.db,
    );
    await loadContent(other.db, folder, first);
    expect((await readBooks(other.db)).orders).toEqual([]);
  });

  it('name courses, runs and packages that there are', async () => {
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
