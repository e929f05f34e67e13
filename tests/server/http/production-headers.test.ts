import { expect, it } from 'vitest';
import { productionEnv } from '../../support/production.ts';
import { createStudent, startTestApp } from '../../support/server.ts';

const production = await startTestApp({ env: { ...productionEnv, TRUSTED_PROXIES: '10.0.0.0/8' } });
const demo = await startTestApp();

it('a production server sets Secure cookies with the __Host- prefix although its proxy sends no X-Forwarded-Proto', async () => {
  const password = 'Landfall#2026';
  const student = await createStudent(production.db, { email: 'asha@example.com', password });
  const claim = { identifier: 'asha@example.com', field: 'email', user_id: student.id, password, type: 'student' };
  const response = await production.call('POST', '/api/auth/login', { body: claim });
  const [session, hint] = [response.headers['set-cookie']].flat();
  expect(session).toMatch(/^__Host-landfall=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  expect(hint).toContain('; Secure; ');
  const headers = { cookie: response.cookie };
  expect((await production.call('GET', '/api/users/student/orders', { headers })).status).toBe(200);
});

it('a production server sends Strict-Transport-Security with every response, and a demo server does not', async () => {
  for (const url of ['/api/health', '/nowhere'])
    expect((await production.call('GET', url)).headers['strict-transport-security']).toBe('max-age=31536000');
  expect((await demo.call('GET', '/api/health')).headers['strict-transport-security']).toBeUndefined();
});

it('the headers of responses that are not pages forbid loading resources, framing the response and embedding it on other sites', async () => {
  for (const url of ['/api/health', '/api/orders/1', '/nowhere'])
    expect((await demo.call('GET', url)).headers).toMatchObject({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
    });
});

it.each(['javascript', 'ftp', 'http, evil'])(
  'a request with the X-Forwarded-Proto header %j returns 400',
  async (protocol) => {
    const headers = { 'x-forwarded-proto': protocol };
    const response = await demo.call('GET', '/api/health', { headers });
    expect(response).toMatchObject({ status: 400, body: { code: 'INVALID_REQUEST' } });
  },
);

it('the X-Forwarded-Proto header is ignored unless the request comes from a trusted proxy', async () => {
  const headers = { 'x-forwarded-proto': 'javascript' };
  expect((await production.call('GET', '/api/health', { headers, address: '203.0.113.9' })).status).toBe(200);
  expect((await production.call('GET', '/api/health', { headers, address: '10.1.2.3' })).status).toBe(400);
});

it('a production server has no /sandbox routes and no API documentation, but a demo server has both', async () => {
  const urls = production.routes.map(({ url }) => url);
  expect(urls.filter((url) => url.startsWith('/sandbox') || url.startsWith('/api/docs'))).toEqual([]);
  const demoUrls = demo.routes.map(({ url }) => url);
  expect(demoUrls).toEqual(expect.arrayContaining(['/sandbox/outbox', '/api/docs']));
});
