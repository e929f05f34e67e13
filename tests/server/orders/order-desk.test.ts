import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import type { OrderAsk } from '../../../server/orders/place-set.ts';
import { openAcademy, type StudentBrowser } from '../booking/academy.ts';
import { batches, courses } from '../booking/academy-seed.ts';
import { askOf, openDesk, ordersOf } from './desk.ts';
import { addCourse, addFire, addSea, claims, clearSeats, expectInvariants, ordered } from './ordering.ts';

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

describe('orders that are placed together', () => {
  it('are judged each for itself', async () => {
    const { desk, sets } = openDesk(academy);
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
    expect(sets).toEqual([10]);
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

  it('get the last seats in the order in which they came', async () => {
    const { desk } = openDesk(academy);
    const students = await Promise.all(Array.from({ length: 9 }, () => enrolFire(batches.fireSeven)));
    const outcomes = await Promise.allSettled(students.map((student) => desk.place(askOf(student))));
    expect(outcomes.map(({ status }) => status)).toEqual([...Array(7).fill('fulfilled'), 'rejected', 'rejected']);
  });

  it('are placed without the one that the database refuses', async () => {
    const { desk, sets } = openDesk(academy);
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
    const { desk } = openDesk(academy);
    const { desk: elsewhere } = openDesk(academy);
    const [student, neighbour] = [await enrolFire(), await enrolFire()];
    const calls = [desk.place(askOf(student)), elsewhere.place(askOf(student)), desk.place(askOf(neighbour))];
    const kinds = (await Promise.all(calls)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'placed')).toHaveLength(2);
    expect(kinds).toContainEqual(expect.stringMatching(/alone|unsettled/));
    expect(await ordersOf(academy, student)).toHaveLength(1);
  });
});
