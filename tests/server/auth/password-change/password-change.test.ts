import { beforeEach, describe, expect, it } from 'vitest';
import { academyPasswordText, commonPasswordText } from '../../../../contract/password-rules.ts';
import { verifyPassword } from '../../../../server/auth/password/password.ts';
import { contactStatus, type Tx } from '../../../../server/db/schema.ts';
import { hour, minute } from '../../../support/clock.ts';
import { createStudent, type NewStudent, signIn, startTestApp, type TestStudent } from '../../../support/server.ts';
import { untilWaiting } from '../../cli/staff.ts';
import { changeWhileWaiting } from '../while-locked.ts';

const app = await startTestApp({ env: { RATE_FORM: '100000', PUBLIC_URL: 'https://academy.example.com' } });
await app.db
  .insertInto('cms_documents')
  .values({ key: 'brand', body: JSON.stringify({ name: 'Keel Academy', short_name: 'Keel', product: 'keel' }) })
  .execute();
const [password, newPassword] = ['Landfall#2026', 'Anchor#2027'];

let asha: TestStudent;
let headers: { cookie: string };

async function createAsha(fields: NewStudent = { password }) {
  asha = await createStudent(app.db, fields);
  headers = await signIn(app, asha);
}

beforeEach(() => createAsha());

const change = (fields: object = {}, key = '', browser = headers) =>
  app.call('PUT', '/api/users/student/password', {
    body: { currentPassword: password, newPassword, confirmPassword: newPassword, ...fields },
    headers: { ...browser, 'idempotency-key': key },
  });
const readWay = () => app.call('GET', '/api/users/student/password', { headers });
const isSignedIn = async ({ cookie }: { cookie: string }) =>
  (await app.call('POST', '/api/auth/verify/login/status', { body: { value: '' }, headers: { cookie } })).status ===
  200;
const login = (typed: string, cookie = '') =>
  app.call('POST', '/api/auth/login', {
    body: { identifier: asha.mobile, field: 'mobile', user_id: asha.id, password: typed, type: 'student' },
    headers: { cookie },
    address: '10.0.0.1',
  });
const findStudent = (id = asha.id) =>
  app.db.selectFrom('students').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const listMails = () =>
  app.db.selectFrom('mail_outbox').selectAll().where('recipient', '=', String(asha.email)).execute();

