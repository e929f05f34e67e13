import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { hour } from '../../support/clock.ts';
import { plantDocument } from '../../support/documents.ts';
import { createStudent, signIn, startTestApp } from '../../support/server.ts';

const app = await startTestApp();

beforeEach(async () => {
  await app.db.deleteFrom('student_documents').execute();
  await app.db.deleteFrom('files').execute();
  await app.db.deleteFrom('students').execute();
  await app.db.deleteFrom('mail_outbox').execute();
  await app.db.deleteFrom('sandbox_messages').execute();
});

type Headers = Record<string, string>;
const read = (id: string, headers: Headers, columns = '') =>
  app.call('GET', `/api/users/student?userId=${id}${columns && `&columns=${columns}`}`, { headers });
const change = (id: string, headers: Headers, body: object) =>
  app.call('PUT', `/api/users/student/${id}`, { headers, body });
const rowOf = (id: string) => app.db.selectFrom('students').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

async function documentStates(studentId: string): Promise<string[]> {
  const rows = await app.db
    .selectFrom('student_documents')
    .select('state')
    .where('student_id', '=', studentId)
    .orderBy('state')
    .execute();
  return rows.map(({ state }) => state);
}

async function createSignedIn(fields: Parameters<typeof createStudent>[1] = {}) {
  const student = await createStudent(app.db, fields);
  return { student, headers: await signIn(app, student) };
}

