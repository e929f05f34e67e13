import { beforeEach, describe, expect, it } from 'vitest';
import type { SignedInDevice } from '../../../../contract/sessions.ts';
import { deviceName } from '../../../../server/auth/session/device-name.ts';
import { day, minute } from '../../../support/clock.ts';
import { createStudent, signIn, startTestApp } from '../../../support/server.ts';

const app = await startTestApp({ env: { RATE_SIGN_IN: '1000' } });
const address = '/api/users/student/sessions';
const phone =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36';

beforeEach(() => app.db.deleteFrom('students').execute());

type Listed = { data: SignedInDevice[] };
const list = async (headers: Record<string, string>) =>
  ((await app.call('GET', address, { headers })).body as Listed).data;
const end = (headers: Record<string, string>, body: object) => app.call('DELETE', address, { headers, body });
const statusOf = async (headers: Record<string, string>) => (await app.call('GET', address, { headers })).status;

describe('the session list', () => {
  it('the list of a student’s sessions names the device of each session and shows the current session first', async () => {
    const asha = await createStudent(app.db, { email: 'asha@example.com', password: 'Landfall#2026' });
    const claim = { identifier: 'asha@example.com', field: 'email', user_id: asha.id, type: 'student' };
    const login = await app.call('POST', '/api/auth/login', {
      body: { ...claim, password: 'Landfall#2026' },
      headers: { 'user-agent': phone },
    });
    const signed_in_at = new Date(app.clock.now()).toISOString();
    app.clock.advance(10 * minute);
    await signIn(app, asha);
    const now = new Date(app.clock.now()).toISOString();
    const id = expect.any(String);
    expect(await list({ cookie: login.cookie })).toEqual([
      { id, device: 'Chrome on Android', is_current: true, signed_in_at, last_seen_at: now },
      { id, device: 'Unknown device', is_current: false, signed_in_at: now, last_seen_at: now },
    ]);
  });

  it('after the current session, the list of a student’s sessions shows the other sessions, the last used first', async () => {
    const asha = await createStudent(app.db);
    const here = await signIn(app, asha);
    const used: string[] = [];
    for (let device = 0; device < 3; device++) {
      app.clock.advance(minute);
      await signIn(app, asha);
      used.push(new Date(app.clock.now()).toISOString());
    }
    const [, ...others] = await list(here);
    expect(others.map(({ last_seen_at }) => last_seen_at)).toEqual(used.toReversed());
  });

  it('the list of a student’s sessions leaves out expired sessions and those of other students', async () => {
    const [asha, dev] = [await createStudent(app.db), await createStudent(app.db)];
    await signIn(app, asha);
    app.clock.advance(30 * day);
    await signIn(app, asha);
    await app.db
      .updateTable('sessions')
      .set({ expires_at: new Date(app.clock.now()) })
      .execute();
    await signIn(app, dev);
    expect(await list(await signIn(app, asha))).toHaveLength(1);
  });

  it('the list of a student’s sessions contains neither user-agent strings nor session tokens', async () => {
    const headers = await signIn(app, await createStudent(app.db));
    await app.db
      .updateTable('sessions')
      .set({ user_agent: `${phone} secret-part` })
      .execute();
    const { text } = await app.call('GET', address, { headers });
    expect(text).not.toMatch(/secret-part|Mozilla/);
    expect(text).not.toContain(headers.cookie.slice('landfall='.length));
  });
});

describe('ending sessions', () => {
  it('a student who ends another session in the list of sessions signs its device out at once, and repeating the request succeeds', async () => {
    const asha = await createStudent(app.db);
    const [here, there] = [await signIn(app, asha), await signIn(app, asha)];
    const other = (await list(here)).find(({ is_current }) => !is_current);
    for (const _ of ['first', 'again']) {
      const response = await end(here, { id: other?.id });
      expect(response.status).toBe(200);
      expect((response.body as Listed).data).toHaveLength(1);
    }
    expect(await statusOf(there)).toBe(401);
    expect(await statusOf(here)).toBe(200);
  });

  it('a request to end sessions that names no session ends all sessions of the student except the current one', async () => {
    const asha = await createStudent(app.db);
    const dev = await signIn(app, await createStudent(app.db));
    const [here, ...others] = [await signIn(app, asha), await signIn(app, asha), await signIn(app, asha)];
    expect((await end(here ?? {}, {})).status).toBe(200);
    expect(await Promise.all(others.map(statusOf))).toEqual([401, 401]);
    expect(await statusOf(here ?? {})).toBe(200);
    expect(await statusOf(dev)).toBe(200);
  });

  it('a request to end another student’s session returns 200 and does not end that session', async () => {
    const [asha, dev] = [
      await signIn(app, await createStudent(app.db)),
      await signIn(app, await createStudent(app.db)),
    ];
    const [session] = await list(dev);
    expect(await end(asha, { id: session?.id })).toMatchObject({ status: 200 });
    expect(await statusOf(dev)).toBe(200);
  });

  it('a request to end the current session from the list of sessions returns 409', async () => {
    const headers = await signIn(app, await createStudent(app.db));
    const [session] = await list(headers);
    const message = 'Log out to end the session of this device.';
    expect(await end(headers, { id: session?.id })).toMatchObject({
      status: 409,
      body: { code: 'CURRENT_SESSION', message },
    });
    expect(await statusOf(headers)).toBe(200);
  });
});

describe('the device name', () => {
  const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
  it.each([
    [phone, 'Chrome on Android'],
    [
      `Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) ${webkit} Version/18.1 Mobile/15E148 Safari/604.1`,
      'Safari on iPhone',
    ],
    [
      `Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) ${webkit} CriOS/131.0 Mobile/15E148 Safari/604.1`,
      'Chrome on iPhone',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36 Edg/131.0',
      'Edge on Windows',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0', 'Firefox on Linux'],
    [
      `Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) ${webkit} EdgiOS/131.0 Mobile/15E148 Safari/605.1.15`,
      'Edge on iPad',
    ],
    [
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/131.0.0.0 Mobile Safari/537.36 EdgA/131.0',
      'Edge on Android',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36 OPR/116.0',
      'Opera on Mac',
    ],
    ['Opera/9.80 (Windows NT 6.1) Presto/2.12 Version/12.16', 'Opera on Windows'],
    [
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36',
      'Samsung Internet on Android',
    ],
    [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) ${webkit} FxiOS/133.0 Mobile/15E148`, 'Firefox on iPhone'],
    [
      'Mozilla/5.0 (X11; CrOS x86_64 14541.0) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36',
      'Chrome on Chromebook',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/131.0.0.0 Safari/537.36', 'Chrome on Linux'],
    ['Mozilla/5.0 (X11; Ubuntu) AppleWebKit/537.36 Chromium/131.0', 'Chrome'],
    ['SomeApp/1.0 (Android 14)', 'Android'],
    ['curl/8.5.0', 'Unknown device'],
    ['<script>alert(1)</script>', 'Unknown device'],
    [`${'x'.repeat(495)} Firefox/1`, 'Unknown device'],
    [`${'x'.repeat(490)} Firefox/1`, 'Firefox'],
    [null, 'Unknown device'],
  ])('the user agent %s is shown in the list of sessions as “%s”', (userAgent, name) => {
    expect(deviceName(userAgent)).toBe(name);
  });
});
