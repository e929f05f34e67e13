import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { BatchRecord } from '../../../contract/staff/batches.ts';
import { documentsNote, type Roster } from '../../../contract/staff/rosters.ts';
import { day as dayMs } from '../../support/clock.ts';
import { hire, signInAsStaff, type TestStaff } from '../../support/staff.ts';
import { openAcademy } from '../booking/academy.ts';
import { batches, courses } from '../booking/academy-seed.ts';
import { untilWaiting } from '../cli/staff.ts';
import { orderFire, pay } from '../orders/ordering.ts';

const academy = await openAcademy();
const { db, clock, app } = academy;
const staffApp = { db, clock };
type Hired = TestStaff & { headers: { cookie: string } };

await db
  .insertInto('instructors')
  .values([{ id: 'rao', name: 'Capt. Rao' }])
  .execute();
const registrar = await hire(staffApp, 'registrar');
const instructor = await hire(staffApp, 'instructor');
const colleague = await hire(staffApp, 'instructor');
await db.updateTable('staff_members').set({ instructor_id: 'rao' }).where('id', '=', instructor.id).execute();
await db.updateTable('batches').set({ instructor_id: 'rao' }).where('id', '=', batches.fireOpen).execute();
const { start_date: firstDay, end_date: lastDay } = await db
  .selectFrom('batches')
  .select(['start_date', 'end_date'])
  .where('id', '=', batches.fireOpen)
  .executeTakeFirstOrThrow();

async function call(
  staff: Hired,
  method: 'GET' | 'POST' | 'PUT',
  url: string,
  body?: object,
  key = crypto.randomUUID(),
) {
  const headers = { ...staff.headers, 'x-client': 'web', ...(method === 'GET' ? {} : { 'idempotency-key': key }) };
  const response = await app.server.inject({
    method,
    url: `/api/staff/${url}`,
    headers,
    ...(body ? { payload: body } : {}),
  });
  return { status: response.statusCode, body: response.json() };
}

/** Books a student on the batch that Capt. Rao teaches. */
async function book(): Promise<string> {
  const { student, created } = await orderFire(academy, batches.fireOpen);
  await pay(academy, student, created);
  return student.id;
}

const rosterUrl = `rosters/${batches.fireOpen}`;
const readRoster = async (staff: Hired = registrar): Promise<Roster> => (await call(staff, 'GET', rosterUrl)).body.data;
const onRoster = async (studentId: string) =>
  (await readRoster()).roster.find(({ student_id }) => student_id === studentId);
const mark = (student_id: string, value: string | null, { day = firstDay, at = clock.now() } = {}) => ({
  ...{ student_id, day, mark: value, at: new Date(at).toISOString() },
});
const deliver = (marks: object[], staff = instructor, key?: ReturnType<typeof crypto.randomUUID>) =>
  call(staff, 'POST', `${rosterUrl}/attendance`, { marks }, key);
/** Sets the clock to noon of a day at the academy, and signs the staff in again. */
async function goTo(day: string): Promise<void> {
  clock.advance(Date.parse(`${day}T06:30:00Z`) - clock.now());
  for (const member of [registrar, instructor]) member.headers = await signInAsStaff(staffApp, member);
}

describe('who sees a roster', () => {
  it('an instructor sees only the rosters of their own batches, and a registrar sees all rosters', async () => {
    const period = `rosters?from=${firstDay}&until=${lastDay}`;
    const own = (await call(instructor, 'GET', period)).body.data as Array<{ batch_id: number }>;
    expect(own.map(({ batch_id }) => batch_id)).toEqual([batches.fireOpen]);
    expect((await call(colleague, 'GET', period)).body.data).toEqual([]);
    expect((await call(registrar, 'GET', period)).body.data.length).toBeGreaterThan(1);
    expect((await call(colleague, 'GET', rosterUrl)).status).toBe(404);
    expect((await call(instructor, 'GET', `rosters/${batches.radarOpen}`)).status).toBe(404);
  });

  it('an instructor cannot mark attendance in a batch of another instructor', async () => {
    const student = await book();
    expect((await deliver([mark(student, 'present')], colleague)).status).toBe(404);
    expect(await db.selectFrom('attendance_history').selectAll().execute()).toEqual([]);
  });

  it('a roster lists the booked students with contacts and documents, and the audit log records each view', async () => {
    const student = await book();
    expect(await onRoster(student)).toMatchObject({
      ...{ documents: { verified: 0, open: 0, required: null }, attendance: {}, result: null, certificate: null },
      mobile: expect.stringMatching(/^\d{10}$/),
    });
    const audit = await db.selectFrom('audit_entries').selectAll().where('command', '=', 'roster read').execute();
    expect(audit.at(-1)).toMatchObject({ staff_id: registrar.id, subject: `batch:${batches.fireOpen}` });
  });
});

