import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { BatchCancellation } from '../../../../contract/staff/batch-changes.ts';
import type { BatchRecord, CalendarBatch, CalendarOptions, CheckedBatch } from '../../../../contract/staff/batches.ts';
import { inTransaction } from '../../../../server/db/transactions/transaction.ts';
import { fakeClock } from '../../../support/clock.ts';
import { startTestApp } from '../../../support/server.ts';
import { hire } from '../../../support/staff.ts';
import { statementsOf } from '../../../support/statements.ts';
import { createStudent } from '../../../support/student.ts';
import { untilWaiting } from '../../cli/staff.ts';
import { courses, seedAcademy } from '../academy-seed.ts';
import { insertHold } from '../seat-holds.ts';

const app = await startTestApp({ clock: fakeClock(Date.parse('2026-03-10T06:30:00Z')) });
const { db } = app;
await seedAcademy(db);
await sql`insert into venues (id, address, is_exclusive) values ('campus', 'Quay', false), ('bridge', 'Bridge 1', true)`.execute(
  db,
);
await sql`insert into instructors (id, name) values ('rao', 'Capt. Rao')`.execute(db);
const daysOff = { weekly_off: ['sunday'], holidays: [{ date: '2026-10-02', name: 'Gandhi Jayanti' }] };
await db
  .insertInto('content_files')
  .values({ path: 'calendar.json', body: JSON.stringify(daysOff) })
  .execute();
const { headers } = await hire(app, 'registrar');
const reason = 'plan of autumn';

const post = async (url: string, body: object) => {
  const answered = await app.call('POST', `/api/staff/batches${url}`, { headers, body });
  return { status: answered.status, body: answered.body as { code?: string; message?: string; data: unknown } };
};
const batch = (more: object = {}) => ({ course_id: courses.fire, start_date: '2026-09-07', capacity: 10, ...more });
const create = async (...batches: object[]) => {
  const { body } = await post('', { batches, reason });
  return (body.data as { ids: number[] }).ids;
};
const read = async (id: number) => {
  const { body } = await app.call('GET', `/api/staff/batches/${id}`, { headers });
  return (body as { data: BatchRecord }).data;
};
const list = async (query: Record<string, string>) => {
  const { body } = await app.call('GET', `/api/staff/batches?${new URLSearchParams(query)}`, { headers });
  return (body as { data: CalendarBatch[] }).data;
};
const change = (id: number, body: object) =>
  app.call('PUT', `/api/staff/batches/${id}`, { headers, body: { reason, ...body } });

describe('the calendar', () => {
  it('the staff calendar lists the batches that overlap the requested dates, and can filter them by venue, instructor and course', async () => {
    const [long = 0, other = 0] = await create(
      batch({ start_date: '2026-08-31', end_date: '2026-09-02', venue_id: 'bridge', instructor_id: 'rao' }),
      batch({ start_date: '2026-09-03', end_date: '2026-09-05', course_id: courses.radar, venue_id: 'campus' }),
    );
    const ids = async (query: object) =>
      (await list({ from: '2026-09-01', to: '2026-09-04', ...query })).map(({ id }) => id);
    expect(await ids({})).toEqual([long, other]);
    expect(await ids({ to: '2026-09-02' })).toEqual([long]);
    expect(await ids({ from: '2026-09-03' })).toEqual([other]);
    expect(await ids({ from: '2026-09-02', to: '2026-09-03' })).toEqual([long, other]);
    expect(await ids({ venue_id: 'bridge' })).toEqual([long]);
    expect(await ids({ instructor_id: 'rao' })).toEqual([long]);
    expect(await ids({ course_id: String(courses.radar) })).toEqual([other]);
  });

  it('the staff calendar shows for each batch its taken and free seats and the batches that clash with it', async () => {
    const times = { start_time: '09:00', end_time: '17:00' };
    const place = { start_date: '2026-10-05', venue_id: 'bridge', times };
    const [one = 0, two = 0] = await create(batch({ ...place, office_seats: 2 }), batch(place));
    const [first] = await list({ from: '2026-10-05', to: '2026-10-05' });
    expect(first).toMatchObject({
      ...{ id: one, capacity: 10, booked: 0, held: 0, office: 2, free: 8, state: 'open', times: '09:00-17:00' },
      ...{ venue: { id: 'bridge', address: 'Bridge 1' }, instructor: null },
      clashes: [{ batch_id: two, what: 'venue', name: 'Bridge 1', day: '2026-10-05' }],
    });
  });

  it('checking another instructor or other times for a batch returns the clashes with other batches and does not change the batch', async () => {
    const times = { start_time: '09:00', end_time: '13:00' };
    const place = { start_date: '2026-11-02', instructor_id: 'rao', times };
    const [id = 0, other = 0] = await create(batch({ start_date: '2026-11-02' }), batch(place));
    const check = (body: object) => post(`/${id}/check`, body);
    const before = await read(id);
    const clash = { batch_id: other, what: 'instructor', name: 'Capt. Rao', day: '2026-11-02' };
    expect((await check({ instructor_id: 'rao' })).body.data).toMatchObject([clash]);
    const afternoon = { start_time: '14:00', end_time: '18:00' };
    expect((await check({ instructor_id: 'rao', times: afternoon })).body.data).toEqual([]);
    expect((await check({ instructor_id: 'nobody' })).body).toMatchObject({ code: 'NO_SUCH_PLACE' });
    expect(await read(id)).toEqual(before);
  });

  it('the staff calendar refuses a range of more than a hundred days', async () => {
    const { status } = await app.call('GET', '/api/staff/batches?from=2026-01-01&to=2026-06-01', { headers });
    expect(status).toBe(400);
  });

  it('the API call for the options of a new batch returns the active courses, venues and instructors, and the academy’s days off', async () => {
    await sql`insert into venues (id, address, is_active) values ('sold', 'Annex', false)`.execute(db);
    await sql`insert into instructors (id, name, is_active) values ('gone', 'Capt. Gone', false)`.execute(db);
    const { body } = await app.call('GET', '/api/staff/calendar-options', { headers });
    const { data } = body as { data: CalendarOptions };
    expect(data).toMatchObject({ today: '2026-03-10', days_off: { ...daysOff, breaks: [] } });
    expect(data.venues).toEqual([
      { id: 'bridge', address: 'Bridge 1', is_exclusive: true },
      { id: 'campus', address: 'Quay', is_exclusive: false },
    ]);
    expect(data.instructors).toEqual([{ id: 'rao', name: 'Capt. Rao' }]);
    expect(data.courses).toContainEqual({
      ...{ id: courses.fire, course_name: 'Fire Fighting', duration: 3, duration_unit: 'day' },
    });
    expect(data.courses.map(({ id }) => id)).not.toContain(courses.retired);
  });
});

