import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { academyPasswordText, commonPasswordText } from '../../../../contract/password-rules.ts';
import { verifyPassword } from '../../../../server/auth/password/password.ts';
import { contactStatus, type Tx } from '../../../../server/db/schema.ts';
import { hashToken } from '../../../../server/http/secret-token.ts';
import { hour, minute } from '../../../support/clock.ts';
import { createStudent, signIn, startTestApp, type TestStudent } from '../../../support/server.ts';
import { untilWaiting } from '../../cli/staff.ts';
import { changeWhileWaiting } from '../while-locked.ts';

const publicUrl = 'https://academy.example.com';
const app = await startTestApp({ env: { RATE_FORM: '100000', RATE_CONTACT: '1000', PUBLIC_URL: publicUrl } });
const strict = await startTestApp({ env: { RATE_CONTACT: '3' } });
await app.db
  .insertInto('cms_documents')
  .values({ key: 'brand', body: JSON.stringify({ name: 'Keel Academy', short_name: 'Keel', product: 'keel' }) })
  .execute();

beforeEach(async () => {
  await app.db.deleteFrom('students').execute();
  await app.db.deleteFrom('mail_outbox').execute();
  await app.db.deleteFrom('idempotency_keys').execute();
});

const oldPassword = 'Landfall#2026';
const newPassword = 'Anchor#2027';
const requestReset = (email: string, key = '') =>
  app.call('POST', '/api/auth/user/forgot/pass', { body: { email }, headers: { 'idempotency-key': key } });
const verify = (tok: string) => app.call('POST', '/api/auth/verify/user/flag', { body: { tok } });
const reset = (body: object, key = '') =>
  app.call('POST', '/api/auth/user/reset/pass', { body, headers: { 'idempotency-key': key } });
const listMails = () => app.db.selectFrom('mail_outbox').selectAll().orderBy('id').execute();
const findStudent = (id: string) =>
  app.db.selectFrom('students').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

async function newestToken(): Promise<string> {
  const link = (await listMails()).findLast((mail) => mail.link)?.link ?? '';
  return new URL(link).searchParams.get('t') ?? '';
}

async function createRequested(fields: Parameters<typeof createStudent>[1] = {}) {
  const student = await createStudent(app.db, { email: 'asha@example.com', password: oldPassword, ...fields });
  expect((await requestReset('asha@example.com')).status).toBe(200);
  const tok = await newestToken();
  return { student, tok, form: { email: 'asha@example.com', tok, newPassword, confirmPassword: newPassword } };
}

describe('requesting a reset link', () => {
  it('a password-reset request emails a link under PUBLIC_URL, and the database stores only the hash of the link’s token', async () => {
    const { tok } = await createRequested();
    const [mail, ...others] = await listMails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ recipient: 'asha@example.com', subject: 'Set a new password' });
    expect(mail?.link).toBe(`${publicUrl}/auth/reset-password?t=${tok}`);
    expect(mail?.body).toContain(mail?.link);
    expect(mail?.body).toContain('30 minutes');
    expect(mail?.body).not.toContain('sign in first');
    expect(tok).toMatch(/^[\w-]{43}$/);
    const [row] = await app.db.selectFrom('password_resets').selectAll().execute();
    expect(row?.token_hash).toEqual(hashToken(tok));
    expect(JSON.stringify(row)).not.toContain(tok);
    expect(mail?.dedupe_key).not.toContain(tok);
  });

  it('a password-reset request finds the account although the email is typed with capitals and surrounding spaces', async () => {
    await createStudent(app.db, { email: 'asha@example.com' });
    expect((await requestReset(' Asha@Example.com ')).status).toBe(200);
    expect(await listMails()).toHaveLength(1);
  });

  it('a password-reset request for an unknown email returns 404 and sends no email', async () => {
    await createStudent(app.db);
    const message = 'User not found. Please check your email address.';
    expect(await requestReset('nobody@example.com')).toMatchObject({
      status: 404,
      body: { code: 'USER_NOT_FOUND', message },
    });
    expect(await listMails()).toEqual([]);
  });

  it.each(['', 'asha', 'asha@'])(
    'a password-reset request with the malformed email address %j returns 400',
    async (email) => {
      expect(await requestReset(email)).toMatchObject({ status: 400, body: { code: 'INVALID_REQUEST' } });
    },
  );

  it('a second password-reset request of a student within five minutes returns 429 with Retry-After and sends no email', async () => {
    await createRequested();
    app.clock.advance(2 * minute);
    const early = await requestReset('asha@example.com');
    expect(early).toMatchObject({
      status: 429,
      body: { code: 'ALREADY_SENT', message: 'Reset link has been sent alraedy. Try after sometimes.' },
      headers: { 'retry-after': '180' },
    });
    app.clock.advance(3 * minute);
    expect((await requestReset('asha@example.com')).status).toBe(200);
    expect(await listMails()).toHaveLength(2);
    await createStudent(app.db, { email: 'dev@example.com' });
    expect((await requestReset('dev@example.com')).status).toBe(200);
  });

  it('after five password-reset emails within an hour, a student must wait 15 minutes for the next email', async () => {
    await createRequested();
    for (let sent = 1; sent < 5; sent++) {
      app.clock.advance(5 * minute);
      expect((await requestReset('asha@example.com')).status).toBe(200);
    }
    app.clock.advance(15 * minute - 1);
    expect(await requestReset('asha@example.com')).toMatchObject({ status: 429, body: { code: 'ALREADY_SENT' } });
    app.clock.advance(1);
    expect((await requestReset('asha@example.com')).status).toBe(200);
    expect(await listMails()).toHaveLength(6);
    app.clock.advance(hour);
    expect((await requestReset('asha@example.com')).status).toBe(200);
    app.clock.advance(5 * minute);
    expect((await requestReset('asha@example.com')).status).toBe(200);
  });

  it('twenty simultaneous password-reset requests for one account send one email', async () => {
    await createStudent(app.db, { email: 'asha@example.com' });
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => requestReset('asha@example.com', `request-key-${index}`)),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(429)]);
    expect(await listMails()).toHaveLength(1);
  });

  it('a password-reset request repeated with the same idempotency key succeeds again and sends no second email', async () => {
    await createStudent(app.db, { email: 'asha@example.com' });
    expect((await requestReset('asha@example.com', 'lost-reply')).status).toBe(200);
    expect((await requestReset('asha@example.com', 'lost-reply')).status).toBe(200);
    expect(await listMails()).toHaveLength(1);
  });

  it('a password-reset request deletes reset links that are older than a day from the database', async () => {
    await createRequested();
    app.clock.advance(25 * hour);
    await createStudent(app.db, { email: 'dev@example.com' });
    await requestReset('dev@example.com');
    expect(await app.db.selectFrom('password_resets').selectAll().execute()).toHaveLength(1);
  });
});

