import { describe, expect, it } from 'vitest';
import { addRefusal } from '../../../server/cart/cart-refusals.ts';
import { openAcademy, type StudentBrowser } from '../booking/academy.ts';
import { batches, courses, packages } from '../booking/academy-seed.ts';
import { addFire, clearSeats, order, pay, placeOrder } from '../orders/ordering.ts';

const academy = await openAcademy();
const { db, enrol, clock, visit } = academy;

const fire = (batch_id: number = batches.fireOpen) => ({ type: 'course', course_id: courses.fire, batch_id });
const sea = (fireBatch: number = batches.fireOpen, radarBatch: number = batches.radarOpen) => ({
  type: 'package',
  package_id: packages.sea,
  batches: [
    { course_id: courses.fire, batch_id: fireBatch },
    { course_id: courses.radar, batch_id: radarBatch },
  ],
});

const messages: Record<string, string> = {
  COURSE_ALREADY_IN_CART: 'Course already exist in cart',
  PACKAGE_ALREADY_IN_CART: 'Package already exists in cart',
  BATCH_FULL: 'No seats are available for this batch.',
  BATCH_CLOSED: 'This batch is no longer available for booking.',
  BATCH_STARTED: 'This batch has already started.',
  ALREADY_BOOKED: 'You have already booked this batch.',
  BATCH_NOT_OF_COURSE: 'This batch does not belong to the course.',
  PACKAGE_INCOMPLETE: 'Please select batches for all courses',
};

/**
 * Tries to add a course or package to the cart. Expects that this is refused with the right message and leaves the cart
 * unchanged. Returns the error code.
 */
async function refused(student: StudentBrowser, body: object, status = 409): Promise<string> {
  const before = (await student.get('/api/cart')).json().data;
  const response = await student.send('POST', '/api/cart/add', body);
  expect(response.statusCode, response.body).toBe(status);
  expect((await student.get('/api/cart')).json().data).toEqual(before);
  expect(before.items).toHaveLength(await itemsOf(student));
  const { code, message } = response.json();
  if (status === 409) expect(message).toBe(messages[code]);
  return code;
}

const itemsOf = async (student: StudentBrowser) => {
  const rows = await db.selectFrom('cart_items').select('id').where('student_id', '=', student.id).execute();
  return rows.length;
};

