import { describe, expect, it } from 'vitest';
import type { Roster } from '../../../contract/staff/rosters.ts';
import { olderPage } from '../../../contract/staff/staff-endpoint.ts';
import { cancelUnbookedBatch } from '../../../server/booking/batches/batch-change.repo.ts';
import { inTransaction } from '../../../server/db/transactions/transaction.ts';
import { lackOf, shortName } from '../../../server/rosters/certificates.ts';
import { hire, signInAsStaff, type TestStaff } from '../../support/staff.ts';
import { signIn } from '../../support/student.ts';
import { openAcademy } from '../booking/academy.ts';
import { batches } from '../booking/academy-seed.ts';
import { cancel } from '../orders/changes/booked-order.ts';
import { orderFire, pay } from '../orders/ordering.ts';

const academy = await openAcademy();
const { db, clock, app } = academy;
const phones = ['98765 40001', '98765 40002', '98765 40003', '98765 40004'];
const brand = { name: 'Keel Academy', email: 'office@example.com', admissions_phones: phones };
await db
  .insertInto('cms_documents')
  .values({ key: 'brand', body: JSON.stringify(brand) })
  .execute();
const registrar = await hire({ db, clock }, 'registrar');
type Hired = TestStaff & { headers: { cookie: string } };

async function call(staff: Hired, method: 'GET' | 'POST' | 'PUT', url: string, body?: object) {
  const headers = {
    ...staff.headers,
    'x-client': 'web',
    ...(method === 'GET' ? {} : { 'idempotency-key': crypto.randomUUID() }),
  };
  const response = await app.server.inject({
    method,
    url: `/api/staff/${url}`,
    headers,
    ...(body ? { payload: body } : {}),
  });
  return { status: response.statusCode, body: response.json() };
}
const cookieOf = (id: string) => signIn({ db, clock }, { id });
const check = async (number: string) => {
  const response = await app.server.inject(`/api/certificates/${number}`);
  return { status: response.statusCode, body: response.json() };
};

const students: string[] = [];
for (let count = 0; count < 4; count += 1) {
  const { student, created } = await orderFire(academy, batches.fireOpen);
  await pay(academy, student, created);
  students.push(student.id);
}
const [passed = '', weak = '', failed = '', late = ''] = students;
const url = `rosters/${batches.fireOpen}`;
const roster = async (): Promise<Roster> => (await call(registrar, 'GET', url)).body.data;
const { sessions, end_date: lastDay, course_name } = await roster();
type Lack = { student_id: string; lacks: 'result' | 'attendance' };
const issue = (ids: string[], reason?: string, incomplete: Lack[] = []) =>
  call(registrar, 'POST', `${url}/certificates`, { students: ids, ...(reason ? { reason, incomplete } : {}) });
const certificateOf = async (id: string) => (await roster()).roster.find((one) => one.student_id === id)?.certificate;

