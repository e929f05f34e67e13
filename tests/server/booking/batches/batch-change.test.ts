import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { AcademyCalendar } from '../../../../contract/academy-calendar.ts';
import { countWaiting, readAffected } from '../../../../server/booking/batches/affected.repo.ts';
import {
  cancelBatch,
  cancelUnbookedBatch,
  closeBatch,
  createBatches,
  lockBatch,
  moveBatch,
  openBatch,
  previewSeries,
  setCapacity,
  setOfficeSeats,
} from '../../../../server/booking/batches/batch-change.repo.ts';
import { findClashes } from '../../../../server/booking/batches/clashes.repo.ts';
import type { Tx } from '../../../../server/db/schema.ts';
import { addCourse, addFire, addSea, expireHolds, order, orderFire, pay, placeOrder } from '../../orders/ordering.ts';
import { entryOf, joinFire, leave, waitingFor } from '../../waiting-lists/waiting.ts';
import { openAcademy } from '../academy.ts';
import { batches, courses } from '../academy-seed.ts';

const academy = await openAcademy();
const { db, visit, enrol } = academy;
const today = '2026-03-10';
const on = { today, calendar: new AcademyCalendar({ weekly_off: ['sunday'], holidays: [], breaks: [] }) };
await sql`insert into venues (id, address, is_exclusive) values ('campus', 'Quay', false), ('bridge', 'Bridge 1', true)`.execute(
  db,
);
await sql`insert into instructors (id, name) values ('rao', 'Capt. Rao')`.execute(db);

const within = <T>(work: (tx: Tx) => Promise<T>) => db.transaction().execute(work);
type Refused = { code?: string; message: string };
const failureOf = (work: (tx: Tx) => Promise<unknown>): Promise<Refused | null> =>
  within(work).then(
    () => null,
    (error: Refused) => error,
  );
const refusalOf = async (work: (tx: Tx) => Promise<unknown>) => {
  const failure = await failureOf(work);
  return failure && (failure.code ?? String(failure));
};
const create = async (more: object = {}) => {
  const batch = { course_id: courses.fire, start_date: '2026-06-01', capacity: 10, ...more };
  const [id = 0] = await within((tx) => createBatches(tx, [batch], on));
  return id;
};
const read = (id: number) => db.selectFrom('batches').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
/** The batches, staff decisions about batches, sessions and enrolments of all batches except one. */
async function readOthers(id: number) {
  const ofOthers = (table: 'batch_decisions' | 'batch_sessions' | 'enrolments') =>
    db.selectFrom(table).selectAll().where('batch_id', '<>', id).orderBy('batch_id').execute();
  const { rows } = await sql`select * from batches where id <> ${id} order by id`.execute(db);
  return [rows, ...(await Promise.all((['batch_decisions', 'batch_sessions', 'enrolments'] as const).map(ofOthers)))];
}
const sessionsOf = async (id: number) =>
  (await db.selectFrom('batch_sessions').select('day').where('batch_id', '=', id).orderBy('day').execute()).map(
    ({ day }) => day,
  );
const offered = async () => (await visit(`/api/course?course_id=${courses.fire}`)).body;

/** The seat invariant: `taken` equals the sum of the claims, and is between 0 and the capacity. */
afterEach(async () => {
  const wrong = await sql`select b.id from batches b left join seat_claims s on s.batch_id = b.id
    group by b.id having b.taken <> coalesce(sum(s.seats), 0) or b.taken > b.capacity`.execute(db);
  expect(wrong.rows).toEqual([]);
});

