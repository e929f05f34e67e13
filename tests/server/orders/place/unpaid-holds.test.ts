import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { lockBatch } from '../../../../server/booking/batches/batch-change.repo.ts';
import { inTransaction } from '../../../../server/db/transactions/transaction.ts';
import { openAcademy, type StudentBrowser } from '../../booking/academy.ts';
import { batches, courses } from '../../booking/academy-seed.ts';
import {
  addCourse,
  addFire,
  claims,
  clearSeats,
  expectInvariants,
  expireHolds,
  order,
  orderState,
  pay,
  placeOrder,
  recheckOrder,
} from '../ordering.ts';

const academy = await openAcademy({ HOLDS_PER_ADDRESS: '25' });
const { db, enrol } = academy;
const crewAddress = '203.0.113.7';

beforeEach(() => clearSeats(academy));

const secondsUntil = (instant: string | undefined) => (Date.parse(instant ?? '') - Date.now()) / 1000;

async function enrolAt(address: string): Promise<StudentBrowser> {
  const student = await enrol({}, address);
  await addFire(student);
  return student;
}

const enrolCrew = (size: number) => Promise.all(Array.from({ length: size }, () => enrolAt(crewAddress)));

describe('unpaid holds of one address in one batch', () => {
  it('unpaid orders of eleven accounts at one IP address hold at most a quarter of the seats of a batch', async () => {
    const crew = await enrolCrew(11);
    const responses = [];
    for (const student of crew) responses.push(await order(student));
    const statuses = responses.map(({ statusCode }) => statusCode);
    expect(statuses).toEqual([...Array(7).fill(200), ...Array(4).fill(409)]);
    expect(responses.at(-1)?.json()).toMatchObject({
      code: 'TOO_MANY_HOLDS',
      message: 'Too many unpaid seats of this batch are held from your network.',
      data: { course_id: courses.fire, batch_id: batches.fireOpen },
    });
    expect(await claims(academy, batches.fireOpen)).toEqual({ holds: 7, bookings: 0 });
    const elsewhere = await enrolAt('198.51.100.4');
    expect((await order(elsewhere)).statusCode).toBe(200);
  });

  it('concurrent unpaid orders from one IP address together hold at most a quarter of the seats of a batch', async () => {
    const crew = await enrolCrew(20);
    const responses = await Promise.all(crew.map((student) => order(student)));
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(7);
    expect(await claims(academy, batches.fireOpen)).toEqual({ holds: 7, bookings: 0 });
    await expectInvariants(academy);
  });

  it('unpaid orders from one IP address may hold two seats of a small batch, but not three', async () => {
    const crew = await Promise.all(Array.from({ length: 3 }, () => enrol({}, crewAddress)));
    const statuses = [];
    for (const student of crew) {
      await addFire(student, batches.fireSeven);
      statuses.push((await order(student)).statusCode);
    }
    expect(statuses).toEqual([200, 200, 409]);
  });

  it('twenty students at one IP address can all book the same batch if each pays before the next one orders', async () => {
    for (const student of await enrolCrew(20)) await pay(academy, student, await placeOrder(student));
    expect(await claims(academy, batches.fireOpen)).toEqual({ holds: 0, bookings: 20 });
    await expectInvariants(academy);
  });

  it('the seat hold of a replaced order does not count against the limit of seat holds per IP address', async () => {
    const crew = await enrolCrew(7);
    for (const student of crew) await placeOrder(student);
    const [last] = crew.slice(-1);
    if (!last) throw new Error('the crew is empty');
    await addCourse(last, courses.radar, batches.radarOpen);
    await placeOrder(last);
    expect(await claims(academy, batches.fireOpen)).toEqual({ holds: 7, bookings: 0 });
  });

  it('when a seat hold expires at an IP address that has reached its limit, another student at that address can order', async () => {
    const crew = await enrolCrew(8);
    const [first] = await Promise.all(crew.slice(0, 7).map((student) => placeOrder(student)));
    const last = crew[7];
    if (!first || !last) throw new Error('the crew is too small');
    expect((await order(last)).statusCode).toBe(409);
    await expireHolds(academy, first.order_id);
    expect((await order(last)).statusCode).toBe(200);
  });

  it('a seat hold stores a hash of the IP address, which is deleted when the seat is booked', async () => {
    const student = await enrolAt(crewAddress);
    const created = await placeOrder(student);
    const readHash = async () =>
      (
        await db
          .selectFrom('seat_claims')
          .select('address_hash')
          .where('order_id', '=', created.order_id)
          .executeTakeFirstOrThrow()
      ).address_hash;
    const hash = await readHash();
    expect(hash).toHaveLength(32);
    expect(hash?.toString()).not.toContain(crewAddress);
    await pay(academy, student, created);
    expect(await readHash()).toBeNull();
  });
});

