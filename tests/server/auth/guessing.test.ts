import { beforeEach, expect, it } from 'vitest';
import { fakeClock, hour, minute } from '../../support/clock.ts';
import { createStudent, startTestApp } from '../../support/server.ts';

// Ten minutes into an hour of the clock; every limit is the one that a server starts with.
const clock = fakeClock(Date.UTC(2030, 0, 1, 6, 10));
const app = await startTestApp({ clock });
let asha: { id: string; email: string | null };
let places = 0;

beforeEach(async () => {
  asha = await createStudent(app.db);
});

/** An address that nobody has called from. */
const elsewhere = () => {
  places += 1;
  return `10.${places >> 8}.${places & 255}.1`;
};

async function lookUp(): Promise<string> {
  const body = { identifier: asha.email ?? '' };
  return (await app.call('POST', '/api/auth/search/user', { body, address: elsewhere() })).cookie;
}

async function tryToken(): Promise<number> {
  const body = { user_id: asha.id, type: 'student', OTPtoken: `guess-${places}`, method: 'email_otp' };
  const headers = { cookie: await lookUp() };
  const answer = await app.call('POST', '/api/auth/login/otp', { body, headers, address: elsewhere() });
  if (answer.status === 429) expect(answer.headers['retry-after']).toMatch(/^\d+$/);
  return answer.status === 200 ? (answer.body as { statusCode: number }).statusCode : answer.status;
}

async function askContact() {
  const headers = { cookie: await lookUp() };
  const url = `/api/auth/search/user/contact?user_id=${asha.id}&isEmail=true`;
  return app.call('GET', url, { headers, address: elsewhere() });
}

async function times<T>(count: number, once: () => Promise<T>): Promise<T[]> {
  const outcomes: T[] = [];
  for (let turn = 0; turn < count; turn++) outcomes.push(await once());
  return outcomes;
}

it('is given 25 tokens an hour for one account, from however many addresses', async () => {
  expect(await times(30, tryToken)).toEqual([...Array(25).fill(401), ...Array(5).fill(429)]);
});

it('is given no 26th token in any sixty minutes, wherever they begin', async () => {
  expect(await times(20, tryToken)).toEqual(Array(20).fill(401));
  // Past the turn of the hour.
  clock.advance(55 * minute);
  expect(await times(7, tryToken)).toEqual([...Array(5).fill(401), 429, 429]);
  clock.advance(5 * minute);
  expect(await times(22, tryToken)).toEqual([...Array(20).fill(401), 429, 429]);
});

it('is told a contact five times an hour for one account, and with it a code', async () => {
  const answers = await times(7, askContact);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429, 429]);
  expect(answers.at(-1)).toMatchObject({
    headers: { 'retry-after': '3600' },
    body: { message: 'Too many requests. Please try again in 60 minutes.' },
  });
  clock.advance(hour - 1);
  expect((await askContact()).status).toBe(429);
  clock.advance(1);
  expect((await askContact()).status).toBe(200);
});
