import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import type { Order, Quote } from '../../../contract/orders.ts';
import { openAcademy, type StudentBrowser } from '../booking/academy.ts';
import { batches, courses, settings } from '../booking/academy-seed.ts';
import { addCourse, addFire, clearSeats, expectInvariants, order, ordered, press, update } from './ordering.ts';

const academy = await openAcademy();
const { db, enrol } = academy;

afterEach(async () => {
  await expectInvariants(academy);
  await clearSeats(academy);
});

/** A student whose payment for Fire Fighting is under way at the bank. */
async function payPending() {
  const student = await enrol();
  await addFire(student);
  const created = await ordered(student);
  await press(academy, created, 'pending');
  return { student, created };
}

async function refusedOrder(student: StudentBrowser) {
  const answer = await order(student);
  expect(answer.statusCode, answer.body).toBe(409);
  return answer.json();
}

const ordersOf = async (student: StudentBrowser): Promise<Order[]> =>
  (await student.get('/api/users/student/orders')).json().data;

const setTerms = (terms_version: string) =>
  db
    .updateTable('cms_documents')
    .set({ body: JSON.stringify({ ...settings, terms_version }) })
    .where('key', '=', 'booking-settings')
    .execute();

const moveBatch = (start_date: string) =>
  db.updateTable('batches').set({ start_date }).where('id', '=', batches.fireOpen).execute();

describe('while a payment is pending', () => {
  it('neither the same cart nor another is ordered, so that nobody pays twice', async () => {
    const { student, created } = await payPending();
    const { order_id, attempt_id } = created;
    const expected = { code: 'PAYMENT_PENDING', data: { order_id, attempt_id } };
    expect(await refusedOrder(student)).toMatchObject(expected);
    await addCourse(student, courses.firstAid, batches.firstAidOpen);
    expect(await refusedOrder(student)).toMatchObject(expected);
    await student.send('DELETE', '/api/cart', { item_type: 'course', course_id: courses.fire });
    expect(await refusedOrder(student)).toMatchObject(expected);
    expect((await ordersOf(student)).map((one) => one.order_id)).toEqual([order_id]);
  });

  it('its order is not replaced when its session is over', async () => {
    const { student, created } = await payPending();
    await sql`update payment_attempts set expires_at = now() - interval '1 hour' where id = ${created.attempt_id}`.execute(
      db,
    );
    expect((await refusedOrder(student)).code).toBe('PAYMENT_PENDING');
    expect((await update(student, created.attempt_id)).state).toBe('awaiting_payment');
  });

  it('every device is told by the list of orders', async () => {
    const { student, created } = await payPending();
    await update(student);
    expect(await ordersOf(student)).toMatchObject([
      { order_id: created.order_id, final_payment_status: 'PROCESSING', is_payment_pending: true },
    ]);
    expect((await update(student, created.attempt_id)).order.is_payment_pending).toBe(true);
  });
});

describe('once it is settled', () => {
  it('a declined payment lets the student order again', async () => {
    const { student, created } = await payPending();
    expect((await refusedOrder(student)).code).toBe('PAYMENT_PENDING');
    await press(academy, created, 'decline');
    const again = await ordered(student);
    expect(again.order_id).not.toBe(created.order_id);
    expect((await ordersOf(student)).map((one) => one.is_payment_pending)).toEqual([false, false]);
  });

  it('an approved payment has booked', async () => {
    const { student, created } = await payPending();
    expect((await refusedOrder(student)).code).toBe('PAYMENT_PENDING');
    await press(academy, created, 'pay');
    expect((await refusedOrder(student)).code).toBe('CART_EMPTY');
    expect(await ordersOf(student)).toMatchObject([{ state: 'completed', is_payment_pending: false }]);
  });
});

it('an order whose payment was not begun is not pending, and is given again', async () => {
  const student = await enrol();
  await addFire(student);
  const created = await ordered(student);
  expect((await update(student, created.attempt_id)).order).toMatchObject({
    final_payment_status: 'PROCESSING',
    is_payment_pending: false,
  });
  expect(await ordered(student)).toEqual(created);
});

describe('an order that is given again', () => {
  it('stores the terms that were accepted last', async () => {
    const student = await enrol();
    await addFire(student);
    const created = await ordered(student, { terms_version: '2026-01' });
    await setTerms('2026-02');
    expect((await order(student, { terms_version: '2026-01' })).json().code).toBe('CART_CHANGED');
    expect((await ordered(student, { terms_version: '2026-02' })).order_id).toBe(created.order_id);
    await setTerms('2026-01');
    const stored = await db
      .selectFrom('orders')
      .select(['terms_version', sql<boolean>`terms_accepted_at > created_at`.as('is_renewed')])
      .where('id', '=', created.order_id)
      .executeTakeFirst();
    expect(stored).toEqual({ terms_version: '2026-02', is_renewed: true });
  });

  it('is a new one where a batch has moved to other days', async () => {
    const student = await enrol();
    await addFire(student);
    const created = await ordered(student);
    await moveBatch('2026-03-31');
    expect((await ordered(student)).order_id).not.toBe(created.order_id);
    await moveBatch('2026-04-01');
  });
});

it('tells days that have moved since the screen, and asks nothing of a screen that told none', async () => {
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