describe('creating batches', () => {
  it('days off postpone the last day of a new batch, and seats reserved for the office count as taken', async () => {
    const times = { start_time: '09:00', end_time: '17:00' };
    const id = await create({ start_date: '2026-06-05', office_seats: 3, times, venue_id: 'campus' });
    expect(await read(id)).toMatchObject({
      start_date: '2026-06-05',
      end_date: '2026-06-08',
      capacity: 10,
      taken: 3,
      status: 'open',
    });
    expect(await sessionsOf(id)).toEqual(['2026-06-05', '2026-06-06', '2026-06-08']);
  });

  it('if one of several new batches starts today or has a wrong length, course or number of office seats, none of them is created', async () => {
    const count = () =>
      db.selectFrom('batches').select(sql<number>`count(*)::integer`.as('n')).executeTakeFirstOrThrow();
    const before = await count();
    const good = { course_id: courses.fire, start_date: '2026-06-01', capacity: 5 };
    for (const [change, code] of [
      [{ start_date: today }, 'BATCH_IS_PAST'],
      [{ end_date: '2026-06-09' }, 'WRONG_LENGTH'],
      [{ course_id: 999 }, 'NO_SUCH_COURSE'],
      [{ office_seats: 6 }, 'TOO_FEW_SEATS'],
    ] as const)
      expect(await refusalOf((tx) => createBatches(tx, [good, { ...good, ...change }], on))).toBe(code);
    expect(await count()).toEqual(before);
    expect(await create({ end_date: '2026-06-09', ignoresLength: true })).toBeGreaterThan(0);
  });

  it('the preview of a weekly series of batches leaves out a date that staff exclude, and the previewed batches can be created', async () => {
    const series = {
      from: '2026-06-01',
      until: '2026-06-30',
      every: 1,
      unit: 'week' as const,
      on: ['monday'],
      except: ['2026-06-15'],
    };
    const preview = await within((tx) => previewSeries(tx, courses.fire, series, on.calendar));
    expect(preview.leftOut).toEqual([{ planned_date: '2026-06-15', reason: 'exception' }]);
    const batches = preview.batches.map(({ start_date, end_date }) => ({
      course_id: courses.fire,
      capacity: 4,
      start_date,
      end_date,
    }));
    expect(await within((tx) => createBatches(tx, batches, on))).toHaveLength(4);
  });
});

describe('states of a batch', () => {
  it('students do not see a draft batch and cannot add it to their carts before it is opened', async () => {
    const id = await create({ isDraft: true, start_date: '2026-09-01' });
    const student = await enrol();
    const add = () => student.send('POST', '/api/cart/add', { type: 'course', course_id: courses.fire, batch_id: id });
    expect(await offered()).not.toContain('2026-09-01');
    expect((await add()).statusCode).toBe(404);
    expect(await refusalOf((tx) => closeBatch(tx, id))).toBe('BATCH_IS_DRAFT');
    await within((tx) => openBatch(tx, id, today));
    academy.clock.advance(2_000);
    expect(await offered()).toContain('2026-09-01');
    expect((await add()).statusCode).toBe(200);
  });

  it('a closed batch cannot be opened again after its start, and a draft batch stays closed even if SQL sets its status to open', async () => {
    expect(await refusalOf((tx) => openBatch(tx, 6, today))).toBe(null);
    await within((tx) => closeBatch(tx, 6));
    expect(await refusalOf((tx) => openBatch(tx, 6, today))).toBe('BATCH_IS_PAST');
    const id = await create({ isDraft: true });
    await sql`update batches set status = 'open' where id = ${id}`.execute(db);
    expect(await read(id)).toMatchObject({ status: 'closed', publication: 'draft' });
  });

  it('cancelUnbookedBatch cancels only a batch without taken seats, and a cancelled batch cannot be opened again', async () => {
    const [empty, sold] = [await create(), await create({ office_seats: 1 })];
    await within((tx) => cancelUnbookedBatch(tx, empty));
    expect(await read(empty)).toMatchObject({ publication: 'cancelled', status: 'closed' });
    expect(await refusalOf((tx) => openBatch(tx, empty, today))).toBe('BATCH_IS_CANCELLED');
    expect(await refusalOf((tx) => cancelUnbookedBatch(tx, sold))).toBe('BATCH_HAS_STUDENTS');
  });
});

it('the list of students affected by a change of a batch names the package with which a student ordered the batch, if there is one', async () => {
  const student = await enrol();
  await addCourse(student, courses.firstAid, batches.firstAidOpen);
  await addSea(student, batches.fireSeven, batches.radarSeven);
  await placeOrder(student);
  expect(await readAffected(db, batches.firstAidOpen)).toMatchObject([{ kind: 'hold', package_name: null }]);
  expect(await readAffected(db, batches.fireSeven)).toMatchObject([{ kind: 'hold', package_name: 'Sea Start' }]);
});

