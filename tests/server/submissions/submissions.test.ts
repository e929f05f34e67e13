import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { subjectHeader } from '../../../contract/headers.ts';
import { emptyTables } from '../../support/database.ts';
import { createStudent, signIn, startTestApp } from '../../support/server.ts';

const app = await startTestApp({ env: { STAFF_EMAIL: 'desk@example.com', RATE_FORM: '100000' } });
const { call, db } = app;

const enquiry = {
  name: ' Joy Roy ',
  email: 'joy@example.com',
  phone: '+91 98765 40099',
  subject: 'fees',
  message: 'How much?',
};
const grievance = {
  grievance: 'The mess closes early.',
  name: 'Dev',
  contact: '98765 40098',
  email: 'dev@example.com',
  anonymous: false,
};

const contactUrl = '/api/submissions/contact/add';
const grievanceUrl = '/api/submissions/grievance/add';
const send = (url: string, formData: object, headers: Record<string, string> = {}) =>
  call('POST', url, { body: { formData }, headers });

type Received = { statusCode: number; data: { reference: string } };
type Refused = { code: string; message: string; fields: Record<string, string> };

const stored = () => db.selectFrom('submissions').selectAll().orderBy('id').execute();
const emails = () => db.selectFrom('mail_outbox').select(['dedupe_key', 'recipient', 'subject', 'body']).execute();

beforeEach(async () => {
  await emptyTables(db, 'submissions', 'submission_entries', 'mail_outbox', 'idempotency_keys');
});

describe('an enquiry', () => {
  it('an enquiry is stored and emailed to the office once, and the response contains its reference', async () => {
    const { status, body } = await send(contactUrl, enquiry);
    const { statusCode, data } = body as Received;
    expect([status, statusCode]).toEqual([200, 200]);
    expect(data.reference).toMatch(/^LFE-[0-9A-HJKMNP-TV-Z]{10}$/);
    const [row] = await stored();
    expect(row).toMatchObject({ kind: 'contact', reference: data.reference, state: 'received', student_id: null });
    expect(row?.body).toEqual({ ...enquiry, name: 'Joy Roy' });
    expect(await emails()).toEqual([
      {
        dedupe_key: `submission:${data.reference}`,
        recipient: 'desk@example.com',
        subject: `Enquiry (fees) ${data.reference}`,
        body: expect.stringMatching(/Joy Roy[\s\S]+joy@example\.com[\s\S]+How much\?/),
      },
    ]);
  });

  it.each([
    ['an enquiry', contactUrl, enquiry],
    ['a grievance', grievanceUrl, grievance],
    ['an anonymous grievance', grievanceUrl, { ...grievance, anonymous: true }],
  ])('the email to the office about %s links to its page in the staff console', async (_, url, form) => {
    await send(url, form);
    const [row] = await stored();
    const [email] = await db.selectFrom('mail_outbox').select(['body', 'html', 'link']).execute();
    const page = `http://localhost:3000/staff/enquiries/${row?.id}`;
    expect(email?.link).toBe(page);
    expect(email?.body).toContain(`Answer in the staff console: ${page}`);
    expect(email?.html).toContain(`<a href="${page}"`);
  });

  it.each([
    ['name', 'Asha\r\nBcc: evil@example.com'],
    ['name', 'Asha\tNair'],
    ['name', 'Asha\u2028Nair'],
    ['email', 'joy\u0000@example.com'],
    ['phone', '98765\n40099'],
  ])('an enquiry with a line break or control character in the field %s is refused: %j', async (field, text) => {
    const { status, body } = await send(contactUrl, { ...enquiry, [field]: text });
    expect(status).toBe(400);
    expect(Object.keys((body as Refused).fields)).toEqual([`formData.${field}`]);
    expect(await stored()).toEqual([]);
  });

  it('the message of an enquiry may have several lines', async () => {
    expect((await send(contactUrl, { ...enquiry, message: 'How much?\nFrom when?' })).status).toBe(200);
  });

  it.each(['name', 'contact'])('a grievance with a line break in the field %s is refused', async (field) => {
    expect((await send(grievanceUrl, { ...grievance, [field]: 'Dev\n98765' })).status).toBe(400);
  });

  it('an enquiry is accepted without a phone number', async () => {
    expect((await send(contactUrl, { ...enquiry, phone: '' })).status).toBe(200);
    const { phone: _, ...without } = enquiry;
    expect((await send(contactUrl, without)).status).toBe(200);
  });

  it.each([
    ['name', '  ', 'Name is required'],
    ['name', undefined, 'Name is required'],
    ['email', '', 'Email is required'],
    ['email', 'joy at home', 'Email is required in the form name@example.com'],
    ['phone', 'call me', 'Enter valid number'],
    ['phone', '123', 'Enter valid number'],
    ['subject', 'weather', 'Enter subject'],
    ['subject', undefined, 'Enter subject'],
    ['message', '\n', 'Message is required'],
    ['message', 'x'.repeat(5001), 'Message is required, in at most 5000 characters'],
  ])('an enquiry with the field %s set to %j is refused with the message: %s', async (field, value, message) => {
    const { status, body } = await send(contactUrl, { ...enquiry, [field]: value });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'INVALID_REQUEST', message, fields: { [`formData.${field}`]: message } });
    expect(await stored()).toEqual([]);
  });

  it('the response to an enquiry with several invalid fields has the message of the first invalid field of the form', async () => {
    expect(((await send(contactUrl, {})).body as Refused).message).toBe('Name is required');
    expect((await call('POST', contactUrl, { body: enquiry })).status).toBe(400);
  });

  it('an enquiry stores the id of the signed-in student', async () => {
    const student = await createStudent(db);
    await send(contactUrl, enquiry, await signIn(app, student));
    expect((await stored())[0]?.student_id).toBe(student.id);
  });

  it('an enquiry written by one student and sent in the session of another student is stored without a student id', async () => {
    const [writer, next] = [await createStudent(db), await createStudent(db)];
    await send(contactUrl, enquiry, { ...(await signIn(app, next)), [subjectHeader]: writer.id });
    expect((await stored()).map(({ student_id }) => student_id)).toEqual([null]);
  });

  it('an enquiry sent again after sign-out with the same idempotency key is stored once', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const session = await signIn(app, await createStudent(db));
    const first = await send(contactUrl, enquiry, { ...session, ...headers });
    const again = await send(contactUrl, enquiry, headers);
    expect(await stored()).toHaveLength(1);
    expect(again.body).toEqual(first.body);
  });

  it('concurrent enquiries with the same idempotency key are stored once, and an enquiry with another key is stored separately', async () => {
    const key = randomUUID();
    const headers = { 'idempotency-key': key };
    const responses = await Promise.all(Array.from({ length: 8 }, () => send(contactUrl, enquiry, headers)));
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    expect([(await stored()).length, (await emails()).length]).toEqual([1, 1]);
    expect((await send(contactUrl, { ...enquiry, message: 'Other' }, headers)).status).toBe(422);
    await send(contactUrl, enquiry, { 'idempotency-key': randomUUID() });
    expect(await stored()).toHaveLength(2);
  });

  it('HTML tags in an enquiry are escaped in the email to the office', async () => {
    await send(contactUrl, { ...enquiry, name: '<script>Eve', message: '<script>x()</script>' });
    const [email] = await db.selectFrom('mail_outbox').select('html').execute();
    expect(email?.html).not.toContain('<script>');
  });
});

