import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { insertKey } from '../../../../server/http/idempotency/idempotency.repo.ts';
import { createOrder } from '../../../../server/orders/place/create-order.ts';
import { FaultProxy } from '../../../faults/database/fault-proxy.ts';
import { openAcademy } from '../../booking/academy.ts';
import { batches } from '../../booking/academy-seed.ts';
import {
  addFire,
  claims,
  clearSeats,
  expectInvariants,
  order,
  ordersOf,
  placeOrder,
  providerOrderIdOf,
} from '../ordering.ts';
import { deliver, paymentWebhook, sign } from '../pay/webhooks.ts';
import { lockBatch, lockWait, openOrderQueue, requestOf, withSecondApp } from './open-order-queue.ts';
import { orderDeps } from './order-server.ts';

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

describe('a batch locked by another transaction', () => {
  it('an order for a batch that another database transaction keeps locked returns 503 with Retry-After, and other orders succeed', async () => {
    const [stuck, free] = [await enrolFire(batches.fireSeven), await enrolFire()];
    const lock = await lockBatch(academy, batches.fireSeven);
    const [refused, placed] = await Promise.all([order(stuck), order(free)]);
    expect(refused.statusCode, refused.body).toBe(503);
    expect(refused.headers['retry-after']).toBe('2');
    const message = 'The service is busy. Please try again.';
    expect(refused.json()).toMatchObject({ code: 'UNAVAILABLE', message });
    expect(placed.statusCode, placed.body).toBe(200);
    // While the batch stays locked, a second order for it is rejected too and does not delay the others.
    const [again] = await Promise.all([order(stuck), placeOrder(await enrolFire())]);
    expect(again.statusCode).toBe(503);
    await lock.release();
    await placeOrder(stuck);
  }, 20_000);

  it('an order waits while another transaction briefly locks the row of the ordered batch, and is then placed', async () => {
    const { queue } = openOrderQueue(academy);
    const student = await enrolFire(batches.fireSeven);
    const lock = await lockBatch(academy, batches.fireSeven);
    const placing = queue.place(requestOf(student));
    await lockWait(academy);
    await lock.release();
    expect(await placing).toMatchObject({ kind: 'placed' });
  });
});

it('an order that waits for a late payment of the student’s earlier order is rejected, because this payment empties the cart', async () => {
  const { queue } = openOrderQueue(academy);
  const student = await enrolFire();
  let placing: Promise<unknown> = Promise.resolve();
  await db.transaction().execute(async (tx) => {
    // Locks the student's row and then empties the cart, as `completeOrder` does for a late payment.
    await sql`select from students where id = ${student.id} for no key update`.execute(tx);
    placing = queue.place(requestOf(student));
    placing.catch(() => {});
    await lockWait(academy);
    await tx.deleteFrom('cart_items').where('student_id', '=', student.id).execute();
  });
  await expect(placing).rejects.toMatchObject({ code: 'CART_EMPTY' });
  expect(await ordersOf(academy, student)).toEqual([]);
});

it('an order request that finds the cart empty returns the success of a concurrent request with the same idempotency key', async () => {
  const student = await enrol();
  const callKey = {
    subject: student.id,
    endpoint: 'createOrder',
    key: 'both-key-0001',
    hash: Buffer.from('same body'),
  };
  const others = { data: 'session', order_id: 'LF-2026-000001', attempt_id: 'LF-2026-000001-1' };
  const response = { statusCode: 200, ...others, checkout_url: 'http://localhost/pay' };
  const call = {
    query: { id: student.id, redirect_url: '/course-booking/checkout/confirmation' },
    params: undefined,
    body: undefined,
    subject: { studentId: student.id },
    origin: 'http://localhost',
    address: '127.0.0.1',
    callKey,
  };
  const deps = { ...orderDeps(db, academy.clock), queue: openOrderQueue(academy).queue };
  let creating: ReturnType<typeof createOrder> | undefined;
  await db.transaction().execute(async (tx) => {
    await insertKey(tx, { call: callKey, status: 200, body: response });
    // The call does not see the uncommitted key, so it finds an empty cart. To store this refusal under the same key,
    // it waits for the transaction.
    creating = createOrder(deps, call);
    await lockWait(academy);
  });
  expect(await creating).toMatchObject({ status: 200, body: response });
});

describe('a connection that PostgreSQL closes', () => {
  it('when PostgreSQL closes the connection during a transaction that places several orders, each order is placed exactly once', async () => {
    const { queue, sizes } = openOrderQueue(academy);
    const students = await Promise.all(Array.from({ length: 4 }, () => enrolFire()));
    const lock = await lockBatch(academy, batches.fireOpen);
    const placing = Promise.all(students.map((student) => queue.place(requestOf(student))));
    await lockWait(academy);
    await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    await lock.release();
    expect((await placing).map(({ kind }) => kind)).toEqual(['placed', 'placed', 'placed', 'placed']);
    expect(sizes).toEqual([4, 4]);
    expect(await claims(academy, batches.fireOpen)).toEqual({ holds: 4, bookings: 0 });
  });

  it('when the connection breaks after a transaction that places several orders is committed, no order is placed a second time', async () => {
    const line = await FaultProxy.open(url);
    await withSecondApp(academy, line.url, async () => {
      const [keyed, bare] = [await enrolFire(), await enrolFire()];
      let broken = 0;
      line.arm({ at: 'commit', side: 'after', onBreak: () => void broken++ });
      const [one, two] = await Promise.all([order(keyed, {}, 'unheard-key-1'), placeOrder(bare)]);
      expect(broken).toBe(1);
      expect(await ordersOf(academy, keyed)).toMatchObject([{ id: one.json().order_id }]);
      expect(await ordersOf(academy, bare)).toMatchObject([{ id: two.order_id }]);
      const again = await order(keyed, {}, 'unheard-key-1');
      expect(again.json()).toEqual(one.json());
      // The header marks the response to the repeated call, but not the response to the first call.
      expect([one, again].map(({ headers }) => headers['idempotent-replayed'])).toEqual([undefined, 'true']);
      expect(await claims(academy, batches.fireOpen)).toEqual({ holds: 2, bookings: 0 });
    });
    await line.close();
  });
});

it('closing the server waits until an order in progress has been placed', async () => {
  const student = await enrolFire(batches.fireSeven);
  const lock = await lockBatch(academy, batches.fireSeven);
  await withSecondApp(academy, url, async (_other, end) => {
    const calling = order(student);
    await lockWait(academy);
    // The process exits when closing has finished, so by then no statement may still be on its way to the database.
    const ending = end();
    await lock.release();
    await ending;
    expect((await calling).statusCode).toBe(200);
    expect(await ordersOf(academy, student)).toMatchObject([{ state: 'awaiting_payment' }]);
  });
});

it('closing the server waits until a webhook that has already been answered with 200 is applied', async () => {
  const student = await enrolFire(batches.fireSeven);
  await withSecondApp(academy, url, async (other) => {
    const orderId = await providerOrderIdOf(academy, (await placeOrder(student)).attempt_id);
    const lock = await lockBatch(academy, batches.fireSeven);
    const webhook = paymentWebhook({ orderId, paymentId: 'pay-slow', status: 'SUCCESS', amount: 5500.5 });
    expect((await deliver(academy, sign(webhook, academy.clock.now()))).statusCode).toBe(200);
    expect(await ordersOf(academy, student)).toMatchObject([{ state: 'awaiting_payment' }]);
    const closing = other.server.close();
    await lock.release();
    await closing;
    expect(await ordersOf(academy, student)).toMatchObject([{ state: 'completed' }]);
  });
}, 20_000);