it('each refused change of a batch has a message that states the reason, such as the day on which the batch ended', async () => {
  const [id, draft, cancelled] = [
    await create({ office_seats: 3, start_date: '2026-07-01' }),
    await create({ isDraft: true }),
    await create(),
  ];
  await within((tx) => cancelUnbookedBatch(tx, cancelled));
  const batch = { course_id: courses.fire, start_date: '2026-06-01', capacity: 10 };
  const make = (more: object) => (tx: Tx) => createBatches(tx, [{ ...batch, ...more }], on);
  const moved = (batchId: number, more: object) => (tx: Tx) =>
    moveBatch(tx, batchId, { start_date: '2026-07-08', affected: 0, ...more }, on);
  const { created } = await orderFire(academy, id);
  const seats = '(0 booked, 1 held, 3 kept for the office)';
  const before = { start_date: '2026-07-02', end_date: '2026-07-04' };
  const cases: Array<[work: (tx: Tx) => Promise<unknown>, message: string]> = [
    [(tx) => closeBatch(tx, 99_999), 'there is no batch 99999'],
    [(tx) => closeBatch(tx, cancelled), `batch ${cancelled} is cancelled; create a new one`],
    [(tx) => closeBatch(tx, draft), `batch ${draft} is a draft, which nobody can book`],
    [
      (tx) => openBatch(tx, draft, '2026-06-01'),
      `batch ${draft} started on 2026-06-01; a batch in the past cannot be opened`,
    ],
    [(tx) => setCapacity(tx, id, 3), `batch ${id} (Fire Fighting, 2026-07-01) can't have 3 seats: 4 taken ${seats}`],
    [
      (tx) => setOfficeSeats(tx, id, 10),
      `batch ${id} can have at most 9 seats kept for the office: 10 seats, 0 booked, 1 held`,
    ],
    [
      (tx) => cancelUnbookedBatch(tx, id),
      `batch ${id} has 4 taken seats ${seats}; close it, and settle these seats first`,
    ],
    [(tx) => cancelBatch(tx, id, [], '2026-07-04'), `batch ${id} ended on 2026-07-03`],
    [
      (tx) => cancelBatch(tx, id, ['LF-2026-000000', 'LF-2026-000001'], today),
      `the students of batch ${id} have changed: 1 more, 2 fewer; look at them before you change it`,
    ],
    [
      (tx) => cancelBatch(tx, id, [created.order_id, 'LF-2026-000000'], today),
      `the students of batch ${id} have changed: 0 more, 1 fewer; look at them before you change it`,
    ],
    [
      moved(id, { affected: 2 }),
      `batch ${id} has 1 booked or paying students, not 2; look at them before you change it`,
    ],
    [
      (tx) => moveBatch(tx, id, { start_date: '2026-07-08', affected: 1 }, { ...on, today: '2026-07-02' }),
      `batch ${id} has started; only its last day can change, to today or later`,
    ],
    [
      (tx) => moveBatch(tx, id, { start_date: '2026-07-08', affected: 1 }, { ...on, today: '2026-07-04' }),
      `batch ${id} ended on 2026-07-03`,
    ],
    [
      moved(id, { affected: 1, before }),
      'the dates of this batch have changed since you opened this page: now 2026-07-01 to 2026-07-03. ' +
        'Nothing was saved; what you typed is still here',
    ],
    [moved(draft, { end_date: '2026-07-07' }), '2026-07-07 is before 2026-07-08'],
    [moved(draft, { end_date: '2026-07-11' }), expect.stringMatching(/^2026-07-08 to 2026-07-11 ./)],
    [make({ start_date: today }), `${today} is not in the future; a batch starts tomorrow or later`],
    [make({ office_seats: 11 }), '11 seats kept for the office are more than all 10 seats'],
    [make({ course_id: 999 }), 'there is no course 999'],
    [make({ venue_id: 'nowhere' }), 'there is no venue nowhere'],
    [make({ instructor_id: 'nobody' }), 'there is no instructor nobody'],
  ];
  for (const [work, message] of cases) expect((await failureOf(work))?.message).toEqual(message);
});

