import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { StudentPayment } from '../../../contract/student-payments.ts';
import { openAcademy, type StudentBrowser } from '../booking/academy.ts';
import { batches, courses } from '../booking/academy-seed.ts';
import { addCourse, addFire, type Created, ordered, press, update } from './ordering.ts';

const academy = await openAcademy();
const { db, enrol, visit } = academy;

async function listOf(student: StudentBrowser): Promise<StudentPayment[]> {
  const answer = await student.get('/api/users/student/payments');
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().data;
}

async function payFor(student: StudentBrowser, choice: Parameters<typeof press>[2]): Promise<Created> {
  const created = await ordered(student);
  await press(academy, created, choice);
  await update(student, created.attempt_id);
  return created;
}

describe('the payments of a student', () => {
  it('are there with day, order, method, amount, status and receipt', async () => {
    const student = await enrol();
    await addFire(student);
    const { order_id, attempt_id } = await payFor(student, 'pay');
    expect(await listOf(student)).toEqual([
      {
        attempt_id,
        order_id,
        date: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T.*Z$/),
        method: 'Sandbox',
        amount: 5500.5,
        status: 'APPROVED',
        refund: null,
        receipt_number: expect.stringMatching(/^LFR-/),
      },
    ]);
  });

  it('are listed newest first, those that failed or wait among them, without a receipt', async () => {
    const student = await enrol();
    await addFire(student);
    const declined = await payFor(student, 'decline');
    const pending = await payFor(student, 'pending');
    const listed = await listOf(student);
    expect(listed.map(({ attempt_id, status, receipt_number }) => [attempt_id, status, receipt_number])).toEqual([
      [pending.attempt_id, 'PROCESSING', null],
      [declined.attempt_id, 'DECLINED', null],
    ]);
  });

  it('say what goes back and, once it has, that it went', async () => {
    const student = await enrol();
    await addFire(student, batches.fireSeven);
    const created = await ordered(student);
    await sql`delete from seat_claims where order_id = ${created.order_id}`.execute(db);
    await sql`update batches set taken = 0, status = 'closed' where id = ${batches.fireSeven}`.execute(db);
    await press(academy, created, 'pay');
    await update(student, created.attempt_id);
    const [owed] = await listOf(student);
    expect(owed).toMatchObject({ status: 'APPROVED', refund: { amount: 5500.5, status: 'due' }, receipt_number: null });
    await sql`update refunds set state = 'settled', next_try_at = null where order_id = ${created.order_id}`.execute(
      db,
    );
    expect((await listOf(student))[0]?.refund).toEqual({ amount: 5500.5, status: 'refunded' });
  });

  it('leave out what a newer order replaced before it was paid', async () => {
    const student = await enrol();
    await addFire(student);
    const first = await ordered(student);
    await addCourse(student, courses.radar, batches.radarOpen);
    const second = await ordered(student);
    expect(second.order_id).not.toBe(first.order_id);
    expect((await listOf(student)).map(({ order_id }) => order_id)).toEqual([second.order_id]);
  });

  it('are nobody else’s', async () => {
    const [student, stranger] = [await enrol(), await enrol()];
    await addFire(student);
    await payFor(student, 'pay');
    expect(await listOf(stranger)).toEqual([]);
    expect((await visit('/api/users/student/payments')).statusCode).toBe(401);
  });
});
