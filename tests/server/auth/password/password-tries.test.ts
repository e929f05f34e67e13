import { readFile } from 'node:fs/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { hashPassword, verifyPassword } from '../../../../server/auth/password/password.ts';
import { fakeClock, hour, minute, second } from '../../../support/clock.ts';
import { createStudent, startTestApp } from '../../../support/server.ts';

const clock = fakeClock(Date.UTC(2030, 0, 1, 6, 10));
const app = await startTestApp({ clock, env: { RATE_SIGN_IN: '100000', RATE_LOOKUP: '1000' } });
const password = 'Landfall#2026';

beforeEach(async () => {
  await app.db.deleteFrom('students').execute();
  await app.db.deleteFrom('password_source_tries').execute();
});

async function login(userId: string, identifier: string | null, typed: string) {
  return app.call('POST', '/api/auth/login', {
    body: { identifier, field: 'email', user_id: userId, password: typed, type: 'student' },
    address: '10.0.0.1',
  });
}

async function asha() {
  const { id, email } = await createStudent(app.db, { password });
  return { id, login: (typed: string, as = id) => login(as, email, typed) };
}

describe('wrong passwords', () => {
  it('each wrong password after the fifth doubles the wait before the next sign-in attempt from the same IP address', async () => {
    const student = await asha();
    for (let tries = 1; tries <= 5; tries++) expect((await student.login('wrong')).status).toBe(401);
    for (const wait of [2, 4, 8, 16]) {
      const limited = await student.login('wrong');
      expect(limited).toMatchObject({
        status: 429,
        body: { code: 'RATE_LIMITED', message: `Too many requests. Please try again in ${wait} seconds.` },
      });
      expect(limited.headers['retry-after']).toBe(String(wait));
      clock.advance(wait * second - 1);
      expect((await student.login(password)).status).toBe(429);
      clock.advance(1);
      expect((await student.login('wrong')).status).toBe(401);
    }
  });

  it('the wait after wrong passwords grows to at most 15 minutes, and the count of wrong passwords starts anew an hour after the wait', async () => {
    const student = await asha();
    for (let tries = 0; tries < 20; tries++) {
      await student.login('wrong');
      clock.advance(15 * minute);
    }
    await student.login('wrong');
    expect((await student.login('wrong')).headers['retry-after']).toBe('900');
    clock.advance(15 * minute + hour);
    for (let tries = 1; tries <= 5; tries++) expect((await student.login('wrong')).status).toBe(401);
  });

  it('of thirty simultaneous sign-ins with a wrong password, only five are checked and the others return 429', async () => {
    const student = await asha();
    const responses = await Promise.all(Array.from({ length: 30 }, () => student.login('wrong')));
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(25);
  });

  it('wrong passwords for one account do not count for another, and the right password resets the account’s count', async () => {
    const [student, other] = [await asha(), await asha()];
    for (let tries = 0; tries < 4; tries++) await student.login('wrong');
    expect((await other.login('wrong')).status).toBe(401);
    expect((await student.login(password)).status).toBe(200);
    for (let tries = 0; tries < 5; tries++) expect((await student.login('wrong')).status).toBe(401);
    for (let tries = 1; tries < 5; tries++) expect((await other.login('wrong')).status).toBe(401);
    expect((await other.login('wrong')).status).toBe(429);
  });

  it('wrong passwords count for the same account whether its id is written in small or in capital letters', async () => {
    const student = await asha();
    for (let tries = 0; tries < 5; tries++) await student.login('wrong');
    expect((await student.login('wrong', student.id.toUpperCase())).status).toBe(429);
  });

  it('after five wrong passwords for an account that does not exist, the next attempt returns 429', async () => {
    const nobody = '00000000-0000-4000-8000-000000000000';
    for (let tries = 0; tries < 5; tries++)
      expect((await login(nobody, 'nobody@example.com', 'wrong')).status).toBe(201);
    expect((await login(nobody, 'nobody@example.com', 'wrong')).status).toBe(429);
  });
});

describe('a hundred simultaneous password checks', () => {
  it('a hundred simultaneous password checks use under 300 MB of memory and do not block reading a file', {
    timeout: 30_000,
  }, async () => {
    const stored = await hashPassword(password);
    const before = process.memoryUsage().rss;
    let done = 0;
    let most = 0;
    const checks = Array.from({ length: 100 }, async () => {
      const isRight = await verifyPassword(stored, password);
      done += 1;
      most = Math.max(most, process.memoryUsage().rss);
      return isRight;
    });
    await readFile(import.meta.filename);
    expect(done).toBeLessThan(50);
    expect(await Promise.all(checks)).toEqual(Array(100).fill(true));
    // If all hundred checks ran at once, each would need 19 MB, so together they would need 1.9 GB.
    expect((most - before) / 2 ** 20).toBeLessThan(300);
  });
});
