import { describe, expect, it } from 'vitest';
import { recoveryCodeCount } from '../../../contract/staff/staff-limits.ts';
import { totpCode } from '../../../server/staff/second-factor/totp.ts';
import { hour, minute, second } from '../../support/clock.ts';
import { createStudent, signIn, startTestApp } from '../../support/server.ts';
import { createStaff, hire, signInAsStaff, staffPassword, type TestStaff } from '../../support/staff.ts';
import { lockWait } from '../orders/place/open-order-queue.ts';

const app = await startTestApp();
await app.db
  .insertInto('cms_documents')
  .values({ key: 'brand', body: JSON.stringify({ name: 'Keel Academy', short_name: 'Keel', product: 'keel' }) })
  .execute();
const post = (url: string, body: object, cookie = '', address = '127.0.0.1') =>
  app.call('POST', `/api/staff/${url}`, { body, headers: { cookie }, address });
const me = (cookie: string) => app.call('GET', '/api/staff/session', { headers: { cookie } });

const typePassword = (email: string, password = staffPassword, address?: string) =>
  post('sign-in', { email, password }, '', address);
const typeCode = (cookie: string, code: string, method: 'totp' | 'recovery' = 'totp') =>
  post('sign-in/code', { method, code }, cookie);
const codeOf = ({ totpSecret }: TestStaff) => totpCode(totpSecret, app.clock.now());
const cookieOf = ({ cookies }: { cookies: Record<string, string> }) => `landfall_staff=${cookies.landfall_staff}`;

/**
 * Signs in with password and code. First moves the clock forward, because each code of an authenticator app works once.
 */
async function signInFully(member: TestStaff): Promise<string> {
  app.clock.advance(30 * second);
  const first = await typePassword(member.email);
  const done = await typeCode(cookieOf(first), codeOf(member));
  expect(done.status, done.text).toBe(200);
  return cookieOf(done);
}

