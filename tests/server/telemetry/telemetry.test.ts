import { beforeEach, describe, expect, it } from 'vitest';
import { day, second } from '../../support/clock.ts';
import { createStudent, signIn, startTestApp } from '../../support/server.ts';

const app = await startTestApp({ env: { RATE_TELEMETRY: '100000' } });
const limited = await startTestApp({ env: { RATE_TELEMETRY: '3' } });

beforeEach(async () => {
  await app.db.deleteFrom('students').execute();
  await app.db.deleteFrom('session_logs').execute();
  await app.db.deleteFrom('page_logs').execute();
  await app.db.deleteFrom('client_error_groups').execute();
  await app.db.deleteFrom('daily_usage').execute();
});

const send = (path: string, body: object, headers: Record<string, string> = {}) =>
  app.call('POST', `/api/collect/${path}`, { body, headers });
const sendPage = (body: object, headers = {}) => send('user/activity/page', { action: 'enter', ...body }, headers);
const stack = 'TypeError: x is undefined\n    at start-Ab12Cd34.js:1:20';
const report = {
  source: 'page',
  name: 'TypeError',
  message: 'x is undefined',
  stack,
  release: 'start-Ab12Cd34',
  timestamp: '2026-03-01T09:00:00.000Z',
  userAgent: 'Firefox',
  urlLocation: '/register',
};
const sendError = (body: object = {}) => send('error/client-error-log', { ...report, ...body });
const listErrors = () => app.db.selectFrom('client_error_groups').selectAll().orderBy('first_at').execute();
const listPages = () => app.db.selectFrom('page_logs').selectAll().execute();

describe('page activity', () => {
  it('a report of a page visit is stored with the id of the signed-in student', async () => {
    const student = await createStudent(app.db);
    const headers = await signIn(app, student);
    const response = await sendPage({ user_id: student.id, page_url: '/courses-list', action: 'leave' }, headers);
    expect(response).toMatchObject({ status: 200, body: { statusCode: 200 } });
    expect(await listPages()).toMatchObject([{ student_id: student.id, page_url: '/courses-list', action: 'leave' }]);
  });

  it('a report of a page visit from a visitor, or with another student’s id, is stored without a student id', async () => {
    const [asha, dev] = [await createStudent(app.db), await createStudent(app.db)];
    const headers = await signIn(app, dev);
    expect((await sendPage({ user_id: null, page_url: '/' })).status).toBe(200);
    expect((await sendPage({ user_id: asha.id, page_url: '/' })).status).toBe(200);
    expect((await sendPage({ user_id: asha.id, page_url: '/' }, headers)).status).toBe(200);
    expect((await listPages()).map(({ student_id }) => student_id)).toEqual([null, null, null]);
  });

  it('a report of a page visit is stored without the query and fragment of the page’s URL', async () => {
    await sendPage({ user_id: null, page_url: '/auth/reset-password?t=secret#top' });
    expect((await listPages()).map(({ page_url }) => page_url)).toEqual(['/auth/reset-password']);
  });

  it.each([
    { user_id: null, page_url: '/', action: 'peek' },
    { user_id: 'asha', page_url: '/' },
    { user_id: null, page_url: 'x'.repeat(501) },
    { user_id: null },
  ])('the invalid report of a page visit %j returns 400', async (body) => {
    expect((await sendPage(body)).status).toBe(400);
    expect(await listPages()).toEqual([]);
  });
});

describe('session activity', () => {
  it('a report of session activity is stored, and a report of a sign-in without its sign-in method returns 400', async () => {
    const student = await createStudent(app.db);
    const headers = await signIn(app, student);
    const log = (body: object) => send('user/session/log', { user_id: student.id, ...body }, headers);
    expect((await log({ action: 'active' })).status).toBe(200);
    expect((await log({ action: 'login', login_method: 'password' })).status).toBe(200);
    expect((await log({ action: 'login' })).status).toBe(400);
    expect((await log({ action: 'idle' })).status).toBe(400);
    const rows = await app.db.selectFrom('session_logs').selectAll().orderBy('id').execute();
    expect(rows).toMatchObject([
      { student_id: student.id, action: 'active', login_method: null },
      { student_id: student.id, action: 'login', login_method: 'password' },
    ]);
  });
});