describe('a reset link', () => {
  it('a password-reset link is valid for 30 minutes', async () => {
    const { tok } = await createRequested();
    app.clock.advance(30 * minute - 1);
    expect(await verify(tok)).toMatchObject({ status: 200, body: { statusCode: 200 } });
    app.clock.advance(1);
    expect(await verify(tok)).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED_REQUEST' } });
  });

  it.each(['x', 'x'.repeat(43), "' or 1=1", '\0'])(
    'checking a password-reset link with the unknown token %j returns 401',
    async (tok) => {
      expect(await verify(tok)).toMatchObject({ status: 401, body: { message: 'Unauthorized request' } });
    },
  );

  it('a password-reset link stays valid after a newer one has been emailed to the same student', async () => {
    const { tok } = await createRequested();
    app.clock.advance(6 * minute);
    await requestReset('asha@example.com');
    expect((await verify(tok)).status).toBe(200);
    expect((await verify(await newestToken())).status).toBe(200);
  });
});

// Each reset computes two argon2 hashes, and only two hashes are computed at once, so these tests need more time.
describe('setting the password', { timeout: 30_000 }, () => {
  it('a password reset changes the password, ends every session of the student and notifies the student by email', async () => {
    const { student, form } = await createRequested();
    const devices = [await signIn(app, student), await signIn(app, student)];
    const dev = await createStudent(app.db);
    const [other, before] = [await signIn(app, dev), await findStudent(dev.id)];
    expect(await reset(form)).toMatchObject({ status: 200, body: { statusCode: 200 } });
    expect(await findStudent(dev.id)).toEqual(before);
    const { password_hash } = await findStudent(student.id);
    expect(await verifyPassword(password_hash, newPassword)).toBe(true);
    expect(await verifyPassword(password_hash, oldPassword)).toBe(false);
    for (const headers of devices) expect((await app.call('GET', '/api/cart', { headers })).status).toBe(401);
    expect((await app.call('GET', '/api/cart', { headers: other })).status).toBe(200);
    expect((await listMails()).at(-1)).toMatchObject({
      recipient: 'asha@example.com',
      subject: 'Your password was changed',
      body: expect.stringContaining('all your devices were signed out'),
    });
  });

  it('a student who never had a password can set one by a password-reset link and sign in with it', async () => {
    const { student, form } = await createRequested({ password: undefined, is_default_password: true });
    expect((await reset(form)).status).toBe(200);
    const claim = { identifier: 'asha@example.com', field: 'email', user_id: student.id, type: 'student' };
    const login = await app.call('POST', '/api/auth/login', { body: { ...claim, password: newPassword } });
    expect(login).toMatchObject({ status: 200, body: { user: { id: student.id } } });
  });

  it('using a password-reset link invalidates it and every other reset link of the student', async () => {
    const { tok, form } = await createRequested();
    app.clock.advance(6 * minute);
    await requestReset('asha@example.com');
    const later = await newestToken();
    expect((await reset({ ...form, tok: later })).status).toBe(200);
    for (const used of [tok, later]) {
      expect((await verify(used)).status).toBe(401);
      expect(
        await reset({ ...form, tok: used, newPassword: 'Other#2027', confirmPassword: 'Other#2027' }),
      ).toMatchObject({
        status: 401,
        body: { code: 'UNAUTHORIZED_REQUEST' },
      });
    }
  });

  it('twenty simultaneous password resets with one link change the password once', async () => {
    const { student, form } = await createRequested();
    const passwords = Array.from({ length: 20 }, (_, index) => `Anchor#20${index + 10}`);
    const responses = await Promise.all(
      passwords.map((each, index) => reset({ ...form, newPassword: each, confirmPassword: each }, `race-key-${index}`)),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(401)]);
    const winner = passwords[responses.findIndex(({ status }) => status === 200)] ?? '';
    expect(await verifyPassword((await findStudent(student.id)).password_hash, winner)).toBe(true);
    expect((await listMails()).filter(({ subject }) => subject === 'Your password was changed')).toHaveLength(1);
  });

  it('simultaneous password resets with two links of the same student change the password once', async () => {
    const { tok, form } = await createRequested();
    app.clock.advance(6 * minute);
    await requestReset('asha@example.com');
    const toks = [tok, await newestToken()];
    const tries = Array.from({ length: 20 }, (_, index) => reset({ ...form, tok: toks[index % 2] ?? '' }));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
  });

  it('password resets that are repeated, even simultaneously, with one idempotency key all succeed and send one notification email', async () => {
    const { form } = await createRequested();
    const responses = await Promise.all(Array.from({ length: 10 }, () => reset(form, 'lost-reply')));
    expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect((await reset(form, 'lost-reply')).status).toBe(200);
    expect((await listMails()).filter(({ subject }) => subject === 'Your password was changed')).toHaveLength(1);
  });

  it('a password reset is refused if the link expires or the account’s email is locked while the reset waits for the database', async () => {
    const { student, form } = await createRequested();
    const before = await findStudent(student.id);
    const unauthorized = { status: 401, body: { code: 'UNAUTHORIZED_REQUEST' } };
    const lockEmail = (tx: Tx) =>
      tx.updateTable('students').set({ email_standing: contactStatus.locked }).where('id', '=', student.id).execute();
    expect(await changeWhileWaiting(app.db, student.id, () => reset(form), lockEmail)).toMatchObject(unauthorized);
    expect(await findStudent(student.id)).toEqual({ ...before, email_standing: contactStatus.locked });

    await app.db.updateTable('students').set({ email_standing: before.email_standing }).execute();
    const { sent } = await app.db.transaction().execute(async (tx) => {
      // The check of the new password reads the academy's name from this table. The lock therefore makes the reset wait
      // before it uses the link.
      await sql`lock table cms_documents`.execute(tx);
      const waiting = reset(form);
      await untilWaiting(app.db);
      app.clock.advance(30 * minute);
      return { sent: waiting };
    });
    expect(await sent).toMatchObject(unauthorized);
    expect(await findStudent(student.id)).toEqual(before);
  });

  it('a password reset without a session is refused with SIGN_IN_FIRST if the email of the account is locked', async () => {
    const { form } = await createRequested({ email_standing: contactStatus.locked });
    expect((await listMails())[0]?.body).toContain('sign in first');
    const message =
      'Somebody has already confirmed the phone number of this account. Sign in with a code sent to that phone, then open the link again in the same browser. If that is not your phone, please call us.';
    expect(await reset(form)).toMatchObject({ status: 403, body: { code: 'SIGN_IN_FIRST', message } });
  });

  it('a password reset for a locked email is refused if the student’s session is ended while the new password is being checked', async () => {
    const { student, form } = await createRequested({ email_standing: contactStatus.locked });
    const [there, here] = [await signIn(app, student), await signIn(app, student)];
    const before = await findStudent(student.id);
    const { sent } = await app.db.transaction().execute(async (tx) => {
      // The check of the new password reads this table, so the reset waits after it has found its session.
      await sql`lock table cms_documents`.execute(tx);
      const waiting = app.call('POST', '/api/auth/user/reset/pass', { body: form, headers: there });
      await untilWaiting(app.db);
      const ended = await app.call('DELETE', '/api/users/student/sessions', { body: {}, headers: here });
      expect(ended.status).toBe(200);
      return { sent: waiting };
    });
    expect(await sent).toMatchObject({ status: 403, body: { code: 'SIGN_IN_FIRST' } });
    expect(await findStudent(student.id)).toEqual(before);
    const again = await app.call('POST', '/api/auth/user/reset/pass', { body: form, headers: here });
    expect(again.status, 'the link stays valid').toBe(200);
  });

  it.each([
    ['the email of another account', { email: 'dev@example.com' }, 404, 'USER_NOT_FOUND', 'Invalid email.'],
    [
      'the old password as the new one',
      { newPassword: oldPassword, confirmPassword: oldPassword },
      409,
      'PASSWORD_SAME_AS_OLD',
      'New password cannot be same as old password.',
    ],
    [
      'a new password that breaks a rule',
      { newPassword: 'anchor#2027', confirmPassword: 'anchor#2027' },
      400,
      'INVALID_REQUEST',
      'Please meet all password requirements.',
    ],
    [
      'one of the most common passwords as the new one',
      { newPassword: 'P@ssw0rd', confirmPassword: 'P@ssw0rd' },
      409,
      'PASSWORD_TOO_COMMON',
      commonPasswordText,
    ],
    [
      'the academy’s name in the new password',
      { newPassword: 'Keel#2026', confirmPassword: 'Keel#2026' },
      409,
      'PASSWORD_TOO_COMMON',
      academyPasswordText,
    ],
    [
      'a confirmation that differs from the new password',
      { confirmPassword: 'Anchor#2028' },
      400,
      'INVALID_REQUEST',
      'Passwords do not match.',
    ],
    ['no email', { email: '' }, 400, 'INVALID_REQUEST', 'Email is required'],
  ])(
    'a password reset with invalid input (%s) is refused, and its link stays valid',
    async (_, wrong, status, code, message) => {
      const { form } = await createRequested();
      expect(await reset({ ...form, ...wrong })).toMatchObject({ status, body: { code, message } });
      expect((await reset(form)).status).toBe(200);
    },
  );
});