describe('the cart', () => {
  it('GET /cart returns to a new student an empty cart with the student’s details, and to a visitor 401', async () => {
    const student = await enrol({ first_name: 'Joy', last_name: 'Roy', allowed_booking: false });
    expect((await student.get('/api/cart')).json().data).toEqual({
      items: [],
      totals: { subtotal: 0, discount: 0, total: 0 },
      user: student.id,
      userImg: null,
      username: 'Joy Roy',
      allowedBooking: false,
    });
    expect((await visit('/api/cart')).statusCode).toBe(401);
  });

  it('the cart shows for a course with yearly fees the year 1 fee, the total of all years and the course’s price note', async () => {
    const student = await enrol();
    const { id, detail } = await db
      .selectFrom('courses')
      .select(['id', 'detail'])
      .where('id', '=', courses.fire)
      .executeTakeFirstOrThrow();
    const fees = [
      { year: 'Year 1', particulars: 'Tuition', fee: 5500.5 },
      { year: 'Year 2', particulars: 'Tuition', fee: 6000 },
    ];
    const update = (value: object) =>
      db
        .updateTable('courses')
        .set({ detail: JSON.stringify(value) })
        .where('id', '=', id)
        .execute();
    await update({ ...detail, fees, price_note: 'hostel extra' });
    const response = await student.send('POST', '/api/cart/add', fire());
    const price = { main: 5500.5, by_year: { years: 2, total: 11_500.5 }, note: 'hostel extra' };
    expect(response.json().data).toMatchObject({ items: [{ price }], totals: { total: 5500.5 } });
    const listed = await visit(`/api/course?course_id=${id}&columns=price`);
    expect(listed.json().data.courses[0].price).toEqual(price);
    expect(listed.json().data.courses[0]).not.toHaveProperty('fees');
    await update({ ...detail });
  });

  it('POST /cart/add adds a course with its batch', async () => {
    const student = await enrol();
    const response = await student.send('POST', '/api/cart/add', fire());
    expect(response.json().data.items).toEqual([
      {
        id: courses.fire,
        type: 'course',
        quantity: 1,
        price: { main: 5500.5 },
        course: {
          id: courses.fire,
          course_name: 'Fire Fighting',
          total_fee: 5500.5,
          featured_image_url: '/media/courses/101.webp',
          duration: 3,
          duration_unit: 'day',
          meta_text: 'fire-fighting',
          prerequisites: [],
          batch: {
            id: batches.fireOpen,
            batch_id: batches.fireOpen,
            start_date: '2026-04-01',
            end_date: '2026-04-03',
            available: 30,
            status: 'open',
            is_booked: false,
          },
          trouble: null,
        },
      },
    ]);
    expect(response.json().data).toEqual((await student.get('/api/cart')).json().data);
  });

  it('the cart’s totals are the exact sums of the prices and discounts of a package and a course', async () => {
    const student = await enrol();
    await student.send('POST', '/api/cart/add', { type: 'course', course_id: courses.free, batch_id: 31 });
    const { data } = (await student.send('POST', '/api/cart/add', sea())).json();
    expect(data.items[1]).toMatchObject({
      id: packages.sea,
      type: 'package',
      quantity: 1,
      price: { main: 13_500, struck: 15_500.6, percent_off: 13 },
      package: {
        id: packages.sea,
        featured_image_url: '/media/packages/1.webp',
        package_name: 'Sea Start',
        total_fee: 15_000,
        batches: [
          { course: { id: courses.fire, total_fee: 5500.5 }, batch: { id: batches.fireOpen }, trouble: null },
          { course: { id: courses.radar }, batch: { id: batches.radarOpen }, trouble: null },
        ],
        packageDiscounts: [{ id: 2801, type: 'percentage', value: 10, crossed_out_price: 'course-sum' }],
      },
    });
    expect(data.totals).toEqual({ subtotal: 15_500, discount: 2000, total: 13_500 });
  });

  it('adding a course to the cart does not take a seat in its batch', async () => {
    const student = await enrol();
    await student.send('POST', '/api/cart/add', fire(batches.fireSeven));
    const batch = await db.selectFrom('batches').select('taken').where('id', '=', batches.fireSeven).executeTakeFirst();
    expect(batch?.taken).toBe(0);
  });

  it('DELETE /cart removes a course or a package from the cart and may be repeated', async () => {
    const student = await enrol();
    await student.send('POST', '/api/cart/add', sea());
    const out = { item_type: 'package', package_id: packages.sea };
    expect((await student.send('DELETE', '/api/cart', out)).json().data.items).toEqual([]);
    expect((await student.send('DELETE', '/api/cart', out)).statusCode).toBe(200);
    await student.send('POST', '/api/cart/add', fire());
    const removed = await student.send('DELETE', '/api/cart', { item_type: 'course', course_id: courses.fire });
    expect(removed.json().data.items).toEqual([]);
    expect((await student.send('POST', '/api/cart/add', sea())).statusCode).toBe(200);
  });

  it('DELETE /cart removes only the named course or package, and only from the cart of the signed-in student', async () => {
    const [student, other] = [await enrol(), await enrol()];
    const free = { type: 'course', course_id: courses.free, batch_id: 31 };
    for (const one of [student, other]) for (const body of [free, sea()]) await one.send('POST', '/api/cart/add', body);
    const idsOf = async (one: StudentBrowser) =>
      (await one.get('/api/cart')).json().data.items.map(({ id }: { id: number }) => id);
    await student.send('DELETE', '/api/cart', { item_type: 'package', package_id: packages.sea });
    expect([await idsOf(student), await idsOf(other)]).toEqual([[courses.free], [courses.free, packages.sea]]);
    await student.send('POST', '/api/cart/add', sea());
    await student.send('DELETE', '/api/cart', { item_type: 'course', course_id: courses.free });
    expect([await idsOf(student), await idsOf(other)]).toEqual([[packages.sea], [courses.free, packages.sea]]);
  });

  it('repeating DELETE /cart with its idempotency key removes nothing more, even if the first response was too large to be stored', async () => {
    const student = await enrol();
    const all = [
      [courses.free, 31],
      [courses.firstAid, batches.firstAidOpen],
      [courses.radar, batches.radarOpen],
    ].map(([course_id, batch_id]) => ({ type: 'course', course_id, batch_id }));
    for (const body of [...all, fire()]) await student.send('POST', '/api/cart/add', body);
    const remove = () =>
      student.send('DELETE', '/api/cart', { item_type: 'course', course_id: courses.fire }, 'removed-large-1');
    expect((await remove()).body.length).toBeGreaterThan(1024);
    await student.send('POST', '/api/cart/add', fire(batches.fireSeven));
    const repeat = await remove();
    expect([repeat.statusCode, repeat.headers['idempotent-replayed']]).toEqual([200, 'true']);
    expect(repeat.json().data).toEqual((await student.get('/api/cart')).json().data);
    expect(repeat.json().data.items).toHaveLength(4);
  });

  it('the cart marks full, closed and started batches, and a batch starts at midnight in the academy’s time zone', async () => {
    const student = await enrol();
    await student.send('POST', '/api/cart/add', sea(batches.fireSeven, batches.radarSeven));
    const troubles = async () =>
      (await student.get('/api/cart'))
        .json()
        .data.items[0].package.batches.map((one: { trouble: string }) => one.trouble);
    const change = (set: object) => db.updateTable('batches').set(set).where('id', '=', batches.radarSeven).execute();
    expect(await troubles()).toEqual([null, null]);
    await change({ taken: 7 });
    expect(await troubles()).toEqual([null, 'full']);
    await change({ status: 'closed', taken: 0 });
    expect(await troubles()).toEqual([null, 'closed']);
    await change({ status: 'open', start_date: '2026-03-10' });
    expect(await troubles()).toEqual([null, 'started']);
    await change({ start_date: '2026-03-11' });
    expect(await troubles()).toEqual([null, null]);
    // At 18:30 UTC the next day begins in Chennai.
    clock.advance(12.5 * 3_600_000);
    expect(await troubles()).toEqual([null, 'started']);
    clock.advance(-12.5 * 3_600_000);
    await change({ start_date: '2026-04-12' });
    const sold = (is_active: boolean) =>
      db.updateTable('packages').set({ is_active }).where('id', '=', packages.sea).execute();
    await sold(false);
    expect(await troubles()).toEqual(['closed', 'closed']);
    await sold(true);
  });
});