describe('moving a batch', () => {
  it('moving, resizing, closing and opening a batch changes no other batch', async () => {
    const times = { start_time: '09:00', end_time: '13:00' };
    const id = await create({ start_date: '2026-07-06', times });
    const { student, created } = await orderFire(academy, await create({ start_date: '2026-07-06', times }));
    await pay(academy, student, created);
    for (const one of [id, batches.fireClosed]) await within((tx) => setCapacity(tx, one, 31));
    const others = await readOthers(id);
    await within((tx) => setCapacity(tx, id, 12));
    await within((tx) => closeBatch(tx, id));
    const decisions = () =>
      db.selectFrom('batch_decisions').select(['staff_capacity', 'staff_status']).where('batch_id', '=', id).execute();
    expect(await decisions()).toEqual([{ staff_capacity: 12, staff_status: 'closed' }]);
    await within((tx) => openBatch(tx, id, today));
    expect(await decisions()).toEqual([{ staff_capacity: 12, staff_status: 'open' }]);
    await within((tx) => moveBatch(tx, id, { start_date: '2026-07-13', affected: 0 }, on));
    expect(await within((tx) => setOfficeSeats(tx, id, 1))).toMatchObject({ isChanged: true });
    expect(await within((tx) => setOfficeSeats(tx, id, 1))).toMatchObject({ isChanged: false });
    expect(await read(id)).toMatchObject({ capacity: 12, status: 'open', start_date: '2026-07-13', taken: 1 });
    expect(await sessionsOf(id)).toEqual(['2026-07-13', '2026-07-14', '2026-07-15']);
    expect(await readOthers(id)).toEqual(others);
  });

  it('moving a batch is refused if the caller states a wrong number of affected students', async () => {
    const id = await create({ start_date: '2026-07-06', times: { start_time: '09:00', end_time: '13:00' } });
    const { student, created } = await orderFire(academy, id);
    await pay(academy, student, created);
    expect(await readAffected(db, id)).toMatchObject([
      { kind: 'booking', order_id: created.order_id, student_id: student.id },
    ]);
    const move = { start_date: '2026-07-13', affected: 0 };
    expect(await refusalOf((tx) => moveBatch(tx, id, move, on))).toBe('AFFECTED_CHANGED');
    const { affected } = await within((tx) => moveBatch(tx, id, { ...move, affected: 1 }, on));
    expect(affected).toHaveLength(1);
    expect(await sessionsOf(id)).toEqual(['2026-07-13', '2026-07-14', '2026-07-15']);
    const enrolled = (await student.get(`/api/users/student/courses?id=${student.id}`)).json();
    expect(JSON.stringify(enrolled)).toContain('2026-07-13');
  });

  it('a batch cannot be moved to start today, and a batch that has started can change only its last day', async () => {
    const id = await create({ start_date: '2026-08-03' });
    const to = (start_date: string, end_date: string) => (tx: Tx) =>
      moveBatch(tx, id, { start_date, end_date, affected: 0, ignoresLength: true }, on);
    await within(to('2026-08-03', '2026-08-08'));
    expect(await read(id)).toMatchObject({ start_date: '2026-08-03', end_date: '2026-08-08' });
    expect(await refusalOf(to('2026-03-10', '2026-03-12'))).toBe('BATCH_IS_PAST');
    await sql`update batches set start_date = '2026-03-09', end_date = '2026-03-11' where id = ${id}`.execute(db);
    expect(await refusalOf(to('2026-03-12', '2026-03-14'))).toBe('BATCH_IS_PAST');
    expect(await refusalOf(to('2026-03-09', '2026-03-13'))).toBe(null);
  });
});

describe('the sessions of a batch that is running', () => {
  it('extending a running batch leaves the past sessions unchanged and adds new sessions only on teaching days', async () => {
    const times = { start_time: '09:00', end_time: '13:00' };
    const dates = { start_date: '2026-08-03', end_date: '2026-08-10', ignoresLength: true };
    const id = await create({ ...dates, times });
    const past = ['2026-08-03', '2026-08-04', '2026-08-05', '2026-08-06', '2026-08-07', '2026-08-08'];
    expect(await sessionsOf(id)).toEqual([...past, '2026-08-10']);
    const holidays = [{ date: '2026-08-05', name: 'Founder’s Day' }];
    const calendar = new AcademyCalendar({ weekly_off: ['saturday', 'sunday'], holidays, breaks: [] });
    const move = { ...dates, end_date: '2026-08-17', affected: 0 };
    await within((tx) => moveBatch(tx, id, move, { today: '2026-08-10', calendar }));
    const coming = ['2026-08-10', '2026-08-11', '2026-08-12', '2026-08-13', '2026-08-14', '2026-08-17'];
    expect(await sessionsOf(id)).toEqual([...past, ...coming]);
    const off = new AcademyCalendar({
      ...{ weekly_off: ['sunday'], breaks: [] },
      holidays: [{ date: '2026-08-11', name: 'Founder’s Day' }],
    });
    await within((tx) =>
      moveBatch(tx, id, { ...move, end_date: '2026-08-12' }, { today: '2026-08-11', calendar: off }),
    );
    expect(await sessionsOf(id)).toEqual([...past, '2026-08-10', '2026-08-12']);
  });
});

