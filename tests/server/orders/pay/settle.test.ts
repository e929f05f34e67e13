import { sql } from 'kysely';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { day, minute } from '../../../support/clock.ts';
import { openAcademy } from '../../booking/academy.ts';
import { batches, courses, packages } from '../../booking/academy-seed.ts';
import {
  addCourse,
  addFire,
  addSea,
  type Created,
  claims,
  clearSeats,
  expectInvariants,
  expireHolds,
  ledgerOf,
  order,
  orderStates,
  placeOrder,
  pressPaymentButton,
  readCart,
  recheckOrder,
} from '../ordering.ts';
import { endedAgo, poll } from './make-due.ts';

vi.setConfig({ testTimeout: 30_000 });
const academy = await openAcademy();
const { db, enrol, clock } = academy;

afterEach(async () => {
  await expectInvariants(academy);
  await clearSeats(academy);
});

const endSession = (attempt: string) =>
  sql`update sandbox_payments p set expires_at = now() - interval '1 second' from payment_attempts a
    where a.id = ${attempt} and p.provider_order_id = a.provider_order_id`.execute(db);

/** The changes of an order's state, oldest first. */
const stepsOf = ({ order_id }: Created) =>
  db
    .selectFrom('order_transitions')
    .select(['from_state', 'to_state', 'reason'])
    .where('order_id', '=', order_id)
    .orderBy('id')
    .execute();

const emailsAbout = ({ order_id }: Created) =>
  db.selectFrom('mail_outbox').select('subject').where('order_id', '=', order_id).execute();

