import { describe, expect, it } from 'vitest';
import { walletPresets } from '../../../contract/wallet.ts';
import { createStudent, signIn, startTestApp } from '../../support/server.ts';

const app = await startTestApp();
const url = '/api/users/student/wallet/overview';

let given = 0;
async function give(student: { id: string }, paise: number, more: object = {}) {
  given += 1;
  await app.db
    .insertInto('wallet_entries')
    .values({
      student_id: student.id,
      type: 'credit',
      amount_paise: paise,
      description: `Entry ${given}`,
      status: 'completed',
      reference: `ref-${given}`,
      created_at: new Date(Date.UTC(2026, 2, 1, 0, given)),
      ...more,
    })
    .execute();
}

async function walletOf(student: { id: string }) {
  const response = await app.call('GET', url, { headers: await signIn(app, student) });
  expect(response.status, response.text).toBe(200);
  return (response.body as { data: { balance: number; lastUpdate: string | null; recentTransaction: object[] } }).data;
}

describe('the wallet', () => {
  it('the wallet balance is the sum of completed entries only, and the wallet lists all entries, newest first', async () => {
    const student = await createStudent(app.db);
    await give(student, 200_050);
    await give(student, 50_000, { type: 'debit', description: 'Hostel mess' });
    await give(student, 900_000, { status: 'pending' });
    await give(student, 700_000, { type: 'debit', status: 'failed' });
    const { balance, lastUpdate, recentTransaction } = await walletOf(student);
    expect(balance).toBe(1500.5);
    expect(recentTransaction).toMatchObject([
      { type: 'debit', status: 'failed', amount: 7000 },
      { type: 'credit', status: 'pending', amount: 9000 },
      { type: 'debit', status: 'completed', amount: 500, description: 'Hostel mess' },
      { type: 'credit', status: 'completed', amount: 2000.5 },
    ]);
    expect(recentTransaction[0]).toMatchObject({ created_at: lastUpdate });
  });

  it('the wallet of a new student is empty', async () => {
    expect(await walletOf(await createStudent(app.db))).toEqual({
      balance: 0,
      lastUpdate: null,
      recentTransaction: [],
    });
  });

  it('the wallet lists only the 50 newest entries, and its balance includes all of them', async () => {
    const student = await createStudent(app.db);
    for (let n = 0; n < 55; n += 1) await give(student, 100);
    const { balance, recentTransaction } = await walletOf(student);
    expect(balance).toBe(55);
    expect(recentTransaction).toHaveLength(50);
  });

  it('a student’s wallet contains only that student’s entries, and a request without a sign-in session returns 401', async () => {
    const [student, stranger] = [await createStudent(app.db), await createStudent(app.db)];
    await give(student, 100_000);
    expect((await walletOf(stranger)).balance).toBe(0);
    expect((await app.call('GET', url)).status).toBe(401);
  });

  it('the amounts suggested for a wallet top-up are 500, 1000, 2000 and 5000 rupees', () => {
    expect(walletPresets).toEqual([500, 1000, 2000, 5000]);
  });
});