describe('changing the password', { timeout: 30_000 }, () => {
  it('a password change keeps the session that made it and ends all other sessions of the student', async () => {
    const phone = await signIn(app, asha);
    const other = await createStudent(app.db);
    const before = await findStudent(other.id);
    expect(await change()).toMatchObject({ status: 200, body: { statusCode: 200 } });
    expect(await findStudent(other.id)).toEqual(before);
    const { password_hash, is_default_password, email_standing } = await findStudent();
    expect(await verifyPassword(password_hash, newPassword)).toBe(true);
    expect([is_default_password, email_standing]).toEqual([false, contactStatus.verified]);
    expect([await isSignedIn(headers), await isSignedIn(phone)]).toEqual([true, false]);
    expect((await login(password)).status).toBe(401);
    expect((await login(newPassword)).status).toBe(200);
  });

  it('a password change sends the student an email that does not contain the password', async () => {
    await change();
    const [mail, ...others] = await listMails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ subject: 'Your password was changed' });
    expect(mail?.body).toContain('all your other devices were signed out');
    expect(mail?.body).not.toContain(newPassword);
  });

  it('a student without an email address can change the password', async () => {
    await createAsha({ email: null, password });
    expect((await change()).status).toBe(200);
    expect((await login(newPassword)).status).toBe(200);
  });

  it('a password change invalidates earlier password-reset links and account lookups', async () => {
    await app.call('POST', '/api/auth/user/forgot/pass', { body: { email: asha.email } });
    const { cookie } = await app.call('POST', '/api/auth/search/user', { body: { identifier: asha.email } });
    const linksOf = (id: string) =>
      app.db.selectFrom('password_resets').select('used_at').where('student_id', '=', id).execute();
    const other = await createStudent(app.db);
    await app.call('POST', '/api/auth/user/forgot/pass', { body: { email: other.email } });
    const link = new URL((await listMails())[0]?.link ?? '');
    await change();
    const tok = link.searchParams.get('t');
    expect((await app.call('POST', '/api/auth/verify/user/flag', { body: { tok } })).status).toBe(401);
    expect(await linksOf(other.id)).toEqual([{ used_at: null }]);
    const contact = `/api/auth/search/user/contact?user_id=${asha.id}&isEmail=true`;
    expect((await app.call('GET', contact, { headers: { cookie } })).status).toBe(401);
  });

  it('after a password change, only the browser that made it is still recognised as a known device of the account', async () => {
    const before = (await login(password)).cookies.landfall_device ?? '';
    const after = (await change()).cookies.landfall_device ?? '';
    for (let tries = 0; tries < 6; tries++) await login('wrong');
    expect((await login(newPassword, `landfall_device=${before}`)).status).toBe(429);
    expect((await login(newPassword, `landfall_device=${after}`)).status).toBe(200);
  });

  it('a password change sent twice with the same idempotency key succeeds both times and sends one email', async () => {
    expect((await change({}, 'lost-reply')).status).toBe(200);
    expect((await change({}, 'lost-reply')).status).toBe(200);
    expect(await listMails()).toHaveLength(1);
  });

  it('twelve simultaneous password changes with the same idempotency key all succeed and send one email', async () => {
    const responses = await Promise.all(Array.from({ length: 12 }, () => change({}, 'impatient')));
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200));
    expect(await listMails()).toHaveLength(1);
  });

  it('of two simultaneous password changes to different new passwords, one succeeds and the other is refused', async () => {
    const other = 'Compass#2028';
    const both = await Promise.all([change(), change({ newPassword: other, confirmPassword: other })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 403]);
    expect(await listMails()).toHaveLength(1);
  });
});

const wrongPassword = {
  code: 'WRONG_PASSWORD',
  message: 'This is not your current password.',
  fields: { currentPassword: 'This is not your current password.' },
};

