import { sql } from 'kysely';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { day, minute } from '../../support/clock.ts';
import { openAcademy } from '../booking/academy.ts';
import { batches, courses } from '../booking/academy-seed.ts';
import { endedAgo, poll } from './due.ts';
import {
  addCourse,
  addFire,
  addSea,
  claims,
  clearSeats,
  expectInvariants,
  expireHolds,
  ledgerOf,
  order,
  ordered,
  press,
  update,
} from './ordering.ts';

vi.setConfig({ testTimeout: 30_000 });
const academy = await openAcademy();
const { db, enrol, clock } = academy;

afterEach(async () => {
  await expectInvariants(academy);
  await clearSeats(academy);
});

const endSession = (attempt: string) =>
  sql`update sandbox_payments set expires_at = now() - interval '1 second' where provider_order_id = ${attempt}`.execute(
    db,
  );

describe('a payment', () => {
  it('that is approved books the seats, enrols, empties the cart, keeps the ledger and mails', async () => {
    const student = await enrol();
    await addSea(student, batches.fireOpen, batches.radarOpen);
    const created = await ordered(student);
    await addCourse(student, courses.firstAid, batches.firstAidOpen);
    const back = await press(academy, created, 'pay');
    expect(back.statusCode).toBe(303);
    expect(back.headers.location).toBe(`http://localhost/course-booking/checkout/confirmation/${created.attempt_id}`);
    const settled = await update(student, created.attempt_id);
    expect(settled).toMatchObject({
      final_payment_status: 'APPROVED',
      state: 'completed',
      attempt_id: created.attempt_id,
    });
    expect(settled.order.receipt_number).toMatch(/^LFR-2026-\d{6}$/);
    const enrolments = await db
      .selectFrom('enrolments')
      .select('course_id')
      .where('student_id', '=', student.id)
      .execute();
    expect(enrolments.map((row) => row.course_id).sort()).toEqual([courses.fire, courses.radar]);
    const { items } = (await student.get('/api/cart')).json().data;
    expect(items.map((line: { id: number }) => line.id)).toEqual([courses.firstAid]);
    expect(await ledgerOf(academy, created.order_id)).toEqual([
      { account: 'gateway', amount_paise: 1_350_000 },
      { account: 'revenue', amount_paise: -1_350_000 },
    ]);
    const mail = await db
      .selectFrom('mail_outbox')
      .select(['subject', 'body'])
      .where('dedupe_key', '=', `order-completed:${created.order_id}`)
      .execute();
    expect(mail).toHaveLength(1);
    expect(mail[0]?.subject).toBe(`Booking confirmed: ${created.order_id}`);
    expect(mail[0]?.body).toContain('Radar Simulator: 02 Apr 2026 to 04 Apr 2026');
  });

  it('that was told twice, also at once, completes once', async () => {
    const student = await enrol();
    await addFire(student);
    const created = await ordered(student);
    await press(academy, created, 'pay');
    const told = await Promise.all(Array.from({ length: 8 }, () => update(student, created.attempt_id)));
    for (const one of told) expect(one.state).toBe('completed');
    await update(student);
    const steps = await db
      .selectFrom('order_transitions')
      .select('to_state')
      .where('order_id', '=', created.order_id)
      .orderBy('id')
      .execute();
    expect(steps.map((step) => step.to_state)).toEqual(['awaiting_payment', 'completed']);
    expect(
      await db.selectFrom('enrolments').select('id').where('order_id', '=', created.order_id).execute(),
    ).toHaveLength(1);
  });

  it('that is declined gives the seats back and can be tried again', async () => {
    const student = await enrol();
    await addFire(student, batches.fireSeven);
    const first = await ordered(student);
    expect((await press(academy, first, 'decline')).statusCode).toBe(303);
    expect(await update(student, first.attempt_id)).toMatchObject({
      final_payment_status: 'DECLINED',
      state: 'declined',
    });
    expect(await claims(academy, batches.fireSeven)).toEqual({ holds: 0, bookings: 0 });
    const second = await ordered(student);
    expect(second.order_id).not.toBe(first.order_id);
    await press(academy, second, 'pay');
    expect((await update(student)).state).toBe('completed');
    const orders = (await student.get('/api/users/student/orders')).json().data;
    expect(orders.map((one: { state: string }) => one.state)).toEqual(['completed', 'declined']);
  });

  it('that is declined keeps its seats while the student may be trying again on the payment page', async () => {
    const student = await enrol();
    await addFire(student, batches.fireSeven);
    const created = await ordered(student);
    await press(academy, created, 'decline');
    await poll(academy);
    expect(await claims(academy, batches.fireSeven)).toEqual({ holds: 1, bookings: 0 });
    await endSession(created.attempt_id);
    await poll(academy);
    expect(await claims(academy, batches.fireSeven)).toEqual({ holds: 0, bookings: 0 });
    expect(await update(student, created.attempt_id)).toMatchObject({ state: 'declined' });
  });

  it('that was declined unseen is settled before the next order', async () => {
    const student = await enrol();
    await addFire(student);
    const first = await ordered(student);
    await press(academy, first, 'decline');
    expect((await ordered(student)).order_id).not.toBe(first.order_id);
  });

  it('that was made unseen is settled instead of ordering again', async () => {
    const student = await enrol();
    await addFire(student);
    const created = await ordered(student);
    await press(academy, created, 'pay-away');
    const again = await order(student);
    expect(again.json().code).toBe('CART_EMPTY');
    expect((await update(student, created.attempt_id)).state).toBe('completed');
  });

  it('that is pending keeps its seats until it is decided', async () => {
    const student = await enrol();
    await addFire(student, batches.fireSeven);
    const created = await ordered(student);
    await press(academy, created, 'pending');
    expect(await update(student, created.attempt_id)).toMatchObject({ final_payment_status: 'PROCESSING' });
    await expireHolds(academy, created.order_id);
    await update(student, created.attempt_id);
    const hold = await db
      .selectFrom('seat_claims')
      .select(sql<boolean>`expires_at > now() + interval '10 minutes'`.as('lives'))
      .where('order_id', '=', created.order_id)
      .executeTakeFirst();
    expect(hold?.lives).toBe(true);
    await endSession(created.attempt_id);
    expect(await update(student, created.attempt_id)).toMatchObject({ final_payment_status: 'DECLINED' });
    expect(await claims(academy, batches.fireSeven)).toEqual({ holds: 0, bookings: 0 });
  });

  it('that does not come back is found by the poller', async () => {
    const student = await enrol();
    await addFire(student);
    const created = await ordered(student);
    expect((await press(academy, created, 'pay-away')).body).toContain('You may close this page.');
    await poll(academy);
    const orders = (await student.get('/api/users/student/orders')).json().data;
    expect(orders[0]).toMatchObject({ order_id: created.order_id, final_payment_status: 'APPROVED' });
  });

  it('that was never made expires with its session', async () => {
    const student = await enrol();
    await addFire(student, batches.fireSeven);
    const created = await ordered(student);
    await endSession(created.attempt_id);
    await poll(academy);
    expect(await update(student, created.attempt_id)).toMatchObject({
      final_payment_status: 'DECLINED',
      state: 'expired',
    });
    expect(await claims(academy, batches.fireSeven)).toEqual({ holds: 0, bookings: 0 });
  });
});