describe('the documents of a student on a roster', () => {
  async function storeDocument(
    studentId: string,
    name: string,
    { state, lastDay = null }: { state: 'waiting' | 'verified' | 'rejected'; lastDay?: string | null },
  ): Promise<void> {
    const [rejection, reviewed] = [state === 'rejected' ? 'blurred' : null, state !== 'waiting'];
    await sql`with file as (
        insert into files (student_id, purpose, state, media_type, bytes, sha256, attached_at)
        values (${studentId}, 'document', 'stored', 'application/pdf', 1, '', now()) returning id)
      insert into student_documents (student_id, file_id, name, category, expires_on, state, rejection, reviewed_at)
      select ${studentId}, id, ${name}, 'personal', ${lastDay}::date, ${state}, ${rejection},
        case when ${reviewed} then now() end from file`.execute(db);
  }
  const require = (documents: object[]) =>
    sql`update courses set detail = ${JSON.stringify({ requiredDocuments: documents })} where id = ${courses.fire}`.execute(
      db,
    );

  it('a roster names the required documents of a student that are missing, expired, rejected or not yet verified', async () => {
    onTestFinished(async () => void (await require([])));
    const student = await book();
    await require([
      ...['Passport', 'CDC', 'Medical', 'INDoS', 'Photo'].map((name) => ({ name, words: [name] })),
      { name: 'Any letter' },
    ]);
    await storeDocument(student, 'My passport', { state: 'verified' });
    await storeDocument(student, 'CDC', { state: 'waiting', lastDay: lastDay });
    await storeDocument(student, 'Medical 2025', { state: 'verified', lastDay: '2026-03-31' });
    await storeDocument(student, 'Photo', { state: 'rejected' });
    expect((await onRoster(student))?.documents).toEqual({
      ...{ verified: 2, open: 2 },
      required: { missing: ['Medical (ends on 31 Mar 2026)', 'INDoS', 'Photo (rejected)'], unverified: ['CDC'] },
    });
    const bookings = await academy.signInAgain({ id: student });
    const [booked] = (await bookings.get('/api/users/student/courses')).json().data;
    expect(booked.joining.missing_documents).toEqual([
      'Medical (yours is valid until 31 Mar 2026)',
      'INDoS',
      'Photo (yours was not accepted)',
    ]);
    const { body } = await call(registrar, 'GET', `students/${student}`);
    expect(body.data.required_documents).toEqual([
      {
        ...{ course_name: booked.course_name, start_date: firstDay, end_date: lastDay },
        documents: [
          { name: 'Passport', state: 'verified', expires_on: null },
          { name: 'CDC', state: 'waiting', expires_on: lastDay },
          { name: 'Medical', state: 'expired', expires_on: '2026-03-31' },
          { name: 'INDoS', state: 'missing', expires_on: null },
          { name: 'Photo', state: 'rejected', expires_on: null },
        ],
      },
    ]);
  });

  it('the roster has no note about documents for a student whose required documents are all verified, even if other documents wait for review', async () => {
    onTestFinished(async () => void (await require([])));
    const student = await book();
    await require([{ name: 'Passport', words: ['passport'] }]);
    await storeDocument(student, 'Passport', { state: 'verified' });
    await storeDocument(student, 'Driving licence', { state: 'waiting' });
    const documents = (await onRoster(student))?.documents;
    expect(documents && documentsNote(documents)).toBeNull();
  });
});