describe('reading the profile', () => {
  it('GET /users/student returns the whole profile without the password', async () => {
    const { student, headers } = await createSignedIn({ email: 'asha@example.com', city: 'Chennai' });
    const { status, body } = await read(student.id, headers);
    expect(status).toBe(200);
    expect(body).toEqual({
      statusCode: 200,
      data: {
        users: [
          expect.objectContaining({
            id: student.id,
            first_name: 'Asha',
            email: 'asha@example.com',
            dob: '2004-02-29',
            city: 'Chennai',
            pincode: null,
            correspondence_address: null,
            experience: [],
          }),
        ],
      },
    });
    expect(JSON.stringify(body)).not.toContain('password');
  });

  it('GET /users/student returns only the requested columns and the id', async () => {
    const { student, headers } = await createSignedIn();
    const { body } = await read(student.id, headers, 'first_name,last_name');
    expect(body).toMatchObject({ data: { users: [{ id: student.id, first_name: 'Asha', last_name: 'Nair' }] } });
    expect(JSON.stringify(body)).not.toContain('mobile');
  });

  it.each(['password_hash', 'allowed_booking', 'id;drop table students', 'constructor'])(
    'GET /users/student returns 400 for the column name %s, which the call does not offer',
    async (column) => {
      const { student, headers } = await createSignedIn();
      const response = await read(student.id, headers, encodeURIComponent(column));
      expect(response).toMatchObject({ status: 400, body: { code: 'INVALID_REQUEST' } });
    },
  );

  it('GET /users/student returns 404 for another student’s id and 401 without a session', async () => {
    const { student, headers } = await createSignedIn();
    const other = await createStudent(app.db);
    expect(await read(other.id, headers)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    expect(await read(student.id, {})).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED_REQUEST' } });
  });
});

describe('changing the profile', () => {
  it('a profile change saves the submitted fields and leaves the other fields unchanged', async () => {
    const { student, headers } = await createSignedIn({ city: 'Chennai', street: 'Beach Road' });
    const body = {
      first_name: 'Asha ',
      indos_number: '24 el 7777',
      city: '',
      pincode: '600001',
      correspondence_address: { city: 'Kochi', street: '' },
      experience: [{ position: 'Cadet', company: 'Line', period: '2025', description: 'Deck' }],
    };
    expect(await change(student.id, headers, body)).toMatchObject({ status: 200, body: { statusCode: 200 } });
    expect(await rowOf(student.id)).toMatchObject({
      first_name: 'Asha',
      last_name: 'Nair',
      indos_number: '24EL7777',
      city: null,
      pincode: '600001',
      street: 'Beach Road',
      correspondence_address: { city: 'Kochi', street: null },
      experience: body.experience,
    });
  });

  it('saving a profile exactly as it was read changes nothing', async () => {
    const { student, headers } = await createSignedIn({ image_url: '/api/files/7' });
    const before = await rowOf(student.id);
    const { body } = await read(student.id, headers);
    const [{ id, education, ...profile }] = (body as { data: { users: [Record<string, unknown>] } }).data.users;
    expect(await change(student.id, headers, profile)).toMatchObject({ status: 200 });
    expect({ ...(await rowOf(student.id)), updated_at: 0 }).toEqual({ ...before, updated_at: 0 });
  });

  it.each([
    { first_name: 'Usha' },
    { last_name: 'Menon' },
    { dob: '2003-02-28' },
    { passport_number: 'Z7654321' },
    { indos_number: '' },
  ])(
    'verified documents wait for review again after their student changes the profile to %j, and rejected ones stay rejected',
    async (body) => {
      const { student, headers } = await createSignedIn({ indos_number: '24EL7000', passport_number: 'Z1234567' });
      const other = await createStudent(app.db);
      const reviewed = { state: 'verified', reviewed_at: new Date() } as const;
      await plantDocument(app.db, student.id, reviewed);
      await plantDocument(app.db, student.id, { ...reviewed, state: 'rejected', rejection: 'Blurred.' });
      await plantDocument(app.db, other.id, reviewed);
      expect(await change(student.id, headers, body)).toMatchObject({ status: 200 });
      expect(await documentStates(student.id)).toEqual(['rejected', 'waiting']);
      expect(await documentStates(other.id)).toEqual(['verified']);
    },
  );

  it('verified documents stay verified after a profile change that fills in empty fields or does not concern the identity', async () => {
    const { student, headers } = await createSignedIn({ indos_number: null, passport_number: null });
    await plantDocument(app.db, student.id, { state: 'verified', reviewed_at: new Date() });
    const body = { first_name: 'Asha', indos_number: '24EL7000', passport_number: 'Z1234567', city: 'Kochi' };
    expect(await change(student.id, headers, body)).toMatchObject({ status: 200 });
    expect(await documentStates(student.id)).toEqual(['verified']);
  });

  it('a student without an email address can change other fields of the profile', async () => {
    const { student, headers } = await createSignedIn({ email: null });
    expect(await change(student.id, headers, { city: 'Chennai' })).toMatchObject({ status: 200 });
    expect((await rowOf(student.id)).email).toBeNull();
  });

  it.each([
    [{ email: '' }, { email: 'Email is required' }],
    [{ email: 'asha@' }, { email: 'Invalid email format' }],
    [{ first_name: ' ' }, { first_name: 'First Name is required' }],
    [{ mobile: '12345' }, { mobile: 'Phone number must be 10 digits' }],
    [{ whatsapp_number: '' }, { whatsapp_number: 'WhatsApp number must be 10 digits' }],
    [{ pincode: '6000' }, { pincode: 'Pincode must be 6 digits' }],
    [{ dob: '' }, { dob: 'Date of Birth is required' }],
    [{ dob: '2001-02-30' }, { dob: 'Date of Birth must be a day in the past' }],
    [{ dob: '2999-01-01' }, { dob: 'Date of Birth must be a day in the past' }],
    [{ image_url: 'https://elsewhere.example/a.png' }, { image_url: 'The picture must be one that you uploaded' }],
  ])('a profile change to %j is refused, and the response names the field', async (body, fields) => {
    const { student, headers } = await createSignedIn();
    expect(await change(student.id, headers, body)).toMatchObject({
      status: 400,
      body: { code: 'INVALID_REQUEST', fields },
    });
  });

  it.each([
    ['email', 'dev@example.com', 'DEV@example.com'],
    ['indos_number', '24EL0061', '24el0061'],
    ['passport_number', 'P1000061', 'p1000061'],
  ])('a profile change returns 409 when another student already has the same %s', async (field, taken, typed) => {
    await createStudent(app.db, { [field]: taken });
    const { student, headers } = await createSignedIn();
    const before = await rowOf(student.id);
    expect(await change(student.id, headers, { city: 'Kochi', [field]: typed })).toMatchObject({
      status: 409,
      body: { code: 'USER_EXISTS', message: 'Another user exists with similar data.' },
    });
    expect(await rowOf(student.id)).toEqual(before);
  });

  it.each<[string, object, object]>([
    ['an INDOS number is a passport number', { passport_number: 'P1000063' }, { indos_number: 'p1000063' }],
    ['a passport number is an INDOS number', { indos_number: '24EL0063' }, { passport_number: '24el 0063' }],
    ['a phone is an INDOS number', { indos_number: '9876500063' }, { mobile: '9876500063' }],
  ])(
    'a profile change returns 409 if one number equals a different kind of number of another student: %s',
    async (_, taken, wanted) => {
      await createStudent(app.db, taken);
      const { student, headers } = await createSignedIn();
      expect(await change(student.id, headers, wanted)).toMatchObject({ status: 409, body: { code: 'USER_EXISTS' } });
    },
  );

  it('a student can have the same number as INDOS number and as passport number', async () => {
    const { student, headers } = await createSignedIn({ indos_number: '24EL0065' });
    expect(await change(student.id, headers, { passport_number: '24EL0065' })).toMatchObject({ status: 200 });
  });

  it('if two students save one number at the same time, one as INDOS number and one as passport number, only one succeeds', async () => {
    for (let round = 0; round < 5; round++) {
      const [asha, dev] = await Promise.all([createSignedIn(), createSignedIn()]);
      const responses = await Promise.all([
        change(asha.student.id, asha.headers, { indos_number: `24EL007${round}` }),
        change(dev.student.id, dev.headers, { passport_number: `24EL007${round}` }),
      ]);
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    }
  });

  it.each([{ email: 'same@example.com' }, { indos_number: '24EL0064' }, { passport_number: 'P1000064' }])(
    'if two students save the same value in their profiles at the same time, only one succeeds: %j',
    async (wanted) => {
      const both = await Promise.all([createSignedIn(), createSignedIn()]);
      const responses = await Promise.all(both.map(({ student, headers }) => change(student.id, headers, wanted)));
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    },
  );

  it('a profile change returns 404 for another student’s id and 401 without a session', async () => {
    const { student, headers } = await createSignedIn();
    const other = await createStudent(app.db);
    expect(await change(other.id, headers, { city: 'Kochi' })).toMatchObject({ status: 404 });
    expect(await change(student.id, {}, { city: 'Kochi' })).toMatchObject({ status: 401 });
  });

  it('a profile change repeated with its idempotency key has no second effect', async () => {
    const { student, headers } = await createSignedIn();
    const keyed = { ...headers, 'idempotency-key': randomUUID() };
    const first = await change(student.id, keyed, { email: 'new@example.com' });
    expect(await change(student.id, keyed, { email: 'new@example.com' })).toMatchObject({
      status: 200,
      text: first.text,
    });
    expect(await app.db.selectFrom('mail_outbox').select('id').execute()).toHaveLength(1);
  });
});

describe('a phone of several accounts', () => {
  const phone = { mobile: '9876500062' };
  const findByPhone = async () => {
    const { body } = await app.call('POST', '/api/auth/search/user', { body: { identifier: phone.mobile } });
    return (body as { user: { user_id: string } }).user.user_id;
  };

  it('a newer account can use the phone number of an older account, and the sign-in lookup still finds the older account', async () => {
    const elder = await createStudent(app.db, phone);
    const { student, headers } = await createSignedIn();
    expect(await change(student.id, headers, phone)).toMatchObject({ status: 200 });
    expect(await change(student.id, headers, { ...phone, city: 'Kochi' })).toMatchObject({ status: 200 });
    expect(await findByPhone()).toBe(elder.id);
  });

  it('an older account cannot take the phone number of a newer account, because sign-in by this number would then find the older account', async () => {
    const { student, headers } = await createSignedIn();
    const holder = await createStudent(app.db, phone);
    expect(await change(student.id, headers, phone)).toMatchObject({ status: 409, body: { code: 'USER_EXISTS' } });
    expect(await findByPhone()).toBe(holder.id);
  });

  it('if two accounts save one phone number at the same time, sign-in by that number finds the older of the accounts that could save it', async () => {
    const [elder, younger] = [await createSignedIn(), await createSignedIn()];
    const [first, second] = await Promise.all([
      change(elder.student.id, elder.headers, phone),
      change(younger.student.id, younger.headers, phone),
    ]);
    expect(second.status).toBe(200);
    expect([200, 409]).toContain(first.status);
    expect(await findByPhone()).toBe(first.status === 200 ? elder.student.id : younger.student.id);
  });
});

describe('changing a contact', () => {
  it('changing a contact of a student requires a sign-in within the last hour', async () => {
    const { student, headers } = await createSignedIn();
    app.clock.advance(hour);
    for (const body of [{ email: 'new@example.com' }, { mobile: '9876500071' }, { whatsapp_number: '9876500071' }])
      expect(await change(student.id, headers, body)).toMatchObject({
        status: 403,
        body: { code: 'RECENT_SIGN_IN_NEEDED' },
      });
    expect(await change(student.id, headers, { email: student.email, city: 'Kochi' })).toMatchObject({ status: 200 });
  });

  it('changing contacts of a student sends a notification to the old email address', async () => {
    const { student, headers } = await createSignedIn({ email: 'old@example.com' });
    await change(student.id, headers, { email: 'new@example.com', mobile: '9876500072' });
    const outbox = await app.call('GET', '/sandbox/outbox.json');
    expect(outbox.body).toMatchObject([
      {
        channel: 'mail',
        to: 'old@example.com',
        subject: 'Your contact details were changed',
        text: expect.stringMatching(/email address and mobile number \(it ended in \d{4}\)/),
      },
    ]);
  });

  it.each([
    ['mobile', 'mobile number'],
    ['whatsapp_number', 'WhatsApp number'],
  ])('changing only the %s of a student sends a notification to the student’s email address', async (field, name) => {
    const { student, headers } = await createSignedIn({ email: 'asha@example.com', [field]: '9876504321' });
    await change(student.id, headers, { [field]: '9876500073' });
    const { body } = await app.call('GET', '/sandbox/outbox.json');
    const [email] = body as unknown as Array<{ to: string; text: string }>;
    expect(email).toMatchObject({
      to: 'asha@example.com',
      text: expect.stringContaining(`${name} (it ended in 4321)`),
    });
    expect(email?.text).not.toContain('9876500073');
  });

  it('changing a phone number sends no notification if the account has no email address', async () => {
    const { student, headers } = await createSignedIn({ email: null, mobile: '9876504321' });
    expect((await change(student.id, headers, { mobile: '9876500073' })).status).toBe(200);
    expect((await app.call('GET', '/sandbox/outbox.json')).body).toEqual([]);
  });

  it('a student can change contacts at most five times an hour, and each change sends a notification', async () => {
    const { student, headers } = await createSignedIn({ email: 'old@example.com' });
    const number = (place: number) => ({ whatsapp_number: `987650009${place}` });
    for (let place = 0; place < 5; place++) expect((await change(student.id, headers, number(place))).status).toBe(200);
    expect(await change(student.id, headers, number(5))).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
    expect(await change(student.id, headers, { city: 'Kochi' })).toMatchObject({ status: 200 });
    expect(await app.db.selectFrom('mail_outbox').select('id').execute()).toHaveLength(5);
    app.clock.advance(hour);
    const again = await signIn(app, student);
    expect((await change(student.id, again, { email: 'new@example.com' })).status).toBe(200);
    expect(await app.db.selectFrom('mail_outbox').select('id').execute()).toHaveLength(6);
  });

  it('the notification of a changed contact omits a student’s name that contains a web address', async () => {
    const { student, headers } = await createSignedIn({ first_name: 'You won! open http://evil.example/x now' });
    await change(student.id, headers, { mobile: '9876500072' });
    const { body } = await app.db.selectFrom('mail_outbox').select('body').executeTakeFirstOrThrow();
    expect(body).toContain('Dear student,');
    expect(body).not.toContain('evil');
  });

  it('changing the email address of a student invalidates the reset links sent to the old address', async () => {
    const { student, headers } = await createSignedIn({ email: 'old@example.com' });
    await app.call('POST', '/api/auth/user/forgot/pass', { body: { email: 'old@example.com' } });
    const { link } = await app.db.selectFrom('mail_outbox').select('link').executeTakeFirstOrThrow();
    const tok = new URL(link ?? '').searchParams.get('t') ?? '';
    const isGood = async () => (await app.call('POST', '/api/auth/verify/user/flag', { body: { tok } })).status;
    await change(student.id, headers, { mobile: '9876500073' });
    expect(await isGood()).toBe(200);
    await change(student.id, headers, { email: 'new@example.com' });
    expect(await isGood()).toBe(401);
  });
});