describe('a refused change of the password', { timeout: 30_000 }, () => {
  it.each([
    ['a wrong current password', { currentPassword: 'Wrong#2026' }, 403, wrongPassword],
    ['no current password', { currentPassword: undefined }, 403, wrongPassword],
    [
      'the current password as the new one',
      both(password),
      409,
      { code: 'PASSWORD_SAME_AS_OLD', message: 'New password cannot be same as old password.' },
    ],
    [
      'one of the most common passwords as the new one',
      both('P@ssw0rd'),
      409,
      { code: 'PASSWORD_TOO_COMMON', message: commonPasswordText },
    ],
    [
      'the academy’s name in the new password',
      both('Keel#2026'),
      409,
      { code: 'PASSWORD_TOO_COMMON', message: academyPasswordText },
    ],
    ['a new password that breaks the rules', both('anchor watch'), 400, { code: 'INVALID_REQUEST' }],
    [
      'a confirmation that differs from the new password',
      { confirmPassword: 'Anchor#2028' },
      400,
      { code: 'INVALID_REQUEST' },
    ],
  ])('a password change with invalid input (%s) is refused and changes nothing', async (_, fields, status, body) => {
    const phone = await signIn(app, asha);
    expect(await change(fields)).toMatchObject({ status, body });
    expect(await verifyPassword((await findStudent()).password_hash, password)).toBe(true);
    expect(await isSignedIn(phone)).toBe(true);
    expect(await listMails()).toEqual([]);
  });

  it('a password change is refused if the sign-in was an hour ago or earlier', async () => {
    app.clock.advance(hour - 1);
    expect((await readWay()).body).toMatchObject({ data: { is_sign_in_recent: true } });
    app.clock.advance(1);
    expect((await readWay()).body).toMatchObject({ data: { is_sign_in_recent: false } });
    expect(await change()).toMatchObject({
      status: 403,
      body: { code: 'RECENT_SIGN_IN_NEEDED', message: 'Please sign in again to change your password.' },
    });
  });

  it('a password change is refused if another call changes the password or ends the session before the change is stored', async () => {
    const setHash = (tx: Tx) =>
      tx.updateTable('students').set({ password_hash: 'set meanwhile' }).where('id', '=', asha.id).execute();
    expect(await changeWhileWaiting(app.db, asha.id, change, setHash)).toMatchObject({
      status: 403,
      body: wrongPassword,
    });
    expect((await findStudent()).password_hash).toBe('set meanwhile');

    await createAsha();
    const endSession = (tx: Tx) => tx.deleteFrom('sessions').where('student_id', '=', asha.id).execute();
    expect((await changeWhileWaiting(app.db, asha.id, change, endSession)).status).toBe(401);
    expect(await verifyPassword((await findStudent()).password_hash, password)).toBe(true);
    expect(await listMails()).toEqual([]);
  });

  it('after five wrong current passwords, a session’s next password change returns 429, but other sessions and sign-ins are not affected', async () => {
    for (let tries = 0; tries < 5; tries++) expect((await change({ currentPassword: 'wrong' })).status).toBe(403);
    expect(await change()).toMatchObject({ status: 429, headers: { 'retry-after': '2' } });
    expect((await login(password)).status).toBe(200);
    const laptop = await signIn(app, asha);
    expect((await change({ currentPassword: 'wrong' }, '', laptop)).status).toBe(403);
    app.clock.advance(minute);
    expect((await change()).status).toBe(200);
  });

  it('a password change with the correct password returns 429 if a concurrent call has just used the fifth and last attempt', async () => {
    for (let tries = 0; tries < 4; tries++) expect((await change({ currentPassword: 'wrong' })).status).toBe(403);
    const next_at = new Date(app.clock.now() + minute);
    const { right } = await app.db.transaction().execute(async (tx) => {
      // At the same moment, another call uses the fifth attempt.
      await tx.updateTable('password_source_tries').set({ tries: 5, next_at }).execute();
      const sent = change();
      await untilWaiting(app.db);
      return { right: sent };
    });
    expect((await right).status).toBe(429);
  });

  it('entering the correct current password in a password change resets the count of wrong passwords', async () => {
    const guessFour = async () => {
      for (let tries = 0; tries < 4; tries++) expect((await change({ currentPassword: 'wrong' })).status).toBe(403);
    };
    await guessFour();
    expect((await change(both(password))).status).toBe(409);
    await guessFour();
    expect((await change()).status).toBe(200);
  });

  it('a student who has no password, or only the default one, cannot change it in the profile and is asked to request a link by email', async () => {
    for (const fields of [{ is_default_password: true }, { password, is_default_password: true }, {}]) {
      await createAsha(fields);
      expect((await readWay()).body).toMatchObject({ data: { way: 'byLink' } });
      const message = 'Your account has no password yet. Request a link by email to set one.';
      expect(await change()).toMatchObject({ status: 403, body: { code: 'DEFAULT_PASSWORD', message } });
    }
  });
});

describe('setting the first password without an email address', () => {
  it('a student without an email address who signed in by code can set a first password without entering a current password', async () => {
    await createAsha({ email: null, is_default_password: true });
    expect((await readWay()).body).toMatchObject({ data: { way: 'withoutCurrent', is_sign_in_recent: true } });
    expect((await change({ currentPassword: undefined })).status).toBe(200);
    expect((await login(newPassword)).status).toBe(200);
    expect((await readWay()).body).toMatchObject({ data: { way: 'withCurrent' } });
  });

  it('setting a first password is refused an hour after the sign-in', async () => {
    await createAsha({ email: null, is_default_password: true });
    app.clock.advance(hour);
    expect(await change()).toMatchObject({ status: 403, body: { code: 'RECENT_SIGN_IN_NEEDED' } });
  });
});

function both(typed: string) {
  return { newPassword: typed, confirmPassword: typed };
}