describe('staff sign-in', () => {
  it('a staff member who has entered only the password is not yet signed in', async () => {
    const member = await createStaff(app, 'administrator');
    const first = await typePassword(member.email.toUpperCase());
    expect(first).toMatchObject({ status: 200, body: { data: { has_totp: true, has_passkey: false } } });
    expect((await me(cookieOf(first))).status).toBe(401);
  });

  it('password and code sign a staff member in, and the cookie of the password step stops working', async () => {
    const member = await createStaff(app, 'registrar');
    const first = await typePassword(member.email);
    const done = await typeCode(cookieOf(first), codeOf(member));
    expect(done.body).toMatchObject({ data: { id: member.id, role: 'registrar', email: member.email } });
    expect((await me(cookieOf(done))).body).toMatchObject({ data: { id: member.id } });
    expect((await typeCode(cookieOf(first), codeOf(member))).status).toBe(401);
  });

  it('staff sign-in returns the same response for an unknown email address, a wrong password and a disabled account', async () => {
    const member = await createStaff(app, 'editor');
    const disabled = await createStaff(app, 'editor');
    await app.db.updateTable('staff_members').set({ state: 'disabled' }).where('id', '=', disabled.id).execute();
    const bodies = await Promise.all([
      typePassword('nobody@example.com'),
      typePassword(member.email, 'Wrong#2026'),
      typePassword(disabled.email),
    ]);
    for (const { status, body } of bodies)
      expect({ status, ...(body as object) }).toMatchObject({ status: 401, code: 'INVALID_CREDENTIALS' });
    const texts = bodies.map(({ body }) => (body as { message: string }).message);
    expect(new Set(texts).size).toBe(1);
  });

  it('an authenticator code of a staff member is accepted once, even if two requests arrive at the same time', async () => {
    const member = await createStaff(app, 'accounts');
    const code = codeOf(member);
    const [one, two] = [await typePassword(member.email), await typePassword(member.email)];
    const ended = await Promise.all([typeCode(cookieOf(one), code), typeCode(cookieOf(two), code)]);
    expect(ended.map(({ status }) => status).toSorted()).toEqual([200, 403]);
    const later = await typePassword(member.email);
    expect(await typeCode(cookieOf(later), code)).toMatchObject({
      status: 403,
      body: { code: 'SECOND_FACTOR_REJECTED' },
    });
  });

  it('an authenticator code of the previous 30 seconds is accepted, and an older code is refused', async () => {
    const member = await createStaff(app, 'accounts');
    const tooOld = totpCode(member.totpSecret, app.clock.now() - 60 * second);
    const previous = totpCode(member.totpSecret, app.clock.now() - 30 * second);
    const first = await typePassword(member.email);
    expect((await typeCode(cookieOf(first), tooOld)).status).toBe(403);
    expect((await typeCode(cookieOf(first), previous)).status).toBe(200);
  });

  it('after five wrong codes, a staff member must start the sign-in again with the password', async () => {
    const member = await createStaff(app, 'accounts');
    const cookie = cookieOf(await typePassword(member.email));
    const statuses: number[] = [];
    for (let tries = 0; tries < 5; tries += 1) {
      app.clock.advance((15 * minute) / 10);
      statuses.push((await typeCode(cookie, '000000')).status);
    }
    expect(statuses).toEqual([403, 403, 403, 403, 401]);
    expect(await typeCode(cookie, codeOf(member))).toMatchObject({ status: 401, body: { code: 'SIGN_IN_EXPIRED' } });
  });

  it('the email about new recovery codes says that the old codes no longer work, but only if there were old codes', async () => {
    const member = await hire(app, 'registrar');
    const bodies = async () => {
      const mails = app.db.selectFrom('mail_outbox').select('body').where('recipient', '=', member.email);
      return (await mails.orderBy('id').execute()).map(({ body }) => body);
    };
    const create = () => app.call('POST', '/api/staff/account/recovery-codes', { body: {}, headers: member.headers });
    await create();
    expect(await bodies()).toEqual([expect.stringContaining('Recovery codes were created for your account.')]);
    expect((await bodies())[0]).not.toContain('old ones');
    await create();
    expect((await bodies())[1]).toContain('The old ones no longer work.');
  });

  it('a recovery code signs a staff member in once, whatever its letter case and dashes', async () => {
    const member = await hire(app, 'registrar');
    const created = await app.call('POST', '/api/staff/account/recovery-codes', { body: {}, headers: member.headers });
    const { data: codes } = created.body as { data: string[] };
    expect(codes).toHaveLength(recoveryCodeCount);
    const [code = ''] = codes;
    const first = await typePassword(member.email);
    expect((await typeCode(cookieOf(first), code.toUpperCase().replaceAll('-', ' '), 'recovery')).status).toBe(200);
    const again = await typePassword(member.email);
    expect((await typeCode(cookieOf(again), code, 'recovery')).status).toBe(403);
    const account = await app.call('GET', '/api/staff/account', { headers: member.headers });
    expect(account.body).toMatchObject({ data: { recovery_codes: recoveryCodeCount - 1 } });
  });

  it('after a sign-in with a recovery code, staff can add a second factor, but must use it before other changes', async () => {
    const member = await hire(app, 'administrator');
    const created = await app.call('POST', '/api/staff/account/recovery-codes', { body: {}, headers: member.headers });
    const [code = ''] = (created.body as { data: string[] }).data;
    const done = await typeCode(cookieOf(await typePassword(member.email)), code, 'recovery');
    expect(done.body).toMatchObject({ data: { id: member.id, verified_until: null } });
    const cookie = cookieOf(done);
    const changePassword = () =>
      app.call('PUT', '/api/staff/account/password', {
        body: { current: staffPassword, password: 'Another#2026' },
        headers: { cookie },
      });
    const begun = await post('second-factor/totp', {}, cookie);
    const totpSecret = (begun.body as { data: { secret: string } }).data.secret;
    const fresh = () => totpCode(totpSecret, app.clock.now());
    expect((await post('second-factor/totp/confirm', { code: fresh() }, cookie)).status).toBe(200);
    expect((await me(cookie)).body).toMatchObject({ data: { verified_until: null } });
    expect(await changePassword()).toMatchObject({ status: 403, body: { code: 'STEP_UP_NEEDED' } });
    app.clock.advance(30 * second);
    expect((await typeCode(cookie, fresh())).status).toBe(200);
    expect((await changePassword()).status).toBe(200);
  });

  it('after a sign-in with a recovery code, staff can add a second factor only within 15 minutes', async () => {
    const member = await hire(app, 'registrar');
    const created = await app.call('POST', '/api/staff/account/recovery-codes', { body: {}, headers: member.headers });
    const [code = ''] = (created.body as { data: string[] }).data;
    const cookie = cookieOf(await typeCode(cookieOf(await typePassword(member.email)), code, 'recovery'));
    app.clock.advance(15 * minute);
    for (const url of ['second-factor/totp', 'second-factor/passkey/options'])
      expect(await post(url, {}, cookie)).toMatchObject({ status: 403, body: { code: 'STEP_UP_NEEDED' } });
  });

  it('a staff sign-in expires if no code is entered within ten minutes after the password', async () => {
    const member = await createStaff(app, 'editor');
    const cookie = cookieOf(await typePassword(member.email));
    app.clock.advance(10 * minute);
    expect(await typeCode(cookie, codeOf(member))).toMatchObject({ status: 401, body: { code: 'SIGN_IN_EXPIRED' } });
  });

  it('a staff member whose account is disabled between password and code is not signed in', async () => {
    const member = await createStaff(app, 'editor');
    const cookie = cookieOf(await typePassword(member.email));
    await app.db.updateTable('staff_members').set({ state: 'disabled' }).where('id', '=', member.id).execute();
    expect((await typeCode(cookie, codeOf(member))).status).toBe(401);
  });

  it('wrong passwords from one IP address do not prevent a staff member from signing in from another', async () => {
    const member = await createStaff(app, 'administrator');
    for (let tries = 0; tries < 8; tries += 1) await typePassword(member.email, 'Wrong#2026', '203.0.113.9');
    expect((await typePassword(member.email, staffPassword, '203.0.113.9')).status).toBe(429);
    expect((await typePassword(member.email)).status).toBe(200);
  });

  it('the session of a demo staff account is not accepted where demo accounts are switched off', async () => {
    const { createStaffSessions } = await import('../../../server/staff/session/staff-sessions.ts');
    const member = await hire(app, 'editor');
    await app.db.updateTable('staff_members').set({ is_demo: true }).where('id', '=', member.id).execute();
    const request = {
      cookies: { landfall_staff: member.headers.cookie.slice(15) },
      server: app.server,
      protocol: 'http',
    };
    const find = (withDemo: boolean) =>
      createStaffSessions({ ...app, withDemo }).find(request as unknown as Parameters<typeof sessions.find>[0]);
    const sessions = createStaffSessions({ ...app, withDemo: true });
    expect(await find(true)).toMatchObject({ staffId: member.id });
    expect(await find(false)).toBeNull();
  });

  it('the sign-in log of a staff account has sign-ins, wrong passwords and wrong codes', async () => {
    const member = await createStaff(app, 'auditor');
    await typePassword(member.email, 'Wrong#2026');
    const first = await typePassword(member.email);
    await typeCode(cookieOf(first), '000000');
    const cookie = cookieOf(await typeCode(cookieOf(first), codeOf(member)));
    const { body } = await app.call('GET', '/api/staff/account', { headers: { cookie } });
    const { sign_ins: log } = (body as { data: { sign_ins: object[] } }).data;
    expect(log).toMatchObject([
      { event: 'signedIn', method: 'totp', address: '127.0.0.1' },
      { event: 'wrongCode', method: 'totp' },
      { event: 'wrongPassword', method: 'password' },
    ]);
  });
});