describe('a roster as a file', () => {
  const download = (staff: Hired, format: string) =>
    app.server.inject({ method: 'GET', url: `/api/staff/${rosterUrl}/files/${format}`, headers: staff.headers });

  it('a roster can be downloaded as PDF and as CSV without formulas, and the audit log records each download', async () => {
    const student = await book();
    await db.updateTable('students').set({ first_name: '=HYPERLINK("x")' }).where('id', '=', student).execute();
    const csv = await download(instructor, 'csv');
    expect(csv.headers['content-disposition']).toContain(`roster-${batches.fireOpen}-${firstDay}.csv`);
    const [head, ...lines] = csv.body.split('\r\n');
    expect(head).toMatch(
      new RegExp(`^\ufeffName,Phone,.*,Missing documents,${firstDay},.*,${lastDay},Result,Remark,Certificate$`),
    );
    expect(lines.some((line) => line.startsWith(`"'=HYPERLINK(""x"")`))).toBe(true);
    await db.updateTable('students').set({ first_name: 'Asha' }).where('id', '=', student).execute();
    const pdf = await download(registrar, 'pdf');
    expect([pdf.statusCode, pdf.headers['content-type']]).toEqual([200, 'application/pdf']);
    const audit = db.selectFrom('audit_entries').select(['command', 'staff_id', 'subject']).orderBy('id', 'desc');
    const subject = `batch:${batches.fireOpen}`;
    expect(await audit.where('command', 'like', 'export roster%').execute()).toEqual([
      { command: 'export roster pdf', staff_id: registrar.id, subject },
      { command: 'export roster csv', staff_id: instructor.id, subject },
    ]);
  });

  it('downloading a roster requires step-up authentication', async () => {
    clock.advance(6 * 60_000);
    expect((await download(registrar, 'csv')).json()).toMatchObject({ code: 'STEP_UP_NEEDED' });
    for (const member of [registrar, instructor]) member.headers = await signInAsStaff(staffApp, member);
  });
});

describe('joining instructions', () => {
  it('joining instructions can be sent again by email, which is recorded in the audit log', async () => {
    const student = await book();
    const { body } = await call(registrar, 'POST', `${rosterUrl}/joining-emails`, { students: [student, student] });
    expect(body.data).toEqual({ sent: 1 });
    const emails = db.selectFrom('mail_outbox').selectAll().where('subject', 'like', 'Joining instructions:%');
    expect(await emails.execute()).toMatchObject([{ body: expect.stringContaining('This is how to join') }]);
    const audit = db.selectFrom('audit_entries').selectAll().where('command', '=', 'roster joining emails');
    expect(await audit.execute()).toMatchObject([{ staff_id: registrar.id, after: { students: [student] } }]);
  });

  it('joining instructions can be sent only to students of the batch, and only by staff who may see its roster', async () => {
    const students = [crypto.randomUUID()];
    const send = (staff: Hired) => call(staff, 'POST', `${rosterUrl}/joining-emails`, { students });
    expect(await send(registrar)).toMatchObject({ status: 409, body: { code: 'NOT_ON_ROSTER' } });
    expect((await send(colleague)).status).toBe(404);
  });
});

