import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { buildApp } from '../../../server/app.ts';
import { seats } from '../../../server/booking/seats.ts';
import { openDatabase } from '../../../server/db/client.ts';
import { readEnv } from '../../../server/env.ts';
import { openOrderDesk } from '../../../server/orders/order-desk.ts';
import type { OrderParts } from '../../../server/orders/order-parts.ts';
import type { OrderAsk } from '../../../server/orders/place-set.ts';
import { FaultLine } from '../../faults/fault-line.ts';
import { openAcademy, type StudentBrowser } from '../booking/academy.ts';
import { batches, courses } from '../booking/academy-seed.ts';
import { orderParts } from './order-server.ts';
import { addCourse, addFire, addSea, claims, clearSeats, expectInvariants, order, ordered } from './ordering.ts';

const academy = await openAcademy();
const { db, url, clock, enrol } = academy;
const env = readEnv({ LANDFALL_ENV: 'test', LOG_LEVEL: 'silent', RATE_ORDER: '100000', RATE_WRITE: '100000' });

afterEach(async () => {
  await expectInvariants(academy);
  await clearSeats(academy);
});

/** A desk of its own, and how many asks each of its sets had. */
function openDesk(parts: Partial<OrderParts> = {}) {
  const sets: number[] = [];
  const bound = orderParts(db, clock, parts);
  const readCarts: OrderParts['readCarts'] = (handle, students) => {
    sets.push(students.length);
    return bound.readCarts(handle, students);
  };
  return { desk: openOrderDesk({ ...bound, readCarts }), sets };
}

const askOf = (student: StudentBrowser, more: Partial<OrderAsk> = {}): OrderAsk => ({
  studentId: student.id,
  shown: {},
  callKey: null,
  isSettled: false,
  ...more,
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
const ordersOf = (student: StudentBrowser) =>
  db.selectFrom('orders').select(['id', 'state']).where('student_id', '=', student.id).execute();
const placed = { status: 'fulfilled', value: { kind: 'placed' } };
const refused = (code: string) => ({ status: 'rejected', reason: { code } });

describe('orders that are placed together', () => {
  it('are judged each for itself', async () => {
    const { desk, sets } = openDesk();
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
    await ordered(students.repeated, {}, 'a-key-of-before');
    const quote = { total: 1, items: [] };
    const asks: Record<keyof typeof students, Partial<OrderAsk>> = {
      first: { callKey: keyOf(students.first, 'first-key-1') },
      late: { callKey: keyOf(students.late, 'late-key-01') },
      package: {},
      closed: {},
      changed: { shown: { terms_version: '2026-01', quote } },
      unknown: {},
      forbidden: {},
      empty: {},
      repeated: { callKey: keyOf(students.repeated, 'a-key-of-before') },
      last: {},
    };
    const names = Object.keys(students) as Array<keyof typeof students>;
    const outcomes = await Promise.allSettled(names.map((name) => desk.place(askOf(students[name], asks[name]))));
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
      { status: 'fulfilled', value: { kind: 'known' } },
      placed,
    ]);
    // One set: all carts were read at once.
    expect(sets).toEqual([9]);
    expect(await claims(academy, batches.fireSeven)).toEqual({ holds: 1, bookings: 0 });
    expect(await claims(academy, batches.fireOpen)).toEqual({ holds: 2, bookings: 0 });
    const keys = await db
      .selectFrom('idempotency_keys')
      .select(['key', 'status'])
      .where('key', 'like', '%-key-%')
      .orderBy('key')
      .execute();
    expect(keys).toContainEqual({ key: 'first-key-1', status: null });
    expect(keys).toContainEqual({ key: 'late-key-01', status: 409 });
  });

  it('get the last seats in the order in which they came', async () => {
    const { desk } = openDesk();
    const students = await Promise.all(Array.from({ length: 9 }, () => enrolFire(batches.fireSeven)));
    const outcomes = await Promise.allSettled(students.map((student) => desk.place(askOf(student))));
    expect(outcomes.map(({ status }) => status)).toEqual([...Array(7).fill('fulfilled'), 'rejected', 'rejected']);
  });

  it('are placed without the one that the database refuses', async () => {
    const { desk, sets } = openDesk();
    const students = await Promise.all(Array.from({ length: 5 }, () => enrolFire()));
    await sql`create function refuse_one() returns trigger language plpgsql as $$ begin
      if new.student_id = ${sql.lit(students[2]?.id)} then raise exception 'not this one'; end if; return new; end $$`.execute(
      db,
    );
    await sql`create trigger refuse_one before insert on orders for each row execute function refuse_one()`.execute(db);
    const outcomes = await Promise.allSettled(students.map((student) => desk.place(askOf(student))));
    await sql`drop function refuse_one cascade`.execute(db);
    const failed = { status: 'rejected', reason: { message: 'not this one' } };
    expect(outcomes).toMatchObject([placed, placed, failed, placed, placed]);
    expect(sets).toEqual([5, 1, 1, 1, 1, 1]);
    expect(await claims(academy, batches.fireOpen)).toEqual({ holds: 4, bookings: 0 });
  });

  it('leave one who orders at another process at the same moment to an own transaction', async () => {
    const { desk } = openDesk();
    const { desk: elsewhere } = openDesk();
    const [student, neighbour] = [await enrolFire(), await enrolFire()];
    const calls = [desk.place(askOf(student)), elsewhere.place(askOf(student)), desk.place(askOf(neighbour))];
    const kinds = (await Promise.all(calls)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'placed')).toHaveLength(2);
    expect(kinds).toContainEqual(expect.stringMatching(/alone|unsettled/));
    expect(await ordersOf(student)).toHaveLength(1);
  });
});

