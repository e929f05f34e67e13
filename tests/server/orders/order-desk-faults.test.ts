import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { takeKey } from '../../../server/http/idempotency.ts';
import { createOrder } from '../../../server/orders/create-order.ts';
import { FaultLine } from '../../faults/fault-line.ts';
import { openAcademy } from '../booking/academy.ts';
import { batches } from '../booking/academy-seed.ts';
import { askOf, atAnotherProcess, lockBatch, lockWait, openDesk, ordersOf } from './desk.ts';
import { orderParts } from './order-server.ts';
import { addFire, claims, clearSeats, expectInvariants, order, ordered } from './ordering.ts';
import { deliver, sign, tell } from './webhooks.ts';

const academy = await openAcademy();
const { db, url, enrol } = academy;

afterEach(async () => {
  await expectInvariants(academy);
  await clearSeats(academy);
});

async function enrolFire(batch?: number) {
  const student = await enrol();
  await addFire(student, batch);
  return student;
}

describe('a batch that somebody keeps locked', () => {
  it('is answered 503 with Retry-After, and the other batches are sold meanwhile', async () => {
    const [stuck, free] = [await enrolFire(batches.fireSeven), await enrolFire()];
    const lock = await lockBatch(academy, batches.fireSeven);
    const [refused, placed] = await Promise.all([order(stuck), order(free)]);
    expect(refused.statusCode, refused.body).toBe(503);
    expect(refused.headers['retry-after']).toBe('2');
    const message = 'The service is busy. Please try again.';
    expect(refused.json()).toMatchObject({ code: 'UNAVAILABLE', message });
    expect(placed.statusCode, placed.body).toBe(200);
    // Nobody waits for it a second time.
    const [again] = await Promise.all([order(stuck), ordered(await enrolFire())]);
    expect(again.statusCode).toBe(503);
    await lock.release();
    await ordered(stuck);
  }, 20_000);

  it('is waited for where it is not long', async () => {
    const { desk } = openDesk(academy);
    const student = await enrolFire(batches.fireSeven);
    const lock = await lockBatch(academy, batches.fireSeven);
    const placing = desk.place(askOf(student));
    await lockWait(academy);
    await lock.release();
    expect(await placing).toMatchObject({ kind: 'placed' });
  });
});

it('waits for a payment that is just being booked, and does not sell the same again', async () => {
  const { desk } = openDesk(academy);
  const student = await enrolFire();
  let placing: Promise<unknown> = Promise.resolve();
  await db.transaction().execute(async (tx) => {
    // As `completeOrder` does for money that came late: the student's row, then the cart.
    await sql`select from students where id = ${student.id} for no key update`.execute(tx);
    placing = desk.place(askOf(student));
    placing.catch(() => {});
    await lockWait(academy);
    await tx.deleteFrom('cart_items').where('student_id', '=', student.id).execute();
  });
  await expect(placing).rejects.toMatchObject({ code: 'CART_EMPTY' });
  expect(await ordersOf(academy, student)).toEqual([]);
});

it('answers both calls under one key alike, where one is refused and the other had the key meanwhile', async () => {
  const student = await enrolFire();
  // With a live order the next one has a transaction of its own.
  await ordered(student);
  const callKey = {
    subject: student.id,
    endpoint: 'createOrder',
    key: 'both-key-0001',
    hash: Buffer.from('same body'),
  };
  const others = { data: 'session', order_id: 'LF-2026-000001', attempt_id: 'LF-2026-000001-1' };
  const answer = { statusCode: 200 as const, ...others, checkout_url: 'http://localhost/pay' };
  let other: Promise<unknown> = Promise.resolve();
  const emptying = async () => {
    // The lock is queued for behind this transaction and before whatever comes after it.
    other = db.transaction().execute(async (tx) => {
      await sql`lock table idempotency_keys in share row exclusive mode`.execute(tx);
      await takeKey(tx, callKey, { status: 200, body: answer });
    });
    await lockWait(academy);
    return new Map();
  };
  const parts = { ...orderParts(db, academy.clock), readCarts: emptying, desk: openDesk(academy).desk };
  const call = {
    query: { id: student.id, redirect_url: '/course-booking/checkout/confirmation' },
    params: undefined,
    body: undefined,
    subject: { studentId: student.id },
    origin: 'http://localhost',
    callKey,
  };
  expect(await createOrder(parts, call)).toEqual(answer);
  await other;
});

describe('a connection that PostgreSQL ends', () => {
  it('in the midst of a set is replaced, and each order is placed once', async () => {
    const { desk, sets } = openDesk(academy);
    const students = await Promise.all(Array.from({ length: 4 }, () => enrolFire()));
    const lock = await lockBatch(academy, batches.fireOpen);
    const placing = Promise.all(students.map((student) => desk.place(askOf(student))));
    await lockWait(academy);
    await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    await lock.release();
    expect((await placing).map(({ kind }) => kind)).toEqual(['placed', 'placed', 'placed', 'placed']);
    expect(sets).toEqual([4, 4]);
    expect(await claims(academy, batches.fireOpen)).toEqual({ holds: 4, bookings: 0 });
  });

  it('after the commit, unheard, has placed the orders, which are found again', async () => {
    const line = await FaultLine.open(url);
    await atAnotherProcess(academy, line.url, async () => {
      const [keyed, bare] = [await enrolFire(), await enrolFire()];
      let broken = 0;
      line.arm({ at: 'commit', side: 'after', onBreak: () => void broken++ });
      const [one, two] = await Promise.all([ordered(keyed, {}, 'unheard-key-1'), ordered(bare)]);
      expect(broken).toBe(1);
      expect(await ordersOf(academy, keyed)).toMatchObject([{ id: one.order_id }]);
      expect(await ordersOf(academy, bare)).toMatchObject([{ id: two.order_id }]);
      expect(await ordered(keyed, {}, 'unheard-key-1')).toEqual(one);
      expect(await claims(academy, batches.fireOpen)).toEqual({ holds: 2, bookings: 0 });
    });
    await line.close();
  });
});

it('finishes what is at work before the server has closed', async () => {
  const student = await enrolFire(batches.fireSeven);
  const lock = await lockBatch(academy, batches.fireSeven);
  await atAnotherProcess(academy, url, async (_other, end) => {
    const calling = order(student);
    await lockWait(academy);
    // The process ends once this has: nothing of it may be on its way to the database then.
    const ending = end();
    await lock.release();
    await ending;
    expect((await calling).statusCode).toBe(200);
    expect(await ordersOf(academy, student)).toMatchObject([{ state: 'awaiting_payment' }]);
  });
});

it('applies news whose webhook was answered before the server has closed', async () => {
  const student = await enrolFire(batches.fireSeven);
  await atAnotherProcess(academy, url, async (other) => {
    const { attempt_id: orderId } = await ordered(student);
    const lock = await lockBatch(academy, batches.fireSeven);
    const news = tell({ orderId, paymentId: 'pay-slow', status: 'SUCCESS', amount: 5500.5 });
    expect((await deliver(academy, sign(news, academy.clock.now()))).statusCode).toBe(200);
    expect(await ordersOf(academy, student)).toMatchObject([{ state: 'awaiting_payment' }]);
    const closing = other.server.close();
    await lock.release();
    await closing;
    expect(await ordersOf(academy, student)).toMatchObject([{ state: 'completed' }]);
  });
}, 20_000);