it('a batch in the cart that is closed and has also started is marked as started', async () => {
  const student = await enrol();
  await student.send('POST', '/api/cart/add', fire(batches.fireSeven));
  const change = (set: object) => db.updateTable('batches').set(set).where('id', '=', batches.fireSeven).execute();
  await change({ status: 'closed', start_date: '2026-03-10' });
  const [line] = (await student.get('/api/cart')).json().data.items;
  await change({ status: 'open', start_date: '2026-04-11' });
  expect(line.course.trouble).toBe('started');
});

describe('a rejected add', () => {
  it('POST /cart/add rejects any course that is already in the cart, whether alone or as part of a package', async () => {
    const student = await enrol();
    await student.send('POST', '/api/cart/add', fire());
    expect(await refused(student, fire(batches.fireSeven))).toBe('COURSE_ALREADY_IN_CART');
    expect(await refused(student, sea())).toBe('COURSE_ALREADY_IN_CART');
    expect(await refused(student, sea(batches.fireFull))).toBe('COURSE_ALREADY_IN_CART');
    const other = await enrol();
    await other.send('POST', '/api/cart/add', sea());
    expect(await refused(other, fire())).toBe('COURSE_ALREADY_IN_CART');
    expect(await refused(other, sea())).toBe('PACKAGE_ALREADY_IN_CART');
    const short = { type: 'package', package_id: packages.short };
    const chosen = [
      { course_id: courses.fire, batch_id: batches.fireOpen },
      { course_id: courses.firstAid, batch_id: batches.firstAidOpen },
    ];
    expect(await refused(other, { ...short, batches: chosen })).toBe('COURSE_ALREADY_IN_CART');
  });

  it('POST /cart/add refuses a batch that is full, closed, started or of another course, with an error code for each', async () => {
    const student = await enrol();
    expect(await refused(student, fire(batches.fireFull))).toBe('BATCH_FULL');
    expect(await refused(student, fire(batches.fireClosed))).toBe('BATCH_CLOSED');
    expect(await refused(student, fire(batches.fireToday))).toBe('BATCH_STARTED');
    expect(await refused(student, fire(batches.fireEnded))).toBe('BATCH_STARTED');
    expect(await refused(student, sea(batches.fireOpen, batches.fireSeven))).toBe('BATCH_NOT_OF_COURSE');
    expect(await refused(student, fire(batches.radarOpen))).toBe('BATCH_NOT_OF_COURSE');
  });

  it('POST /cart/add returns PACKAGE_INCOMPLETE if the request does not choose exactly one batch for each course of a package', async () => {
    const student = await enrol();
    const [first, second] = sea().batches;
    for (const chosen of [[], [first], [first, first], [first, second, { course_id: courses.firstAid, batch_id: 21 }]])
      expect(await refused(student, { ...sea(), batches: chosen })).toBe('PACKAGE_INCOMPLETE');
  });

  it('POST /cart/add returns 404 for an unknown or inactive course, package or batch', async () => {
    const student = await enrol();
    expect(await refused(student, { ...fire(), course_id: 9999 }, 404)).toBe('NOT_FOUND');
    expect(await refused(student, fire(9999), 404)).toBe('NOT_FOUND');
    expect(await refused(student, { ...sea(), package_id: 9999 }, 404)).toBe('NOT_FOUND');
    expect(await refused(student, { type: 'course', course_id: courses.retired, batch_id: 1 }, 404)).toBe('NOT_FOUND');
    expect(await refused(student, { type: 'course' }, 400)).toBe('INVALID_REQUEST');
  });
});

