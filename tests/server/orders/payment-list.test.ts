import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { StudentPayment } from '../../../contract/student-payments.ts';
import { openAcademy, type StudentBrowser } from '../booking/academy.ts';
import { batches, courses } from '../booking/academy-seed.ts';
import { bookOrder, cancel, transfer } from './changes/booked-order.ts';
import { addCourse, addFire, type Created, placeOrder, pressPaymentButton, recheckOrder } from './ordering.ts';
import { openConsole } from './staff/staff-calls.ts';

const academy = await openAcademy();
const { db, enrol, visit } = academy;

async function listOf(student: StudentBrowser): Promise<StudentPayment[]> {
  const response = await student.get('/api/users/student/payments');
  expect(response.statusCode, response.body).toBe(200);
  return response.json().data;
}

async function payFor(student: StudentBrowser, choice: Parameters<typeof pressPaymentButton>[2]): Promise<Created> {
  const created = await placeOrder(student);
  await pressPaymentButton(academy, created, choice);
  await recheckOrder(student, created.attempt_id);
  return created;
}

/** Records a second payment of an attempt. The second payment must be refunded in full. */
async function payTwice(
  { order_id, attempt_id }: Pick<Created, 'order_id' | 'attempt_id'>,
  paise: number,
): Promise<void> {
  const payment = { provider: 'sandbox', payment_id: `${attempt_id}-again` };
  await db
    .insertInto('provider_payments')
    .values({ ...payment, attempt_id, outcome: 'approved', amount_paise: paise })
    .execute();
  const refund = { id: `${order_id}R9`, order_id, attempt_id, amount_paise: paise, reason: 'paid twice' };
  await db
    .insertInto('refunds')
    .values({ ...refund, ...payment })
    .execute();
}

/** Pays the price difference of a transferred booking at the office. */
async function payDue(orderId: string, change_id: number): Promise<void> {
  const body = { change_id, payment: { method: 'cash' }, reason: 'at the counter' };
  const { call } = await openConsole(academy, 'accounts');
  expect((await call('POST', `/orders/${orderId}/due`, body)).status).toBe(200);
}

const settleRefunds = (orderId: string, end = '') =>
  sql`update refunds set state = 'settled', next_try_at = null
    where order_id = ${orderId} and id like ${`%${end}`}`.execute(db);

