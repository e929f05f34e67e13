import fastify, { type FastifyRequest } from 'fastify';
import { beforeEach, describe, expect, it } from 'vitest';
import { contactStatus } from '../../../server/db/schema.ts';
import { tooManyRequests } from '../../../server/http/rates/rate-limits.ts';
import { createSecurityLog } from '../../../server/http/security-log.ts';
import { fakeClock, hour, minute } from '../../support/clock.ts';
import { plantDocument, plantFile } from '../../support/documents.ts';
import { productionEnv } from '../../support/production.ts';
import { createStudent, signIn, startTestApp, type TestStudent } from '../../support/server.ts';
import { hire } from '../../support/staff.ts';

const clock = fakeClock(Date.UTC(2030, 0, 1, 6, 10));
const app = await startTestApp({
  clock,
  pause: async () => {},
  env: { LOG_LEVEL: 'info', RATE_SIGN_IN: '3', RATE_FORM: '2', PUBLIC_URL: 'https://academy.example.com' },
});
const password = 'Landfall#2026';
let asha: TestStudent;

beforeEach(async () => {
  clock.advance(2 * hour);
  await app.flushLogs();
  asha = await createStudent(app.db, { password });
  app.logged.length = 0;
});

/** The lines of the security log since the test began. */
const events = () => app.logged.filter(({ log }) => log === 'security');
const [info, warn] = [30, 40];

const login = (typed: string, { student = asha, address = '10.0.0.1' } = {}) =>
  app.call('POST', '/api/auth/login', {
    body: { identifier: student.email, field: 'email', user_id: student.id, password: typed, type: 'student' },
    address,
  });

/** A token for Asha's email address, from the sandbox provider. */
async function readToken(): Promise<string> {
  const sent = await app.call('POST', '/sandbox/otp/send', { body: { identifier: asha.email } });
  const reqId = String((sent.body as { message: string }).message);
  const { code: otp } = await app.db
    .selectFrom('sandbox_codes')
    .select('code')
    .where('request_id', '=', reqId)
    .executeTakeFirstOrThrow();
  const verified = await app.call('POST', '/sandbox/otp/verify', { body: { reqId, otp } });
  return String((verified.body as { message: string }).message);
}

/** Looks Asha up and signs in with a code, as the student `user_id`. */
async function signInByCode(token?: string, user_id = asha.id) {
  const { cookie } = await app.call('POST', '/api/auth/search/user', { body: { identifier: asha.email } });
  const OTPtoken = token ?? (await readToken());
  const body = { user_id, type: 'student', OTPtoken, method: 'email_otp' };
  return app.call('POST', '/api/auth/login/otp', { body, headers: { cookie } });
}