describe('the limits of a batch', () => {
  it.each([
    ['that starts tomorrow', { start_date: '2026-03-11' }, null],
    ['that starts today', { start_date: today }, 'BATCH_IS_PAST'],
    [
      'that starts on a day after its last day',
      { start_date: '2026-06-05', end_date: '2026-06-04', ignoresLength: true },
      'WRONG_LENGTH',
    ],
    [
      'that starts and ends on the same day',
      { start_date: '2026-06-05', end_date: '2026-06-05', ignoresLength: true },
      null,
    ],
    ['with all seats reserved for the office', { office_seats: 10 }, null],
    ['with more seats reserved for the office than it has', { office_seats: 11 }, 'TOO_FEW_SEATS'],
    ['at a venue that does not exist', { venue_id: 'nowhere' }, 'NO_SUCH_PLACE'],
    ['with an instructor who has left', { instructor_id: 'gone' }, 'NO_SUCH_PLACE'],
  ])(
    'an attempt to create a batch %s (values: %o) returns the error code %s, or null if the batch is created',
    async (_, more, code) => {
      await sql`insert into instructors (id, name, is_active) values ('gone', 'Capt. Gone', false) on conflict do nothing`.execute(
        db,
      );
      const batch = { course_id: courses.fire, start_date: '2026-06-01', capacity: 10, ...more };
      expect(await refusalOf((tx) => createBatches(tx, [batch], on))).toBe(code);
    },
  );

  it('the capacity of a batch can be lowered to the number of its taken seats, but no further', async () => {
    const id = await create({ office_seats: 3 });
    expect(await refusalOf((tx) => setCapacity(tx, id, 2))).toBe('TOO_FEW_SEATS');
    expect(await within((tx) => setCapacity(tx, id, 3))).toMatchObject({ isChanged: true, batch: { capacity: 10 } });
    expect(await within((tx) => setCapacity(tx, id, 3))).toMatchObject({ isChanged: false });
    expect(await read(id)).toMatchObject({ capacity: 3, taken: 3 });
    const decision = db.selectFrom('batch_decisions').select('staff_capacity').where('batch_id', '=', id);
    expect(await decision.execute()).toEqual([{ staff_capacity: 3 }]);
  });

  it('staff can reserve all free seats of a batch for the office, but no taken seats', async () => {
    const id = await create({ office_seats: 2, start_date: '2026-06-08' });
    const { created } = await orderFire(academy, id);
    expect(await refusalOf((tx) => setOfficeSeats(tx, id, 10))).toBe('TOO_FEW_SEATS');
    await within((tx) => setOfficeSeats(tx, id, 9));
    expect(await read(id)).toMatchObject({ taken: 10 });
    await within((tx) => setOfficeSeats(tx, id, 0));
    const claims = db.selectFrom('seat_claims').select(['kind', 'order_id']).where('batch_id', '=', id);
    expect(await claims.execute()).toEqual([{ kind: 'hold', order_id: created.order_id }]);
  });

  it('a batch that starts tomorrow can be opened, and one that starts today cannot', async () => {
    const id = await create({ isDraft: true, start_date: '2026-06-08' });
    const startsOn = (start_date: string) =>
      db.updateTable('batches').set({ start_date }).where('id', '=', id).execute();
    await startsOn(today);
    expect(await refusalOf((tx) => openBatch(tx, id, today))).toBe('BATCH_IS_PAST');
    await startsOn('2026-03-11');
    expect(await within((tx) => openBatch(tx, id, today))).toMatchObject({ isChanged: true });
    expect(await within((tx) => openBatch(tx, id, today))).toMatchObject({ isChanged: false });
    expect(await within((tx) => closeBatch(tx, id))).toMatchObject({ isChanged: true });
    expect(await within((tx) => closeBatch(tx, id))).toMatchObject({ isChanged: false });
  });

  it.each([
    ['today', today, null],
    ['yesterday', '2026-03-09', 'BATCH_IS_PAST'],
  ])(
    'a batch can be cancelled or extended until the end of its last day, but not afterwards (the last day is %s)',
    async (_, end_date, code) => {
      const id = await create({ start_date: '2026-06-15' });
      await db.updateTable('batches').set({ start_date: '2026-03-07', end_date }).where('id', '=', id).execute();
      const extended = { start_date: '2026-03-07', end_date: '2026-03-12', affected: 0, ignoresLength: true };
      expect(await refusalOf((tx) => moveBatch(tx, id, extended, on))).toBe(code);
      await db.updateTable('batches').set({ end_date }).where('id', '=', id).execute();
      expect(await refusalOf((tx) => cancelBatch(tx, id, [], today))).toBe(code);
    },
  );

  it('the last day of a running batch can be set to today, but not to an earlier day', async () => {
    const id = await create({ start_date: '2026-06-15' });
    await db.updateTable('batches').set({ start_date: '2026-03-07' }).where('id', '=', id).execute();
    const endsOn = (end_date: string) => (tx: Tx) =>
      moveBatch(tx, id, { start_date: '2026-03-07', end_date, affected: 0, ignoresLength: true }, on);
    expect(await refusalOf(endsOn('2026-03-09'))).toBe('BATCH_IS_PAST');
    expect(await refusalOf(endsOn(today))).toBeNull();
  });

  it('locking the database row of a batch releases only the expired seat holds of that batch', async () => {
    const [id, other] = [await create({ office_seats: 1 }), await create()];
    const hold = async (batchId: number, seats: number, end: string) => {
      const { created } = await orderFire(academy, batchId);
      await db
        .updateTable('seat_claims')
        .set({ seats, expires_at: sql<Date>`now() + ${end}::interval` })
        .where('order_id', '=', created.order_id)
        .execute();
      await sql`update batches set taken = taken + ${seats - 1} where id = ${batchId}`.execute(db);
    };
    await hold(id, 2, '-1 second');
    await hold(id, 1, '1 hour');
    await hold(other, 3, '-1 second');
    const atItsEnd = await db.transaction().execute(async (tx) => {
      // Within a transaction, PostgreSQL's now() is always the time at which the transaction began.
      await sql`update seat_claims set expires_at = now() where batch_id = ${id} and kind = 'hold'`.execute(tx);
      return { affected: await readAffected(tx, id), locked: await lockBatch(tx, id) };
    });
    expect(atItsEnd).toMatchObject({ affected: [], locked: { taken: 1, held: 0 } });
    await hold(id, 2, '-1 second');
    await hold(id, 1, '1 hour');
    expect(await within((tx) => lockBatch(tx, id))).toMatchObject({ taken: 2, held: 1, office: 1, booked: 0 });
    expect(await read(other)).toMatchObject({ taken: 3 });
    expect(await within((tx) => lockBatch(tx, 99_999))).toBeUndefined();
  });

  it('cancelling a batch releases the seats held by unpaid orders, but neither the booked seats nor the seats reserved for the office', async () => {
    const id = await create({ office_seats: 2, start_date: '2026-06-22' });
    const [booked, paying] = [await orderFire(academy, id), await orderFire(academy, id)];
    await pay(academy, booked.student, booked.created);
    const seen = [booked.created.order_id, paying.created.order_id];
    expect(await refusalOf((tx) => cancelBatch(tx, id, seen.slice(1), today))).toBe('AFFECTED_CHANGED');
    expect(await within((tx) => cancelBatch(tx, id, seen, today))).toMatchObject({ booked: 1, held: 1, office: 2 });
    expect(await read(id)).toMatchObject({ taken: 3, status: 'closed', publication: 'cancelled' });
  });

  it('a student whose seat hold expired is not listed as affected by a batch change, and one who left the waiting list is not counted', async () => {
    const id = await create({ start_date: '2026-06-29', capacity: 1 });
    const { created } = await orderFire(academy, id);
    const [waiting, left] = [
      await waitingFor(academy, (one) => joinFire(one, id)),
      await waitingFor(academy, (one) => joinFire(one, id)),
    ];
    expect(await countWaiting(db, id)).toBe(2);
    await leave(left, (await entryOf(left)).id);
    expect(await countWaiting(db, id)).toBe(1);
    expect(await readAffected(db, id)).toHaveLength(1);
    await expireHolds(academy, created.order_id);
    expect(await readAffected(db, id)).toEqual([]);
    await leave(waiting, (await entryOf(waiting)).id);
  });
});

