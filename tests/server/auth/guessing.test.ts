import { expect, it } from 'vitest';
import { fakeClock, minute } from '../../support/clock.ts';
import { createStudent, startTestApp } from '../../support/server.ts';

// Ten minutes into an hour of the clock; every limit is the one that a server starts with.
const clock = fakeClock(Date.UTC(2030, 0, 1, 6, 10));
const app = await startTestApp({ clock });

async function lookUp(email: string | null, address: string): Promise<string> {
  return (await app.call('POST', '/api/auth/search/user', { body: { identifier: email ?? '' }, address })).cookie;
}

it('is given 25 tokens an hour for one account, from however many addresses', async () => {
  const asha = await createStudent(app.db);
  const tickets: string[] = [];
  for (let ticket = 0; ticket < 30; ticket++) tickets.push(await lookUp(asha.email, `10.1.${ticket}.1`));
  const outcomes: number[] = [];
  for (const [place, cookie] of tickets.entries()) {
    const body = { user_id: asha.id, type: 'student', OTPtoken: `guess-${place}`, method: 'email_otp' };
    const answer = await app.call('POST', '/api/auth/login/otp', {
      body,
      headers: { cookie },
      address: `10.2.${place}.1`,
    });
    outcomes.push(answer.status === 200 ? (answer.body as { statusCode: number }).statusCode : answer.status);
  }
  expect(outcomes).toEqual([...Array(25).fill(401), ...Array(5).fill(429)]);
  clock.advance(50 * minute);
});

it('is told a contact five times an hour for one account, and with it a code', async () => {
  const asha = await createStudent(app.db);
  const statuses: number[] = [];
  for (let ask = 0; ask < 7; ask++) {
    const cookie = await lookUp(asha.email, `10.3.${ask}.1`);
    const url = `/api/auth/search/user/contact?user_id=${asha.id}&isEmail=true`;
    statuses.push((await app.call('GET', url, { headers: { cookie }, address: `10.4.${ask}.1` })).status);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
});