describe('staff sessions', () => {
  it('a staff session ends after 30 minutes without a call, and each call extends it', async () => {
    const { headers } = await hire(app, 'registrar');
    app.clock.advance(29 * minute);
    expect((await me(headers.cookie)).status).toBe(200);
    app.clock.advance(29 * minute);
    expect((await me(headers.cookie)).status).toBe(200);
    app.clock.advance(30 * minute);
    expect((await me(headers.cookie)).status).toBe(401);
  });

  it('a staff session ends after 12 hours, even if it is in use', async () => {
    const { headers } = await hire(app, 'registrar');
    for (let passed = 0; passed < 12 * hour - 20 * minute; passed += 20 * minute) {
      app.clock.advance(20 * minute);
      expect((await me(headers.cookie)).status).toBe(200);
    }
    app.clock.advance(20 * minute);
    expect((await me(headers.cookie)).status).toBe(401);
  });

  it('the staff cookie is SameSite=Strict and HttpOnly, and has the prefix __Host- over HTTPS', async () => {
    const { email } = await createStaff(app, 'registrar');
    const sent = async (headers: Record<string, string>) =>
      String(
        (await app.call('POST', '/api/staff/sign-in', { body: { email, password: staffPassword }, headers })).headers[
          'set-cookie'
        ],
      );
    expect(await sent({})).toMatch(/^landfall_staff=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(await sent({ 'x-forwarded-proto': 'https' })).toMatch(/^__Host-landfall_staff=.*Secure/);
  });

  it('signing out ends the staff session', async () => {
    const { headers } = await hire(app, 'editor');
    expect((await post('sign-out', {}, headers.cookie)).cookies).toEqual({ landfall_staff: '' });
    expect((await me(headers.cookie)).status).toBe(401);
  });

  it('a student’s session token is rejected by staff calls, and a staff token by student calls', async () => {
    const student = await signIn(app, await createStudent(app.db));
    const token = student.cookie.slice('landfall='.length);
    expect((await me(`landfall_staff=${token}`)).status).toBe(401);
    const { headers } = await hire(app, 'administrator');
    const staffToken = headers.cookie.slice('landfall_staff='.length);
    expect((await app.call('GET', '/api/cart', { headers: { cookie: `landfall=${staffToken}` } })).status).toBe(401);
    expect((await app.call('GET', '/api/cart', { headers })).status).toBe(401);
  });

  it('staff can end their other sessions, but not those of somebody else', async () => {
    const member = await hire(app, 'editor');
    const other = await signInAsStaff(app, member);
    const stranger = await hire(app, 'editor');
    const { body } = await app.call('GET', '/api/staff/account', { headers: member.headers });
    const { sessions } = (body as { data: { sessions: Array<{ id: string; is_current: boolean }> } }).data;
    const id = sessions.find(({ is_current: isCurrent }) => !isCurrent)?.id ?? '';
    const end = (headers: { cookie: string }) =>
      app.call('DELETE', '/api/staff/account/sessions', { body: { id }, headers });
    await end(stranger.headers);
    expect((await me(other.cookie)).status).toBe(200);
    await end(member.headers);
    await end(member.headers);
    expect((await me(other.cookie)).status).toBe(401);
    const audit = app.db.selectFrom('audit_entries').select(['staff_id', 'subject', 'after']);
    expect(await audit.where('command', '=', 'account end-sessions').execute()).toEqual([
      { staff_id: member.id, subject: `staff:${member.email}`, after: { ended: 1 } },
    ]);
    expect((await me(member.headers.cookie)).status).toBe(200);
  });
});

describe('step-up authentication', () => {
  const invite = (cookie: string) =>
    post('members', { email: `new.${app.clock.now()}@example.com`, name: 'New', role: 'editor' }, cookie);

  it('an administrator can invite a staff member only within five minutes after entering a second factor', async () => {
    const member = await createStaff(app, 'administrator');
    const cookie = await signInFully(member);
    expect((await invite(cookie)).status).toBe(200);
    app.clock.advance(5 * minute);
    expect(await invite(cookie)).toMatchObject({ status: 403, body: { code: 'STEP_UP_NEEDED' } });
    expect((await typeCode(cookie, codeOf(member))).body).toMatchObject({ data: { id: member.id } });
    expect((await invite(cookie)).status).toBe(200);
  });

  it('step-up authentication refuses a recovery code and the code of another staff member', async () => {
    const member = await createStaff(app, 'administrator');
    const other = await createStaff(app, 'administrator');
    const cookie = await signInFully(member);
    const { body } = await post('account/recovery-codes', {}, cookie);
    const [recovery = ''] = (body as { data: string[] }).data;
    app.clock.advance(5 * minute);
    expect((await typeCode(cookie, recovery, 'recovery')).status).toBe(403);
    expect((await typeCode(cookie, codeOf(other))).status).toBe(403);
    expect((await invite(cookie)).status).toBe(403);
  });
});

describe('a staff member’s own account', () => {
  it('changing a staff password requires the current one, ends the other sessions and sends an email', async () => {
    const member = await hire(app, 'editor');
    const other = await signInAsStaff(app, member);
    const change = (current: string, password: string) =>
      app.call('PUT', '/api/staff/account/password', { body: { current, password }, headers: member.headers });
    expect(await change('Wrong#2026', 'Another#2026')).toMatchObject({ status: 403, body: { code: 'WRONG_PASSWORD' } });
    for (const guessable of ['P@ssw0rd', 'Keel#2026'])
      expect(await change(staffPassword, guessable)).toMatchObject({
        status: 409,
        body: { code: 'PASSWORD_TOO_COMMON' },
      });
    expect((await change(staffPassword, 'Another#2026')).status).toBe(200);
    expect([(await me(other.cookie)).status, (await me(member.headers.cookie)).status]).toEqual([401, 200]);
    expect((await typePassword(member.email)).status).toBe(401);
    expect((await typePassword(member.email, 'Another#2026')).status).toBe(200);
    const mails = await app.db.selectFrom('mail_outbox').select('body').where('recipient', '=', member.email).execute();
    expect(mails.at(-1)?.body).toContain('Your password was changed');
  });

  it('a staff password is not changed if the session is ended while the change is running', async () => {
    const member = await hire(app, 'editor');
    const other = await signInAsStaff(app, member);
    const change = () =>
      app.call('PUT', '/api/staff/account/password', {
        body: { current: staffPassword, password: 'Another#2026' },
        headers: member.headers,
      });
    // Because of the lock, the call waits after its checks, as it does while it computes the hash of the password.
    const locked = await app.db.transaction().execute(async (tx) => {
      await tx.selectFrom('staff_members').select('id').where('id', '=', member.id).forNoKeyUpdate().execute();
      const changed = change();
      await lockWait(app);
      await app.call('DELETE', '/api/staff/account/sessions', { body: {}, headers: other });
      return { changed };
    });
    expect((await locked.changed).status).toBe(401);
    expect((await typePassword(member.email)).status).toBe(200);
  });

  it('a change of a staff password returns 429 after five wrong current passwords, even if all requests are sent at once', async () => {
    const member = await hire(app, 'editor');
    const guess = (current: string) =>
      app.call('PUT', '/api/staff/account/password', {
        body: { current, password: 'Another#2026' },
        headers: member.headers,
      });
    const statuses = await Promise.all(Array.from({ length: 8 }, async () => (await guess('Wrong#2026')).status));
    expect(statuses.sort()).toEqual([...Array(5).fill(403), ...Array(3).fill(429)]);
    expect((await guess(staffPassword)).status).toBe(429);
    expect((await typePassword(member.email)).status).toBe(200);
  });

  it('twelve simultaneous requests to change a staff password with the same idempotency key all return 200', async () => {
    const member = await hire(app, 'editor');
    const change = () =>
      app.call('PUT', '/api/staff/account/password', {
        body: { current: staffPassword, password: 'Another#2026' },
        headers: { ...member.headers, 'idempotency-key': 'one-password-change' },
      });
    const statuses = (await Promise.all(Array.from({ length: 12 }, change))).map(({ status }) => status);
    expect(statuses).toEqual(Array(12).fill(200));
  });

  it('the last second factor of a staff account cannot be removed', async () => {
    const member = await hire(app, 'editor');
    const removed = await app.call('DELETE', '/api/staff/account/totp', { body: {}, headers: member.headers });
    expect(removed).toMatchObject({ status: 409, body: { code: 'LAST_SECOND_FACTOR' } });
  });

  it('the stored secret of an authenticator app can be decrypted only for its owner and with the right key', async () => {
    const { openSecret, sealSecret } = await import('../../../server/staff/second-factor/sealed-secret.ts');
    const key = 'k'.repeat(32);
    const sealed = sealSecret('JBSWY3DPEHPK3PXP', 'anna', key);
    expect(sealed.toString('latin1')).not.toContain('JBSWY3');
    expect(openSecret(sealed, 'anna', key)).toBe('JBSWY3DPEHPK3PXP');
    expect(openSecret(sealed, 'berta', key)).toBeNull();
    expect(openSecret(sealed, 'anna', 'x'.repeat(32))).toBeNull();
  });
});