describe('creating batches', () => {
  it('checking a series of new batches returns their last days and their clashes with each other and with existing batches, and creates no batch', async () => {
    const [old = 0] = await create(batch({ start_date: '2026-11-02', venue_id: 'bridge' }));
    const series = ['2026-11-02', '2026-11-09', '2026-11-10'].map((start_date) =>
      batch({ start_date, venue_id: 'bridge' }),
    );
    let checked: unknown;
    const statements = await statementsOf(async () => {
      checked = (await post('/check', { batches: series })).body.data;
    });
    expect(checked).toMatchObject([
      { end_date: '2026-11-04', clashes: [{ batch_id: old }] },
      { end_date: '2026-11-11', clashes: [{ batch_id: null, start_date: '2026-11-10' }] },
      { end_date: '2026-11-12', clashes: [{ batch_id: null, start_date: '2026-11-09' }] },
    ]);
    expect(await list({ from: '2026-11-05', to: '2026-11-30' })).toEqual([]);
    // The batches have the same course and the same venue, so the server reads these once only.
    for (const read of ['select "duration",', 'select "is_active"'])
      expect(statements.filter((statement) => statement === read)).toHaveLength(1);
  });

  it('a check of new batches returns the other batches of the course that start on the same day, except cancelled ones', async () => {
    const start_date = '2026-11-23';
    const [old = 0, cancelled = 0] = await create(
      batch({ start_date }),
      batch({ start_date }),
      batch({ start_date, course_id: courses.radar }),
    );
    await db.updateTable('batches').set({ publication: 'cancelled' }).where('id', '=', cancelled).execute();
    const list = [start_date, '2026-11-30', '2026-11-30', '2026-12-07'].map((day) => batch({ start_date: day }));
    const { body } = await post('/check', { batches: list });
    expect((body.data as CheckedBatch[]).map(({ same_start }) => same_start)).toEqual([[old], [null], [null], []]);
  });

  it('a check of new batches returns how many batches the course already has in the period, and which of them overlap the new ones', async () => {
    const [before = 0, same = 0, between = 0, cancelled = 0] = await create(
      ...['2027-02-01', '2027-02-08', '2027-02-15', '2027-02-09', '2027-02-25'].map((start_date) =>
        batch({ start_date }),
      ),
      batch({ start_date: '2027-02-09', course_id: courses.radar }),
    );
    await db.updateTable('batches').set({ publication: 'cancelled' }).where('id', '=', cancelled).execute();
    const list = ['2027-02-03', '2027-02-08', '2027-02-22'].map((day) => batch({ start_date: day }));
    const { body } = await post('/check', { batches: list });
    expect((body.data as CheckedBatch[]).map(({ overlaps }) => overlaps.map(({ batch_id }) => batch_id))).toEqual([
      ...[[before], [same], []],
    ]);
    expect((body.data as CheckedBatch[])[0]?.overlaps[0]).toEqual({
      ...{ batch_id: before, start_date: '2027-02-01', end_date: '2027-02-03' },
    });
    expect(body).toMatchObject({ existing: [before, same, between].length });
  });

  it('if one of several new course batches is refused, none of them is created', async () => {
    const refused = await post('', { batches: [batch(), batch({ start_date: '2026-03-10' })], reason });
    const message = '2026-03-10 is not in the future; a batch starts tomorrow or later.';
    expect(refused).toMatchObject({ status: 409, body: { code: 'BATCH_IS_PAST', message } });
    expect(await post('', { batches: [batch({ venue_id: 'moon' })], reason })).toMatchObject({
      body: { code: 'NO_SUCH_PLACE', message: 'There is no venue moon.' },
    });
    expect(await list({ from: '2026-09-07', to: '2026-09-07' })).toEqual([]);
    const [, id = 0] = await create(batch({ start_date: '2026-09-08' }), batch({ is_draft: true }));
    const record = await read(id);
    expect(record).toMatchObject({ state: 'draft', students: { booked: 0, paying: 0 }, run_id: null });
    expect(record.history).toMatchObject([
      { action: 'batches create', reason, before: null, after: batch({ is_draft: true }) },
    ]);
  });
});

