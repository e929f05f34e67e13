import { describe, expect, it } from 'vitest';
import { createStudent, signIn, startTestApp } from '../../../support/server.ts';

const app = await startTestApp();
const signOut = (headers: Record<string, string>) => app.call('POST', '/api/auth/logout', { body: {}, headers });
const none = { 'x-client': '', 'sec-fetch-site': '' };

describe('an unsafe request', () => {
  it.each([
    ['has no x-client header', { ...none, 'sec-fetch-site': 'same-origin' }],
    ['comes from another site', { 'sec-fetch-site': 'cross-site' }],
    ['comes from another host of the same site', { 'sec-fetch-site': 'same-site' }],
    ['has the Sec-Fetch-Site header “none”', { 'sec-fetch-site': 'none' }],
    ['has the Origin header of another site', { 'sec-fetch-site': '', origin: 'https://elsewhere.example' }],
    ['has the Origin header “null”', { 'sec-fetch-site': '', origin: 'null' }],
  ])('a POST request that may come from another site is rejected with 403: it %s', async (_, headers) => {
    expect(await signOut(headers)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN_ORIGIN' } });
  });

  it.each([
    ['the site’s own page', {}],
    [
      'a browser that sends Origin only',
      { 'sec-fetch-site': '', host: 'localhost:3000', origin: 'http://localhost:3000' },
    ],
    ['a program that sends neither Origin nor Sec-Fetch-Site', { 'sec-fetch-site': '' }],
  ])('a POST request is accepted when it comes from %s', async (_, headers) => {
    expect((await signOut(headers)).status).toBe(200);
  });

  it('a GET request from another site without the x-client header is accepted', async () => {
    expect(
      (await app.call('GET', '/api/health', { headers: { ...none, 'sec-fetch-site': 'cross-site' } })).status,
    ).toBe(200);
  });
});

describe('a GET request that changes something', () => {
  it.each(['cross-site', 'same-site', 'none'])(
    'a GET request that rechecks a payment is refused when its Sec-Fetch-Site header is %s',
    async (site) => {
      const student = await createStudent(app.db);
      const headers = { ...(await signIn(app, student)), 'sec-fetch-site': site };
      const response = await app.call('GET', `/api/orders/update?user_id=${student.id}`, { headers });
      expect(response).toMatchObject({ status: 403, body: { code: 'FORBIDDEN_ORIGIN' } });
    },
  );

  it.each([
    ['the site’s confirmation page, to which the payment page returns', { 'sec-fetch-site': 'same-origin' }],
    ['a program that sends no Sec-Fetch-Site header', none],
  ])('a GET request that rechecks a payment is accepted when it comes from %s', async (_, site) => {
    const student = await createStudent(app.db);
    const headers = { ...(await signIn(app, student)), ...site };
    expect((await app.call('GET', `/api/orders/update?user_id=${student.id}`, { headers })).status).toBe(200);
  });

  it('another site’s GET request for the contact to which sign-in codes are sent is refused', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' };
    const url = '/api/auth/search/user/contact?user_id=x&isEmail=true';
    expect((await app.call('GET', url, { headers })).status).toBe(403);
  });
});
