import process from 'node:process';
import { afterAll, describe, expect, it } from 'vitest';
import { readStoredRows } from './invariants/stored-rows.ts';
import { paymentBody, signedDelivery } from './providers/webhook-bodies.ts';
import { FaultTestBed, type SignedInStudent } from './schedules/fault-test-bed.ts';
import { offers } from './schedules/offers.ts';

const testBed = await FaultTestBed.open();
afterAll(() => testBed.stop());

const oneSeat = [1, 1, 1, 1, 1, 1];
const rounds = process.env.SOAK ? 20 : 5;
const [course] = offers;
const free = offers[4];

async function fill(student: SignedInStudent, body: object | undefined = course): Promise<void> {
  const added = await testBed.instances[0].send({ method: 'POST', url: '/api/cart/add', cookie: student.cookie, body });
  expect(added?.status).toBe(200);
}

/** Sends POST /orders/create to one of the two processes. */
async function order(student: SignedInStudent, at: number, key?: string) {
  const query = new URLSearchParams({ id: student.id, redirect_url: '/course-booking/checkout/confirmation' });
  const call = { method: 'POST' as const, url: `/api/orders/create?${query}`, cookie: student.cookie, body: {} };
  const response = await testBed.instances[at % 2 === 0 ? 0 : 1].send(key ? { ...call, key } : call);
  return { status: response?.status, code: response?.body.code, order: response?.body.order_id };
}

describe('two processes on one database', { timeout: rounds * 12_000 }, () => {
  it.each([
    ['a paid course', course],
    ['a free course', free],
  ])(
    'six concurrent calls with one idempotency key for the last seat of a course (%s) get the same order from two server processes',
    async (_, offer) => {
      for (let round = 0; round < rounds; round++) {
        const [student] = await testBed.begin(oneSeat, 1);
        if (!student) throw new Error('no student');
        await fill(student, offer);
        const responses = await Promise.all(
          Array.from({ length: 6 }, (_none, at) => order(student, at, `round-key-${round}`)),
        );
        expect(responses).toEqual(responses.map(() => ({ status: 200, code: undefined, order: responses[0]?.order })));
      }
    },
  );

  it('six concurrent calls of one student for the last seat, without an idempotency key, get the same order from two server processes', async () => {
    for (let round = 0; round < rounds; round++) {
      const [student] = await testBed.begin(oneSeat, 1);
      if (!student) throw new Error('no student');
      await fill(student);
      const responses = await Promise.all(Array.from({ length: 6 }, (_none, at) => order(student, at)));
      expect(responses).toEqual(responses.map(() => ({ status: 200, code: undefined, order: responses[0]?.order })));
    }
  });

  it('two server processes sell the last seat to one of six students and return BATCH_FULL to the other five', async () => {
    for (let round = 0; round < rounds; round++) {
      const students = await testBed.begin(oneSeat, 6);
      await Promise.all(students.map((student) => fill(student)));
      const responses = await Promise.all(students.map((student, at) => order(student, at)));
      const codes = responses.map(({ status, code }) => code ?? status).sort();
      expect(codes).toEqual([200, ...Array(5).fill('BATCH_FULL')]);
    }
  });

  it('a payment webhook that reaches two server processes twelve times records the payment and the booking once', async () => {
    const [student] = await testBed.begin(oneSeat, 1);
    if (!student) throw new Error('no student');
    await fill(student);
    await order(student, 0);
    const [paid] = [...testBed.provider.orders.values()];
    if (!paid) throw new Error('no order at the provider');
    testBed.provider.pay(paid, 'approved');
    const [payment] = paid.payments;
    if (!payment) throw new Error('no payment');
    const delivery = signedDelivery(paymentBody(paid, payment), testBed.clock.now());
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_none, at) => testBed.instances[at % 2 === 0 ? 0 : 1].deliver(delivery)),
    );
    expect(responses.map((response) => response?.status)).toEqual(responses.map(() => 200));
    const { orders, ledger, mails } = await readStoredRows(testBed.db);
    expect(orders.map(({ state }) => state)).toEqual(['completed']);
    expect(ledger).toHaveLength(2);
    expect(mails).toHaveLength(1);
  });
});