describe('the number of lines of an order', () => {
  /** Inserts cart rows for courses, each with a batch, directly into the database. */
  async function fill(student: StudentBrowser, first: number, count: number): Promise<void> {
    const ids = Array.from({ length: count }, (_, index) => first + index);
    for (const id of ids) {
      await sql`insert into courses select (jsonb_populate_record(c, jsonb_build_object('id', ${id}::integer,
        'course_code', ${`X${id}`}::text, 'meta_text', ${`x-${id}`}::text))).* from courses c
        where c.id = ${courses.fire} on conflict do nothing`.execute(db);
      await sql`insert into batches select (jsonb_populate_record(b, jsonb_build_object('id', ${id}::integer,
        'course_id', ${id}::integer, 'content_key', ${`X${id}`}::text, 'taken', 0))).* from batches b
        where b.id = ${batches.fireOpen} on conflict do nothing`.execute(db);
      await addCourse(student, id, id);
    }
  }

  it('an order for eleven courses is refused and holds no seat, and an order for ten courses is placed', async () => {
    const student = await enrol();
    await fill(student, 900, 11);
    const refused = await order(student);
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({
      code: 'TOO_MANY_LINES',
      message: 'An order can have at most 10 lines. Remove 1 from your cart.',
    });
    expect(await claims(academy, 900)).toEqual({ holds: 0, bookings: 0 });
    await student.send('DELETE', '/api/cart', { item_type: 'course', course_id: 910 });
    expect((await order(student)).statusCode).toBe(200);
  });

  it('an order for 65 courses is refused like any order for more than ten courses, and holds no seat', async () => {
    const student = await enrol();
    await fill(student, 920, 65);
    expect((await order(student)).json()).toMatchObject({ code: 'TOO_MANY_LINES' });
    const held = await sql`select from seat_claims where kind = 'hold'`.execute(db);
    expect(held.rows).toEqual([]);
  });
});

describe('the hold of a student whose orders expire unpaid', () => {
  async function expire(student: StudentBrowser): Promise<void> {
    const { attempt_id, data, order_id } = await placeOrder(student);
    await sql`update sandbox_payments set expires_at = now() - interval '1 second' where session_id = ${data}`.execute(
      db,
    );
    await recheckOrder(student, attempt_id);
    expect(await orderState(academy, order_id)).toBe('expired');
  }

  it('after two orders of a student expired unpaid within a day, the next seat hold lasts only five minutes', async () => {
    const student = await enrolAt('127.0.0.1');
    await expire(student);
    const usual = await placeOrder(student);
    expect(secondsUntil(usual.held_until)).toBeGreaterThan(1400);
    await sql`update sandbox_payments set expires_at = now() - interval '1 second' where session_id = ${usual.data}`.execute(
      db,
    );
    await recheckOrder(student, usual.attempt_id);
    const short = await placeOrder(student);
    expect(secondsUntil(short.held_until)).toBeGreaterThan(200);
    expect(secondsUntil(short.held_until)).toBeLessThanOrEqual(300);
    const { rows } = await sql<{ hold: number; session: number }>`
      select extract(epoch from s.expires_at - s.created_at)::float as hold,
        extract(epoch from a.expires_at - a.created_at)::float as session
      from seat_claims s join payment_attempts a on a.order_id = s.order_id where s.order_id = ${short.order_id}`.execute(
      db,
    );
    expect(rows).toEqual([{ hold: 300, session: 300 }]);
    expect((await recheckOrder(student, short.attempt_id)).order.held_until).toBe(short.held_until);
  });

  it('orders that expired unpaid more than a day ago do not shorten a student’s next seat hold', async () => {
    const student = await enrolAt('127.0.0.1');
    await expire(student);
    await expire(student);
    await sql`update orders set created_at = created_at - interval '25 hours' where student_id = ${student.id}`.execute(
      db,
    );
    expect(secondsUntil((await placeOrder(student)).held_until)).toBeGreaterThan(1400);
  });

  it('ordering again after the seat hold of an unpaid order has ended creates a new order with a seat hold of its own', async () => {
    const student = await enrolAt('127.0.0.1');
    const first = await placeOrder(student);
    await expireHolds(academy, first.order_id);
    const second = await placeOrder(student);
    expect(second.order_id).not.toBe(first.order_id);
    expect(await orderState(academy, first.order_id)).toBe('replaced');
    expect(await claims(academy, batches.fireOpen)).toEqual({ holds: 1, bookings: 0 });
    // The old order may hold no seat, because a change of the batch has released the hold. Ordering again creates a new
    // order then, too.
    await expireHolds(academy, second.order_id);
    await inTransaction(db, (tx) => lockBatch(tx, batches.fireOpen));
    expect(await claims(academy, batches.fireOpen)).toEqual({ holds: 0, bookings: 0 });
    expect((await placeOrder(student)).order_id).not.toBe(second.order_id);
    expect(await claims(academy, batches.fireOpen)).toEqual({ holds: 1, bookings: 0 });
  });
});
