import { afterEach, describe, expect, it } from 'vitest';

import { openAcademy, type StudentBrowser } from '../../booking/academy.ts';
import { batches, courses, packages } from '../../booking/academy-seed.ts';
import { addSea, claims, clearSeats, expectInvariants, order, orderStates, placeOrder, readCart } from '../ordering.ts';

const academy = await openAcademy();
const { db, enrol } = academy;

/** Replaces the courses of the package that the test puts into a cart. */
async function setPackageCourses(...ids: number[]): Promise<void> {
  await db.deleteFrom('package_courses').where('package_id', '=', packages.sea).execute();
  const rows = ids.map((course_id, position) => ({ package_id: packages.sea, course_id, position }));
  await db.insertInto('package_courses').values(rows).execute();
}

afterEach(async () => {
  await setPackageCourses(courses.fire, courses.radar);
  await expectInvariants(academy);
  await clearSeats(academy);
});

const line = { item_type: 'package', package_id: packages.sea };
const inFire = (batch_id: number) => ({ ...line, course_id: courses.fire, batch_id });

async function troublesOf(student: StudentBrowser) {
  const { items } = await readCart(student);
  return items[0]?.package?.batches.map(({ trouble }) => trouble);
}

async function choicesOf(student: StudentBrowser): Promise<object[]> {
  const { data } = (await student.get('/api/cart/batches')).json();
  return data.flatMap((course: { batches: object[] }) => course.batches);
}

describe('a package that changes while it is in a cart', () => {
  it.each([
    ['loses a course', [courses.fire]],
    ['gains a course', [courses.fire, courses.radar, courses.firstAid]],
    ['replaces a course', [courses.fire, courses.firstAid]],
  ])(
    'a package whose courses change while it is in a cart can only be removed from the cart, not ordered or changed (it %s)',
    async (_, ids) => {
      const student = await enrol();
      await addSea(student, batches.fireOpen, batches.radarOpen);
      expect(await troublesOf(student)).toEqual([null, null]);
      await setPackageCourses(...ids);
      expect(await troublesOf(student)).toEqual(['closed', 'closed']);
      const refused = await order(student);
      expect([refused.statusCode, refused.json().code]).toEqual([409, 'BATCH_CLOSED']);
      expect(await claims(academy, batches.radarOpen)).toEqual({ holds: 0, bookings: 0 });
      const swapped = await student.send('PUT', '/api/cart/batch', inFire(batches.fireSeven));
      expect([swapped.statusCode, swapped.json().code]).toEqual([409, 'BATCH_CLOSED']);
      expect(await choicesOf(student)).toEqual([]);
      expect((await student.send('DELETE', '/api/cart', line)).json().data.items).toEqual([]);
    },
  );

  it('an order for a package whose courses have changed is rejected, and the student’s earlier order still waits for payment', async () => {
    const student = await enrol();
    await addSea(student, batches.fireOpen, batches.radarOpen);
    await placeOrder(student);
    await setPackageCourses(courses.fire);
    expect((await order(student)).json().code).toBe('BATCH_CLOSED');
    expect(await orderStates(academy, student)).toEqual(['awaiting_payment']);
  });
});
