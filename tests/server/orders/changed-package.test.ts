import { afterEach, describe, expect, it } from 'vitest';
import type { Cart } from '../../../contract/cart.ts';
import { openAcademy, type StudentBrowser } from '../booking/academy.ts';
import { batches, courses, packages } from '../booking/academy-seed.ts';
import { addSea, claims, clearSeats, expectInvariants, order, ordered } from './ordering.ts';

const academy = await openAcademy();
const { db, enrol } = academy;

/** What the package consists of from now on. */
async function consistOf(...ids: number[]): Promise<void> {
  await db.deleteFrom('package_courses').where('package_id', '=', packages.sea).execute();
  const parts = ids.map((course_id, position) => ({ package_id: packages.sea, course_id, position }));
  await db.insertInto('package_courses').values(parts).execute();
}

afterEach(async () => {
  await consistOf(courses.fire, courses.radar);
  await expectInvariants(academy);
  await clearSeats(academy);
});

const line = { item_type: 'package', package_id: packages.sea };
const inFire = (batch_id: number) => ({ ...line, course_id: courses.fire, batch_id });

async function troublesOf(student: StudentBrowser) {
  const { data }: { data: Cart } = (await student.get('/api/cart')).json();
  return data.items[0]?.package?.batches.map(({ trouble }) => trouble);
}

async function choicesOf(student: StudentBrowser): Promise<object[]> {
  const { data } = (await student.get('/api/cart/batches')).json();
  return data.flatMap((course: { batches: object[] }) => course.batches);
}

describe('a package that changes while it is in a cart', () => {
  it.each([
    ['loses a course', [courses.fire]],
    ['gets a course', [courses.fire, courses.radar, courses.firstAid]],
    ['changes one for another', [courses.fire, courses.firstAid]],
  ])('is not sold as it was where it %s, and is taken out', async (_, ids) => {
    const student = await enrol();
    await addSea(student, batches.fireOpen, batches.radarOpen);
    expect(await troublesOf(student)).toEqual([null, null]);
    await consistOf(...ids);
    expect(await troublesOf(student)).toEqual(['closed', 'closed']);
    const refused = await order(student);
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'BATCH_CLOSED']);
    expect(await claims(academy, batches.radarOpen)).toEqual({ holds: 0, bookings: 0 });
    const swapped = await student.send('PUT', '/api/cart/batch', inFire(batches.fireSeven));
    expect([swapped.statusCode, swapped.json().code]).toEqual([409, 'BATCH_CLOSED']);
    expect(await choicesOf(student)).toEqual([]);
    expect((await student.send('DELETE', '/api/cart', line)).json().data.items).toEqual([]);
  });

  it('does not give the order of before again, nor replace it', async () => {
    const student = await enrol();
    await addSea(student, batches.fireOpen, batches.radarOpen);
    await ordered(student);
    await consistOf(courses.fire);
    expect((await order(student)).json().code).toBe('BATCH_CLOSED');
    const orders = db.selectFrom('orders').select('state').where('student_id', '=', student.id);
    expect(await orders.execute()).toEqual([{ state: 'awaiting_payment' }]);
  });
});