describe('results and certificates', () => {
  it('issuing a certificate before the last day of a batch returns 409', async () => {
    expect(await issue([passed])).toMatchObject({ status: 409, body: { code: 'BATCH_RUNNING' } });
  });

  it('staff can save the results of students with remarks, and the audit log has the results before the change', async () => {
    clock.advance(Date.parse(`${lastDay}T06:30:00Z`) - clock.now());
    registrar.headers = await signInAsStaff({ db, clock }, registrar);
    const results = [passed, weak, late].map((student_id) => ({ student_id, result: 'passed' }));
    const { status, body } = await call(registrar, 'PUT', `${url}/results`, {
      results: [...results, { student_id: failed, result: 'failed', remark: 'Did not enter the smoke chamber' }],
    });
    expect(status, JSON.stringify(body)).toBe(200);
    expect((await roster()).roster.find((one) => one.student_id === failed)).toMatchObject({
      ...{ result: 'failed', remark: 'Did not enter the smoke chamber' },
    });
    const audit = await db.selectFrom('audit_entries').selectAll().where('command', '=', 'roster results').execute();
    expect(audit).toMatchObject([{ before: expect.arrayContaining([expect.objectContaining({ result: null })]) }]);
  });

  const setResult = (staff: Hired, result: object) =>
    call(staff, 'PUT', `${url}/results`, { results: [{ student_id: failed, ...result }] });
  const resultOf = async (id: string) => (await roster()).roster.find((one) => one.student_id === id);

  it('changing a student’s result without sending a remark keeps the stored remark, also in the audit log', async () => {
    const [remark, colleague] = ['Did not enter the smoke chamber', await hire({ db, clock }, 'registrar')];
    expect((await setResult(colleague, { result: 'passed', seen: { result: 'failed' } })).status).toBe(200);
    expect(await resultOf(failed)).toMatchObject({ result: 'passed', remark });
    const audit = db.selectFrom('audit_entries').select('after').where('command', '=', 'roster results');
    expect(await audit.orderBy('id', 'desc').executeTakeFirst()).toEqual({
      after: [{ student_id: failed, result: 'passed', remark }],
    });
    expect((await setResult(registrar, { result: 'failed', seen: { result: 'passed' } })).status).toBe(200);
  });

  it.each([
    ['a result', { result: 'passed', seen: { result: null } }],
    ['a remark', { result: 'failed', remark: 'Late', seen: { result: 'failed', remark: '' } }],
    ['the removal of a result', { result: null, seen: { result: 'failed', remark: '' } }],
  ])(
    'saving a change of a student’s result (%s) returns 409 if a colleague has changed the result since it was shown',
    async (_, sent) => {
      const remark = 'Did not enter the smoke chamber';
      expect(await setResult(registrar, sent)).toMatchObject({
        status: 409,
        body: {
          code: 'RESULT_CHANGED',
          message: expect.stringContaining(
            `The registrar has changed the result of Asha Nair meanwhile: failed, with the remark ‘${remark}’.`,
          ),
          data: { result: 'failed', remark },
        },
      });
      expect(await resultOf(failed)).toMatchObject({ result: 'failed', remark });
    },
  );

  it('saving a result is accepted if a colleague has meanwhile set the same result', async () => {
    expect((await setResult(registrar, { result: 'failed', seen: { result: null } })).status).toBe(200);
  });

  it('a result for a student without a booking in the batch is refused', async () => {
    const results = [{ student_id: crypto.randomUUID(), result: 'passed' }];
    expect(await call(registrar, 'PUT', `${url}/results`, { results })).toMatchObject({
      ...{ status: 409, body: { code: 'NOT_ON_ROSTER' } },
    });
  });

  it('a certificate for a student who failed or missed too many sessions requires a reason, which is recorded', async () => {
    const at = new Date(clock.now()).toISOString();
    const marks = [passed, late, failed].flatMap((student_id) =>
      sessions.map(({ day }) => ({ student_id, day, mark: 'present', at })),
    );
    await call(registrar, 'POST', `${url}/attendance`, { marks });
    const refused = await issue([passed, weak, failed]);
    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: 'NOT_COMPLETED',
        data: {
          students: expect.arrayContaining([
            expect.objectContaining({ student_id: weak, lacks: 'attendance' }),
            expect.objectContaining({ student_id: failed, lacks: 'result' }),
          ]),
        },
      },
    });
    expect(refused.body.data.students).toHaveLength(2);
    expect(await db.selectFrom('certificates').selectAll().execute()).toEqual([]);
    const seen: Lack[] = [{ student_id: weak, lacks: 'attendance' }];
    expect((await issue([weak], 'Made up for the missed days', seen)).status).toBe(200);
    const audit = await db.selectFrom('audit_entries').selectAll().where('command', '=', 'certificate issue').execute();
    expect(audit).toMatchObject([{ reason: 'Made up for the missed days' }]);
  });

  it.each<[string, Lack[]]>([
    ['no incomplete student', []],
    ['another incomplete student', [{ student_id: passed, lacks: 'attendance' }]],
    ['another lack of the student', [{ student_id: failed, lacks: 'attendance' }]],
  ])(
    'a student who has failed gets no certificate if staff had not seen the failure when they gave their reason (they saw %s)',
    async (_, seen) => {
      const lack = expect.objectContaining({ student_id: failed, lacks: 'result' });
      expect(await issue([passed, failed], 'Made up for the missed days', seen)).toMatchObject({
        status: 409,
        body: { code: 'NOT_COMPLETED', data: { students: [lack] } },
      });
      expect([await certificateOf(passed), await certificateOf(failed)]).toEqual([null, null]);
    },
  );

  it('issuing a certificate to a failed student from a page of an earlier release returns 409 and asks to reload the page', async () => {
    const reason = 'Made up for the missed days';
    const answer = await call(registrar, 'POST', `${url}/certificates`, { students: [failed], reason });
    expect(answer).toMatchObject({ status: 409, body: { code: 'NOT_COMPLETED', message: olderPage } });
  });

  it('simultaneous calls issue one certificate for each student, with consecutive numbers and one email each', async () => {
    const answers = await Promise.all([issue([passed, late]), issue([late, passed]), issue([passed])]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const rows = await db.selectFrom('certificates').select(['number', 'student_id']).orderBy('serial').execute();
    expect(rows.map(({ number }) => number)).toEqual(['LFC-2026-000001', 'LFC-2026-000002', 'LFC-2026-000003']);
    expect(new Set(rows.map(({ student_id }) => student_id))).toEqual(new Set([weak, passed, late]));
    const emails = db.selectFrom('mail_outbox').select('subject').where('subject', 'like', 'Your certificate%');
    expect(await emails.execute()).toHaveLength(3);
  });

  it('anybody can check a certificate by its number, and sees only a part of the student’s name', async () => {
    const { number = '' } = (await certificateOf(passed)) ?? {};
    const { status, body } = await check(number);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ number, state: 'valid', end_date: lastDay });
    expect(body.data.name).toMatch(/^\S+ \S\.$/);
    expect(JSON.stringify(body)).not.toContain(passed);
    expect((await check(`LFC-2026-999999-${number.slice(-10)}`)).status).toBe(404);
  });

  it('checking a certificate number without its code or with a wrong code fails, so that nobody can list certificates', async () => {
    const { number = '' } = (await certificateOf(passed)) ?? {};
    expect(number).toMatch(/^LFC-2026-\d{6}-[0-9A-F]{10}$/);
    expect((await check(number.slice(0, -11))).status).toBe(400);
    expect((await check(`${number.slice(0, -10)}0123456789`)).status).toBe(404);
    const codes = await db.selectFrom('certificates').select('code').execute();
    expect(new Set(codes.map(({ code }) => code)).size).toBe(codes.length);
  });

  it('a certificate can be downloaded as PDF by its student and a registrar, but not by another student', async () => {
    const { number = '' } = (await certificateOf(passed)) ?? {};
    const download = (url: string, headers: { cookie: string }) =>
      app.server.inject({ url: `${url}/certificates/${number}/certificate.pdf`, headers });
    const own = await download('/api/users/student', await cookieOf(passed));
    expect(own.statusCode, own.body.slice(0, 200)).toBe(200);
    expect(own.headers['content-type']).toBe('application/pdf');
    expect(own.headers['content-disposition']).toContain(`certificate-${number}.pdf`);
    expect(own.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    expect((await download('/api/staff', registrar.headers)).rawPayload).toEqual(own.rawPayload);
    expect((await download('/api/users/student', await cookieOf(failed))).statusCode).toBe(404);
  });

  it('My Courses shows the number of the student’s certificate', async () => {
    const list = await app.server.inject({ url: '/api/users/student/courses', headers: await cookieOf(passed) });
    const { number } = (await certificateOf(passed)) ?? {};
    expect(list.json().data).toMatchObject([{ batch_id: batches.fireOpen, certificate_number: number }]);
  });

  it('the attendance of a student cannot be changed while the student has a valid certificate', async () => {
    const before = (await roster()).roster.find((one) => one.student_id === passed)?.attendance;
    const at = new Date(clock.now()).toISOString();
    const marks = [{ student_id: passed, day: sessions[0]?.day ?? '', mark: 'absent', at }];
    const { body } = await call(registrar, 'POST', `${url}/attendance`, { marks });
    expect(body.data).toMatchObject({ marks: [], refused: [{ student_id: passed, reason: 'certificate' }] });
    expect((await roster()).roster.find((one) => one.student_id === passed)?.attendance).toEqual(before);
  });

  it('the result of a student cannot be changed while the student has a valid certificate', async () => {
    const results = [{ student_id: passed, result: 'failed' }];
    expect(await call(registrar, 'PUT', `${url}/results`, { results })).toMatchObject({
      ...{ status: 409, body: { code: 'HAS_CERTIFICATE' } },
    });
  });

  it('marking a student as failed while the certificate is being issued either prevents the certificate or is refused', async () => {
    for (let round = 0; round < 5; round += 1) {
      const grade = (result: 'passed' | 'failed') =>
        call(registrar, 'PUT', `${url}/results`, { results: [{ student_id: failed, result }] });
      expect((await grade('passed')).status).toBe(200);
      await Promise.all([issue([failed]), grade('failed')]);
      const student = (await roster()).roster.find((one) => one.student_id === failed);
      const number = student?.certificate?.number;
      expect([student?.result, number !== undefined]).toEqual(number ? ['passed', true] : ['failed', false]);
      if (number) await call(registrar, 'POST', `certificates/${number}/revocation`, { reason: 'next round' });
    }
  });

  it('revoking a certificate sends the student one email without the reason, and a later certificate gets a new number', async () => {
    const { number = '' } = (await certificateOf(late)) ?? {};
    const revoke = () => call(registrar, 'POST', `certificates/${number}/revocation`, { reason: 'Issued by mistake' });
    expect((await revoke()).status).toBe(200);
    expect(await revoke()).toMatchObject({ status: 409, body: { code: 'ALREADY_REVOKED' } });
    expect((await check(number)).body.data.state).toBe('revoked');
    const emails = db.selectFrom('mail_outbox').selectAll().where('dedupe_key', '=', `certificate-revoked:${number}`);
    const [email, ...others] = await emails.execute();
    const { email: address } = await db
      .selectFrom('students')
      .select('email')
      .where('id', '=', late)
      .executeTakeFirstOrThrow();
    expect(others).toEqual([]);
    expect(email).toMatchObject({ recipient: address, subject: `Your certificate for ${course_name} was revoked` });
    for (const text of [number, 'office@example.com', '98765 40001']) expect(email?.body).toContain(text);
    expect(email?.body).not.toContain('Issued by mistake');
    expect(await certificateOf(late)).toBeNull();
    await issue([late]);
    expect((await certificateOf(late))?.number).toMatch(/^LFC-2026-\d{6}-[0-9A-F]{10}$/);
    expect((await certificateOf(late))?.number).not.toBe(number);
  });

  it('an attendance mark that is sent again because its response was lost is not refused if a certificate was issued meanwhile', async () => {
    const { number = '' } = (await certificateOf(late)) ?? {};
    await call(registrar, 'POST', `certificates/${number}/revocation`, { reason: 'Attendance is missing' });
    const sent = {
      student_id: late,
      day: sessions[0]?.day ?? '',
      mark: 'late',
      at: new Date(clock.now()).toISOString(),
    };
    const deliver = () =>
      call(registrar, 'POST', `${url}/attendance`, {
        marks: [{ ...sent, id: '0f8d6a52-3c1e-4b7a-9d20-5e6f7a8b9c01' }],
      });
    const { data: first } = (await deliver()).body;
    expect(first).toMatchObject({ marks: [{ student_id: late, mark: 'late' }], refused: [] });
    expect((await issue([late])).body.data).toEqual({ issued: 1 });
    expect((await deliver()).body.data).toEqual(first);
  });

  it('a batch in which somebody has a certificate cannot be cancelled on its last day, because its roster would be gone', async () => {
    const orders = db.selectFrom('seat_claims').select('order_id').where('batch_id', '=', batches.fireOpen);
    const affected = (await orders.execute()).map(({ order_id }) => order_id);
    expect(affected).toHaveLength(4);
    const cancellation = { affected, reason: 'The instructor is ill' };
    expect(await call(registrar, 'POST', `batches/${batches.fireOpen}/cancel`, cancellation)).toMatchObject({
      ...{ status: 409, body: { code: 'BATCH_IS_PAST', message: expect.stringContaining('has certificates') } },
    });
    await expect(inTransaction(db, (tx) => cancelUnbookedBatch(tx, batches.fireOpen))).rejects.toThrow(
      'has certificates',
    );
  });

  it('a student whose booking was cancelled stays on the roster while the certificate is valid, so that it can be revoked', async () => {
    const order = db.selectFrom('orders').select('id').where('student_id', '=', weak);
    const { id: orderId } = await order.executeTakeFirstOrThrow();
    await cancel(academy, { orderId, lines: 'all' });
    const { students, roster: listed } = await roster();
    expect(students).toBe(listed.length);
    const { number = '' } = (await certificateOf(weak)) ?? {};
    const reason = 'The booking was cancelled';
    expect((await call(registrar, 'POST', `certificates/${number}/revocation`, { reason })).status).toBe(200);
    expect((await roster()).roster.map(({ student_id }) => student_id)).not.toContain(weak);
    expect(await issue([weak])).toMatchObject({ status: 409, body: { code: 'NOT_ON_ROSTER' } });
  });
});

