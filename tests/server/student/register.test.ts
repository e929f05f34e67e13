import { beforeEach, describe, expect, it } from 'vitest';
import { academyPasswordText, commonPasswordText } from '../../../contract/password-rules.ts';
import { verifyPassword } from '../../../server/auth/password/password.ts';
import { createStudent, startTestApp } from '../../support/server.ts';

const app = await startTestApp({ env: { RATE_FORM: '100000' } });
await app.db
  .insertInto('cms_documents')
  .values({ key: 'brand', body: JSON.stringify({ name: 'Keel Academy', short_name: 'Keel', product: 'keel' }) })
  .execute();

beforeEach(async () => {
  await app.db.deleteFrom('students').execute();
  await app.db.deleteFrom('idempotency_keys').execute();
});

const form = {
  first_name: 'Nila',
  last_name: 'Thomas',
  email: 'Nila.Thomas@example.com',
  mobile: '9876500071',
  whatsapp_number: '9876500072',
  indos_number: '23 gl-7071',
  dob: '2005-02-28',
  password: 'anchor watch',
};
const register = (body: object = form, key = '') =>
  app.call('POST', '/api/users/student/add', { body, headers: { 'idempotency-key': key } });
const listStudents = () => app.db.selectFrom('students').selectAll().execute();

describe('registering', () => {
  it('registration creates a student with normalised contacts and a hashed password', async () => {
    expect(await register()).toMatchObject({ status: 200, body: { statusCode: 200 } });
    const [student, ...others] = await listStudents();
    expect(others).toEqual([]);
    expect(student).toMatchObject({
      first_name: 'Nila',
      email: 'nila.thomas@example.com',
      mobile: '9876500071',
      whatsapp_number: '9876500072',
      indos_number: '23GL7071',
      dob: '2005-02-28',
      is_default_password: false,
      allowed_booking: true,
    });
    expect(await verifyPassword(student?.password_hash ?? null, form.password)).toBe(true);
  });

  it('registration accepts a missing INDOS number', async () => {
    for (const indos_number of ['', null, undefined]) {
      await app.db.deleteFrom('students').execute();
      expect((await register({ ...form, indos_number })).status).toBe(200);
      expect((await listStudents())[0]?.indos_number).toBeNull();
    }
  });

  it.each([
    [{ first_name: ' ' }, { first_name: 'First Name is required' }],
    [{ last_name: '' }, { last_name: 'Last Name is required' }],
    [{ email: '' }, { email: 'Email is required' }],
    [{ email: 'nila@' }, { email: 'Invalid email format' }],
    [{ mobile: '987650007' }, { mobile: 'Mobile number must be exactly 10 digits.' }],
    [{ mobile: '+919876500071' }, { mobile: 'Mobile number must be exactly 10 digits.' }],
    [{ whatsapp_number: '98765000711' }, { whatsapp_number: 'Whatsapp number must be exactly 10 digits.' }],
    [{ dob: '' }, { dob: 'Date of Birth is required' }],
    [{ dob: '2005-02-30' }, { dob: 'Date of Birth must be a day in the past' }],
    [{ dob: '2999-01-01' }, { dob: 'Date of Birth must be a day in the past' }],
    [{ password: '' }, { password: 'Password is required' }],
    [{ password: 'seven77' }, { password: 'Password must be at least 8 characters.' }],
  ])('registration with %j is refused, and the response names the field', async (wrong, fields) => {
    const response = await register({ ...form, ...wrong });
    expect(response).toMatchObject({ status: 400, body: { code: 'INVALID_REQUEST', fields } });
    expect(await listStudents()).toEqual([]);
  });

  it.each([
    ['email in other letter case', { email: 'NILA.thomas@example.com' }],
    ['INDOS number', { indos_number: '23GL7071' }],
    ['INDOS number as a passport number', { passport_number: '23GL7071' }],
    ['phone as an INDOS number', { indos_number: form.mobile }],
  ])('registration returns 409 when another student already has the submitted %s', async (_, taken) => {
    await createStudent(app.db, taken);
    const response = await register();
    expect(response).toMatchObject({
      status: 409,
      body: { code: 'USER_EXISTS', message: 'User exist with similar details.' },
    });
    expect(await listStudents()).toHaveLength(1);
  });

  it.each(['password1', 'Qwertyuiop', 'P@ssw0rd'])('registration refuses the common password %s', async (password) => {
    expect(await register({ ...form, password })).toMatchObject({
      status: 409,
      body: { code: 'PASSWORD_TOO_COMMON', message: commonPasswordText, fields: { password: commonPasswordText } },
    });
    expect(await listStudents()).toEqual([]);
  });

  it('registration refuses a password that is little more than the academy’s name', async () => {
    expect(await register({ ...form, password: 'Keel#2026' })).toMatchObject({
      status: 409,
      body: { code: 'PASSWORD_TOO_COMMON', message: academyPasswordText, fields: { password: academyPasswordText } },
    });
    expect(await listStudents()).toEqual([]);
  });

  it('registration accepts a longer password that contains a common password', async () => {
    expect((await register({ ...form, password: 'password of the Kochi crew' })).status).toBe(200);
  });

  it('registration accepts a phone number that another student has', async () => {
    await createStudent(app.db, { mobile: form.mobile, whatsapp_number: form.whatsapp_number });
    expect((await register()).status).toBe(200);
  });

  it('twenty concurrent registrations with one email address create one student', async () => {
    const forms = Array.from({ length: 20 }, (_, place) => ({
      ...form,
      indos_number: '',
      first_name: `Nila ${place}`,
    }));
    const responses = await Promise.all(forms.map((each, place) => register(each, `race-key-${place}`)));
    const statuses = responses.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([200, ...Array(19).fill(409)]);
    expect(await listStudents()).toHaveLength(1);
  });

  it('a registration repeated with its idempotency key returns 200 and creates no second student', async () => {
    expect((await register(form, 'lost-reply-1')).status).toBe(200);
    expect(await register(form, 'lost-reply-1')).toMatchObject({ status: 200, body: { statusCode: 200 } });
    expect(await listStudents()).toHaveLength(1);
  });

  it('twenty concurrent registrations with one idempotency key all return 200', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => register(form, 'lost-reply-2')));
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(await listStudents()).toHaveLength(1);
  });

  it('the idempotency record of a registration holds neither the password nor the form', async () => {
    await register(form, 'lost-reply-3');
    const [row] = await app.db.selectFrom('idempotency_keys').selectAll().execute();
    expect(row).toMatchObject({ subject: 'anonymous:lost-reply-3', answer: { statusCode: 200 } });
    expect(row?.request_hash).toHaveLength(32);
    for (const text of [form.password, form.email, form.mobile, form.first_name])
      expect(JSON.stringify(row)).not.toContain(text);
  });

  it('a different registration with the same idempotency key returns 422', async () => {
    await register(form, 'lost-reply-4');
    expect((await register({ ...form, email: 'other@example.com' }, 'lost-reply-4')).status).toBe(422);
  });
});
