import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Cart } from '../../../contract/cart.ts';
import { openAcademy, type StudentBrowser } from '../booking/academy.ts';
import { batches, courses, packages } from '../booking/academy-seed.ts';
import { addCourse, addFire, addSea, placeOrder, readCart } from '../orders/ordering.ts';

const { db, enrol, visit } = await openAcademy();

const alone = (batch_id: number, course_id: number = courses.fire) => ({ item_type: 'course', course_id, batch_id });
const inSea = (batch_id: number, course_id: number = courses.fire) => ({
  item_type: 'package',
  package_id: packages.sea,
  course_id,
  batch_id,
});

const swap = (student: StudentBrowser, body: object, key?: string) => student.send('PUT', '/api/cart/batch', body, key);

const messages: Record<string, string> = {
  BATCH_FULL: 'No seats are available for this batch.',
  BATCH_CLOSED: 'This batch is no longer available for booking.',
  BATCH_STARTED: 'This batch has already started.',
  BATCH_NOT_OF_COURSE: 'This batch does not belong to the course.',
  NOT_IN_CART: 'This course is no longer in your cart.',
};

/**
 * Tries to change a batch in the cart. Expects that this is refused with the right message and leaves the cart
 * unchanged. Returns the error code.
 */
async function refused(student: StudentBrowser, body: object, status = 409): Promise<string> {
  const before = await readCart(student);
  const response = await swap(student, body);
  expect(response.statusCode, response.body).toBe(status);
  expect(await readCart(student)).toEqual(before);
  const { code, message } = response.json();
  if (status === 409) expect(message).toBe(messages[code]);
  return code;
}

async function choicesOf(student: StudentBrowser): Promise<Record<number, number[]>> {
  const { data } = (await student.get('/api/cart/batches')).json();
  return Object.fromEntries(
    data.map((one: { course_id: number; batches: { id: number }[] }) => [
      one.course_id,
      one.batches.map((batch) => batch.id),
    ]),
  );
}

describe('swapping a batch in the cart', () => {
  it('PUT /cart/batch changes the batch of a course and keeps its position in the cart', async () => {
    const student = await enrol();
    await addFire(student);
    await student.send('POST', '/api/cart/add', { type: 'course', course_id: courses.free, batch_id: 31 });
    const response = await swap(student, alone(batches.fireSeven));
    const { items }: Cart = response.json().data;
    expect(items.map((line) => line.id)).toEqual([courses.fire, courses.free]);
    expect(items[0]?.course?.batch).toMatchObject({ id: batches.fireSeven, start_date: '2026-04-11' });
    expect(await readCart(student)).toEqual(response.json().data);
  });

  it('PUT /cart/batch changes the batch of one course of a package and leaves the package’s other courses unchanged', async () => {
    const student = await enrol();
    await addSea(student, batches.fireOpen, batches.radarOpen);
    const { items }: Cart = (await swap(student, inSea(batches.radarSeven, courses.radar))).json().data;
    expect(items[0]?.package?.batches.map(({ batch }) => batch.id)).toEqual([batches.fireOpen, batches.radarSeven]);
  });

  it('in the cart, a student can change from a batch that has been closed to an open batch', async () => {
    const student = await enrol();
    await addFire(student, batches.fireSeven);
    const set = (status: 'open' | 'closed') =>
      db.updateTable('batches').set({ status }).where('id', '=', batches.fireSeven).execute();
    await set('closed');
    expect((await readCart(student)).items[0]?.course?.trouble).toBe('closed');
    const { items }: Cart = (await swap(student, alone(batches.fireOpen))).json().data;
    expect(items[0]?.course).toMatchObject({ batch: { id: batches.fireOpen }, trouble: null });
    await set('open');
  });

  it('a student can change to a full batch if the student’s own unpaid order holds its last seat', async () => {
    const student = await enrol();
    await addFire(student, batches.fireSeven);
    await placeOrder(student);
    await sql`update batches set capacity = taken where id = ${batches.fireSeven}`.execute(db);
    expect((await swap(student, alone(batches.fireOpen))).statusCode).toBe(200);
    expect((await choicesOf(student))[courses.fire]).toContain(batches.fireSeven);
    expect((await swap(student, alone(batches.fireSeven))).statusCode).toBe(200);
    const other = await enrol();
    await addFire(other);
    expect(await refused(other, alone(batches.fireSeven))).toBe('BATCH_FULL');
    await sql`update batches set capacity = 7 where id = ${batches.fireSeven}`.execute(db);
  });

  it('eight concurrent batch changes with one idempotency key change the batch in the cart once', async () => {
    const student = await enrol();
    await addFire(student);
    const calls = Array.from({ length: 8 }, () => swap(student, alone(batches.fireSeven), 'swap-key-0001'));
    const [first, ...others] = await Promise.all(calls);
    expect(first?.statusCode, first?.body).toBe(200);
    for (const response of others) expect(response.json()).toEqual(first?.json());
    await swap(student, alone(batches.fireOpen));
    expect((await swap(student, alone(batches.fireSeven), 'swap-key-0001')).json()).toEqual(first?.json());
    expect((await readCart(student)).items[0]?.course?.batch.id).toBe(batches.fireOpen);
    expect((await swap(student, alone(batches.fireOpen), 'swap-key-0001')).statusCode).toBe(422);
  });

  it('a repeated PUT /cart/batch with the same idempotency key returns the current cart if the first response was too large to be stored', async () => {
    const student = await enrol();
    await addFire(student);
    for (const [course_id, batch_id] of [
      [courses.free, 31],
      [courses.firstAid, batches.firstAidOpen],
      [courses.radar, batches.radarOpen],
    ] as const)
      await addCourse(student, course_id, batch_id);
    const repeated = () => swap(student, alone(batches.fireSeven), 'swap-large-001');
    expect((await repeated()).body.length).toBeGreaterThan(1024);
    await swap(student, alone(batches.fireOpen));
    const repeat = await repeated();
    expect([repeat.statusCode, repeat.headers['idempotent-replayed']]).toEqual([200, 'true']);
    expect(repeat.json().data).toEqual(await readCart(student));
    expect(repeat.json().data.items[0]?.course?.batch.id).toBe(batches.fireOpen);
  });

  it('PUT /cart/batch changes only the cart of the signed-in student, and GET /cart/batches returns 401 to a visitor', async () => {
    const [student, other] = [await enrol(), await enrol()];
    await addFire(student);
    expect(await refused(other, alone(batches.fireSeven))).toBe('NOT_IN_CART');
    expect((await readCart(student)).items[0]?.course?.batch.id).toBe(batches.fireOpen);
    expect((await visit('/api/cart/batches')).statusCode).toBe(401);
  });
});