describe('the security log', () => {
  it('the security log records a successful sign-in with the request id and with hashes of the IP address and the account', async () => {
    const response = await login(password);
    expect(events()).toEqual([
      expect.objectContaining({
        level: info,
        msg: 'signIn.succeeded',
        event: 'signIn.succeeded',
        method: 'password',
        endpoint: 'signInByPassword',
        reqId: response.headers['x-request-id'],
        account: expect.stringMatching(/^[\w-]{16}$/),
        source: expect.stringMatching(/^[\w-]{16}$/),
      }),
    ]);
  });

  it('the security log writes the same hash for an account in every line, and a different hash for each account', async () => {
    const dev = await createStudent(app.db, { password });
    for (const student of [asha, asha, dev]) await login(password, { student });
    const [first, second, third] = events().map(({ account }) => account);
    expect(first).toBe(second);
    expect(first).not.toBe(third);
  });

  it('the security log contains no names, contacts, ids, IP addresses, passwords or tokens', async () => {
    await login(password, { address: '10.9.8.7' });
    await login('Wrong#2026', { address: '10.9.8.7' });
    await app.call('POST', '/api/auth/user/forgot/pass', { body: { email: asha.email }, address: '10.9.8.7' });
    const text = JSON.stringify(events());
    expect(events()).toHaveLength(3);
    for (const secret of [asha.id, asha.email, asha.mobile, '10.9.8.7', password, 'Wrong#2026', 'Asha'])
      expect(text).not.toContain(secret);
  });

  it('the security log records failed sign-ins by password with their reason', async () => {
    await login('Wrong#2026');
    await app.db.updateTable('students').set({ is_default_password: true }).where('id', '=', asha.id).execute();
    await login(password);
    await login(password, { student: { ...asha, id: '00000000-0000-4000-8000-000000000000' } });
    expect(events()).toMatchObject(
      ['wrongPassword', 'defaultPassword', 'unknownAccount'].map((reason) => ({
        level: warn,
        event: 'signIn.failed',
        method: 'password',
        reason,
      })),
    );
  });

  it('the security log records successful and failed sign-ins by code', async () => {
    await signInByCode();
    await signInByCode('forged');
    await signInByCode('forged', '00000000-0000-4000-8000-000000000000');
    expect(events()).toMatchObject([
      { level: info, event: 'signIn.succeeded', method: 'code' },
      { level: warn, event: 'signIn.failed', method: 'code', reason: 'rejectedCode' },
      { level: warn, event: 'signIn.failed', method: 'code', reason: 'unknownAccount' },
    ]);
  });

  it('the security log records that sign-ins to an account are slowed down because many IP addresses try to sign in', async () => {
    for (let address = 0; address <= 30; address++) await login('Wrong#2026', { address: `10.0.1.${address}` });
    const slowed = events().filter(({ event }) => event === 'signIn.slowed');
    expect(slowed).toMatchObject([{ level: warn, limit: 'signIn', delayMs: 1000 }]);
  });

  it('the security log records the request for a password-reset link of an account, and the use of the link, once each', async () => {
    await app.call('POST', '/api/auth/user/forgot/pass', { body: { email: 'nobody@example.com' } });
    await app.call('POST', '/api/auth/user/forgot/pass', { body: { email: asha.email } });
    const mails = app.db.selectFrom('mail_outbox').select('link').where('recipient', '=', String(asha.email));
    const { link } = await mails.executeTakeFirstOrThrow();
    const body = { email: asha.email, newPassword: 'Anchor#2027', confirmPassword: 'Anchor#2027' };
    const tok = new URL(String(link)).searchParams.get('t');
    const headers = { 'idempotency-key': 'reset-the-password' };
    for (const call of ['first', 'retry']) {
      const { status } = await app.call('POST', '/api/auth/user/reset/pass', { body: { ...body, tok }, headers });
      expect([call, status]).toEqual([call, 200]);
    }
    expect(events()).toMatchObject([
      { level: info, event: 'passwordReset.requested' },
      { level: info, event: 'passwordReset.used' },
    ]);
  });

  it('the security log records a changed password once, and that the mobile number was changed, but not the number itself', async () => {
    const headers = await signIn(app, asha);
    const body = { currentPassword: password, newPassword: 'Anchor#2027', confirmPassword: 'Anchor#2027' };
    const keyed = { ...headers, 'idempotency-key': 'change-the-password' };
    for (const call of ['first', 'retry']) {
      const { status } = await app.call('PUT', '/api/users/student/password', { body, headers: keyed });
      expect([call, status]).toEqual([call, 200]);
    }
    await app.call('PUT', `/api/users/student/${asha.id}`, { body: { mobile: '9876512345' }, headers });
    await app.call('PUT', `/api/users/student/${asha.id}`, { body: { city: 'Kochi' }, headers });
    expect(events()).toMatchObject([
      { level: info, event: 'password.changed' },
      { level: info, event: 'contact.changed', contacts: ['mobile'] },
    ]);
    expect(JSON.stringify(events())).not.toContain('9876512345');
  });

  it('the security log records that staff changed a student’s contact, with the hash of the staff member, but not the contact itself', async () => {
    const { id, headers } = await hire(app, 'registrar');
    const change = (body: object) => app.call('PUT', `/api/staff/students/${asha.id}`, { body, headers });
    expect((await change({ email: 'new@ship.example', city: 'Kochi' })).status).toBe(200);
    expect((await change({ email: 'new@ship.example', city: 'Goa' })).status).toBe(200);
    const [line] = events();
    expect(events()).toMatchObject([{ level: info, event: 'contact.changed', endpoint: 'changeStudent' }]);
    expect(line).toMatchObject({ contacts: ['email'], by: expect.stringMatching(/^[\w-]{16}$/) });
    for (const personal of [asha.id, id, 'new@ship.example']) expect(JSON.stringify(line)).not.toContain(personal);
    await login(password);
    expect(events()[1]).toMatchObject({ event: 'signIn.failed' });
    await login(password, { student: { ...asha, email: 'new@ship.example' } });
    expect(events()[2]).toMatchObject({ event: 'signIn.succeeded', account: line?.account });
  });

  it('the security log records a password change that is refused for a wrong current password, but not a change refused for another reason', async () => {
    const headers = await signIn(app, asha);
    const change = (currentPassword: string, newPassword: string) => {
      const body = { currentPassword, newPassword, confirmPassword: newPassword };
      return app.call('PUT', '/api/users/student/password', { body, headers });
    };
    expect((await change('Wrong#2026', 'Anchor#2027')).status).toBe(403);
    expect((await change(password, password)).status).toBe(409);
    expect(events()).toMatchObject([{ level: warn, event: 'password.changeFailed', endpoint: 'changePassword' }]);
  });

  it('the security log records a rejected code and a verified contact once each, without the contact itself', async () => {
    await app.db
      .updateTable('students')
      .set({ email_standing: contactStatus.unverified })
      .where('id', '=', asha.id)
      .execute();
    const headers = await signIn(app, asha);
    const verify = (OTPtoken: string) => app.call('POST', '/api/auth/verify/contact', { body: { OTPtoken }, headers });
    const token = await readToken();
    expect((await verify('forged')).status).toBe(409);
    for (const call of ['first', 'retry']) expect([call, (await verify(token)).status]).toEqual([call, 200]);
    const account = expect.stringMatching(/^[\w-]{16}$/);
    expect(events()).toMatchObject([
      { level: warn, event: 'contact.verificationFailed', endpoint: 'verifyContact', account },
      { level: info, event: 'contact.verified', endpoint: 'verifyContact', account, contacts: ['email'] },
    ]);
    expect(events()[0]?.account).toBe(events()[1]?.account);
    for (const personal of [asha.id, asha.email, token]) expect(JSON.stringify(events())).not.toContain(personal);
  });

  it('the security log records a failed sign-in of a staff member as a warning', async () => {
    const { email } = await hire(app, 'instructor');
    app.logged.length = 0;
    await app.call('POST', '/api/staff/sign-in', { body: { email, password: 'Wrong#2026' } });
    const reason = 'wrongPassword';
    expect(events()).toMatchObject([{ level: warn, event: 'staffSignIn.failed', method: 'password', reason }]);
  });

  it('for a refused request that is not an API call, the security log records the route', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' };
    await app.call('POST', '/sandbox/otp/send', { body: { identifier: asha.email }, headers });
    expect(events()).toMatchObject([{ event: 'request.foreignOrigin', endpoint: '/sandbox/otp/send' }]);
    expect(events()[0]).not.toHaveProperty('account');
  });

  it('the security log records a payment webhook with no valid signature', async () => {
    const response = await app.call('POST', '/api/payments/webhook', { body: { forged: true } });
    expect(response.status).toBe(401);
    expect(events()).toMatchObject([{ level: warn, event: 'webhook.forged' }]);
  });

  it('the security log records a call from a page of another site', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' };
    expect((await app.call('POST', '/api/auth/logout', { body: {}, headers })).status).toBe(403);
    expect(events()).toMatchObject([{ level: warn, event: 'request.foreignOrigin', endpoint: 'signOut' }]);
  });

  it('the security log records a student’s call for the profile, a file or a document of another student', async () => {
    const dev = await createStudent(app.db);
    const [file, document] = [await plantFile(app.db, dev.id), await plantDocument(app.db, dev.id)];
    const headers = await signIn(app, asha);
    const foreign = [
      ['getStudent', `/api/users/student?userId=${dev.id}`],
      ['getFile', `/api/files/${file.id}`],
    ] as const;
    for (const [, url] of foreign) expect((await app.call('GET', url, { headers })).status).toBe(404);
    const url = `/api/users/student/document/${document.id}`;
    expect((await app.call('DELETE', url, { headers })).status).toBe(404);
    const endpoints = [...foreign.map(([endpoint]) => endpoint), 'deleteDocument'];
    expect(events()).toMatchObject(endpoints.map((endpoint) => ({ level: warn, event: 'object.foreign', endpoint })));
    expect(new Set(events().map(({ account }) => account)).size).toBe(1);
  });

  it('the security log records a call by a staff member whose role does not allow the call', async () => {
    const { headers, id } = await hire(app, 'instructor');
    expect((await app.call('GET', '/api/staff/refunds', { headers })).status).toBe(403);
    expect(events()).toMatchObject([{ level: warn, event: 'staff.forbidden', endpoint: 'listStaffRefunds' }]);
    expect(JSON.stringify(events())).not.toContain(id);
  });

  it('the security log counts the calls that rate limits refuse, in one line per minute and endpoint', async () => {
    const verify = (address: string) =>
      app.call('POST', '/api/auth/verify/user/flag', { body: { tok: 'unknown' }, address });
    for (const address of ['10.0.2.1', '10.0.2.2']) for (let call = 0; call < 5; call++) await verify(address);
    expect(events()).toEqual([]);
    clock.advance(minute);
    for (let call = 0; call < 3; call++) await verify('10.0.2.1');
    await app.flushLogs();
    expect(events()).toMatchObject([
      { level: warn, event: 'rate.limited', endpoint: 'verifyResetToken', count: 6, sources: 2 },
      { level: warn, event: 'rate.limited', endpoint: 'verifyResetToken', count: 1, sources: 1 },
    ]);
    const [first, second] = events().map((line) => Date.parse(String(line.minute)));
    expect(Number(second) - Number(first)).toBe(minute);
    await app.flushLogs();
    expect(events()).toHaveLength(2);
  });
});

