import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { openAcademy, type StudentBrowser } from '../booking/academy.ts';
import { batches, courses } from '../booking/academy-seed.ts';
import { poll } from './due.ts';
import {
  addCourse,
  addFire,
  type Created,
  claims,
  clearSeats,
  expectInvariants,
  ledgerOf,
  ordered,
  pay,
  press,
  update,
} from './ordering.ts';

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

/** An order whose batch was swapped in the cart and ordered anew, and the order that took its place. */
async function swapped() {
  const student = await enrol();
  await addFire(student, batches.fireOpen);
  const first = await ordered(student);
  await swap(student, batches.fireSeven);
  const second = await ordered(student);
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

/** The whole price is owed back, or on its way. */
async function expectOwedBack({ order_id }: Created): Promise<void> {
  expect(await ledgerOf(academy, order_id)).not.toContainEqual(expect.objectContaining({ account: 'revenue' }));
  const refunds = db.selectFrom('refunds').select('amount_paise').where('order_id', '=', order_id);
  expect(await refunds.execute()).toEqual([{ amount_paise: 550_050 }]);
}

/** The payment session of an order that was not paid has ended. */
async function expire(student: StudentBrowser, { attempt_id }: Created): Promise<void> {
  await sql`update sandbox_payments set expires_at = now() - interval '1 second'
    where provider_order_id = ${attempt_id}`.execute(db);
  await update(student, attempt_id);
}

/** The provider tells of a payment that it had said would not come. */
async function payLate(student: StudentBrowser, created: Created): Promise<void> {
  await sql`update sandbox_payments set expires_at = now() + interval '1 hour'
    where provider_order_id = ${created.attempt_id}`.execute(db);
  await press(academy, created, 'pay-away');
  await poll(academy);
  await update(student, created.attempt_id);
}

describe('an order whose batch was swapped and ordered anew, both of them paid', () => {
  it.each([
    ['the first one is heard of first', 0],
    ['the second one is heard of first', 1],
  ])('books the second alone, where %s', async (_, isReversed) => {
    const { student, first, second } = await swapped();
    const orders = isReversed ? [second, first] : [first, second];
    for (const created of orders) await press(academy, created, 'pay-away');
    for (const created of orders) await update(student, created.attempt_id);
    expect(['refund_due', 'refunded']).toContain((await statesOf(first))[0]);
    expect(await statesOf(second)).toEqual(['completed']);
    expect(await fireSeats()).toEqual([none, booked]);
    await expectOwedBack(first);
  });

  it('books the second alone, where both are heard of at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { student, first, second } = await swapped();
      await Promise.all([first, second].map((created) => press(academy, created, 'pay-away')));
      await Promise.all([first, second, first, second].map(({ attempt_id }) => update(student, attempt_id)));
      expect(['refund_due', 'refunded']).toContain((await statesOf(first))[0]);
      expect(await statesOf(second)).toEqual(['completed']);
      expect(await fireSeats()).toEqual([none, booked]);
      await expectOwedBack(first);
      await clearSeats(academy);
    }
  });

  it('books the first alone, where the second was over before either was paid', async () => {
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

it('a batch that is ordered after a replaced order was booked is another purchase, however late its money comes', async () => {
  const { student, first, second } = await swapped();
  await expire(student, second);
  await payLate(student, first);
  await addFire(student, batches.fireSeven);
  const third = await ordered(student);
  await expire(student, third);
  await payLate(student, third);
  expect(await statesOf(first, second, third)).toEqual(['completed', 'expired', 'completed']);
  expect(await fireSeats()).toEqual([booked, booked]);
});

describe('two batches of a course in two orders of which none gave way to the other', () => {
  /** One batch paid, another ordered. */
  async function twice() {
    const student = await enrol();
    await addFire(student, batches.fireOpen);
    const first = await ordered(student);
    await pay(academy, student, first);
    await addFire(student, batches.fireSeven);
    return { student, first, second: await ordered(student) };
  }

  it('are both booked', async () => {
    const { student, first, second } = await twice();
    await pay(academy, student, second);
    expect(await statesOf(first, second)).toEqual(['completed', 'completed']);
    expect(await fireSeats()).toEqual([booked, booked]);
  });

  it('are both booked where the money for the second comes late', async () => {
    const { student, first, second } = await twice();
    await student.send('DELETE', '/api/cart', fire);
    await addCourse(student, courses.firstAid, batches.firstAidOpen);
    const third = await ordered(student);
    expect(await statesOf(second, third)).toEqual(['replaced', 'awaiting_payment']);
    await payLate(student, second);
    expect(await statesOf(first, second)).toEqual(['completed', 'completed']);
    expect(await fireSeats()).toEqual([booked, booked]);
  });
});