describe('a grievance', () => {
  it('a grievance is stored with its sender and emailed to the office', async () => {
    const { body } = await send(grievanceUrl, grievance);
    expect((body as Received).data.reference).toMatch(/^LFE-/);
    expect((await stored())[0]?.body).toEqual(grievance);
    expect((await emails())[0]?.body).toMatch(/98765 40098[\s\S]+The mess closes early\./);
  });

  it('the reference number of an anonymous grievance looks like that of an enquiry', async () => {
    const anonymous = { grievance: 'The mess closes early.', anonymous: true };
    for (const [url, form] of [
      [contactUrl, enquiry],
      [grievanceUrl, anonymous],
    ] as const) {
      const { body } = await send(url, form);
      expect((body as Received).data.reference).toMatch(/^LFE-[0-9A-Z]{10}$/);
    }
  });

  it('an anonymous grievance stores no student, name, IP address or device', async () => {
    const student = await createStudent(db);
    const headers = {
      ...(await signIn(app, student)),
      'user-agent': 'Tell-tale/1.0',
      'idempotency-key': randomUUID(),
    };
    const form = { ...grievance, contact: '1'.repeat(40), anonymous: true };
    const { status } = await call('POST', grievanceUrl, { body: { formData: form }, headers, address: '203.0.113.77' });
    expect(status).toBe(200);
    const [row] = await stored();
    expect(row).toMatchObject({ student_id: null, body: { anonymous: true, grievance: grievance.grievance } });
    expect(Object.keys(row?.body as object).sort()).toEqual(['anonymous', 'grievance']);
    const { rows } = await sql<{ text: string }>`
      select row_to_json(s)::text as text from submissions s union all select row_to_json(m)::text from mail_outbox m
      union all select row_to_json(k)::text from idempotency_keys k`.execute(db);
    const storedText = rows.map(({ text }) => text).join('\n');
    for (const trace of [student.id, 'Dev', 'dev@example.com', 'Tell-tale', '203.0.113.77', '1111111111'])
      expect(storedText).not.toContain(trace);
    expect((await emails())[0]?.body).toContain('anonymous');
  });

  it.each([
    ['grievance', ' ', 'Grievance is required'],
    ['name', '', 'Name is required'],
    ['contact', '', 'Contact is required'],
    ['contact', '1'.repeat(21), 'Kindly update your contact number'],
    ['email', '', 'Email is required'],
  ])('a grievance with the field %s set to %j is refused with the message: %s', async (field, value, message) => {
    const { status, body } = await send(grievanceUrl, { ...grievance, [field]: value });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'INVALID_REQUEST', message });
  });

  it('a grievance with a contact number of exactly 20 characters is accepted', async () => {
    expect((await send(grievanceUrl, { ...grievance, contact: '1'.repeat(20) })).status).toBe(200);
  });

  it('a grievance that does not say whether it is anonymous is refused', async () => {
    const { anonymous: _, ...undecided } = grievance;
    expect((await send(grievanceUrl, undecided)).status).toBe(400);
  });
});