describe('a rejected swap', () => {
  it('PUT /cart/batch refuses batches that are full, closed, started, unknown or of another course', async () => {
    const student = await enrol();
    await addFire(student);
    expect(await refused(student, alone(batches.fireFull))).toBe('BATCH_FULL');
    expect(await refused(student, alone(batches.fireClosed))).toBe('BATCH_CLOSED');
    expect(await refused(student, alone(batches.fireToday))).toBe('BATCH_STARTED');
    expect(await refused(student, alone(batches.radarOpen))).toBe('BATCH_NOT_OF_COURSE');
    expect(await refused(student, alone(9999), 404)).toBe('NOT_FOUND');
    await db.updateTable('batches').set({ publication: 'draft' }).where('id', '=', batches.fireClosed).execute();
    expect(await refused(student, alone(batches.fireClosed), 404)).toBe('NOT_FOUND');
    await db.updateTable('batches').set({ publication: 'published' }).where('id', '=', batches.fireClosed).execute();
    expect(await refused(student, { item_type: 'course', batch_id: 1 }, 400)).toBe('INVALID_REQUEST');
  });

  it('PUT /cart/batch returns NOT_IN_CART if the cart does not contain the course or the package', async () => {
    const student = await enrol();
    expect(await refused(student, alone(batches.fireOpen))).toBe('NOT_IN_CART');
    await addSea(student, batches.fireOpen, batches.radarOpen);
    expect(await refused(student, alone(batches.fireSeven))).toBe('NOT_IN_CART');
    expect(await refused(student, inSea(batches.firstAidOpen, courses.firstAid))).toBe('NOT_IN_CART');
  });

  it('the batches of a package in the cart cannot be changed once the package is no longer sold', async () => {
    const student = await enrol();
    await addSea(student, batches.fireOpen, batches.radarOpen);
    const sold = (is_active: boolean) =>
      db.updateTable('packages').set({ is_active }).where('id', '=', packages.sea).execute();
    await sold(false);
    expect(await refused(student, inSea(batches.fireSeven))).toBe('BATCH_CLOSED');
    expect(await choicesOf(student)).toEqual({ [courses.fire]: [], [courses.radar]: [] });
    await sold(true);
  });
});

describe('the batches to swap to', () => {
  it('GET /cart/batches lists every bookable batch of the courses in the cart, earliest first', async () => {
    const student = await enrol();
    expect(await choicesOf(student)).toEqual({});
    await addSea(student, batches.fireSeven, batches.radarOpen);
    expect(await choicesOf(student)).toEqual({
      [courses.fire]: [batches.fireOpen, batches.fireSeven],
      [courses.radar]: [batches.radarOpen, batches.radarSeven],
    });
    const { data } = (await student.get('/api/cart/batches')).json();
    expect((await cartOfFireOpen()).items[0]?.course?.batch).toEqual({ ...data[0].batches[0], is_booked: false });
  });
});

async function cartOfFireOpen(): Promise<Cart> {
  const student = await enrol();
  await addFire(student);
  return readCart(student);
}