describe('attendance', () => {
  it('an attendance mark is stored once, even if it is sent twice with the same idempotency key', async () => {
    await goTo(firstDay);
    const [first] = (await readRoster()).roster;
    const key = crypto.randomUUID();
    const marks = [mark(first?.student_id ?? '', 'present')];
    const delivered = await deliver(marks, instructor, key);
    expect(await deliver(marks, instructor, key)).toEqual(delivered);
    expect(delivered.body.data).toMatchObject({ marks: [{ mark: 'present', by: 'The instructor' }], refused: [] });
    expect(await db.selectFrom('attendance_history').selectAll().execute()).toHaveLength(1);
  });

  it('of two attendance marks for the same student and session, the one made later counts, whichever arrives first', async () => {
    const [student] = (await readRoster()).roster;
    const id = student?.student_id ?? '';
    const now = clock.now();
    await deliver([mark(id, 'late', { at: now + 1000 })], registrar);
    clock.advance(60_000);
    await deliver([mark(id, 'late', { at: clock.now() })], registrar);
    const older = await deliver([mark(id, 'absent', { at: now })]);
    expect(older.body.data.marks).toMatchObject([{ mark: 'late', by: 'The registrar' }]);
    expect((await onRoster(id))?.attendance[firstDay]).toMatchObject({ mark: 'late' });
    const history = db.selectFrom('attendance_history').select('mark').where('student_id', '=', id).orderBy('id');
    expect((await history.execute()).at(-1)).toEqual({ mark: 'absent' });
  });

  it('an attendance mark from a device whose clock is far ahead can still be replaced by a later mark', async () => {
    const id = (await readRoster()).roster[0]?.student_id ?? '';
    await deliver([mark(id, 'absent', { at: clock.now() + 300 * dayMs })]);
    clock.advance(1000);
    await deliver([mark(id, 'present')], registrar);
    expect((await onRoster(id))?.attendance[firstDay]).toMatchObject({ mark: 'present' });
  });

  it('attendance marks for students without a booking, days without a session and future sessions are refused, and other marks are stored', async () => {
    const id = (await readRoster()).roster[0]?.student_id ?? '';
    const stranger = crypto.randomUUID();
    const { body } = await deliver([
      ...[mark(stranger, 'present'), mark(id, 'present', { day: '2026-01-01' })],
      ...[mark(id, 'present', { day: lastDay }), mark(id, 'excused')],
    ]);
    expect(body.data.refused.map(({ reason }: { reason: string }) => reason)).toEqual([
      'notOnRoster',
      'noSession',
      'future',
    ]);
    expect(body.data.marks).toMatchObject([{ student_id: id, day: firstDay, mark: 'excused' }]);
  });
});

const sessionDays = async () => (await readRoster()).sessions.map(({ day }) => day);

describe('a batch without planned sessions', () => {
  /** Makes these days holidays until the test ends. */
  async function closeOn(...days: Array<string | undefined>): Promise<void> {
    const holidays = days.map((date) => ({ date, name: 'Pongal' }));
    const file = { path: 'calendar.json', body: JSON.stringify({ holidays }) };
    await db.insertInto('content_files').values(file).execute();
    onTestFinished(async () => {
      await db.deleteFrom('content_files').where('path', '=', file.path).execute();
    });
  }

  it('in a batch without planned sessions, attendance is marked on the days on which the academy teaches', async () => {
    const days = await sessionDays();
    expect([days[0], days.at(-1)]).toEqual([firstDay, lastDay]);
    await closeOn(days[1]);
    expect(await sessionDays()).toEqual(days.filter((day) => day !== days[1]));
  });

  it('if a course day becomes a day off, its session stays in the roster only if it has attendance marks', async () => {
    const { sessions, roster } = await readRoster();
    const days = sessions.map(({ day }) => day);
    const id = roster[0]?.student_id ?? '';
    await deliver([mark(id, 'present')]);
    const at = new Date(clock.now());
    const removed = { mark: 'present', marked_at: at, removed_at: at, staff_id: instructor.id } as const;
    await db
      .insertInto('attendance_marks')
      .values({ batch_id: batches.fireOpen, student_id: id, day: days[1] ?? '', ...removed })
      .execute();
    await closeOn(firstDay, days[1]);
    expect(await sessionDays()).toEqual(days.filter((day) => day !== days[1]));
    expect((await deliver([mark(id, 'late')])).body.data.refused).toEqual([]);
  });
});

describe('a batch with two sessions on a day', () => {
  it('a roster combines two sessions on one day into one, from the start of the first to the end of the second', async () => {
    const times = [
      { start_time: '09:00', end_time: '12:00' },
      { start_time: '13:00', end_time: '17:00' },
    ];
    const values = times.map((time) => ({ batch_id: batches.fireOpen, day: firstDay, ...time }));
    await db.insertInto('batch_sessions').values(values).execute();
    expect((await readRoster()).sessions).toEqual([{ day: firstDay, start_time: '09:00', end_time: '17:00' }]);
    await db.deleteFrom('batch_sessions').where('batch_id', '=', batches.fireOpen).execute();
  });
});