describe('the payment list of a student', () => {
  it('a student’s payment list shows the date, order, method, amount, status and receipt of a payment', async () => {
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
        refunds: [],
        receipt_number: expect.stringMatching(/^LFR-/),
        pays_due: false,
      },
    ]);
  });

  it('a student’s payment list is sorted newest first and includes declined and pending payments', async () => {
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

  it('a student’s payment list shows a refund first as due and, once it is settled, as refunded', async () => {
    const student = await enrol();
    await addFire(student, batches.fireSeven);
    const created = await placeOrder(student);
    await sql`delete from seat_claims where order_id = ${created.order_id}`.execute(db);
    await sql`update batches set taken = 0, status = 'closed' where id = ${batches.fireSeven}`.execute(db);
    await pressPaymentButton(academy, created, 'pay');
    await recheckOrder(student, created.attempt_id);
    const [owed] = await listOf(student);
    expect(owed).toMatchObject({ status: 'APPROVED', refund: { amount: 5500.5, status: 'due' }, receipt_number: null });
    await sql`update refunds set state = 'settled', next_try_at = null where order_id = ${created.order_id}`.execute(
      db,
    );
    expect((await listOf(student))[0]?.refund).toEqual({ amount: 5500.5, status: 'refunded' });
  });

  it('a student’s payment list shows each of two refunds of one payment, and shows their sum as due until both are settled', async () => {
    const { student, orderId, lines } = await bookOrder(academy, { fire: batches.fireOpen, radar: batches.radarOpen });
    for (const { itemId } of lines) await cancel(academy, { orderId, lines: [{ itemId, refundPaise: 100_025 }] });
    const [due, refunded] = (['due', 'refunded'] as const).map((status) => ({ amount: 1000.25, status }));
    await settleRefunds(orderId, 'R1');
    const [first] = await listOf(student);
    expect(first).toMatchObject({ refund: { amount: 2000.5, status: 'due' }, refunds: [refunded, due] });
    await settleRefunds(orderId, 'R2');
    const [second] = await listOf(student);
    expect(second).toMatchObject({ refund: { amount: 2000.5, status: 'refunded' }, refunds: [refunded, refunded] });
  });

  it('a student’s payment list shows the method of the approved payment, not that of a later declined one', async () => {
    const student = await enrol();
    await addFire(student);
    const { attempt_id } = await payFor(student, 'pay');
    const later = { attempt_id, payment_id: 'later', provider: 'sandbox', amount_paise: 1, method: 'net_banking' };
    await db
      .insertInto('provider_payments')
      .values({ ...later, outcome: 'declined', seen_at: sql<Date>`now() + interval '1 hour'` })
      .execute();
    expect(await listOf(student)).toMatchObject([{ method: 'Sandbox', status: 'APPROVED', amount: 5500.5 }]);
  });

  it('for a payment attempt with declined payments only, a student’s payment list shows the method of the newest payment', async () => {
    const student = await enrol();
    await addFire(student);
    const { attempt_id } = await payFor(student, 'decline');
    const tries = ['net_banking', 'credit_card'].map((method, hours) => ({
      ...{ attempt_id, payment_id: `${attempt_id}-${method}`, provider: 'sandbox', amount_paise: 550_050, method },
      ...{ outcome: 'declined' as const, seen_at: sql<Date>`now() + make_interval(hours => ${hours + 1})` },
    }));
    await db.insertInto('provider_payments').values(tries).execute();
    expect(await listOf(student)).toMatchObject([{ method: 'Credit card', status: 'DECLINED', amount: 5500.5 }]);
  });

  it('a student’s payment list shows created and open payments as PROCESSING, approved ones as APPROVED, and declined and expired ones as DECLINED', async () => {
    const student = await enrol();
    await addFire(student);
    const { attempt_id } = await payFor(student, 'pay');
    const shown: Record<string, unknown> = {};
    for (const state of ['created', 'open', 'approved', 'declined', 'expired'] as const) {
      await db.updateTable('payment_attempts').set({ state }).where('id', '=', attempt_id).execute();
      const [one] = await listOf(student);
      shown[state] = [one?.status, one?.receipt_number !== null];
    }
    expect(shown).toEqual({
      ...{ created: ['PROCESSING', false], open: ['PROCESSING', false], approved: ['APPROVED', true] },
      ...{ declined: ['DECLINED', false], expired: ['DECLINED', false] },
    });
  });

  it('a student’s payment list shows a refund only beside the refunded payment, not beside the other payment of the same order', async () => {
    const { student, orderId } = await bookOrder(academy, { fire: batches.fireOpen });
    const dearer = { courseId: courses.fire, toBatchId: batches.radarOpen, duePaise: 500_050 };
    await payDue(orderId, (await transfer(academy, { orderId, ...dearer })).id);
    await payTwice({ order_id: orderId, attempt_id: `${orderId}-2` }, 100);
    expect(await listOf(student)).toMatchObject([
      {
        ...{ attempt_id: `${orderId}-2`, pays_due: true, receipt_number: expect.stringMatching(/^LFR-/) },
        ...{ amount: 5001.5, refund: { amount: 1, status: 'due' } },
      },
      { attempt_id: `${orderId}-1`, pays_due: false, method: 'Sandbox', amount: 5500.5, refund: null },
    ]);
    expect(await recheckOrder(student)).toMatchObject({ order_id: orderId, attempt_id: `${orderId}-2` });
  });

  it('a student’s payment list shows the sum received for a payment attempt that was paid twice, and the refund of the second payment', async () => {
    const student = await enrol();
    await addFire(student);
    const created = await payFor(student, 'pay');
    await payTwice(created, 550_050);
    expect(await listOf(student)).toMatchObject([
      { status: 'APPROVED', amount: 11_001, refund: { amount: 5500.5, status: 'due' } },
    ]);
  });

  it('a student’s payment list leaves out an unpaid order that a newer order has replaced', async () => {
    const student = await enrol();
    await addFire(student);
    const first = await placeOrder(student);
    await addCourse(student, courses.radar, batches.radarOpen);
    const second = await placeOrder(student);
    expect(second.order_id).not.toBe(first.order_id);
    expect((await listOf(student)).map(({ order_id }) => order_id)).toEqual([second.order_id]);
  });

  it('a student’s payment list does not show payments of another student and returns 401 to a visitor', async () => {
    const [student, stranger] = [await enrol(), await enrol()];
    await addFire(student);
    await payFor(student, 'pay');
    expect(await listOf(stranger)).toEqual([]);
    expect((await visit('/api/users/student/payments')).statusCode).toBe(401);
  });
});

describe('what a student has paid, in the console', () => {
  const sumsOf = async ({ id }: { id: string }) => {
    const { body } = await (await openConsole(academy, 'accounts')).call('GET', `/students/${id}`);
    return body.data.payments;
  };

  it('a student’s page in the staff console counts a settled refund as refunded and an unsettled refund as due', async () => {
    const { student, orderId, lines } = await bookOrder(academy, { fire: batches.fireOpen, radar: batches.radarOpen });
    const paid = lines.reduce((sum, { paidPaise }) => sum + paidPaise, 0) / 100;
    for (const { itemId } of lines) await cancel(academy, { orderId, lines: [{ itemId, refundPaise: 100_025 }] });
    expect(await sumsOf(student)).toEqual({ paid, refunded: 0, refunds_due: 2000.5, attempts: 1 });
    await settleRefunds(orderId, 'R1');
    expect(await sumsOf(student)).toEqual({ paid, refunded: 1000.25, refunds_due: 1000.25, attempts: 1 });
  });

  it('the total paid on a student’s page in the staff console includes both payments of an order that was paid twice, but no declined payment', async () => {
    const student = await enrol();
    await addFire(student);
    await payFor(student, 'decline');
    const created = await payFor(student, 'pay');
    await payTwice(created, 550_050);
    const sums = { paid: 11_001, refunded: 0, refunds_due: 5500.5, attempts: 2 };
    expect(await sumsOf(student)).toEqual(sums);
    await settleRefunds(created.order_id);
    expect(await sumsOf(student)).toEqual({ ...sums, refunded: 5500.5, refunds_due: 0 });
  });

  it('the total paid on a student’s page in the staff console includes payments that the student made at the office', async () => {
    const { student, orderId } = await bookOrder(academy, { fire: batches.fireOpen });
    const dearer = { courseId: courses.fire, toBatchId: batches.radarOpen, duePaise: 500_050 };
    await payDue(orderId, (await transfer(academy, { orderId, ...dearer })).id);
    expect(await sumsOf(student)).toEqual({ paid: 10_501, refunded: 0, refunds_due: 0, attempts: 2 });
  });
});
