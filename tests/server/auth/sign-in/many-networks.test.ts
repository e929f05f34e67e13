import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { fakeClock } from '../../../support/clock.ts';
import { createStudent, startTestApp } from '../../../support/server.ts';

const clock = fakeClock(Date.UTC(2030, 0, 1, 6, 10));
const released = Promise.withResolvers<void>();
// A delayed call waits until the test releases all delayed calls, or until another call displaces it.
const pause = (_milliseconds: number, signal: AbortSignal) =>
  Promise.race([
    released.promise,
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  ]);
const app = await startTestApp({ clock, pause });
const password = 'Landfall#2026';

it('if password guesses from one IPv6 network fill the queue of delayed sign-ins, a student’s own sign-in replaces a guess', async () => {
  const { id, email } = await createStudent(app.db, { password });
  const login = (address: string, typed: string) =>
    app.call('POST', '/api/auth/login', {
      body: { identifier: email, field: 'email', user_id: id, password: typed, type: 'student' },
      address,
    });
  await login('198.51.100.1', 'wrong');
  // After this many guesses within the hour, further ones are delayed.
  await app.db
    .updateTable('rate_counters')
    .set({ hits: sql`array_fill(${new Date(clock.now())}::timestamptz, array[300])` })
    .where('key', 'like', 'signIn:account:%')
    .execute();
  const countDelayed = async () => {
    const networks = app.db.selectFrom('rate_counters').select('hits').where('key', 'like', 'signIn:network:%');
    return (await networks.execute()).reduce((sum, { hits }) => sum + hits.length, 0);
  };
  const guesses = [];
  for (const subnet of [1, 2, 3]) {
    guesses.push(login(`2001:db8:8:${subnet}::1`, 'wrong'));
    await expect.poll(countDelayed).toBe(subnet);
  }
  // The third guess is refused at once, because two calls for this account are being delayed already.
  expect((await guesses[2])?.status).toBe(429);
  const student = login('203.0.113.5', password);
  // The student's sign-in took the place of the second guess, which is refused.
  expect((await guesses[1])?.status).toBe(429);
  released.resolve();
  expect((await student).status).toBe(200);
  expect((await guesses[0])?.status).toBe(401);
});
