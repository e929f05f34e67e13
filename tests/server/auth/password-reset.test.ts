import { beforeEach, describe, expect, it } from 'vitest';
import { verifyPassword } from '../../../server/auth/password.ts';
import { hashToken } from '../../../server/auth/secret-token.ts';
import { hour, minute } from '../../support/clock.ts';
import { createStudent, signIn, startTestApp } from '../../support/server.ts';

const publicUrl = 'https://academy.example.com';
const app = await startTestApp({ env: { RATE_FORM: '100000', RATE_CONTACT: '1000', PUBLIC_URL: publicUrl } });
const strict = await startTestApp({ env: { RATE_CONTACT: '3' } });

beforeEach(async () => {
  await app.db.deleteFrom('students').execute();
  await app.db.deleteFrom('mail_outbox').execute();
  await app.db.deleteFrom('idempotency_keys').execute();
});

const oldPassword = 'Landfall#2026';
const newPassword = 'Anchor#2027';
const ask = (email: string, key = '') =>
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

async function createAsked(fields: Parameters<typeof createStudent>[1] = {}) {
  const student = await createStudent(app.db, { email: 'asha@example.com', password: oldPassword, ...fields });
  expect((await ask('asha@example.com')).status).toBe(200);
  const tok = await newestToken();
  return { student, tok, form: { email: 'asha@example.com', tok, newPassword, confirmPassword: newPassword } };
}

describe('asking for a reset link', () => {
  it('mails a link to the public address, and keeps its token hashed', async () => {
    const { tok } = await createAsked();
    const [mail, ...others] = await listMails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ recipient: 'asha@example.com', subject: 'Set a new password' });
    expect(mail?.link).toBe(`${publicUrl}/auth/reset-password?t=${tok}`);
    expect(mail?.body).toContain(mail?.link);
    expect(mail?.body).toContain('30 minutes');
    expect(tok).toMatch(/^[\w-]{43}$/);
    const [row] = await app.db.selectFrom('password_resets').selectAll().execute();
    expect(row?.token_hash).toEqual(hashToken(tok));
    expect(JSON.stringify(row)).not.toContain(tok);
    expect(mail?.dedupe_key).not.toContain(tok);
  });

  it('finds the e-mail in any letters', async () => {
    await createStudent(app.db, { email: 'asha@example.com' });
    expect((await ask(' Asha@Example.com ')).status).toBe(200);
    expect(await listMails()).toHaveLength(1);
  });

  it('is 404 for an e-mail that nobody has', async () => {
    expect(await ask('nobody@example.com')).toMatchObject({ status: 404, body: { code: 'USER_NOT_FOUND' } });
    expect(await listMails()).toEqual([]);
  });

  it.each(['', 'asha', 'asha@'])('is 400 for %j', async (email) => {
    expect(await ask(email)).toMatchObject({ status: 400, body: { code: 'INVALID_REQUEST' } });
  });

  it('sends no second mail for five minutes, and says when to try again', async () => {
    await createAsked();
    app.clock.advance(2 * minute);
    const early = await ask('asha@example.com');
    expect(early).toMatchObject({
      status: 429,
      body: { code: 'ALREADY_SENT', message: 'Reset link has been sent alraedy. Try after sometimes.' },
      headers: { 'retry-after': '180' },
    });
    app.clock.advance(3 * minute);
    expect((await ask('asha@example.com')).status).toBe(200);
    expect(await listMails()).toHaveLength(2);
  });

  it('sends five mails an hour at most', async () => {
    await createAsked();
    for (let sent = 1; sent < 5; sent++) {
      app.clock.advance(5 * minute);
      expect((await ask('asha@example.com')).status).toBe(200);
    }
    app.clock.advance(5 * minute);
    expect(await ask('asha@example.com')).toMatchObject({ status: 429, body: { code: 'ALREADY_SENT' } });
    app.clock.advance(35 * minute);
    expect((await ask('asha@example.com')).status).toBe(200);
    expect(await listMails()).toHaveLength(6);
  });

  it('sends one mail when twenty ask at once', async () => {
    await createStudent(app.db, { email: 'asha@example.com' });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, place) => ask('asha@example.com', `ask-key-${place}`)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(429)]);
    expect(await listMails()).toHaveLength(1);
  });

  it('answers a repeat under its key as the first time', async () => {
    await createStudent(app.db, { email: 'asha@example.com' });
    expect((await ask('asha@example.com', 'lost-reply')).status).toBe(200);
    expect((await ask('asha@example.com', 'lost-reply')).status).toBe(200);
    expect(await listMails()).toHaveLength(1);
  });

  it('deletes links a day after', async () => {
    await createAsked();
    app.clock.advance(25 * hour);
    await createStudent(app.db, { email: 'dev@example.com' });
    await ask('dev@example.com');
    expect(await app.db.selectFrom('password_resets').selectAll().execute()).toHaveLength(1);
  });
});

describe('the link', () => {
  it('may be used for 30 minutes', async () => {
    const { tok } = await createAsked();
    app.clock.advance(30 * minute - 1);
    expect(await verify(tok)).toMatchObject({ status: 200, body: { statusCode: 200 } });
    app.clock.advance(1);
    expect(await verify(tok)).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED_REQUEST' } });
  });

  it.each(['x', 'x'.repeat(43), "' or 1=1", '\0'])('is 401 for the token %j', async (tok) => {
    expect(await verify(tok)).toMatchObject({ status: 401, body: { message: 'Unauthorized request' } });
  });

  it('stays usable when a later one is mailed', async () => {
    const { tok } = await createAsked();
    app.clock.advance(6 * minute);
    await ask('asha@example.com');
    expect((await verify(tok)).status).toBe(200);
    expect((await verify(await newestToken())).status).toBe(200);
  });
});