it('a roster keeps the session of a day with attendance marks after the planned sessions have moved to other days', async () => {
  onTestFinished(async () => {
    await db.deleteFrom('batch_sessions').where('batch_id', '=', batches.fireOpen).execute();
  });
  await deliver([mark((await readRoster()).roster[0]?.student_id ?? '', 'present')]);
  const planned = { day: lastDay, start_time: '09:00', end_time: '12:00' };
  await db
    .insertInto('batch_sessions')
    .values({ batch_id: batches.fireOpen, ...planned })
    .execute();
  expect((await readRoster()).sessions).toEqual([{ day: firstDay, start_time: null, end_time: null }, planned]);
});

describe('marks that were made without a connection', () => {
  const historyOf = (id: string) =>
    db.selectFrom('attendance_history').select('mark').where('mark_id', '=', id).execute();

  it('attendance marks from a device are stored once, however often and in whichever calls they are sent', async () => {
    const [first, second] = (await readRoster()).roster.map(({ student_id }) => student_id);
    const marks = [first, second].map((id) => ({ ...mark(id ?? '', 'present'), id: crypto.randomUUID() }));
    const [one] = marks;
    await Promise.all([deliver(marks), deliver(marks), deliver(marks.slice(0, 1)), deliver(marks.slice(1))]);
    await deliver(marks.toReversed());
    for (const { id } of marks) expect(await historyOf(id)).toEqual([{ mark: 'present' }]);
    clock.advance(1000);
    await deliver([mark(first ?? '', 'late')]);
    expect((await deliver([one ?? {}])).body.data).toMatchObject({ marks: [{ mark: 'late' }], refused: [] });
  });

  it('an attendance mark replaces a colleague’s different mark only if its sender has seen that mark', async () => {
    const id = (await readRoster()).roster[0]?.student_id ?? '';
    clock.advance(1000);
    await deliver([mark(id, 'present')]);
    const seen_at = (await onRoster(id))?.attendance[firstDay]?.marked_at ?? null;
    clock.advance(1000);
    await deliver([mark(id, 'absent')], registrar);
    clock.advance(1000);
    const own = { ...mark(id, 'late'), id: crypto.randomUUID(), seen_at };
    const refused = (await deliver([own])).body.data;
    expect(refused).toMatchObject({
      refused: [{ student_id: id, reason: 'changed' }],
      marks: [{ mark: 'absent', by: 'The registrar' }],
    });
    expect(await historyOf(own.id)).toEqual([]);
    const again = { ...own, id: crypto.randomUUID(), seen_at: refused.marks[0].marked_at };
    expect((await deliver([again])).body.data).toMatchObject({ refused: [], marks: [{ mark: 'late' }] });
  });

  it('an attendance mark does not conflict with an equal mark by a colleague, or with an earlier mark by the same person', async () => {
    const id = (await readRoster()).roster[0]?.student_id ?? '';
    clock.advance(1000);
    await deliver([mark(id, 'absent')], registrar);
    expect((await deliver([{ ...mark(id, 'absent'), seen_at: null }])).body.data.refused).toEqual([]);
    clock.advance(1000);
    await deliver([mark(id, 'present')]);
    clock.advance(1000);
    const { body } = await deliver([{ ...mark(id, 'excused'), seen_at: null }]);
    expect(body.data).toMatchObject({ refused: [], marks: [{ mark: 'excused', by: 'The instructor' }] });
  });
});