/** Another program's connection that keeps a row locked. */
async function lockElsewhere(statement: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('begin');
  await client.query(statement);
  return { release: () => client.end() };
}

describe('a batch that somebody keeps locked', () => {
  it('is answered 503 with Retry-After, and the other batches are sold meanwhile', async () => {
    const [stuck, free] = [await enrolFire(batches.fireSeven), await enrolFire()];
    const lock = await lockElsewhere(`select from batches where id = ${batches.fireSeven} for update`);
    const [refusedCall, placedCall] = await Promise.all([order(stuck), order(free)]);
    expect(refusedCall.statusCode, refusedCall.body).toBe(503);
    expect(refusedCall.headers['retry-after']).toBe('2');
    expect(refusedCall.json()).toMatchObject({
      code: 'UNAVAILABLE',
      message: 'The service is busy. Please try again.',
    });
    expect(placedCall.statusCode, placedCall.body).toBe(200);
    // Nobody waits for it a second time.
    const [again] = await Promise.all([order(stuck), ordered(await enrolFire())]);
    expect(again.statusCode).toBe(503);
    await lock.release();
    await ordered(stuck);
  }, 20_000);

  it('is waited for where it is not long', async () => {
    const { desk } = openDesk();
    const student = await enrolFire(batches.fireSeven);
    const lock = await lockElsewhere(`select from batches where id = ${batches.fireSeven} for update`);
    const placing = desk.place(askOf(student));
    await waitFor(async () => {
      const { rows } = await sql`select from pg_locks where not granted`.execute(db);
      return rows.length > 0;
    });
    await lock.release();
    expect(await placing).toMatchObject({ kind: 'placed' });
  });
});

async function waitFor(isThere: () => Promise<boolean>): Promise<void> {
  await expect.poll(isThere, { timeout: 5_000, interval: 10 }).toBe(true);
}

describe('a connection that PostgreSQL ends', () => {
  it('in the midst of a set is replaced, and each order is placed once', async () => {
    let ended = 0;
    const ending: OrderParts['seats'] = {
      ...seats,
      open: async (tx, ...how) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
        if (ended++ === 0) await sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`.execute(db);
        return seats.open(tx, ...how);
      },
    };
    const { desk } = openDesk({ seats: ending });
    const students = await Promise.all(Array.from({ length: 4 }, () => enrolFire()));
    const outcomes = await Promise.allSettled(students.map((student) => desk.place(askOf(student))));
    expect(outcomes).toMatchObject([placed, placed, placed, placed]);
    expect(ended).toBe(2);
    expect(await claims(academy, batches.fireOpen)).toEqual({ holds: 4, bookings: 0 });
  });

  it('after the commit, unheard, has placed the orders, which are found again', async () => {
    const line = await FaultLine.open(url);
    const behind = openDatabase(line.url);
    const app = await buildApp({ env, db: behind, clock, release: 'test' });
    const [keyed, bare] = [await enrolFire(), await enrolFire()];
    const near = academy.app.server;
    try {
      academy.app.server = app.server;
      let broken = 0;
      line.arm({ at: 'commit', side: 'after', onBreak: () => void broken++ });
      const [one, two] = await Promise.all([ordered(keyed, {}, 'unheard-key-1'), ordered(bare)]);
      expect(broken).toBe(1);
      expect(await ordersOf(keyed)).toMatchObject([{ id: one.order_id }]);
      expect(await ordersOf(bare)).toMatchObject([{ id: two.order_id }]);
      expect(await ordered(keyed, {}, 'unheard-key-1')).toEqual(one);
      expect(await claims(academy, batches.fireOpen)).toEqual({ holds: 2, bookings: 0 });
    } finally {
      academy.app.server = near;
      await app.server.close();
      await behind.destroy();
      await line.close();
    }
  });
});

it('finishes what is at work before the server has closed', async () => {
  const own = openDatabase(url);
  const app = await buildApp({ env, db: own, clock, release: 'test' });
  const student = await enrolFire(batches.fireSeven);
  const lock = await lockElsewhere(`select from batches where id = ${batches.fireSeven} for update`);
  const near = academy.app.server;
  academy.app.server = app.server;
  const calling = order(student);
  academy.app.server = near;
  await waitFor(async () => (await sql`select from pg_locks where not granted`.execute(db)).rows.length > 0);
  const closing = app.server.close();
  await lock.release();
  await closing;
  // The process ends now: nothing of it may be on its way to the database.
  await own.destroy();
  expect(await ordersOf(student)).toMatchObject([{ state: 'awaiting_payment' }]);
  expect((await calling).statusCode).toBe(200);
});
