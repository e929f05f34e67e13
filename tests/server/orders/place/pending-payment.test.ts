import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import type { Order, Quote } from '../../../../contract/orders.ts';
import { openAcademy, type StudentBrowser } from '../../booking/academy.ts';
import { batches, courses, settings } from '../../booking/academy-seed.ts';
import {
  addCourse,
  addFire,
  clearSeats,
  expectInvariants,
  order,
  orderFire,
  placeOrder,
  pressPaymentButton,
  recheckOrder,
} from '../ordering.ts';

const academy = await openAcademy();
const { db, enrol } = academy;

afterEach(async () => {
  await expectInvariants(academy);
  await clearSeats(academy);
});

/** Creates a student whose payment for Fire Fighting is pending at the bank. */
async function payPending() {
  const { student, created } = await orderFire(academy);
  await pressPaymentButton(academy, created, 'pending');
  return { student, created };
}

async function refusedOrder(student: StudentBrowser) {
  const response = await order(student);
  expect(response.statusCode, response.body).toBe(409);
  return response.json();
}

const listOrders = async (student: StudentBrowser): Promise<Order[]> =>
  (await student.get('/api/users/student/orders')).json().data;

const setTerms = (terms_version: string) =>
  db
    .updateTable('cms_documents')
    .set({ body: JSON.stringify({ ...settings, terms_version }) })
    .where('key', '=', 'booking-settings')
    .execute();

const moveBatch = (start_date: string) =>
  db.updateTable('batches').set({ start_date }).where('id', '=', batches.fireOpen).execute();

describe('an order with a pending payment', () => {
  it('while a payment is pending, POST /orders/create returns PAYMENT_PENDING whatever is in the cart', async () => {
    const { student, created } = await payPending();
    const { order_id, attempt_id } = created;
    const message = 'Payment pending, do not pay again.';
    const expected = { code: 'PAYMENT_PENDING', message, data: { order_id, attempt_id } };
    expect(await refusedOrder(student)).toMatchObject(expected);
    await addCourse(student, courses.firstAid, batches.firstAidOpen);
    expect(await refusedOrder(student)).toMatchObject(expected);
    await student.send('DELETE', '/api/cart', { item_type: 'course', course_id: courses.fire });
    expect(await refusedOrder(student)).toMatchObject(expected);
    expect((await listOrders(student)).map((one) => one.order_id)).toEqual([order_id]);
  });

  it('an order with a pending payment is not replaced by a new order, even after its payment session has ended', async () => {
    const { student, created } = await payPending();
    await sql`update payment_attempts set expires_at = now() - interval '1 hour' where id = ${created.attempt_id}`.execute(
      db,
    );
    expect((await refusedOrder(student)).code).toBe('PAYMENT_PENDING');
    expect((await recheckOrder(student, created.attempt_id)).state).toBe('awaiting_payment');
  });

  it('rechecking a pending payment does not shorten the seat hold of its order', async () => {
    const { student, created } = await payPending();
    const readExpiry = () =>
      db.selectFrom('seat_claims').select('expires_at').where('order_id', '=', created.order_id).execute();
    const before = await readExpiry();
    expect((await recheckOrder(student, created.attempt_id)).order.is_payment_pending).toBe(true);
    expect(await readExpiry()).toEqual(before);
  });

  it('the list of orders and the result of rechecking an order both say that a payment is pending', async () => {
    const { student, created } = await payPending();
    await recheckOrder(student);
    expect(await listOrders(student)).toMatchObject([
      { order_id: created.order_id, final_payment_status: 'PROCESSING', is_payment_pending: true },
    ]);
    expect((await recheckOrder(student, created.attempt_id)).order.is_payment_pending).toBe(true);
  });
});

describe('an order whose pending payment is settled', () => {
  it('a student can order again once the pending payment of the earlier order is declined', async () => {
    const { student, created } = await payPending();
    expect((await refusedOrder(student)).code).toBe('PAYMENT_PENDING');
    await pressPaymentButton(academy, created, 'decline');
    const again = await placeOrder(student);
    expect(again.order_id).not.toBe(created.order_id);
    expect((await listOrders(student)).map((one) => one.is_payment_pending)).toEqual([false, false]);
  });

  it('ordering again after a pending payment was approved returns CART_EMPTY, because the earlier order is completed', async () => {
    const { student, created } = await payPending();
    expect((await refusedOrder(student)).code).toBe('PAYMENT_PENDING');
    await pressPaymentButton(academy, created, 'pay');
    expect((await refusedOrder(student)).code).toBe('CART_EMPTY');
    expect(await listOrders(student)).toMatchObject([{ state: 'completed', is_payment_pending: false }]);
  });
});

it('an order whose payment was not started has no pending payment, and ordering again returns the same order', async () => {
  const student = await enrol();
  await addFire(student);
  const created = await placeOrder(student);
  expect((await recheckOrder(student, created.attempt_id)).order).toMatchObject({
    final_payment_status: 'PROCESSING',
    is_payment_pending: false,
  });
  expect(await placeOrder(student)).toEqual(created);
});

describe('an order that is placed again', () => {
  it('when the terms have changed before a student places the same order again, the order stores the version of the terms accepted last', async () => {
    const [student, other] = [await enrol(), await orderFire(academy)];
    await addFire(student);
    const created = await placeOrder(student, { terms_version: '2026-01' });
    await setTerms('2026-02');
    expect((await order(student, { terms_version: '2026-01' })).json().code).toBe('CART_CHANGED');
    expect((await placeOrder(student, { terms_version: '2026-02' })).order_id).toBe(created.order_id);
    await setTerms('2026-01');
    const stored = await db
      .selectFrom('orders')
      .select(['terms_version', sql<boolean>`terms_accepted_at > created_at`.as('is_renewed')])
      .where('id', '=', created.order_id)
      .executeTakeFirst();
    expect(stored).toEqual({ terms_version: '2026-02', is_renewed: true });
    const others = db.selectFrom('orders').select('terms_version').where('id', '=', other.created.order_id);
    expect(await others.execute()).toEqual([{ terms_version: '2026-01' }]);
  });

  it('a student who places the same order again gets a new order if the batch has been moved to other days', async () => {
    const student = await enrol();
    await addFire(student);
    const created = await placeOrder(student);
    await moveBatch('2026-03-31');
    expect((await placeOrder(student)).order_id).not.toBe(created.order_id);
    await moveBatch('2026-04-01');
  });
});

it('an order whose price quote has outdated batch dates is refused with CART_CHANGED, and an order whose quote has no dates is accepted', async () => {
  const student = await enrol();
  await addFire(student);
  const days = [{ batch_id: batches.fireOpen, start_date: '2026-04-01', end_date: '2026-04-03' }];
  const line = { type: 'course' as const, id: courses.fire, price: 5500.5, batch_ids: [batches.fireOpen] };
  const shown: Quote = { total: 5500.5, items: [{ ...line, days }] };
  await moveBatch('2026-03-31');
  const moved = await order(student, { terms_version: '2026-01', quote: shown });
  expect(moved.json()).toMatchObject({
    code: 'CART_CHANGED',
    data: { before: shown, after: { items: [{ days: [{ start_date: '2026-03-31', end_date: '2026-04-03' }] }] } },
  });
  expect((await order(student, { terms_version: '2026-01', quote: { ...shown, items: [line] } })).statusCode).toBe(200);
  await moveBatch('2026-04-01');
});