describe('a payment', () => {
  it('an approved payment books seats, enrols the student, posts to the ledger and removes the bought items from the cart', async () => {
    const [student, other] = [await enrol(), await enrol()];
    await addSea(student, batches.fireOpen, batches.radarOpen);
    await addSea(other, batches.fireOpen, batches.radarOpen);
    const created = await placeOrder(student);
    await addCourse(student, courses.firstAid, batches.firstAidOpen);
    const back = await pressPaymentButton(academy, created, 'pay');
    expect(back.statusCode).toBe(303);
    expect(back.headers.location).toBe(`http://localhost/course-booking/checkout/confirmation/${created.attempt_id}`);
    const settled = await recheckOrder(student, created.attempt_id);
    expect(settled).toMatchObject({
      final_payment_status: 'APPROVED',
      state: 'completed',
      attempt_id: created.attempt_id,
    });
    expect(settled.order.receipt_number).toMatch(/^LFR-\d{4}-\d{6}$/);
    const enrolments = await db
      .selectFrom('enrolments')
      .select(['student_id', 'course_id', 'batch_id', 'start_date', 'end_date'])
      .where('order_id', '=', created.order_id)
      .orderBy('course_id')
      .execute();
    const { fireOpen, radarOpen } = batches;
    expect(enrolments).toEqual([
      {
        ...{ student_id: student.id, course_id: courses.fire, batch_id: fireOpen },
        ...{ start_date: '2026-04-01', end_date: '2026-04-03' },
      },
      {
        ...{ student_id: student.id, course_id: courses.radar, batch_id: radarOpen },
        ...{ start_date: '2026-04-02', end_date: '2026-04-04' },
      },
    ]);
    const idsInCart = async (one: typeof student) => (await readCart(one)).items.map(({ id }) => id);
    expect(await idsInCart(student)).toEqual([courses.firstAid]);
    expect(await idsInCart(other)).toEqual([packages.sea]);
    expect(await ledgerOf(academy, created.order_id)).toEqual([
      { account: 'gateway', amount_paise: 1_350_000 },
      { account: 'revenue', amount_paise: -1_350_000 },
    ]);
    const emails = await db
      .selectFrom('mail_outbox')
      .select(['subject', 'body'])
      .where('dedupe_key', '=', `order-completed:${created.order_id}`)
      .execute();
    expect(emails).toHaveLength(1);
    expect(emails[0]?.subject).toBe(`Booking confirmed: ${created.order_id}`);
    expect(emails[0]?.body).toContain('Radar Simulator: 2 Apr 2026 – 4 Apr 2026');
  });

  it('eight concurrent rechecks of an approved payment complete the order once', async () => {
    const student = await enrol();
    await addFire(student);
    const created = await placeOrder(student);
    await pressPaymentButton(academy, created, 'pay');
    const updates = await Promise.all(Array.from({ length: 8 }, () => recheckOrder(student, created.attempt_id)));
    for (const one of updates) expect(one.state).toBe('completed');
    await recheckOrder(student);
    expect(await stepsOf(created)).toMatchObject([
      { from_state: null, to_state: 'awaiting_payment' },
      { from_state: 'awaiting_payment', to_state: 'completed', reason: 'paid' },
    ]);
    expect(
      await db.selectFrom('enrolments').select('id').where('order_id', '=', created.order_id).execute(),
    ).toHaveLength(1);
  });

  it('a declined payment releases the seats once the student has left the payment page, and the student can order and pay again', async () => {
    const [student, other] = [await enrol(), await enrol()];
    await addFire(student, batches.fireSeven);
    await addFire(other);
    const first = await placeOrder(student);
    const unpaid = await placeOrder(other);
    expect((await pressPaymentButton(academy, first, 'decline')).statusCode).toBe(303);
    expect(await recheckOrder(student, first.attempt_id)).toMatchObject({
      final_payment_status: 'DECLINED',
      state: 'declined',
    });
    expect(await claims(academy, batches.fireSeven)).toEqual({ holds: 0, bookings: 0 });
    expect((await stepsOf(first)).slice(1)).toEqual([
      { from_state: 'awaiting_payment', to_state: 'declined', reason: 'payment declined' },
    ]);
    expect(await orderStates(academy, other)).toEqual(['awaiting_payment']);
    const second = await placeOrder(student);
    expect(second.order_id).not.toBe(first.order_id);
    await expireHolds(academy, unpaid.order_id);
    expect((await recheckOrder(student)).order.held_until).toBe(second.held_until);
    await pressPaymentButton(academy, second, 'pay');
    expect(await recheckOrder(student)).toMatchObject({ order_id: second.order_id, state: 'completed' });
    expect(await recheckOrder(student, first.attempt_id)).toMatchObject({
      ...{ order_id: first.order_id, attempt_id: first.attempt_id, state: 'declined' },
    });
    const orders = (await student.get('/api/users/student/orders')).json().data;
    expect(orders.map((one: { state: string }) => one.state)).toEqual(['completed', 'declined']);
  });

  it('a declined payment found by the payment poller frees the seats only when the payment session ends, as the student may try again', async () => {
    const student = await enrol();
    await addFire(student, batches.fireSeven);
    const created = await placeOrder(student);
    await pressPaymentButton(academy, created, 'decline');
    await poll(academy);
    expect(await claims(academy, batches.fireSeven)).toEqual({ holds: 1, bookings: 0 });
    await endSession(created.attempt_id);
    await poll(academy);
    expect(await claims(academy, batches.fireSeven)).toEqual({ holds: 0, bookings: 0 });
    expect(await recheckOrder(student, created.attempt_id)).toMatchObject({ state: 'declined' });
  });

  it('a student can place a new order after a declined payment, even if the server has not yet fetched the result of the payment', async () => {
    const student = await enrol();
    await addFire(student);
    const first = await placeOrder(student);
    await pressPaymentButton(academy, first, 'decline');
    expect((await placeOrder(student)).order_id).not.toBe(first.order_id);
  });

  it('a student who orders again after paying gets CART_EMPTY instead of a second order, and the paid order is completed', async () => {
    const student = await enrol();
    await addFire(student);
    const created = await placeOrder(student);
    await pressPaymentButton(academy, created, 'pay-away');
    const again = await order(student);
    expect(again.json().code).toBe('CART_EMPTY');
    expect((await recheckOrder(student, created.attempt_id)).state).toBe('completed');
  });

  it('an order with a pending payment keeps its seats even after its seat hold has expired, until the payment is declined', async () => {
    const student = await enrol();
    await addFire(student, batches.fireSeven);
    const created = await placeOrder(student);
    await pressPaymentButton(academy, created, 'pending');
    expect(await recheckOrder(student, created.attempt_id)).toMatchObject({ final_payment_status: 'PROCESSING' });
    await expireHolds(academy, created.order_id);
    await recheckOrder(student, created.attempt_id);
    const hold = await db
      .selectFrom('seat_claims')
      .select(sql<boolean>`expires_at > now() + interval '10 minutes'`.as('lives'))
      .where('order_id', '=', created.order_id)
      .executeTakeFirst();
    expect(hold?.lives).toBe(true);
    await endSession(created.attempt_id);
    expect(await recheckOrder(student, created.attempt_id)).toMatchObject({ final_payment_status: 'DECLINED' });
    expect(await claims(academy, batches.fireSeven)).toEqual({ holds: 0, bookings: 0 });
  });

  it('the payment poller completes a paid order even if the student never returned from the payment page', async () => {
    const student = await enrol();
    await addFire(student);
    const created = await placeOrder(student);
    expect((await pressPaymentButton(academy, created, 'pay-away')).body).toContain('You may close this page.');
    await poll(academy);
    const orders = (await student.get('/api/users/student/orders')).json().data;
    expect(orders[0]).toMatchObject({ order_id: created.order_id, final_payment_status: 'APPROVED' });
  });

  it('an unpaid order expires when its payment session ends, and its seats are released', async () => {
    const student = await enrol();
    await addFire(student, batches.fireSeven);
    const created = await placeOrder(student);
    await endSession(created.attempt_id);
    await poll(academy);
    expect((await stepsOf(created)).slice(1)).toEqual([
      { from_state: 'awaiting_payment', to_state: 'expired', reason: 'payment expired' },
    ]);
    expect(await recheckOrder(student, created.attempt_id)).toMatchObject({
      final_payment_status: 'DECLINED',
      state: 'expired',
    });
    expect(await claims(academy, batches.fireSeven)).toEqual({ holds: 0, bookings: 0 });
  });
});

