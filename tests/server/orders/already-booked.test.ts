import { afterEach, describe, expect, it } from 'vitest';
import type { Cart } from '../../../contract/cart.ts';
import { openAcademy, type StudentBrowser } from '../booking/academy.ts';
import { batches, courses, packages } from '../booking/academy-seed.ts';
import {
  addCourse,
  addFire,
  addSea,
  type Created,
  claims,
  clearSeats,
  expectInvariants,
  order,
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

const words = { code: 'ALREADY_BOOKED', message: 'You have already booked this batch.' };
const refusedOf = (course_id: number, batch_id: number) => ({ ...words, data: { course_id, batch_id } });
const ofFire = refusedOf(courses.fire, batches.fireOpen);

/** A student who has a seat in the first fire fighting batch. */
async function booked(): Promise<StudentBrowser> {
  const student = await enrol();
  await addFire(student);
  await pay(academy, student, await ordered(student));
  return student;
}

async function cartOf(student: StudentBrowser): Promise<Cart> {
  return (await student.get('/api/cart')).json().data;
}

const add = (student: StudentBrowser, course_id: number, batch_id: number) =>
  student.send('POST', '/api/cart/add', { type: 'course', course_id, batch_id });
const drop = (student: StudentBrowser, body: object) => student.send('DELETE', '/api/cart', body);
const sea = (fire: number, radar: number) => ({
  type: 'package',
  package_id: packages.sea,
  batches: [
    { course_id: courses.fire, batch_id: fire },
    { course_id: courses.radar, batch_id: radar },
  ],
});

describe('a batch in which the student has a seat', () => {
  it('is not added again, but another batch of the course is', async () => {
    const student = await booked();
    const again = await add(student, courses.fire, batches.fireOpen);
    expect(again.statusCode).toBe(409);
    expect(again.json()).toMatchObject(ofFire);
    expect((await cartOf(student)).items).toEqual([]);
    expect((await add(student, courses.fire, batches.fireSeven)).statusCode).toBe(200);
  });

  it('is called so where it is full because of that very seat, and closed since', async () => {
    const student = await booked();
    const change = (set: object) => db.updateTable('batches').set(set).where('id', '=', batches.fireOpen).execute();
    await change({ capacity: 1, status: 'closed' });
    expect((await add(student, courses.fire, batches.fireOpen)).json()).toMatchObject(ofFire);
    expect((await add(student, courses.radar, batches.fireOpen)).json().code).toBe('BATCH_NOT_OF_COURSE');
    await change({ capacity: 30, status: 'open' });
  });

  it('keeps a package out as a whole', async () => {
    const student = await booked();
    const answer = await student.send('POST', '/api/cart/add', sea(batches.fireOpen, batches.radarOpen));
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject(ofFire);
    expect((await cartOf(student)).items).toEqual([]);
  });

  it('is not swapped to, and not offered', async () => {
    const student = await booked();
    await add(student, courses.fire, batches.fireSeven);
    const before = await cartOf(student);
    const body = { item_type: 'course', course_id: courses.fire, batch_id: batches.fireOpen };
    const swapped = await student.send('PUT', '/api/cart/batch', body);
    expect(swapped.statusCode).toBe(409);
    expect(swapped.json()).toMatchObject(ofFire);
    expect(await cartOf(student)).toEqual(before);
    const [choices] = (await student.get('/api/cart/batches')).json().data;
    expect(choices.batches.map((one: { id: number }) => one.id)).toEqual([batches.fireSeven]);
  });

  it('is free to every other student', async () => {
    await booked();
    expect((await add(await enrol(), courses.fire, batches.fireOpen)).statusCode).toBe(200);
  });
});

describe('a cart that was filled before the batch was booked', () => {
  /** The first order's payment is heard of when its batch stands in the cart anew, as part of a package. */
  async function overtaken(): Promise<StudentBrowser> {
    const student = await enrol();
    await addFire(student);
    const created = await ordered(student);
    await drop(student, { item_type: 'course', course_id: courses.fire });
    await addSea(student, batches.fireOpen, batches.radarOpen);
    await pay(academy, student, created);
    return student;
  }

  it('marks the batch and leaves its neighbours', async () => {
    const { items } = await cartOf(await overtaken());
    expect(items[0]?.package?.batches.map(({ batch }) => batch.is_booked)).toEqual([true, false]);
  });

  it('is not ordered: no seat is taken and no order is made', async () => {
    const student = await overtaken();
    const answer = await order(student);
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject(ofFire);
    expect(await claims(academy, batches.radarOpen)).toEqual({ holds: 0, bookings: 0 });
    expect(await claims(academy, batches.fireOpen)).toEqual({ holds: 0, bookings: 1 });
    expect(await ordersOf(student)).toEqual(['completed']);
  });

  it('is ordered after a swap', async () => {
    const student = await overtaken();
    const line = { item_type: 'package', package_id: packages.sea };
    const body = { ...line, course_id: courses.fire, batch_id: batches.fireSeven };
    const swapped = await student.send('PUT', '/api/cart/batch', body);
    expect(swapped.json().data.items[0].package.batches[0].batch).toMatchObject({ id: 2, is_booked: false });
    await pay(academy, student, await ordered(student));
    expect(await ordersOf(student)).toEqual(['completed', 'completed']);
  });
});

async function ordersOf(student: StudentBrowser): Promise<string[]> {
  const rows = await db
    .selectFrom('orders')
    .select('state')
    .where('student_id', '=', student.id)
    .orderBy('id')
    .execute();
  return rows.map((row) => row.state);
}

describe('an order that booked nothing', () => {
  const ending = {
    declined: async (student: StudentBrowser, created: Created) => {
      await press(academy, created, 'decline');
      await update(student, created.attempt_id);
    },
    expired: async (_: StudentBrowser, { order_id }: Created) => {
      await db.updateTable('orders').set({ state: 'expired' }).where('id', '=', order_id).execute();
    },
    refunded: async (_: StudentBrowser, { order_id }: Created) => {
      await db.updateTable('orders').set({ state: 'refunded' }).where('id', '=', order_id).execute();
    },
    replaced: async (student: StudentBrowser) => {
      await addCourse(student, courses.firstAid, batches.firstAidOpen);
      await ordered(student);
    },
  };

  it.each(Object.keys(ending) as Array<keyof typeof ending>)('leaves its batch free: %s', async (state) => {
    const student = await enrol();
    await addFire(student);
    await ending[state](student, await ordered(student));
    expect(await ordersOf(student)).toContain(state);
    await drop(student, { item_type: 'course', course_id: courses.fire });
    expect((await add(student, courses.fire, batches.fireOpen)).statusCode).toBe(200);
  });
});

describe('a payment for a batch that was booked meanwhile', () => {
  it('books the order that was under way: completing never looks', async () => {
    const student = await enrol();
    await addCourse(student, courses.firstAid, batches.firstAidOpen);
    await pay(academy, student, await ordered(student));
    await addFire(student);
    const created = await ordered(student);
    const theirs = db.updateTable('enrolments').where('student_id', '=', student.id);
    await theirs.set({ course_id: courses.fire, batch_id: batches.fireOpen }).execute();
    await pay(academy, student, created);
    expect(await ordersOf(student)).toEqual(['completed', 'completed']);
    expect(await claims(academy, batches.fireOpen)).toEqual({ holds: 0, bookings: 1 });
  });

  it('is owed back where it comes late for a replaced order, and never lost', async () => {
    const student = await enrol();
    await addFire(student);
    const first = await ordered(student);
    await addCourse(student, courses.firstAid, batches.firstAidOpen);
    await pay(academy, student, await ordered(student));
    await pay(academy, student, first);
    expect(await ordersOf(student)).toEqual(['refund_due', 'completed']);
  });
});
