import { afterAll, describe, expect, it } from 'vitest';
import { readBooks } from './books.ts';
import { FaultLane, type LaneStudent } from './fault-lane.ts';
import { offers } from './offers.ts';
import { paymentBody, signedDelivery } from './webhook-bodies.ts';

const lane = await FaultLane.open();
afterAll(() => lane.stop());

const oneSeat = [1, 1, 1, 1, 1, 1];
const rounds = 20;
const [course] = offers;
const free = offers[4];

async function fill(student: LaneStudent, body: object | undefined = course): Promise<void> {
  const added = await lane.instances[0].send({ method: 'POST', url: '/api/cart/add', cookie: student.cookie, body });
  expect(added?.status).toBe(200);
}

/** POST /orders/create at one of the two processes. */
async function order(student: LaneStudent, at: number, key?: string) {
  const query = new URLSearchParams({ id: student.id, redirect_url: '/course-booking/checkout/confirmation' });
  const call = { method: 'POST' as const, url: `/api/orders/create?${query}`, cookie: student.cookie, body: {} };
  const answer = await lane.instances[at % 2 === 0 ? 0 : 1].send(key ? { ...call, key } : call);
  return { status: answer?.status, code: answer?.body.code, order: answer?.body.order_id };
}

describe('two processes at one moment', { timeout: 60_000 }, () => {
  it.each([
    ['a course', course],
    ['what costs nothing', free],
  ])('give one answer to one key, for the last seat of %s', async (_, offer) => {
    for (let round = 0; round < rounds; round++) {
      const [student] = await lane.begin(oneSeat, 1);
      if (!student) throw new Error('nobody came');
      await fill(student, offer);
      const told = await Promise.all(
        Array.from({ length: 6 }, (_none, at) => order(student, at, `round-key-${round}`)),
      );
      expect(told).toEqual(told.map(() => ({ status: 200, code: undefined, order: told[0]?.order })));
    }
  });

  it('sell the last seat once, and tell the others that it is gone', async () => {
    for (let round = 0; round < rounds; round++) {
      const students = await lane.begin(oneSeat, 6);
      await Promise.all(students.map((student) => fill(student)));
      const told = await Promise.all(students.map((student, at) => order(student, at)));
      const codes = told.map(({ status, code }) => code ?? status).sort();
      expect(codes).toEqual([200, ...Array(5).fill('BATCH_FULL')]);
    }
  });

  it('hear of one payment many times and book it once', async () => {
    const [student] = await lane.begin(oneSeat, 1);
    if (!student) throw new Error('nobody came');
    await fill(student);
    await order(student, 0);
    const [paid] = [...lane.world.orders.values()];
    if (!paid) throw new Error('no order at the provider');
    lane.world.pay(paid, 'approved');
    const [payment] = paid.payments;
    if (!payment) throw new Error('no payment');
    const delivery = signedDelivery(paymentBody(paid, payment), lane.clock.now());
    const told = await Promise.all(
      Array.from({ length: 12 }, (_none, at) => lane.instances[at % 2 === 0 ? 0 : 1].deliver(delivery)),
    );
    expect(told.map((answer) => answer?.status)).toEqual(told.map(() => 200));
    const { orders, ledger, mails } = await readBooks(lane.db);
    expect(orders.map(({ state }) => state)).toEqual(['completed']);
    expect(ledger).toHaveLength(2);
    expect(mails).toHaveLength(1);
  });
});