describe('rate limits of password resets', () => {
  it('password-reset requests that cause no new email do not count against the hourly limit', async () => {
    await createStudent(strict.db, { email: 'meera@example.com' });
    const requestUnder = (key: string) =>
      strict.call('POST', '/api/auth/user/forgot/pass', {
        body: { email: 'meera@example.com' },
        headers: { 'idempotency-key': key },
        address: '10.0.2.1',
      });
    for (let repeat = 0; repeat < 6; repeat++) expect((await requestUnder('repeat-1')).status).toBe(200);
    for (let another = 1; another <= 4; another++)
      expect(await requestUnder(`another-${another}`)).toMatchObject({ body: { code: 'ALREADY_SENT' } });
    strict.clock.advance(30 * minute);
    expect((await requestUnder('next-link')).status).toBe(200);
  });

  it.each([
    ['has been used', () => ({ used_at: new Date(strict.clock.now()) }), 'ALREADY_SENT'],
    ['has expired', () => ({ expires_at: new Date(strict.clock.now()) }), 'ALREADY_SENT'],
    ['belongs to another student', ({ id }: TestStudent) => ({ student_id: id }), undefined],
  ])(
    'password-reset requests count against the hourly limit if the student has no usable reset link (the only link %s)',
    async (_, fields, repeated) => {
      const [student, other] = [await createStudent(strict.db), await createStudent(strict.db)];
      const codes: unknown[] = [];
      for (let call = 0; call < 4; call++) {
        const response = await strict.call('POST', '/api/auth/user/forgot/pass', { body: { email: student.email } });
        codes.push((response.body as { code?: string }).code);
        await strict.db.updateTable('password_resets').set(fields(other)).execute();
      }
      expect(codes).toEqual([undefined, repeated, repeated, 'RATE_LIMITED']);
    },
  );

  it('password-reset requests have one limit per IP address and email, and another limit per IP address for all emails together', async () => {
    const requestFrom = (email: string, address: string) =>
      strict.call('POST', '/api/auth/user/forgot/pass', { body: { email }, address });
    const statuses: number[] = [];
    for (let index = 0; index < 4; index++) statuses.push((await requestFrom('a@example.com', '10.0.0.1')).status);
    expect(statuses).toEqual([404, 404, 404, 429]);
    expect((await requestFrom('a@example.com', '10.0.0.2')).status).toBe(404);
    for (let index = 0; index < 30; index++) await requestFrom(`b${index}@example.com`, '10.0.1.1');
    expect(await requestFrom('c@example.com', '10.0.1.1')).toMatchObject({
      status: 429,
      body: { code: 'RATE_LIMITED' },
    });
    expect((await requestFrom('c@example.com', '10.0.1.2')).status).toBe(404);
  });
});