// Each set costs two argon2 runs, two at a time.
describe('setting the password', { timeout: 30_000 }, () => {
  it('sets it, ends every session and tells the student by mail', async () => {
    const { student, form } = await createAsked();
    const devices = [await signIn(app, student), await signIn(app, student)];
    const other = await signIn(app, await createStudent(app.db));
    expect(await reset(form)).toMatchObject({ status: 200, body: { statusCode: 200 } });
    const { password_hash } = await findStudent(student.id);
    expect(await verifyPassword(password_hash, newPassword)).toBe(true);
    expect(await verifyPassword(password_hash, oldPassword)).toBe(false);
    for (const headers of devices) expect((await app.call('GET', '/api/cart', { headers })).status).toBe(401);
    expect((await app.call('GET', '/api/cart', { headers: other })).status).toBe(200);
    expect((await listMails()).at(-1)).toMatchObject({
      recipient: 'asha@example.com',
      subject: 'Your password was changed',
    });
  });

  it('gives an account its first password', async () => {
    const { student, form } = await createAsked({ password: undefined, is_default_password: true });
    expect((await reset(form)).status).toBe(200);
    const claim = { identifier: 'asha@example.com', field: 'email', user_id: student.id, type: 'student' };
    const login = await app.call('POST', '/api/auth/login', { body: { ...claim, password: newPassword } });
    expect(login).toMatchObject({ status: 200, body: { user: { id: student.id } } });
  });

  it('is done once by a link, and ends the others that were mailed', async () => {
    const { tok, form } = await createAsked();
    app.clock.advance(6 * minute);
    await ask('asha@example.com');
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

  it('is done once when twenty come at once', async () => {
    const { student, form } = await createAsked();
    const passwords = Array.from({ length: 20 }, (_, place) => `Anchor#20${place + 10}`);
    const answers = await Promise.all(
      passwords.map((each, place) => reset({ ...form, newPassword: each, confirmPassword: each }, `race-key-${place}`)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(401)]);
    const winner = passwords[answers.findIndex(({ status }) => status === 200)] ?? '';
    expect(await verifyPassword((await findStudent(student.id)).password_hash, winner)).toBe(true);
    expect((await listMails()).filter(({ subject }) => subject === 'Your password was changed')).toHaveLength(1);
  });

  it('is done once when two links of one student are used at once', async () => {
    const { tok, form } = await createAsked();
    app.clock.advance(6 * minute);
    await ask('asha@example.com');
    const toks = [tok, await newestToken()];
    const tries = Array.from({ length: 20 }, (_, place) => reset({ ...form, tok: toks[place % 2] ?? '' }));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
  });

  it('answers a repeat under its key as the first time, also when they come at once', async () => {
    const { form } = await createAsked();
    const answers = await Promise.all(Array.from({ length: 10 }, () => reset(form, 'lost-reply')));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect((await reset(form, 'lost-reply')).status).toBe(200);
    expect((await listMails()).filter(({ subject }) => subject === 'Your password was changed')).toHaveLength(1);
  });

  it.each([
    ['another’s e-mail', { email: 'dev@example.com' }, 404, 'USER_NOT_FOUND', 'Invalid email.'],
    [
      'the old password',
      { newPassword: oldPassword, confirmPassword: oldPassword },
      409,
      'PASSWORD_SAME_AS_OLD',
      'New password cannot be same as old password.',
    ],
    [
      'a password that lacks a rule',
      { newPassword: 'anchor#2027', confirmPassword: 'anchor#2027' },
      400,
      'INVALID_REQUEST',
      'Please meet all password requirements.',
    ],
    ['a different confirmation', { confirmPassword: 'Anchor#2028' }, 400, 'INVALID_REQUEST', 'Passwords do not match.'],
    ['no e-mail', { email: '' }, 400, 'INVALID_REQUEST', 'Email is required'],
  ])('refuses %s, and the link may be used again', async (_, wrong, status, code, message) => {
    const { form } = await createAsked();
    expect(await reset({ ...form, ...wrong })).toMatchObject({ status, body: { code, message } });
    expect((await reset(form)).status).toBe(200);
  });
});

describe('limits', () => {
  it('do not count a repeat', async () => {
    await createStudent(strict.db, { email: 'meera@example.com' });
    const ask = (key: string) =>
      strict.call('POST', '/api/auth/user/forgot/pass', {
        body: { email: 'meera@example.com' },
        headers: { 'idempotency-key': key },
        address: '10.0.2.1',
      });
    for (let repeat = 0; repeat < 6; repeat++) expect((await ask('repeat-1')).status).toBe(200);
    expect(await ask('another-1')).toMatchObject({ body: { code: 'ALREADY_SENT' } });
    expect(await ask('another-2')).toMatchObject({ body: { code: 'ALREADY_SENT' } });
    expect(await ask('another-3')).toMatchObject({ body: { code: 'RATE_LIMITED' } });
  });

  it('count what is asked for one e-mail, and from one address', async () => {
    const from = (email: string, address: string) =>
      strict.call('POST', '/api/auth/user/forgot/pass', { body: { email }, address });
    const statuses: number[] = [];
    for (let place = 0; place < 4; place++) statuses.push((await from('a@example.com', `10.0.0.${place}`)).status);
    expect(statuses).toEqual([404, 404, 404, 429]);
    for (let place = 0; place < 30; place++) await from(`b${place}@example.com`, '10.0.1.1');
    expect(await from('c@example.com', '10.0.1.1')).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
    expect((await from('c@example.com', '10.0.1.2')).status).toBe(404);
  });
});