describe('two first marks at the same moment', () => {
  /** Sends a mark of the instructor while the first mark of the same student, by the registrar, is being stored. */
  async function deliverMeanwhile(more: object) {
    const unmarked = (await readRoster()).roster.find(({ attendance }) => !attendance[firstDay]);
    const student_id = unmarked?.student_id ?? '';
    const row = { batch_id: batches.fireOpen, student_id, day: firstDay, staff_id: registrar.id };
    const { sent } = await db.transaction().execute(async (tx) => {
      await tx
        .insertInto('attendance_marks')
        .values({ ...row, mark: 'absent', marked_at: new Date(clock.now()) })
        .execute();
      const delivery = deliver([{ ...mark(student_id, 'present'), id: crypto.randomUUID(), ...more }]);
      await untilWaiting(db);
      return { sent: delivery };
    });
    return { student_id, data: (await sent).body.data };
  }

  it('if two people mark an unmarked student differently at the same time, the second mark is refused and the first one counts', async () => {
    const { student_id, data } = await deliverMeanwhile({ seen_at: null });
    expect(data).toMatchObject({
      refused: [{ student_id, reason: 'changed' }],
      marks: [{ mark: 'absent', by: 'The registrar' }],
    });
  });

  it('if two people mark a student at the same time, the audit log has the first mark as the previous value of the second', async () => {
    const { student_id, data } = await deliverMeanwhile({});
    expect(data).toMatchObject({ refused: [], marks: [{ mark: 'present' }] });
    const audit = db.selectFrom('audit_entries').select(['before', 'after']).orderBy('id', 'desc');
    expect(await audit.where('command', '=', 'roster attendance').executeTakeFirst()).toMatchObject({
      ...{ before: [{ student_id, mark: 'absent' }], after: [{ student_id, mark: 'present' }] },
    });
  });
});

describe('marks from a device whose clock is slow', () => {
  const markOf = async (id: string) => (await onRoster(id))?.attendance[firstDay];
  /** Lets the instructor mark the first student of the roster absent now. */
  async function markAbsent() {
    const id = (await readRoster()).roster[0]?.student_id ?? '';
    clock.advance(10 * 60_000);
    await deliver([mark(id, 'absent')]);
    return { id, seen_at: (await markOf(id))?.marked_at ?? null };
  }
  /** A mark by a registrar whose clock is this many minutes slow. */
  const slow = (id: string, value: string | null, minutes: number, seen_at: string | null) => ({
    ...{ ...mark(id, value, { at: clock.now() - minutes * 60_000 }), id: crypto.randomUUID(), seen_at },
  });

  it.each([
    ['replaces', 'present', { mark: 'present', by: 'The registrar' }],
    ['removes', null, undefined],
  ])(
    'a device with a slow clock can replace or remove an attendance mark that the device has shown (the change %s the mark)',
    async (_, value, expected) => {
      const { id, seen_at } = await markAbsent();
      const own = slow(id, value, 1, seen_at);
      expect((await deliver([own], registrar)).body.data).toMatchObject({ marks: expected ? [expected] : [] });
      const stored = await markOf(id);
      if (expected) expect(stored).toMatchObject(expected);
      else expect(stored).toBeUndefined();
      await deliver([own], registrar);
      expect(await markOf(id)).toEqual(stored);
      const history = db.selectFrom('attendance_history').select('marked_at').where('mark_id', '=', own.id);
      expect(await history.execute()).toEqual([{ marked_at: new Date(own.at) }]);
    },
  );

  it('of several attendance marks and removals from a device with a slow clock, the one made last counts', async () => {
    const { id, seen_at } = await markAbsent();
    const first = slow(id, 'present', 5, seen_at);
    // The device has no response to the first mark yet. So the second mark says that it has seen the same mark as the
    // first.
    await deliver([first, slow(id, 'late', 4, seen_at)], registrar);
    expect(await markOf(id)).toMatchObject({ mark: 'late' });
    const third = slow(id, 'excused', 3, (await markOf(id))?.marked_at ?? null);
    await deliver([third], registrar);
    expect(await markOf(id)).toMatchObject({ mark: 'excused' });
    // The removal says that the device has seen the third mark, which it names by the time on the device’s own clock.
    await deliver([slow(id, null, 2, third.at)], registrar);
    expect(await markOf(id)).toBeUndefined();
    await deliver([slow(id, 'present', 1, null)], registrar);
    expect(await markOf(id)).toMatchObject({ mark: 'present' });
    // A mark that the registrar made earlier, on another device, changes nothing.
    await deliver([slow(id, 'absent', 6, seen_at)], registrar);
    expect(await markOf(id)).toMatchObject({ mark: 'present' });
  });

  it('a device with a slow clock cannot replace an attendance mark that somebody else has changed since the device showed it', async () => {
    const { id, seen_at } = await markAbsent();
    clock.advance(1000);
    await deliver([mark(id, 'late')]);
    const { refused, marks } = (await deliver([slow(id, 'present', 1, seen_at)], registrar)).body.data;
    expect(refused).toMatchObject([{ reason: 'changed' }]);
    await deliver([slow(id, 'present', 1, marks[0].marked_at)], registrar);
    expect(await markOf(id)).toMatchObject({ mark: 'present' });
  });
});