describe('what a certificate needs', () => {
  const days = ['2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04', '2026-01-05'];
  const needs = (percent: number) => ({
    sessions: days.map((day) => ({ day, start_time: null, end_time: null })),
    needed_attendance: percent,
  });
  const attended = (...marks: Array<'present' | 'late' | 'absent' | 'excused'>) =>
    Object.fromEntries(
      marks.map((mark, place) => [days[place] ?? '', { mark, marked_at: '2026-01-01T00:00:00.000Z', by: 'Rao' }]),
    );

  it.each([
    ['four of five sessions can get a certificate', attended('present', 'late', 'present', 'present', 'absent'), null],
    [
      'three of five sessions lacks attendance for a certificate',
      attended('present', 'present', 'present', 'absent', 'absent'),
      'attendance',
    ],
    [
      'three of three sessions and two excused ones can get a certificate',
      attended('present', 'present', 'present', 'excused', 'excused'),
      null,
    ],
    ['no marked session lacks attendance for a certificate', attended(), 'attendance'],
  ])(
    'a certificate that requires 80 percent attendance is possible only for students who attended enough: a student with %s',
    (_, attendance, lacks) => expect(lackOf({ result: 'passed', attendance }, needs(80))).toBe(lacks),
  );

  it('the attendance that a certificate requires can be set for each course', () => {
    const attendance = attended('present', 'present', 'present', 'present', 'absent');
    expect([100, 81, 80, 0].map((percent) => lackOf({ result: 'passed', attendance }, needs(percent)))).toEqual([
      ...['attendance', 'attendance', null, null],
    ]);
  });

  it('a student who attended every session but has not passed lacks only the result for a certificate', () => {
    const attendance = attended('present', 'present', 'present', 'present', 'present');
    expect([
      lackOf({ result: 'failed', attendance }, needs(80)),
      lackOf({ result: null, attendance }, needs(80)),
    ]).toEqual([...['result', 'result']]);
  });

  it('the public check of a certificate shortens the last name, also in other scripts, and shows a single name in full', () => {
    expect(['Asha Nair', 'Meera', 'Anil  Kumar  Das', 'आशा नायर'].map(shortName)).toEqual([
      ...['Asha N.', 'Meera', 'Anil D.', 'आशा न.'],
    ]);
  });
});
