import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { openAcademy, type StudentBrowser } from '../../booking/academy.ts';
import { batches, courses } from '../../booking/academy-seed.ts';
import {
  addCourse,
  addFire,
  type Created,
  claims,
  clearSeats,
  expectInvariants,
  ledgerOf,
  pay,
  placeOrder,
  pressPaymentButton,
  recheckOrder,
} from '../ordering.ts';
import { poll } from '../pay/make-due.ts';

const academy = await openAcademy();
const { db, enrol } = academy;

afterEach(async () => {
  await expectInvariants(academy);
  await clearSeats(academy);
});

const fire = { item_type: 'course', course_id: courses.fire };

async function swap(student: StudentBrowser, batch_id: number): Promise<void> {
  expect((await student.send('PUT', '/api/cart/batch', { ...fire, batch_id })).statusCode).toBe(200);
}

/** Creates an order and a second order that replaces it, for another batch of the same course. */
async function swapped() {
  const student = await enrol();
  await addFire(student, batches.fireOpen);
  const first = await placeOrder(student);
  await swap(student, batches.fireSeven);
  const second = await placeOrder(student);
  expect(await statesOf(first, second)).toEqual(['replaced', 'awaiting_payment']);
  return { student, first, second };
}

async function statesOf(...orders: Created[]): Promise<string[]> {
  const rows = await db.selectFrom('orders').select(['id', 'state']).execute();
  const states = new Map(rows.map(({ id, state }) => [id, state]));
  return orders.map(({ order_id }) => states.get(order_id) ?? 'none');
}

const fireSeats = async () => [await claims(academy, batches.fireOpen), await claims(academy, batches.fireSeven)];
const none = { holds: 0, bookings: 0 };
const booked = { holds: 0, bookings: 1 };

/** Expects that an order has one refund of the whole price, because another order was booked, and no revenue. */
async function expectOwedBack({ order_id }: Created): Promise<void> {
  expect(await ledgerOf(academy, order_id)).not.toContainEqual(expect.objectContaining({ account: 'revenue' }));
  const refunds = db.selectFrom('refunds').select(['amount_paise', 'reason']).where('order_id', '=', order_id);
  expect(await refunds.execute()).toEqual([{ amount_paise: 550_050, reason: 'bought by another order' }]);
}

/** Ends the payment session of an unpaid order. */
async function expire(student: StudentBrowser, { attempt_id, data }: Created): Promise<void> {
  await sql`update sandbox_payments set expires_at = now() - interval '1 second'
    where session_id = ${data}`.execute(db);
  await recheckOrder(student, attempt_id);
}

/** Pays an order at the provider after it had been reported as expired. */
async function payLate(student: StudentBrowser, created: Created): Promise<void> {
  await sql`update sandbox_payments set expires_at = now() + interval '1 hour'
    where session_id = ${created.data}`.execute(db);
  await pressPaymentButton(academy, created, 'pay-away');
  await poll(academy);
  await recheckOrder(student, created.attempt_id);
}

describe('an order and the order that replaced it after a batch swap, both paid', () => {
  it.each([
    ['first', false],
    ['second', true],
  ])(
    'if a student pays an order and the newer order that replaced it, only the newer order is booked (the %s order is checked first)',
    async (_, isReversed) => {
      const { student, first, second } = await swapped();
      const orders = isReversed ? [second, first] : [first, second];
      for (const created of orders) await pressPaymentButton(academy, created, 'pay-away');
      for (const created of orders) await recheckOrder(student, created.attempt_id);
      expect(['refund_due', 'refunded']).toContain((await statesOf(first))[0]);
      expect(await statesOf(second)).toEqual(['completed']);
      expect(await fireSeats()).toEqual([none, booked]);
      await expectOwedBack(first);
    },
  );

  it('if an order and the newer order that replaced it are both paid and then checked at the same time, only the newer order is booked', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { student, first, second } = await swapped();
      await Promise.all([first, second].map((created) => pressPaymentButton(academy, created, 'pay-away')));
      await Promise.all([first, second, first, second].map(({ attempt_id }) => recheckOrder(student, attempt_id)));
      expect(['refund_due', 'refunded']).toContain((await statesOf(first))[0]);
      expect(await statesOf(second)).toEqual(['completed']);
      expect(await fireSeats()).toEqual([none, booked]);
      await expectOwedBack(first);
      await clearSeats(academy);
    }
  });

  it('a late payment completes a replaced order if the newer order has expired unpaid', async () => {
    const { student, first, second } = await swapped();
    await expire(student, second);
    expect(await statesOf(first, second)).toEqual(['replaced', 'expired']);
    await payLate(student, first);
    expect(await statesOf(first)).toEqual(['completed']);
    await payLate(student, second);
    expect(['refund_due', 'refunded']).toContain((await statesOf(second))[0]);
    expect(await fireSeats()).toEqual([booked, none]);
    await expectOwedBack(second);
  });
});

it('after a late payment has completed a replaced order, the student can also book another batch of the same course', async () => {
  const { student, first, second } = await swapped();
  await expire(student, second);
  await payLate(student, first);
  await addFire(student, batches.fireSeven);
  const third = await placeOrder(student);
  await expire(student, third);
  await payLate(student, third);
  expect(await statesOf(first, second, third)).toEqual(['completed', 'expired', 'completed']);
  expect(await fireSeats()).toEqual([booked, booked]);
});

describe('two orders for different batches of one course', () => {
  /** Creates a student who has paid for one batch of a course and ordered another. */
  async function twice() {
    const student = await enrol();
    await addFire(student, batches.fireOpen);
    const first = await placeOrder(student);
    await pay(academy, student, first);
    await addFire(student, batches.fireSeven);
    return { student, first, second: await placeOrder(student) };
  }

  it('two orders of one student for different batches of one course are both booked', async () => {
    const { student, first, second } = await twice();
    await pay(academy, student, second);
    expect(await statesOf(first, second)).toEqual(['completed', 'completed']);
    expect(await fireSeats()).toEqual([booked, booked]);
  });

  it('a late payment for an expired order is booked although the student has since booked another batch of the same course', async () => {
    const student = await enrol();
    await addFire(student, batches.fireOpen);
    const first = await placeOrder(student);
    await expire(student, first);
    await swap(student, batches.fireSeven);
    const second = await placeOrder(student);
    await pay(academy, student, second);
    await payLate(student, first);
    expect(await statesOf(first, second)).toEqual(['completed', 'completed']);
    expect(await fireSeats()).toEqual([booked, booked]);
  });

  it('a late payment for a replaced order is booked although the student has already booked another batch of the same course', async () => {
    const { student, first, second } = await twice();
    await student.send('DELETE', '/api/cart', fire);
    await addCourse(student, courses.firstAid, batches.firstAidOpen);
    const third = await placeOrder(student);
    expect(await statesOf(second, third)).toEqual(['replaced', 'awaiting_payment']);
    await payLate(student, second);
    expect(await statesOf(first, second)).toEqual(['completed', 'completed']);
    expect(await fireSeats()).toEqual([booked, booked]);
  });
});