describe('clashes', () => {
  it('two batches at the same venue clash if the last day of one is the first day of the other', async () => {
    const at = { venue_id: 'bridge', ignoresLength: true };
    const first = await create({ ...at, start_date: '2027-03-01', end_date: '2027-03-03' });
    await create({ ...at, start_date: '2027-03-04', end_date: '2027-03-05' });
    expect(await findClashes(db, [first])).toEqual([]);
    const touching = await create({ ...at, start_date: '2027-03-03', end_date: '2027-03-03' });
    expect(await findClashes(db, [first])).toMatchObject([{ other_id: touching, what: 'venue', day: '2027-03-03' }]);
    expect(await findClashes(db, [touching])).toMatchObject([{ other_id: first, day: '2027-03-03' }]);
  });

  it('two course batches clash only if their sessions overlap and share an instructor or a venue that takes one batch at a time', async () => {
    const morning = { times: { start_time: '08:00', end_time: '12:00' }, start_date: '2027-02-01' };
    const afternoon = { times: { start_time: '12:00', end_time: '16:00' }, start_date: '2027-02-01' };
    const first = await create({ ...morning, venue_id: 'bridge', instructor_id: 'rao' });
    const [later, campus] = [
      await create({ ...afternoon, venue_id: 'bridge' }),
      await create({ ...morning, venue_id: 'campus' }),
    ];
    expect(await findClashes(db, [first, later, campus])).toEqual([]);
    const taught = await create({ ...morning, venue_id: 'campus', instructor_id: 'rao', start_date: '2027-02-02' });
    const allDay = await create({ start_date: '2027-02-03', venue_id: 'bridge' });
    const found = await findClashes(db, [first]);
    expect(found).toMatchObject([
      { other_id: taught, what: 'instructor', name: 'Capt. Rao', day: '2027-02-02' },
      { other_id: allDay, what: 'venue', name: 'Bridge 1', day: '2027-02-03' },
    ]);
    await within((tx) => cancelUnbookedBatch(tx, allDay));
    expect(await findClashes(db, [first])).toHaveLength(1);
    expect(await findClashes(db, [allDay])).toEqual([]);
  });
});