it('the preview of cancelling a batch counts all its students and names at most ten', async () => {
  const [id = 0] = await create(batch({ start_date: '2026-12-01', capacity: 11 }));
  const { id: studentId } = await createStudent(db);
  const orders: string[] = [];
  while (orders.length < 11)
    orders.push(await insertHold(db, { studentId, batchId: id, seats: 1, expiresInMs: 600_000 }));
  await db
    .updateTable('seat_claims')
    .set({ kind: 'booking', expires_at: null })
    .where('order_id', 'in', orders)
    .execute();
  const { body } = await app.call('GET', `/api/staff/batches/${id}/cancellation`, { headers });
  const { data } = body as { data: BatchCancellation };
  // These orders have no payment, so there is nothing to refund.
  expect(data).toMatchObject({ booked: 11, orders, refund: 0, for_office: 0 });
  expect(data.students.map(({ order_id, refund }) => [order_id, refund])).toEqual(
    orders.slice(0, 10).map((order) => [order, 0]),
  );
});

describe('changing a batch', () => {
  it('one call changes capacity, venue, times and status of a course batch, and the history of the batch has the values before and after', async () => {
    const [id = 0] = await create(batch({ start_date: '2026-12-07', office_seats: 9, is_draft: true }));
    const times = { start_time: '10:00', end_time: '13:00' };
    const others = () => sql`select * from batches where id <> ${id} order by id`.execute(db);
    const { rows: before } = await others();
    const wanted = { capacity: 20, office_seats: 12, venue_id: 'bridge', instructor_id: 'rao', times, status: 'open' };
    expect((await change(id, wanted)).status).toBe(200);
    const record = await read(id);
    expect(record).toMatchObject({
      ...{ capacity: 20, office: 12, free: 8, state: 'open', times: '10:00-13:00' },
      venue: { id: 'bridge' },
      instructor: { id: 'rao', name: 'Capt. Rao' },
      sessions: ['2026-12-07', '2026-12-08', '2026-12-09'].map((day) => ({ day, ...times })),
    });
    expect(record.history[0]).toMatchObject({
      ...{ action: 'batches change', reason },
      before: { capacity: 10, office_seats: 9, state: 'draft', times: null, venue: null, instructor: null },
      after: {
        ...{ capacity: 20, office_seats: 12, state: 'open', times: '10:00-13:00' },
        ...{ venue: 'Bridge 1', instructor: 'Capt. Rao' },
      },
    });
    expect((await change(id, wanted)).status).toBe(200);
    expect((await read(id)).history).toEqual(record.history);
    expect((await others()).rows).toEqual(before);
    expect((await change(id, { capacity: 6, office_seats: 5, venue_id: null, times: null })).status).toBe(200);
    expect(await read(id)).toMatchObject({
      capacity: 6,
      office: 5,
      venue: null,
      instructor: { id: 'rao' },
      sessions: [],
    });
    expect((await change(id, { status: 'closed' })).status).toBe(200);
    expect(await read(id)).toMatchObject({ state: 'closed', venue: null, instructor: { id: 'rao' }, capacity: 6 });
  });

  it('reading or changing a batch that does not exist, or previewing such a change, returns 404', async () => {
    expect((await change(99_999, { capacity: 8 })).status).toBe(404);
    expect((await post('/99999/check', { capacity: 8 })).status).toBe(404);
    expect((await app.call('GET', '/api/staff/batches/99999', { headers })).status).toBe(404);
  });

  it('the history of a batch lists its latest fifty changes, without changes of attendance', async () => {
    const [id = 0] = await create(batch({ start_date: '2026-12-15' }));
    const entry = { actor: 'Priya', arguments: '{}', subject: `batch:${id}`, before: '{}', after: '{}' };
    const changes = Array.from({ length: 51 }, (_, index) => ({ ...entry, command: `change ${index}` }));
    await db
      .insertInto('audit_entries')
      .values([
        ...changes,
        { ...entry, command: 'roster attendance' },
        { ...entry, command: 'other', subject: 'batch:0' },
      ])
      .execute();
    const { history } = await read(id);
    expect(history.map(({ action }) => action)).toEqual(
      changes
        .slice(1)
        .map(({ command }) => command)
        .reverse(),
    );
  });

  it('changing the times of a batch that meets only on Saturdays keeps its lessons on Saturdays', async () => {
    const [id = 0] = await create(batch({ start_date: '2026-11-07', end_date: '2026-11-28', ignores_length: true }));
    const saturdays = ['2026-11-07', '2026-11-14', '2026-11-28'];
    const lesson = { start_time: '09:00', end_time: '13:00' };
    await db
      .insertInto('batch_sessions')
      .values(saturdays.map((day) => ({ batch_id: id, day, ...lesson })))
      .execute();
    const times = { start_time: '10:00', end_time: '14:00' };
    expect((await change(id, { times })).status).toBe(200);
    expect((await read(id)).sessions).toEqual(saturdays.map((day) => ({ day, ...times })));
  });

  it('of two simultaneous changes of a batch, the history shows the second with the values set by the first as its old values', async () => {
    const [id = 0] = await create(batch({ start_date: '2026-12-28' }));
    const release = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const other = inTransaction(db, async (tx) => {
      await tx.updateTable('batches').set({ capacity: 12 }).where('id', '=', id).execute();
      locked.resolve();
      await release.promise;
    });
    await locked.promise;
    const changing = change(id, { capacity: 14 });
    await untilWaiting(db);
    release.resolve();
    await Promise.all([other, changing]);
    expect((await read(id)).history[0]).toMatchObject({ before: { capacity: 12 }, after: { capacity: 14 } });
  });

  it('a change of a course batch changes nothing if one of the new values is refused', async () => {
    const [id = 0] = await create(batch({ start_date: '2026-12-14', office_seats: 5 }));
    const refused = await change(id, { capacity: 4, instructor_id: 'rao' });
    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: 'TOO_FEW_SEATS',
        message: expect.stringMatching(
          /^Batch \d+ \(Fire Fighting, 2026-12-14\) can't have 4 seats: 5 taken \(.*\)\.$/,
        ),
      },
    });
    expect(await change(id, { instructor_id: 'nobody', capacity: 8 })).toMatchObject({
      body: { code: 'NO_SUCH_PLACE' },
    });
    expect(await read(id)).toMatchObject({ capacity: 10, instructor: null, history: [{ action: 'batches create' }] });
  });

  it('changing a course batch with a blank reason returns 400', async () => {
    const [id = 0] = await create(batch({ start_date: '2026-12-21' }));
    expect((await change(id, { capacity: 8, reason: ' ' })).status).toBe(400);
  });
});