describe('a client error', () => {
  it('an error reported by a browser is stored with its stack, release and the times of error and report, but without a student', async () => {
    expect((await sendError({ urlLocation: '/register?email=asha@example.com' })).status).toBe(200);
    const [row] = await listErrors();
    expect(row).toMatchObject({
      source: 'page',
      stack: expect.stringContaining('start-Ab12Cd34.js:1:20'),
      release: 'start-Ab12Cd34',
      url_location: '/register',
      user_agent: 'Firefox',
      happened_at: new Date('2026-03-01T09:00:00Z'),
      first_at: new Date(app.clock.now()),
    });
    expect(Object.keys(row ?? {})).not.toContain('student_id');
  });

  it('error reports with the same name, message, top stack frame and release count as one error, which keeps the first report’s data', async () => {
    const first = app.clock.now();
    await sendError();
    app.clock.advance(second);
    await sendError({ urlLocation: '/login', userAgent: 'Chrome', stack: `${stack}\n    at other.js:9:9` });
    expect(await listErrors()).toMatchObject([
      { count: 2, first_at: new Date(first), last_at: new Date(first + second), url_location: '/register' },
    ]);
  });

  it.each([
    ['name', { name: 'RangeError' }],
    ['message', { message: 'y is undefined' }],
    ['top frame', { stack: 'TypeError: x is undefined\n    at start-Ab12Cd34.js:2:20' }],
    ['release', { release: 'start-Zz99Yy88' }],
  ])('error reports with a different %s count as different errors', async (_, changed) => {
    await sendError();
    await sendError(changed);
    expect(await listErrors()).toMatchObject([{ count: 1 }, { count: 1 }]);
  });

  it('the stack of a reported error is shortened to at most 2 KB by cutting out its middle', async () => {
    const long = `${stack}\n${'ж'.repeat(5000)}\nLast path: idle > loading`;
    await sendError({ stack: long });
    const [{ stack: stored } = { stack: null }] = await listErrors();
    expect(Buffer.byteLength(stored ?? '')).toBeLessThanOrEqual(2048);
    expect(stored).toMatch(/^TypeError: x is undefined\n {4}at start[\s\S]*\n…\n[\s\S]*Last path: idle > loading$/);
  });

  it('at most 500 error reports of one IP address are stored a day, and further reports return 200 but are dropped', async () => {
    for (let sent = 0; sent < 500; sent++) await sendError();
    expect((await sendError()).status).toBe(200);
    expect(await listErrors()).toMatchObject([{ count: 500 }]);
    const headers = {};
    await app.call('POST', '/api/collect/error/client-error-log', { body: report, headers, address: '203.0.113.9' });
    expect(await listErrors()).toMatchObject([{ count: 501 }]);
    app.clock.advance(day);
    await sendError();
    expect(await listErrors()).toMatchObject([{ count: 502 }]);
  });

  it('after a thousand new errors in a day, further new errors are dropped, but repeated errors are still counted', async () => {
    await sendError();
    await app.db.updateTable('daily_usage').set({ amount: 1000 }).where('kind', '=', 'clientErrorGroups').execute();
    await sendError({ message: 'new' });
    await sendError();
    expect(await listErrors()).toMatchObject([{ count: 2, message: 'x is undefined' }]);
  });

  it('an error report with a field that is too long returns 400, and an error report that is too large returns 413', async () => {
    expect((await sendError({ message: 'x'.repeat(1001) })).status).toBe(400);
    expect((await sendError({ extra: 'x'.repeat(40_000) })).status).toBe(413);
  });
});

describe('limits of reports', () => {
  it('reports of page visits and of errors are deleted after 30 days', async () => {
    await sendPage({ user_id: null, page_url: '/old' });
    await sendError();
    app.clock.advance(29 * day);
    await sendPage({ user_id: null, page_url: '/young' });
    app.clock.advance(1 * day + 1);
    await sendPage({ user_id: null, page_url: '/new' });
    expect((await listPages()).map(({ page_url }) => page_url)).toEqual(['/young', '/new']);
    expect(await listErrors()).toEqual([]);
  });

  it('reports of page visits are rate limited by IP address', async () => {
    const body = { user_id: null, page_url: '/', action: 'enter' };
    const url = '/api/collect/user/activity/page';
    const statuses: number[] = [];
    for (let sent = 0; sent < 4; sent++) statuses.push((await limited.call('POST', url, { body })).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect((await limited.call('POST', url, { body, address: '203.0.113.9' })).status).toBe(200);
  });

  it('a report of a page visit without the X-Client header returns 403, because another site may have sent it', async () => {
    expect((await sendPage({ user_id: null, page_url: '/' }, { 'x-client': '' })).status).toBe(403);
  });
});