it('a device with a slow clock cannot mark a student until it has seen that a colleague removed the student’s mark', async () => {
  const id = (await readRoster()).roster[0]?.student_id ?? '';
  clock.advance(10 * 60_000);
  await deliver([mark(id, 'present')]);
  clock.advance(1000);
  await deliver([mark(id, null)]);
  clock.advance(60_000);
  const slow = (seen_at: string | null) => ({
    ...{ ...mark(id, 'absent', { at: clock.now() - 3 * 60_000 }), id: crypto.randomUUID(), seen_at },
  });
  const own = slow(null);
  const { data } = (await deliver([own], registrar)).body;
  const removed_at = new Date(clock.now() - 60_000).toISOString();
  expect(data).toEqual({ marks: [], refused: [{ student_id: id, day: firstDay, reason: 'changed', removed_at }] });
  const history = db.selectFrom('attendance_history').select('id').where('mark_id', '=', own.id);
  expect(await history.execute()).toEqual([]);
  expect((await deliver([slow(removed_at)], registrar)).body.data).toMatchObject({ marks: [{ mark: 'absent' }] });
});

describe('marks on a device that somebody else has signed in to', () => {
  it('attendance marks made by another person than the signed-in staff member return 401, and none is stored', async () => {
    const id = (await readRoster()).roster[0]?.student_id ?? '';
    clock.advance(1000);
    const marks = [{ ...mark(id, 'late'), id: crypto.randomUUID() }];
    const body = { staff_id: instructor.id, marks };
    const history = db
      .selectFrom('attendance_history')
      .select('staff_id')
      .where('mark_id', '=', marks[0]?.id ?? '');
    colleague.headers = await signInAsStaff(staffApp, colleague);
    // The colleague does not teach this batch. The refusal must not be a 404, because the device would then give up the
    // marks.
    for (const other of [registrar, colleague])
      expect(await call(other, 'POST', `${rosterUrl}/attendance`, body)).toMatchObject({
        ...{ status: 401, body: { code: 'UNAUTHORIZED_REQUEST' } },
      });
    expect(await history.execute()).toEqual([]);
    expect((await call(instructor, 'POST', `${rosterUrl}/attendance`, body)).status).toBe(200);
    expect(await history.execute()).toEqual([{ staff_id: instructor.id }]);
  });
});

