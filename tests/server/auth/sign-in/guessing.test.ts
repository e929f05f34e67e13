import { beforeEach, expect, it } from 'vitest';
import { fakeClock, hour, minute } from '../../../support/clock.ts';
import { createStudent, startTestApp } from '../../../support/server.ts';

// The clock starts ten minutes past a full hour, so that a test can pass the next one. All rate limits have their
// defaults.
const clock = fakeClock(Date.UTC(2030, 0, 1, 6, 10));
const app = await startTestApp({ clock });
let asha: { id: string; email: string | null };
let addresses = 0;

beforeEach(async () => {
  asha = await createStudent(app.db);
});

/** Returns an IP address from which no request has come yet. */
const newAddress = () => {
  addresses += 1;
  return `10.${addresses >> 8}.${addresses & 255}.1`;
};

async function lookUp(): Promise<string> {
  const body = { identifier: asha.email ?? '' };
  return (await app.call('POST', '/api/auth/search/user', { body, address: newAddress() })).cookie;
}

async function tryToken(): Promise<number> {
  const body = { user_id: asha.id, type: 'student', OTPtoken: `guess-${addresses}`, method: 'email_otp' };
  const headers = { cookie: await lookUp() };
  const response = await app.call('POST', '/api/auth/login/otp', { body, headers, address: newAddress() });
  if (response.status === 429) expect(response.headers['retry-after']).toMatch(/^\d+$/);
  return response.status === 200 ? (response.body as { statusCode: number }).statusCode : response.status;
}

async function requestContact() {
  const headers = { cookie: await lookUp() };
  const url = `/api/auth/search/user/contact?user_id=${asha.id}&isEmail=true`;
  return app.call('GET', url, { headers, address: newAddress() });
}

async function times<T>(count: number, once: () => Promise<T>): Promise<T[]> {
  const outcomes: T[] = [];
  for (let turn = 0; turn < count; turn++) outcomes.push(await once());
  return outcomes;
}

it('sign-in by code accepts 25 guesses an hour for one account, from any number of addresses', async () => {
  expect(await times(30, tryToken)).toEqual([...Array(25).fill(401), ...Array(5).fill(429)]);
});

it('sign-in by code accepts no 26th guess within any sixty minutes', async () => {
  expect(await times(20, tryToken)).toEqual(Array(20).fill(401));
  // The clock passes the full hour. A limit counted per clock hour would start again here.
  clock.advance(55 * minute);
  expect(await times(7, tryToken)).toEqual([...Array(5).fill(401), 429, 429]);
  clock.advance(5 * minute);
  expect(await times(22, tryToken)).toEqual([...Array(20).fill(401), 429, 429]);
});

it('the contact of an account can be requested five times an hour, from any number of addresses', async () => {
  const responses = await times(7, requestContact);
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429, 429]);
  expect(responses.at(-1)).toMatchObject({
    headers: { 'retry-after': '3600' },
    body: { message: 'Too many requests. Please try again in 60 minutes.' },
  });
  clock.advance(hour - 1);
  expect((await requestContact()).status).toBe(429);
  clock.advance(1);
  expect((await requestContact()).status).toBe(200);
});