describe('a payment that comes late', () => {
  it('takes the seats again while there are some', async () => {
    const student = await enrol();
    await addFire(student, batches.fireSeven);
    const created = await ordered(student);
    await expireHolds(academy, created.order_id);
    const other = await enrol();
    await addFire(other, batches.fireSeven);
    await ordered(other);
    await press(academy, created, 'pay');
    expect((await update(student)).state).toBe('completed');
    expect(await claims(academy, batches.fireSeven)).toEqual({ holds: 1, bookings: 1 });
  });

  it('is owed back where the batch has filled, and holds no seat of its package', async () => {
    const student = await enrol();
    await addSea(student, batches.fireOpen, batches.radarSeven);
    const before = await claims(academy, batches.fireOpen);
    const created = await ordered(student);
    await expireHolds(academy, created.order_id);
    await Promise.all(
      Array.from({ length: 7 }, async () => {
        const other = await enrol();
        await addCourse(other, courses.radar, batches.radarSeven);
        await ordered(other);
      }),
    );
    await press(academy, created, 'pay');
    const settled = await update(student, created.attempt_id);
    expect(settled).toMatchObject({ state: 'refund_due', final_payment_status: 'APPROVED' });
    expect(settled.order.items[0]?.status).toBe('Cancelled');
    expect(await claims(academy, batches.fireOpen)).toEqual(before);
    expect(await claims(academy, batches.radarSeven)).toEqual({ holds: 7, bookings: 0 });
    expect(await ledgerOf(academy, created.order_id)).toEqual([
      { account: 'gateway', amount_paise: 1_350_000 },
      { account: 'refunds_payable', amount_paise: -1_350_000 },
    ]);
    const mail = await db
      .selectFrom('mail_outbox')
      .select('subject')
      .where('dedupe_key', 'like', `order-refund-due:${created.order_id}:%`)
      .execute();
    expect(mail).toEqual([{ subject: `Refund for order ${created.order_id}` }]);
  });

  it('counts although its session was over and its order had expired', async () => {
    const students = await Promise.all([enrol(), enrol(), enrol()]);
    await Promise.all(students.map((student) => addFire(student, batches.fireSeven)));
    const [minutes, days, weeks] = await Promise.all(students.map((student) => ordered(student)));
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
    await sql`update sandbox_payments set state = 'paid', payment_id = 'late-' || provider_order_id
      where provider_order_id = any(${attempts})`.execute(db);
    await poll(academy);
    const settled = async () => (await states()).filter((state) => state === 'completed').length;
    expect(await settled()).toBe(2);
    expect((await update(students[2], third)).state).toBe('completed');
  });

  it('for an order that another replaced is owed back, not booked twice', async () => {
    const student = await enrol();
    await addFire(student);
    const first = await ordered(student);
    await addCourse(student, courses.firstAid, batches.firstAidOpen);
    const second = await ordered(student);
    await press(academy, first, 'pay');
    await press(academy, second, 'pay');
    await update(student);
    const orders = await db
      .selectFrom('orders')
      .select('state')
      .where('student_id', '=', student.id)
      .orderBy('id')
      .execute();
    expect(orders.map((row) => row.state)).toEqual(['refund_due', 'completed']);
  });
});

describe('my orders', () => {
  it('show what stage each course is at, by academy days', async () => {
    const student = await enrol();
    await addSea(student, batches.fireOpen, batches.radarOpen);
    await press(academy, await ordered(student), 'pay');
    await update(student);
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