it('a student gets no email about a declined payment for an order that a newer order has replaced', async () => {
  const student = await enrol();
  await addFire(student);
  const first = await placeOrder(student);
  await addCourse(student, courses.firstAid, batches.firstAidOpen);
  await placeOrder(student);
  await pressPaymentButton(academy, first, 'decline');
  await recheckOrder(student, first.attempt_id);
  expect(await orderStates(academy, student)).toEqual(['replaced', 'awaiting_payment']);
  const attempt = db.selectFrom('payment_attempts').select('state').where('id', '=', first.attempt_id);
  expect(await attempt.executeTakeFirst()).toEqual({ state: 'declined' });
  expect(await emailsAbout(first)).toEqual([]);
  expect(await claims(academy, batches.fireOpen)).toEqual({ holds: 1, bookings: 0 });
});

it('rechecking an unpaid payment does not wait for another transaction that has locked the batch', async () => {
  const student = await enrol();
  await addFire(student);
  const created = await placeOrder(student);
  await db.transaction().execute(async (tx) => {
    await sql`select from batches where id = ${batches.fireOpen} for update`.execute(tx);
    expect((await recheckOrder(student, created.attempt_id)).state).toBe('awaiting_payment');
  });
});

it('rechecking the payments of a student who has never ordered returns no order', async () => {
  expect(await recheckOrder(await enrol())).toBeNull();
});