it('saving days off returns the existing batches that have lessons on a new day off, except cancelled ones', async () => {
  const times = { start_time: '09:00', end_time: '17:00' };
  const [timed = 0, untimed = 0, cancelled = 0] = await create(
    batch({ start_date: '2027-05-11', times }),
    batch({ start_date: '2027-05-10', course_id: courses.radar, end_date: '2027-05-14', ignores_length: true }),
    batch({ start_date: '2027-05-12' }),
    batch({ start_date: '2027-05-13', times }),
  );
  await db.updateTable('batches').set({ publication: 'cancelled' }).where('id', '=', cancelled).execute();
  const save = async (holidays: object[]) => {
    const options = await app.call('GET', '/api/staff/calendar-options', { headers });
    const { days_off: seen } = (options.body as { data: CalendarOptions }).data;
    const body = { ...seen, holidays, seen, reason: 'announced late' };
    return (await app.call('PUT', '/api/staff/days-off', { headers, body })).body;
  };
  const eid = { date: '2027-05-12', name: 'Eid' };
  const on = { day: eid.date, reason: eid.name };
  expect(await save([eid])).toMatchObject({
    data: {
      total: 2,
      batches: [
        { id: untimed, start_date: '2027-05-10', end_date: '2027-05-14', ...on },
        { id: timed, course_name: 'Fire Fighting', start_date: '2027-05-11', end_date: '2027-05-13', ...on },
      ],
    },
  });
  // A day that was off before is not new, whatever its name.
  expect(await save([{ ...eid, name: 'Eid al-Adha' }])).toMatchObject({ data: { batches: [], total: 0 } });
});
