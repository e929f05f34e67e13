import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import type { OrderRequest } from '../../../../server/orders/place/evaluate-requests.ts';
import { openAcademy, type StudentBrowser } from '../../booking/academy.ts';
import { batches, courses } from '../../booking/academy-seed.ts';
import {
  addCourse,
  addFire,
  addSea,
  claims,
  clearSeats,
  expectInvariants,
  orderStates,
  ordersOf,
  placeOrder,
} from '../ordering.ts';
import { openOrderQueue, requestOf } from './open-order-queue.ts';
import { orderDeps } from './order-server.ts';

const academy = await openAcademy();
const { db, enrol } = academy;

afterEach(async () => {
  await expectInvariants(academy);
  await clearSeats(academy);
});

const keyOf = (student: StudentBrowser, key: string) => ({
  subject: student.id,
  endpoint: 'createOrder',
  key,
  hash: Buffer.alloc(32, 1),
});

async function enrolWith(fill: (student: StudentBrowser) => Promise<void>, fields = {}) {
  const student = await enrol(fields);
  await fill(student);
  return student;
}

const enrolFire = (batch?: number) => enrolWith((student) => addFire(student, batch));
const placed = { status: 'fulfilled', value: { kind: 'placed' } };
const refused = (code: string) => ({ status: 'rejected', reason: { code } });