describe('a late payment', () => {
  it('a payment made after the order’s seat hold has expired still books the order if seats are free', async () => {
    const student = await enrol();
    await addFire(student, batches.fireSeven);
    const created = await placeOrder(student);
    await expireHolds(academy, created.order_id);
    const other = await enrol();
    await addFire(other, batches.fireSeven);
    await placeOrder(other);
    await pressPaymentButton(academy, created, 'pay');
    expect((await recheckOrder(student)).state).toBe('completed');
    expect(await claims(academy, batches.fireSeven)).toEqual({ holds: 1, bookings: 1 });
  });

  it('a late payment for a package is due for refund and books no seat if the batch of one of its courses is full', async () => {
    const student = await enrol();
    await addSea(student, batches.fireOpen, batches.radarSeven);
    const before = await claims(academy, batches.fireOpen);
    const created = await placeOrder(student);
    await expireHolds(academy, created.order_id);
    await Promise.all(
      Array.from({ length: 7 }, async () => {
        const other = await enrol();
        await addCourse(other, courses.radar, batches.radarSeven);
        await placeOrder(other);
      }),
    );
    await pressPaymentButton(academy, created, 'pay');
    const settled = await recheckOrder(student, created.attempt_id);
    expect(settled).toMatchObject({ state: 'refund_due', final_payment_status: 'APPROVED' });
    expect(settled.order.items[0]?.status).toBe('Cancelled');
    expect(await claims(academy, batches.fireOpen)).toEqual(before);
    expect(await claims(academy, batches.radarSeven)).toEqual({ holds: 7, bookings: 0 });
    expect(await ledgerOf(academy, created.order_id)).toEqual([
      { account: 'gateway', amount_paise: 1_350_000 },
      { account: 'refunds_payable', amount_paise: -1_350_000 },
    ]);
    const emails = await db
      .selectFrom('mail_outbox')
      .select('subject')
      .where('dedupe_key', 'like', `order-refund-due:${created.order_id}:%`)
      .execute();
    expect(emails).toEqual([{ subject: `Refund for order ${created.order_id}` }]);
  });

  it('the payment poller completes an expired order that is paid after two days, but no order that is paid after two weeks', async () => {
    const students = await Promise.all([enrol(), enrol(), enrol()]);
    await Promise.all(students.map((student) => addFire(student, batches.fireSeven)));
    const [minutes, days, weeks] = await Promise.all(students.map((student) => placeOrder(student)));
    const attempts = [minutes, days, weeks].map((created) => created?.attempt_id ?? '');
    for (const attempt of attempts) await endSession(attempt);
    await poll(academy);
    const states = async () => {
      const rows = await db.selectFrom('orders').select('state').where('id', 'in', ids).orderBy('id').execute();
      return rows.map((row) => row.state);
    };
    const ids = attempts.map((attempt) => attempt.slice(0, -2)).sort();
    expect(await states()).toEqual(['expired', 'expired', 'expired']);
    const [first = '', second = '', third = ''] = attempts;
    await endedAgo(db, first, minute / 1000);
    await endedAgo(db, second, (2 * day) / 1000);
    await endedAgo(db, third, (14 * day) / 1000);
    await poll(academy);
    await sql`update sandbox_payments p set state = 'paid', payment_id = 'late-' || a.id from payment_attempts a
      where a.id = any(${attempts}) and p.provider_order_id = a.provider_order_id`.execute(db);
    await poll(academy);
    const settled = async () => (await states()).filter((state) => state === 'completed').length;
    expect(await settled()).toBe(2);
    expect((await recheckOrder(students[2], third)).state).toBe('completed');
  });

  it('a late payment for an order that a newer order has replaced is due for refund and books nothing', async () => {
    const student = await enrol();
    await addFire(student);
    const first = await placeOrder(student);
    await addCourse(student, courses.firstAid, batches.firstAidOpen);
    const second = await placeOrder(student);
    await pressPaymentButton(academy, first, 'pay');
    await pressPaymentButton(academy, second, 'pay');
    await recheckOrder(student);
    expect(await orderStates(academy, student)).toEqual(['refund_due', 'completed']);
  });
});

describe('the list of orders', () => {
  it('the list of orders shows a course as Not Started, In Progress or Completed by the date in the academy’s time zone', async () => {
    const student = await enrol();
    await addSea(student, batches.fireOpen, batches.radarOpen);
    await pressPaymentButton(academy, await placeOrder(student), 'pay');
    await recheckOrder(student);
    const start = clock.now();
    const stages = async () => {
      const session = (await student.get('/api/users/student/orders')).json().data;
      const [line] = session[0].items;
      return [line.status, ...line.courses.map((course: { status: string }) => course.status)];
    };
    expect(await stages()).toEqual(['Not Started', 'Not Started', 'Not Started']);
    clock.advance(22 * day);
    expect(await stages()).toEqual(['In Progress', 'In Progress', 'Not Started']);
    clock.advance(3 * day);
    expect(await stages()).toEqual(['In Progress', 'Completed', 'In Progress']);
    clock.advance(1 * day);
    expect(await stages()).toEqual(['Completed', 'Completed', 'Completed']);
    clock.advance(start - clock.now());
  });
});