describe('races with bookings', () => {
  it('if staff change, move and cancel a batch while students order, the batch is never oversold and no order keeps the old dates', async () => {
    for (let round = 0; round < 6; round += 1) {
      const id = await create({ start_date: '2026-10-05', capacity: 4 });
      const students = await Promise.all(Array.from({ length: 5 }, () => enrol()));
      for (const student of students) await addFire(student, id);
      const [orders, office, cancelled, moved] = await Promise.all([
        Promise.all(students.map((student) => order(student))),
        refusalOf((tx) => setOfficeSeats(tx, id, 3)),
        refusalOf((tx) => cancelUnbookedBatch(tx, id)),
        refusalOf((tx) => moveBatch(tx, id, { start_date: '2026-10-12', affected: 0 }, on)),
      ]);
      const placed = orders.filter(({ statusCode }) => statusCode === 200).length;
      const batch = await read(id);
      expect(batch.taken).toBe(placed + (office === null ? 3 : 0));
      expect(batch.taken).toBeLessThanOrEqual(4);
      if (cancelled === null) expect(batch.taken).toBe(0);
      // If the move found no affected student, it ran before all orders. Every placed order then has the new dates.
      if (moved === null && placed > 0) {
        const { rows } = await sql<{ day: string }>`select distinct c.batch_start_date as day from order_item_courses c
          where c.batch_id = ${id}`.execute(db);
        expect(rows).toEqual([{ day: '2026-10-12' }]);
      }
    }
  });
});