it('a batch that the student has booked can neither be added to the cart again nor be ordered again with a package', async () => {
  const [student, other] = [await enrol(), await enrol()];
  await addFire(student);
  const created = await placeOrder(student);
  await student.send('DELETE', '/api/cart', { item_type: 'course', course_id: courses.fire });
  for (const one of [student, other]) await one.send('POST', '/api/cart/add', sea());
  await pay(academy, student, created);
  expect((await order(student)).json()).toMatchObject({ code: 'ALREADY_BOOKED', message: messages.ALREADY_BOOKED });
  const line = { item_type: 'package', package_id: packages.sea };
  await student.send('PUT', '/api/cart/batch', { ...line, course_id: courses.fire, batch_id: batches.fireSeven });
  expect((await order(student)).statusCode).toBe(200);
  expect((await order(other)).statusCode).toBe(200);
  await student.send('DELETE', '/api/cart', line);
  expect(await refused(student, fire())).toBe('ALREADY_BOOKED');
  await clearSeats(academy);
});

it('adding a package to the cart is refused if a simultaneous call has just put one of the package’s courses into the cart', () => {
  const batch = { status: 'open', start_date: '2026-04-01', available: 1, is_booked: false } as const;
  const chosen = [courses.fire, courses.radar].map((course_id) => ({
    course_id,
    is_in_cart: false,
    batch: { ...batch, id: course_id, course_id },
  }));
  const course_ids = [courses.fire, courses.radar];
  const stored = (batches_stored: number) =>
    addRefusal({ type: 'package', is_sold: true, course_ids, chosen, item_id: 7, batches_stored }, '2026-03-10');
  expect(stored(1)).toMatchObject({ code: 'COURSE_ALREADY_IN_CART', message: messages.COURSE_ALREADY_IN_CART });
  expect(stored(2)).toBeNull();
});

describe('concurrent adds of one student', () => {
  it('twenty concurrent requests to add the same course to a cart store the course once', async () => {
    const student = await enrol();
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => student.send('POST', '/api/cart/add', fire())),
    );
    expect(responses.filter((response) => response.statusCode === 200)).toHaveLength(1);
    expect(responses.filter((response) => response.json().code === 'COURSE_ALREADY_IN_CART')).toHaveLength(19);
    expect(await itemsOf(student)).toBe(1);
  });

  it('of several concurrent requests to add the same course to a cart, alone or as part of a package, only one succeeds', async () => {
    const student = await enrol();
    const bodies = [fire(), sea(), fire(batches.fireSeven), sea(batches.fireSeven)];
    const responses = await Promise.all(bodies.map((body) => student.send('POST', '/api/cart/add', body)));
    expect(responses.filter((response) => response.statusCode === 200)).toHaveLength(1);
    expect(responses.every((response) => [200, 409].includes(response.statusCode))).toBe(true);
    expect(await itemsOf(student)).toBe(1);
  });

  it('ten concurrent requests with one idempotency key add a course to the cart once', async () => {
    const student = await enrol();
    const calls = Array.from({ length: 10 }, () => student.send('POST', '/api/cart/add', fire(), 'the-same-key-1'));
    const [first, ...others] = await Promise.all(calls);
    for (const response of others) expect(response.json()).toEqual(first?.json());
    expect(await itemsOf(student)).toBe(1);
    const other = await student.send('POST', '/api/cart/add', sea(), 'the-same-key-1');
    expect(other.statusCode).toBe(422);
  });
});
