import { beforeEach, describe, expect, it } from 'vitest';
import { createStudent, signIn, startTestApp } from '../../../support/server.ts';
import { changeWhileWaiting } from '../while-locked.ts';

const app = await startTestApp({ env: { RATE_SIGN_IN: '1000' } });
const password = 'Landfall#2026';

beforeEach(() => app.db.deleteFrom('students').execute());

type Claim = { identifier: string; field: string; user_id: string; password: string };
const login = (claim: Claim, headers = {}) =>
  app.call('POST', '/api/auth/login', { body: { ...claim, type: 'student' }, headers });

async function createAsha() {
  const student = await createStudent(app.db, { email: 'asha@example.com', password });
  const claim = { identifier: 'Asha@example.com', field: 'email', user_id: student.id, password };
  return { student, claim };
}

describe('sign-in by password', () => {
  it('a sign-in by password returns the student and sets the HttpOnly session cookie and the landfall_hint cookie', async () => {
    const { student, claim } = await createAsha();
    const response = await login(claim);
    expect(response.status).toBe(200);
    expect(response.body).toEqual({ statusCode: 200, user: { id: student.id, name: 'Asha Nair', image: null } });
    const [session, hint] = [response.headers['set-cookie']].flat();
    expect(session).toMatch(/^landfall=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(hint).toMatch(/^landfall_hint=[\w-]{22}; Max-Age=7776000; Path=\/; SameSite=Lax$/);
    expect(response.headers['x-landfall-subject']).toBe(student.id);
  });

  it('a sign-in by password over HTTPS sets Secure cookies, and the session cookie has the __Host- prefix', async () => {
    const { claim } = await createAsha();
    const response = await login(claim, { 'x-forwarded-proto': 'https' });
    const [session, hint, device] = [response.headers['set-cookie']].flat();
    expect(device).toMatch(
      /^__Host-landfall_device=[\w-]+; Max-Age=15552000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(session).toMatch(/^__Host-landfall=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    expect(hint).toContain('; Secure; ');
  });

  it.each([
    ['mobile', '+91 98765 00031'],
    ['indos_number', '24el0031'],
    ['passport_number', 'p1000031'],
  ])('a sign-in by password accepts the student’s %s as the identifier', async (field, identifier) => {
    const numbers = { mobile: '9876500031', indos_number: '24EL0031', passport_number: 'P1000031' };
    const { id } = await createStudent(app.db, { ...numbers, password });
    expect(await login({ identifier, field, user_id: id, password })).toMatchObject({ status: 200 });
  });

  it('a sign-in with a wrong password returns 401 and sets no cookie', async () => {
    const { claim } = await createAsha();
    const { status, body, cookies } = await login({ ...claim, password: 'wrong' });
    expect(status).toBe(401);
    expect(body).toMatchObject({ statusCode: 401, code: 'INVALID_CREDENTIALS', message: 'Invalid credentials' });
    expect(cookies).toEqual({});
  });

  it('a sign-in by password returns 401 for an account that has no password', async () => {
    const { id } = await createStudent(app.db, { email: 'new@example.com' });
    const claim = { identifier: 'new@example.com', field: 'email', user_id: id, password };
    expect(await login(claim)).toMatchObject({ status: 401, body: { code: 'INVALID_CREDENTIALS' } });
  });

  it('a sign-in by password returns HTTP 201 “User not found” when identifier, field and user id do not belong together', async () => {
    const { claim } = await createAsha();
    const dev = await createStudent(app.db, { password });
    const wrong = [
      { ...claim, user_id: dev.id },
      { ...claim, field: 'mobile' },
      { ...claim, identifier: 'other@example.com' },
      { ...claim, user_id: '00000000-0000-4000-8000-000000000000' },
    ];
    for (const each of wrong) {
      const { status, body } = await login(each);
      expect(status).toBe(201);
      expect(body).toEqual({ statusCode: 201, message: 'User not found' });
    }
  });

  it('a sign-in by email and password returns HTTP 201 “User not found” if the account has no email address', async () => {
    const { id } = await createStudent(app.db, { email: null, password });
    const claim = { identifier: 'asha@example.com', field: 'email', user_id: id, password };
    expect(await login(claim)).toMatchObject({ status: 201, body: { statusCode: 201, message: 'User not found' } });
  });

  it('a sign-in by password returns 403 while the account still has its default password', async () => {
    const { claim } = await createAsha();
    await app.db.updateTable('students').set({ is_default_password: true }).execute();
    const message = 'Please set a password of your own before you sign in with it.';
    expect(await login(claim)).toMatchObject({ status: 403, body: { code: 'DEFAULT_PASSWORD', message } });
  });

  it('a sign-in by password accepts a common password that was set before common passwords were refused', async () => {
    const { id } = await createStudent(app.db, { email: 'old@example.com', password: 'password1' });
    const claim = { identifier: 'old@example.com', field: 'email', user_id: id, password: 'password1' };
    expect((await login(claim)).status).toBe(200);
  });

  it('a sign-in by password returns 401 if the password is changed while it is checked', async () => {
    const { student, claim } = await createAsha();
    const { status, body, cookies } = await changeWhileWaiting(
      app.db,
      student.id,
      () => login(claim),
      (tx) => tx.updateTable('students').set({ password_hash: 'changed' }).where('id', '=', student.id).execute(),
    );
    expect(status).toBe(401);
    expect(body).toMatchObject({ code: 'INVALID_CREDENTIALS', message: 'Invalid credentials' });
    expect(cookies).toEqual({});
    expect(await app.db.selectFrom('sessions').select('id').execute()).toEqual([]);
  });

  it('a sign-in by password ends the previous session of the same browser', async () => {
    const { student, claim } = await createAsha();
    const before = await signIn(app, student);
    const { cookie } = await login(claim, before);
    const status = (headers: Record<string, string>) =>
      app.call('POST', '/api/auth/verify/login/status', { body: { value: '' }, headers });
    expect((await status({ cookie })).status).toBe(200);
    expect((await status(before)).status).toBe(401);
  });
});