it('the security log counts all refused calls of an endpoint, but at most a thousand of their IP addresses', () => {
  const lines: object[] = [];
  const { log } = fastify({
    logger: { level: 'warn', stream: { write: (line: string) => lines.push(JSON.parse(line)) } },
  });
  const security = createSecurityLog(log, { clock, secret: 'a secret', level: 'warn' });
  const routeOptions = { url: '/page', config: {} };
  for (let source = 0; source < 1002; source++) {
    const request = { ip: `10.${source % 9}.${Math.floor(source / 9)}.1`, routeOptions } as FastifyRequest;
    security.recordRefusal(request, tooManyRequests(1000));
  }
  security.flush();
  expect(lines).toMatchObject([{ event: 'rate.limited', endpoint: '/page', count: 1002, sources: 1000 }]);
});

describe('a flood of warnings', () => {
  const flood = async (address: string, calls: number) => {
    const headers = { 'sec-fetch-site': 'cross-site' };
    for (let call = 0; call < calls; call++) await app.call('POST', '/api/auth/logout', { body: {}, headers, address });
  };
  const dropped = { level: warn, event: 'lines.dropped', of: 'request.foreignOrigin' };

  it('the security log writes the first 20 warnings of one kind about an IP address, then at most 20 an hour, and only counts the rest', async () => {
    await flood('10.0.3.1', 50);
    await login('Wrong#2026');
    expect(events()).toHaveLength(21);
    clock.advance(3 * minute);
    await flood('10.0.3.1', 3);
    await flood('10.0.3.2', 1);
    clock.advance(minute);
    await app.flushLogs();
    expect(events().slice(21)).toMatchObject([
      { ...dropped, count: 30 },
      { event: 'request.foreignOrigin' },
      { event: 'request.foreignOrigin' },
      { ...dropped, count: 2 },
    ]);
  });

  it('the security log writes at most a hundred warnings of one kind a minute about all IP addresses together', async () => {
    for (let address = 1; address <= 13; address++) await flood(`10.0.4.${address}`, 10);
    expect(events()).toHaveLength(100);
    await app.flushLogs();
    expect(events().slice(100)).toMatchObject([{ ...dropped, count: 30 }]);
  });

  it('in each minute, the security log names at most ten endpoints with refused calls and sums up all others', async () => {
    const limited = await startTestApp({ env: { LOG_LEVEL: 'warn', RATE_WRITE: '1' } });
    const foreign = { headers: { 'sec-fetch-site': 'cross-site' }, body: {} };
    const urls = limited.routes.flatMap(({ endpoint }) =>
      endpoint?.method === 'PUT' && endpoint.rate === 'write' ? [endpoint.url.replaceAll(/:\w+/g, '1')] : [],
    );
    expect(urls.length).toBeGreaterThan(10);
    for (let call = 0; call < 3; call++) await limited.call('POST', '/api/auth/logout', foreign);
    for (const url of urls) await limited.call('PUT', url, foreign);
    await limited.flushLogs();
    const counted = limited.logged.filter(({ event }) => event === 'rate.limited');
    expect(counted).toHaveLength(11);
    expect(counted[0]).toMatchObject({ endpoint: 'signOut', count: 2 });
    expect(counted[10]).toMatchObject({ endpoint: 'others', count: urls.length - 9, sources: 1 });
  });
});

describe('the level of the security log', () => {
  it.each([
    [
      'the security log records sign-ins in production even with the log level “warn”',
      { ...productionEnv, LOG_LEVEL: 'warn' },
      1,
    ],
    ['outside production, the security log leaves out sign-ins with the log level “warn”', { LOG_LEVEL: 'warn' }, 0],
  ])(
    'the log level “warn” leaves sign-ins out of the security log only outside production: %s',
    async (_, env, expected) => {
      const other = await startTestApp({ env });
      const student = await createStudent(other.db, { password });
      const body = { identifier: student.email, field: 'email', user_id: student.id, password, type: 'student' };
      expect((await other.call('POST', '/api/auth/login', { body })).status).toBe(200);
      expect(other.logged.filter(({ event }) => event === 'signIn.succeeded')).toHaveLength(expected);
    },
  );
});
