import { afterEach, describe, expect, it } from 'vitest';

import { openAcademy, type StudentBrowser } from '../../booking/academy.ts';
import { batches, courses, packages } from '../../booking/academy-seed.ts';
import {
  addCourse,
  addFire,
  addSea,
  type Created,
  claims,
  clearSeats,
  expectInvariants,
  order,
  orderStates,
  pay,
  placeOrder,
  pressPaymentButton,
  readCart,
  recheckOrder,
} from '../ordering.ts';

const academy = await openAcademy();
const { db, enrol } = academy;

afterEach(async () => {
  await expectInvariants(academy);
  await clearSeats(academy);
});

const words = { code: 'ALREADY_BOOKED', message: 'You have already booked this batch.' };
const refusedOf = (course_id: number, batch_id: number) => ({ ...words, data: { course_id, batch_id } });
const ofFire = refusedOf(courses.fire, batches.fireOpen);

/** Creates a student who has booked a seat in the first fire fighting batch. */
async function booked(): Promise<StudentBrowser> {
  const student = await enrol();
  await addFire(student);
  await pay(academy, student, await placeOrder(student));
  return student;
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

describe('a batch the student has already booked', () => {
  it('the cart rejects a batch the student has booked, but accepts another batch of the same course', async () => {
    const student = await booked();
    const again = await add(student, courses.fire, batches.fireOpen);
    expect(again.statusCode).toBe(409);
    expect(again.json()).toMatchObject(ofFire);
    expect((await readCart(student)).items).toEqual([]);
    expect((await add(student, courses.fire, batches.fireSeven)).statusCode).toBe(200);
  });

  it('POST /cart/add returns ALREADY_BOOKED for a batch that the student has booked, even if the batch is closed', async () => {
    const student = await booked();
    const change = (set: object) => db.updateTable('batches').set(set).where('id', '=', batches.fireOpen).execute();
    await change({ capacity: 1, status: 'closed' });
    expect((await add(student, courses.fire, batches.fireOpen)).json()).toMatchObject(ofFire);
    expect((await add(student, courses.radar, batches.fireOpen)).json().code).toBe('BATCH_NOT_OF_COURSE');
    await change({ capacity: 30, status: 'open' });
  });

  it('the cart rejects a whole package if the student has already booked one of its batches', async () => {
    const student = await booked();
    const response = await student.send('POST', '/api/cart/add', sea(batches.fireOpen, batches.radarOpen));
    expect(response.statusCode).toBe(409);
    expect(response.json()).toMatchObject(ofFire);
    expect((await readCart(student)).items).toEqual([]);
  });

  it('a batch that the student has booked cannot replace a batch in the cart, and is not among the batches to choose from', async () => {
    const student = await booked();
    await add(student, courses.fire, batches.fireSeven);
    const before = await readCart(student);
    const body = { item_type: 'course', course_id: courses.fire, batch_id: batches.fireOpen };
    const swapped = await student.send('PUT', '/api/cart/batch', body);
    expect(swapped.statusCode).toBe(409);
    expect(swapped.json()).toMatchObject(ofFire);
    expect(await readCart(student)).toEqual(before);
    const [choices] = (await student.get('/api/cart/batches')).json().data;
    expect(choices.batches.map((one: { id: number }) => one.id)).toEqual([batches.fireSeven]);
  });

  it('a batch that one student has booked can be put into the cart by another student', async () => {
    await booked();
    expect((await add(await enrol(), courses.fire, batches.fireOpen)).statusCode).toBe(200);
  });
});

describe('a cart filled before one of its batches was booked', () => {
  /** Creates a student who has paid for a course after putting a package with the same batch into the cart. */
  async function cartWithBookedBatch(): Promise<StudentBrowser> {
    const student = await enrol();
    await addFire(student);
    const created = await placeOrder(student);
    await drop(student, { item_type: 'course', course_id: courses.fire });
    await addSea(student, batches.fireOpen, batches.radarOpen);
    await pay(academy, student, created);
    return student;
  }

  it('the cart marks a batch of a package as booked only if the student has booked that batch', async () => {
    const { items } = await readCart(await cartWithBookedBatch());
    expect(items[0]?.package?.batches.map(({ batch }) => batch.is_booked)).toEqual([true, false]);
  });

  it('an order for a cart with a batch that the student has already booked is rejected and holds no seat', async () => {
    const student = await cartWithBookedBatch();
    const response = await order(student);
    expect(response.statusCode).toBe(409);
    expect(response.json()).toMatchObject(ofFire);
    expect(await claims(academy, batches.radarOpen)).toEqual({ holds: 0, bookings: 0 });
    expect(await claims(academy, batches.fireOpen)).toEqual({ holds: 0, bookings: 1 });
    expect(await orderStates(academy, student)).toEqual(['completed']);
  });

  it('a cart with a batch that the student has already booked can be ordered after swapping that batch for another', async () => {
    const student = await cartWithBookedBatch();
    const line = { item_type: 'package', package_id: packages.sea };
    const body = { ...line, course_id: courses.fire, batch_id: batches.fireSeven };
    const swapped = await student.send('PUT', '/api/cart/batch', body);
    expect(swapped.json().data.items[0].package.batches[0].batch).toMatchObject({ id: 2, is_booked: false });
    await pay(academy, student, await placeOrder(student));
    expect(await orderStates(academy, student)).toEqual(['completed', 'completed']);
  });
});

describe('an order that did not lead to a booking', () => {
  const ending = {
    declined: async (student: StudentBrowser, created: Created) => {
      await pressPaymentButton(academy, created, 'decline');
      await recheckOrder(student, created.attempt_id);
    },
    expired: async (_: StudentBrowser, { order_id }: Created) => {
      await db.updateTable('orders').set({ state: 'expired' }).where('id', '=', order_id).execute();
    },
    refunded: async (_: StudentBrowser, { order_id }: Created) => {
      await db.updateTable('orders').set({ state: 'refunded' }).where('id', '=', order_id).execute();
    },
    replaced: async (student: StudentBrowser) => {
      await addCourse(student, courses.firstAid, batches.firstAidOpen);
      await placeOrder(student);
    },
  };

  it.each(Object.keys(ending) as Array<keyof typeof ending>)(
    'a student can add a batch to the cart again once the earlier order for this batch is %s',
    async (state) => {
      const student = await enrol();
      await addFire(student);
      await ending[state](student, await placeOrder(student));
      expect(await orderStates(academy, student)).toContain(state);
      await drop(student, { item_type: 'course', course_id: courses.fire });
      expect((await add(student, courses.fire, batches.fireOpen)).statusCode).toBe(200);
    },
  );
});

describe('a payment for a batch that was booked in the meantime', () => {
  it('an unpaid order is completed by its payment even if another order of the same student has booked the same batch meanwhile', async () => {
    const student = await enrol();
    await addCourse(student, courses.firstAid, batches.firstAidOpen);
    await pay(academy, student, await placeOrder(student));
    await addFire(student);
    const created = await placeOrder(student);
    const theirs = db.updateTable('enrolments').where('student_id', '=', student.id);
    await theirs.set({ course_id: courses.fire, batch_id: batches.fireOpen }).execute();
    await pay(academy, student, created);
    expect(await orderStates(academy, student)).toEqual(['completed', 'completed']);
    expect(await claims(academy, batches.fireOpen)).toEqual({ holds: 0, bookings: 1 });
  });

  it('a late payment for a replaced order is due for refund if the newer order has booked the same batch', async () => {
    const student = await enrol();
    await addFire(student);
    const first = await placeOrder(student);
    await addCourse(student, courses.firstAid, batches.firstAidOpen);
    await pay(academy, student, await placeOrder(student));
    await pay(academy, student, first);
    expect(await orderStates(academy, student)).toEqual(['refund_due', 'completed']);
  });
});