describe('marks that are taken back', () => {
  const markOf = async (id: string) => (await onRoster(id))?.attendance[firstDay]?.mark;
  const firstStudent = async () => (await readRoster()).roster[0]?.student_id ?? '';

  it('a removed attendance mark stays in the history, and the student can be marked again', async () => {
    const id = await firstStudent();
    clock.advance(1000);
    await deliver([mark(id, 'late')]);
    clock.advance(1000);
    expect((await deliver([mark(id, null)])).body.data).toEqual({ marks: [], refused: [] });
    expect(await markOf(id)).toBeUndefined();
    const history = db
      .selectFrom('attendance_history')
      .select('mark')
      .where('student_id', '=', id)
      .orderBy('id', 'desc');
    expect(await history.limit(2).execute()).toEqual([{ mark: 'removed' }, { mark: 'late' }]);
    clock.advance(1000);
    await deliver([mark(id, 'late')]);
    expect(await markOf(id)).toBe('late');
  });

  it('an attendance mark that was made before the student’s mark was removed, but arrives after the removal, changes nothing', async () => {
    const id = await firstStudent();
    clock.advance(10_000);
    const made = clock.now();
    await deliver([mark(id, 'present', { at: made - 5000 })]);
    await deliver([mark(id, null, { at: made })]);
    await deliver([mark(id, 'absent', { at: made - 1000 })], registrar);
    expect(await markOf(id)).toBeUndefined();
  });

  it('a removal of an attendance mark does not remove a mark that was made later, even if the removal arrives last', async () => {
    const id = await firstStudent();
    clock.advance(10_000);
    await deliver([mark(id, 'present')]);
    await deliver([mark(id, null, { at: clock.now() - 1000 })]);
    expect(await markOf(id)).toBe('present');
  });

  it('an attendance mark and its removal in one call leave the student unmarked, and repeating the call changes nothing', async () => {
    const id = await firstStudent();
    clock.advance(10_000);
    const marks = [
      { ...mark(id, 'present', { at: clock.now() - 1000 }), id: crypto.randomUUID() },
      { ...mark(id, null), id: crypto.randomUUID() },
    ];
    await deliver(marks.toReversed());
    await deliver(marks);
    expect(await markOf(id)).toBeUndefined();
    const delivered = db
      .selectFrom('attendance_history')
      .select('id')
      .where(
        'mark_id',
        'in',
        marks.map((one) => one.id),
      );
    expect(await delivered.execute()).toHaveLength(2);
  });

  it('a device cannot remove an attendance mark that a colleague has replaced since the device showed it', async () => {
    const id = await firstStudent();
    clock.advance(1000);
    await deliver([mark(id, 'late')]);
    const seen_at = (await onRoster(id))?.attendance[firstDay]?.marked_at ?? null;
    clock.advance(1000);
    await deliver([mark(id, 'absent')], registrar);
    clock.advance(1000);
    const { body } = await deliver([{ ...mark(id, null), id: crypto.randomUUID(), seen_at }]);
    expect(body.data).toMatchObject({ refused: [{ reason: 'changed' }], marks: [{ mark: 'absent' }] });
    expect(await markOf(id)).toBe('absent');
  });
});

it('each call with attendance marks adds one audit entry with the marks that it changed, or none if it changed nothing', async () => {
  await goTo(lastDay);
  const [first, second] = (await readRoster()).roster;
  if (!first || !second) throw new Error('two students must be booked');
  const one = (student: typeof first, value: string | null) => {
    clock.advance(1000);
    return { ...mark(student.student_id, value, { day: lastDay }), id: crypto.randomUUID() };
  };
  const named = ({ name, student_id }: typeof first, value: string | null) => ({
    ...{ student: name, student_id, day: lastDay, mark: value },
  });
  const entries = () =>
    db
      .selectFrom('audit_entries')
      .select(['before', 'after'])
      .where('command', '=', 'roster attendance')
      .where('subject', '=', `batch:${batches.fireOpen}`)
      .orderBy('id')
      .execute();
  const earlier = (await entries()).length;
  const marks = [one(first, 'absent'), one(first, 'present'), one(second, 'late')];
  await deliver(marks);
  await deliver(marks);
  await deliver([one(first, null), one(second, 'late')]);
  await deliver([one(second, 'late')]);
  await deliver([mark(crypto.randomUUID(), 'present')]);
  const [marked, removed, ...others] = (await entries()).slice(earlier);
  expect(marked).toEqual({
    before: expect.arrayContaining([named(first, null), named(second, null)]),
    after: expect.arrayContaining([named(first, 'present'), named(second, 'late')]),
  });
  expect(removed).toEqual({ before: [named(first, 'present')], after: [named(first, null)] });
  expect(others).toEqual([]);
  const { history } = (await call(registrar, 'GET', `batches/${batches.fireOpen}`)).body.data as BatchRecord;
  expect(history.map(({ action }) => action)).not.toContain('roster attendance');
});