describe('concurrent orders', () => {
  it('orders that are placed in one database transaction are accepted or rejected independently of each other', async () => {
    const { queue, sizes } = openOrderQueue(academy);
    const students = {
      first: await enrolFire(batches.fireSeven),
      late: await enrolFire(batches.fireSeven),
      package: await enrolWith((student) => addSea(student, batches.fireOpen, batches.radarSeven)),
      closed: await enrolWith((student) => addCourse(student, courses.firstAid, batches.firstAidOpen)),
      changed: await enrolFire(),
      unknown: await enrolWith((student) => addFire(student), { email: null }),
      forbidden: await enrolWith((student) => addFire(student), { allowed_booking: false }),
      empty: await enrol(),
      repeated: await enrolFire(),
      last: await enrolFire(),
    };
    await db.updateTable('batches').set({ capacity: 1 }).where('id', '=', batches.fireSeven).execute();
    await db.updateTable('batches').set({ capacity: 0 }).where('id', '=', batches.radarSeven).execute();
    await db.updateTable('batches').set({ status: 'closed' }).where('id', '=', batches.firstAidOpen).execute();
    await placeOrder(students.repeated, {}, 'an-earlier-key');
    const quote = { total: 1, items: [] };
    const requests: Record<keyof typeof students, Partial<OrderRequest>> = {
      first: { callKey: keyOf(students.first, 'first-key-1') },
      late: { callKey: keyOf(students.late, 'late-key-01') },
      package: {},
      closed: {},
      changed: { shown: { terms_version: '2026-01', quote } },
      unknown: {},
      forbidden: {},
      empty: {},
      repeated: { callKey: keyOf(students.repeated, 'an-earlier-key') },
      last: {},
    };
    const names = Object.keys(students) as Array<keyof typeof students>;
    const outcomes = await Promise.allSettled(
      names.map((name) => queue.place(requestOf(students[name], requests[name]))),
    );
    await db
      .updateTable('batches')
      .set({ capacity: 7 })
      .where('id', 'in', [batches.fireSeven, batches.radarSeven])
      .execute();
    await db.updateTable('batches').set({ status: 'open' }).where('id', '=', batches.firstAidOpen).execute();
    expect(outcomes).toMatchObject([
      placed,
      refused('BATCH_FULL'),
      refused('BATCH_FULL'),
      refused('BATCH_CLOSED'),
      refused('CART_CHANGED'),
      refused('PROFILE_INCOMPLETE'),
      refused('BOOKING_NOT_ALLOWED'),
      refused('CART_EMPTY'),
      { status: 'fulfilled', value: { kind: 'keyUsed' } },
      placed,
    ]);
    // All ten carts were read by one transaction.
    expect(sizes).toEqual([10]);
    expect(await claims(academy, batches.fireSeven)).toEqual({ holds: 1, bookings: 0 });
    expect(await claims(academy, batches.fireOpen)).toEqual({ holds: 2, bookings: 0 });
    const keys = await db
      .selectFrom('idempotency_keys')
      .select(['key', 'status'])
      .where('key', 'like', '%-key-%')
      .orderBy('key')
      .execute();
    expect(keys).toContainEqual({ key: 'first-key-1', status: 200 });
    expect(keys).toContainEqual({ key: 'late-key-01', status: 409 });
  });

  it('one database transaction can place orders, return an existing order, replace an order, complete a free order and reject an order for a full batch', async () => {
    const { queue, sizes } = openOrderQueue(academy);
    const students = {
      returning: await enrolFire(),
      replacing: await enrolFire(batches.fireSeven),
      heir: await enrolFire(batches.fireSeven),
      late: await enrolFire(batches.fireSeven),
      staying: await enrolFire(),
      free: await enrolWith((student) => addCourse(student, courses.free, 31)),
    };
    const { returning, replacing, staying } = students;
    const first = {
      returning: await placeOrder(returning),
      replacing: await placeOrder(replacing),
      staying: await placeOrder(staying),
    };
    await db.updateTable('batches').set({ capacity: 1 }).where('id', '=', batches.fireSeven).execute();
    await replacing.send('DELETE', '/api/cart', { item_type: 'course', course_id: courses.fire });
    await addCourse(replacing, courses.firstAid, batches.firstAidOpen);
    await addCourse(staying, courses.radar, batches.radarSeven);
    await db.updateTable('batches').set({ capacity: 0 }).where('id', '=', batches.radarSeven).execute();
    const requests = Object.entries(students).map(([name, student]) =>
      requestOf(student, { isSettled: true, callKey: keyOf(student, `mixed-${name}`) }),
    );
    const outcomes = await Promise.allSettled(requests.map((request) => queue.place(request)));
    const capacity = db.updateTable('batches').set({ capacity: 7 });
    await capacity.where('id', 'in', [batches.fireSeven, batches.radarSeven]).execute();
    expect(outcomes).toMatchObject([
      { value: { placed: { orderId: first.returning.order_id }, response: first.returning } },
      placed,
      placed,
      refused('BATCH_FULL'),
      refused('BATCH_FULL'),
      { value: { kind: 'placed', response: { data: '' } } },
    ]);
    expect(sizes).toEqual([6]);
    const states = await Promise.all(Object.values(students).map((student) => orderStates(academy, student)));
    const live = 'awaiting_payment';
    expect(states).toEqual([[live], ['replaced', live], [live], [], [live], ['completed']]);
    expect(await claims(academy, batches.fireSeven)).toEqual({ holds: 1, bookings: 0 });
    expect(await claims(academy, batches.fireOpen)).toEqual({ holds: 2, bookings: 0 });
    expect(await claims(academy, 31)).toEqual({ holds: 0, bookings: 1 });
    const keys = await db
      .selectFrom('idempotency_keys')
      .select(['key', 'status'])
      .where('key', 'like', 'mixed-%')
      .orderBy('key')
      .execute();
    expect(keys.map(({ status }) => status)).toEqual([200, 200, 409, 200, 200, 409]);
  });

  it('an order that replaces a student’s earlier order takes over the earlier order’s seat even in a full batch', async () => {
    const { queue } = openOrderQueue(academy);
    const student = await enrolFire(batches.fireSeven);
    await placeOrder(student);
    await db.updateTable('batches').set({ capacity: 1 }).where('id', '=', batches.fireSeven).execute();
    await addCourse(student, courses.firstAid, batches.firstAidOpen);
    const [outcome] = await Promise.allSettled([queue.place(requestOf(student, { isSettled: true }))]);
    await db.updateTable('batches').set({ capacity: 7 }).where('id', '=', batches.fireSeven).execute();
    expect(outcome).toMatchObject(placed);
    expect(await orderStates(academy, student)).toEqual(['replaced', 'awaiting_payment']);
    expect(await claims(academy, batches.fireSeven)).toEqual({ holds: 1, bookings: 0 });
  });

  it('concurrent orders get the last seats of a batch in the order of their arrival', async () => {
    const { queue } = openOrderQueue(academy);
    const students = await Promise.all(Array.from({ length: 9 }, () => enrolFire(batches.fireSeven)));
    const outcomes = await Promise.allSettled(students.map((student) => queue.place(requestOf(student))));
    expect(outcomes.map(({ status }) => status)).toEqual([...Array(7).fill('fulfilled'), 'rejected', 'rejected']);
  });

  it('when the database rejects one order, the other orders of the same transaction are still placed', async () => {
    const { queue, sizes } = openOrderQueue(academy);
    const students = await Promise.all(Array.from({ length: 5 }, () => enrolFire()));
    await sql`create function refuse_one() returns trigger language plpgsql as $$ begin
      if new.student_id = ${sql.lit(students[2]?.id)} then raise exception 'not this one'; end if; return new; end $$`.execute(
      db,
    );
    await sql`create trigger refuse_one before insert on orders for each row execute function refuse_one()`.execute(db);
    const outcomes = await Promise.allSettled(students.map((student) => queue.place(requestOf(student))));
    await sql`drop function refuse_one cascade`.execute(db);
    const failed = { status: 'rejected', reason: { message: 'not this one' } };
    expect(outcomes).toMatchObject([placed, placed, failed, placed, placed]);
    expect(sizes).toEqual([5, 1, 1, 1, 1, 1]);
    expect(await claims(academy, batches.fireOpen)).toEqual({ holds: 4, bookings: 0 });
  });

  it('orders that share a transaction wait at most two seconds for a lock, and an order in its own transaction as long as its connection allows', async () => {
    const waits: unknown[] = [];
    const { queries } = orderDeps(db, academy.clock);
    const settings = {
      statement: sql`select current_setting('lock_timeout') as wait`,
      read: ([row]: readonly unknown[]) => {
        waits.push(row);
        return null;
      },
    };
    const { queue } = openOrderQueue(academy, { queries: { ...queries, settings } });
    const [alone, ...together] = await Promise.all([enrol(), enrol(), enrol()]);
    // Without booking settings, booking is closed.
    await expect(queue.place(requestOf(alone))).rejects.toMatchObject({ code: 'BOOKING_CLOSED' });
    const outcomes = await Promise.allSettled(together.map((student) => queue.place(requestOf(student))));
    expect(outcomes).toMatchObject([refused('BOOKING_CLOSED'), refused('BOOKING_CLOSED')]);
    const { rows: usual } = await settings.statement.execute(db);
    expect(usual).not.toEqual([{ wait: '2s' }]);
    expect(waits).toEqual([...usual, { wait: '2s' }]);
  });

  it('the length of the order queue counts waiting orders and finished calls whose responses are not stored yet', async () => {
    const { queue } = openOrderQueue(academy);
    const students = await Promise.all([enrolFire(), enrolFire()]);
    const finished = { attemptId: 'none', session: null, callKey: null, response: '{}' };
    const running = [...students.map((student) => queue.place(requestOf(student))), queue.finish(finished)];
    expect(queue.length).toBe(3);
    await Promise.all(running);
    expect(queue.length).toBe(0);
  });

  it('if two server processes receive an order of the same student at once, only one of them places an order', async () => {
    const { queue } = openOrderQueue(academy);
    const { queue: elsewhere } = openOrderQueue(academy);
    const [student, neighbour] = [await enrolFire(), await enrolFire()];
    const calls = [
      queue.place(requestOf(student)),
      elsewhere.place(requestOf(student)),
      queue.place(requestOf(neighbour)),
    ];
    const kinds = (await Promise.all(calls)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'placed')).toHaveLength(2);
    expect(kinds).toContainEqual('unsettled');
    expect(await ordersOf(academy, student)).toHaveLength(1);
  });
});
