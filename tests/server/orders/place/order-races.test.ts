import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { openAcademy, type StudentBrowser } from '../../booking/academy.ts';
import { batches, courses, packages } from '../../booking/academy-seed.ts';
import {
  addCourse,
  addFire,
  addSea,
  claims,
  clearSeats,
  expectInvariants,
  expireHolds,
  order,
  ordersOf,
  placeOrder,
  pressPaymentButton,
  recheckOrder,
} from '../ordering.ts';

const academy = await openAcademy();
const { db, enrol } = academy;

afterEach(() => expectInvariants(academy));

async function enrolMany(count: number, fill: (student: StudentBrowser, position: number) => Promise<void>) {
  return Promise.all(
    Array.from({ length: count }, async (_, position) => {
      const student = await enrol();
      await fill(student, position);
      return student;
    }),
  );
}

/** Places all orders at once; returns how many succeeded, and the error codes of the others. */
async function orderAll(students: readonly StudentBrowser[]): Promise<{ placed: number; codes: Set<string> }> {
  const responses = await Promise.all(students.map((student) => order(student)));
  const refused = responses.filter((response) => response.statusCode !== 200);
  return { placed: responses.length - refused.length, codes: new Set(refused.map((response) => response.json().code)) };
}

describe('many students ordering at once', () => {
  it('exactly seven of forty concurrent orders get the seven seats of a batch', async () => {
    const students = await enrolMany(40, (student) => addFire(student, batches.fireSeven));
    expect(await orderAll(students)).toEqual({ placed: 7, codes: new Set(['BATCH_FULL']) });
    expect(await claims(academy, batches.fireSeven)).toEqual({ holds: 7, bookings: 0 });
    await clearSeats(academy);
  });

  it('concurrent orders for packages and courses that share batches each hold all of their seats or none', async () => {
    const short = { type: 'package', package_id: packages.short };
    const chosen = [
      { course_id: courses.fire, batch_id: batches.fireSeven },
      { course_id: courses.firstAid, batch_id: batches.firstAidOpen },
    ];
    const fills = [
      (student: StudentBrowser) => addSea(student, batches.fireSeven, batches.radarSeven),
      (student: StudentBrowser) => addCourse(student, courses.radar, batches.radarSeven),
      async (student: StudentBrowser) => {
        await student.send('POST', '/api/cart/add', { ...short, batches: chosen });
      },
    ];
    const students = await enrolMany(36, async (student, position) => fills[position % 3]?.(student));
    const { codes } = await orderAll(students);
    expect(codes).toEqual(new Set(['BATCH_FULL']));
    const lacking = await db
      .selectFrom('order_item_courses as c')
      .innerJoin('order_items as i', 'i.id', 'c.order_item_id')
      .innerJoin('orders as o', 'o.id', 'i.order_id')
      .leftJoin('seat_claims as s', (join) =>
        join.onRef('s.order_id', '=', 'o.id').onRef('s.batch_id', '=', 'c.batch_id'),
      )
      .select('o.id')
      .where('o.id', 'in', db.selectFrom('seat_claims').select('order_id').where('order_id', 'is not', null))
      .where('s.id', 'is', null)
      .execute();
    expect(lacking).toEqual([]);
    expect((await claims(academy, batches.radarSeven)).holds).toBe(7);
    await clearSeats(academy);
  });

  it('when three seat holds in a full batch expire, exactly three of ten concurrent orders get a seat', async () => {
    const first = await enrolMany(7, (student) => addFire(student, batches.fireSeven));
    const placed = await Promise.all(first.map((student) => placeOrder(student)));
    await Promise.all(placed.slice(0, 3).map((created) => expireHolds(academy, created.order_id)));
    const second = await enrolMany(10, (student) => addFire(student, batches.fireSeven));
    expect(await orderAll(second)).toEqual({ placed: 3, codes: new Set(['BATCH_FULL']) });
    await clearSeats(academy);
  });

  it('twelve concurrent payments get distinct receipt numbers and book one seat each', async () => {
    const students = await enrolMany(12, (student) => addSea(student, batches.fireOpen, batches.radarOpen));
    const placed = await Promise.all(students.map((student) => placeOrder(student)));
    await Promise.all(placed.map((created) => pressPaymentButton(academy, created, 'pay')));
    await Promise.all(
      students.flatMap((student) => [recheckOrder(student), recheckOrder(student), recheckOrder(student)]),
    );
    expect(await claims(academy, batches.fireOpen)).toEqual({ holds: 0, bookings: 12 });
    const orders = await db.selectFrom('orders').select('receipt_number').where('state', '=', 'completed').execute();
    expect(new Set(orders.map((row) => row.receipt_number)).size).toBe(12);
  });
});

describe('one student ordering in several tabs', () => {
  it('ten concurrent order requests of one student create one order', async () => {
    const student = await enrol();
    await addFire(student);
    const responses = await Promise.all(Array.from({ length: 10 }, () => order(student)));
    const ids = new Set(responses.map((response) => response.json().order_id));
    expect([...ids]).toHaveLength(1);
    expect(await ordersOf(academy, student)).toHaveLength(1);
  });

  it('twenty concurrent order requests with one idempotency key create one order and get the same response', async () => {
    const student = await enrol();
    await addFire(student);
    const calls = Array.from({ length: 20 }, () => order(student, {}, 'order-key-0001'));
    const [first, ...others] = await Promise.all(calls);
    expect(first?.statusCode, first?.body).toBe(200);
    for (const response of others) expect(response.json()).toEqual(first?.json());
    expect(await ordersOf(academy, student)).toHaveLength(1);
    const other = await order(student, { terms_version: '2026-01' }, 'order-key-0001');
    expect(other.statusCode).toBe(422);
    expect(other.json().code).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  it('a late payment and a concurrent new order never give a student the same batch twice', async () => {
    const open = [batches.fireOpen, batches.firstAidOpen];
    await db.updateTable('batches').set({ capacity: 200 }).where('id', 'in', open).execute();
    const students = await enrolMany(24, (student) => addFire(student));
    await Promise.all(
      students.map(async (student, position) => {
        const late = await placeOrder(student);
        await student.send('DELETE', '/api/cart', { item_type: 'course', course_id: courses.fire });
        await addCourse(student, courses.firstAid, batches.firstAidOpen);
        await placeOrder(student);
        await addFire(student);
        const paying = async () => {
          // Delay each payment by a different number of database calls, so that payment and order overlap in different
          // ways.
          for (let trip = 0; trip < position; trip++) await sql`select 1`.execute(db);
          await pressPaymentButton(academy, late, 'pay');
          await recheckOrder(student, late.attempt_id);
        };
        await Promise.all([order(student), paying()]);
      }),
    );
    const twice = await sql`select o.student_id from orders o join order_items i on i.order_id = o.id
      join order_item_courses c on c.order_item_id = i.id where o.state in ('completed', 'awaiting_payment')
      group by o.student_id, c.batch_id having count(*) > 1`.execute(db);
    expect(twice.rows).toEqual([]);
  });

  it('an order refused for an empty cart is refused again under the same idempotency key, even after a course was added', async () => {
    const student = await enrol();
    const first = await order(student, {}, 'order-key-0002');
    expect(first.json().code).toBe('CART_EMPTY');
    await addFire(student);
    const repeat = await order(student, {}, 'order-key-0002');
    expect([repeat.statusCode, repeat.json().code]).toEqual([409, 'CART_EMPTY']);
    expect([first, repeat].map(({ headers }) => headers['idempotent-replayed'])).toEqual([undefined, 'true']);
    expect((await order(student, {}, 'order-key-0003')).statusCode).toBe(200);
  });
});
