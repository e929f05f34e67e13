import { beforeEach, describe, expect, it } from 'vitest';
import { asInProcessCall } from '../../../../server/http/in-process-calls.ts';
import { createLocalBuckets, type Need } from '../../../../server/http/rates/buckets.ts';
import { delayOf, isHourly, tooManyRequests } from '../../../../server/http/rates/rate-limits.ts';
import { TokenBuckets } from '../../../../server/http/rates/token-buckets.ts';
import { day, fakeClock, hour, minute, second } from '../../../support/clock.ts';
import { createStudent, signIn, startTestApp } from '../../../support/server.ts';

// The clock starts ten minutes past the hour, so that a test can cross a full hour.
const clock = fakeClock(Date.UTC(2030, 0, 1, 6, 10));
const env = { RATE_SIGN_IN: '3', RATE_LOOKUP: '2', RATE_CONTACT: '2', RATE_WRITE: '2', RATE_READ: '1000' };
const app = await startTestApp({ clock, env });
const password = 'Landfall#2026';

beforeEach(async () => {
  await app.db.deleteFrom('students').execute();
  await app.db.deleteFrom('rate_counters').execute();
});

const login = (student: { id: string; email: string | null }, typed: string, address = '10.0.0.1') =>
  app.call('POST', '/api/auth/login', {
    body: { identifier: student.email, field: 'email', user_id: student.id, password: typed, type: 'student' },
    address,
  });
const search = (identifier: string, address = '10.0.0.1') =>
  app.call('POST', '/api/auth/search/user', { body: { identifier }, address });

/**
 * Looks a student up. The returned function requests, from an address, the student's email and WhatsApp number in turn,
 * because a repeated request for the same contact is not counted.
 */
async function openContact({ id, email }: { id: string; email: string | null }) {
  const { cookie } = await search(String(email));
  let kind = 'isWhatsapp';
  return async (address: string) => {
    kind = kind === 'isEmail' ? 'isWhatsapp' : 'isEmail';
    const url = `/api/auth/search/user/contact?user_id=${id}&${kind}=true`;
    return (await app.call('GET', url, { headers: { cookie }, address })).status;
  };
}

describe('hourly rate limits', () => {
  it('the hourly sign-in limit counts wrong passwords for each pair of account and IP address', async () => {
    const asha = await createStudent(app.db, { password });
    for (let tries = 0; tries < 3; tries++) expect((await login(asha, 'wrong')).status).toBe(401);
    const capitals = { ...asha, id: asha.id.toUpperCase() };
    expect((await login(capitals, password)).status).toBe(429);
    expect((await login(capitals, password, '10.0.0.4')).status).toBe(200);
    const limited = await login(asha, password);
    expect(limited).toMatchObject({
      status: 429,
      body: { code: 'RATE_LIMITED', message: 'Too many requests. Please try again in 60 minutes.' },
    });
    expect(limited.headers['retry-after']).toBe('3600');
  });

  it('successful sign-ins do not count against the hourly sign-in limit, which is separate for each account', async () => {
    const [asha, dev] = [await createStudent(app.db, { password }), await createStudent(app.db, { password })];
    for (let tries = 0; tries < 5; tries++) expect((await login(asha, password)).status).toBe(200);
    for (let tries = 0; tries < 4; tries++) await login(asha, 'wrong');
    expect((await login(asha, password)).status).toBe(429);
    expect((await login(dev, password)).status).toBe(200);
  });

  it('the hourly lookup limit of an IP address is ten times the limit of one account, since a ship’s crew shares an address', async () => {
    const lookups = Array.from({ length: 20 }, (_, crew) => search(`cadet${crew}@example.com`, '10.0.0.5'));
    expect((await Promise.all(lookups)).map(({ status }) => status)).toEqual(Array(20).fill(404));
    expect((await search('cadet21@example.com', '10.0.0.5')).status).toBe(429);
    expect((await search('cadet21@example.com', '10.0.0.6')).status).toBe(404);
  });

  it('account lookups by one mobile number share an hourly limit, however the number is written', async () => {
    for (const written of ['9876500081', '+91 98765 00081']) expect((await search(written)).status).toBe(404);
    expect((await search('09876500081')).status).toBe(429);
  });

  it('requests for the email or phone to which a code is sent have an hourly limit for each pair of student and IP address', async () => {
    const requestContact = await openContact(await createStudent(app.db));
    const statuses: number[] = [];
    for (const address of ['10.0.0.1', '10.0.0.1', '10.0.0.1', '10.0.0.2'])
      statuses.push(await requestContact(address));
    expect(statuses).toEqual([200, 200, 429, 200]);
  });

  it('a request refused by the hourly limit of its IP address does not count against the hourly limit of the account', async () => {
    const [crowded, other] = ['10.2.0.1', '10.2.0.2'];
    for (let cadet = 0; cadet < 10; cadet++) {
      await app.db.deleteFrom('rate_counters').where('key', 'like', 'lookup:%').execute();
      const requestOther = await openContact(await createStudent(app.db));
      expect([await requestOther(crowded), await requestOther(crowded)]).toEqual([200, 200]);
    }
    const requestContact = await openContact(await createStudent(app.db));
    expect([await requestContact(crowded), await requestContact(crowded)]).toEqual([429, 429]);
    expect([await requestContact(other), await requestContact(other)]).toEqual([200, 200]);
    expect(await requestContact(other)).toBe(429);
  });

  it('the hourly limit covers the sixty minutes before each request and does not reset at the full hour', async () => {
    const statuses = async () => [(await search('a@example.com')).status, (await search('a@example.com')).status];
    clock.advance(49 * minute + 59 * second);
    expect(await statuses()).toEqual([404, 404]);
    clock.advance(2 * second);
    expect(await search('a@example.com')).toMatchObject({
      status: 429,
      body: { message: 'Too many requests. Please try again in 60 minutes.' },
    });
    clock.advance(hour - 3 * second);
    const limited = await search('a@example.com');
    expect(limited.headers['retry-after']).toBe('1');
    expect(limited.body).toMatchObject({ message: 'Too many requests. Please try again in 1 second.' });
    clock.advance(second);
    expect((await search('a@example.com')).status).toBe(404);
    expect((await search('a@example.com')).status).toBe(404);
    expect((await search('a@example.com')).status).toBe(429);
  });

  it('requests refused by the hourly limit are not counted, so retrying does not extend the wait', async () => {
    for (let lookup = 0; lookup < 2; lookup++) expect((await search('a@example.com')).status).toBe(404);
    clock.advance(30 * minute);
    for (let lookup = 0; lookup < 5; lookup++) expect((await search('a@example.com')).status).toBe(429);
    clock.advance(30 * minute);
    expect((await search('a@example.com')).status).toBe(404);
  });

  it('rate counters without a request in the last hour are deleted', async () => {
    await search('a@example.com');
    clock.advance(2 * hour);
    await search('b@example.com', '10.0.0.8');
    const counters = await app.db.selectFrom('rate_counters').select('last_at').execute();
    expect(counters.map(({ last_at }) => last_at.getTime())).toEqual([clock.now(), clock.now()]);
  });

  it('simultaneous lookups of one account from one IP address do not exceed the hourly limit', async () => {
    const together = await Promise.all(Array.from({ length: 12 }, () => search('a@example.com')));
    expect(together.filter(({ status }) => status === 404)).toHaveLength(2);
  });

  it('successful sign-ins do not count against the hourly limit of their IP address', async () => {
    const crew = await createStudent(app.db, { password });
    for (let tries = 0; tries < 35; tries++) expect((await login(crew, password, '10.0.0.9')).status).toBe(200);
  });

  it('wrong passwords of staff count against the hourly sign-in limit of their IP address', async () => {
    const signInStaff = (account: number, address: string) =>
      app.call('POST', '/api/staff/sign-in', {
        body: { email: `nobody.${account}@example.com`, password: 'Wrong#2026' },
        address,
      });
    for (let account = 0; account < 30; account++) expect((await signInStaff(account, '10.0.0.10')).status).toBe(401);
    expect((await signInStaff(30, '10.0.0.10')).status).toBe(429);
    expect((await signInStaff(30, '10.0.0.11')).status).toBe(401);
  });

  it('exactly the ten sign-in, code and password-reset endpoints listed in this test have an hourly rate limit', () => {
    const hourly = app.routes.flatMap(({ endpoint }) => (endpoint && isHourly(endpoint.rate) ? [endpoint.name] : []));
    const signIn = ['searchUser', 'getContact', 'signInByPassword', 'signInByCode'];
    const staff = ['signInStaff', 'checkStaffCode', 'checkPasskey', 'confirmTotp'];
    const counted = [...signIn, 'verifyContact', 'requestPasswordReset', ...staff];
    expect(hourly.sort()).toEqual(counted.sort());
  });

  it('rate counters store neither the looked-up email nor the IP address in plain text', async () => {
    await search('asha.secret@example.com', '10.9.8.7');
    const keys = await app.db.selectFrom('rate_counters').select('key').execute();
    expect(keys).toHaveLength(2);
    expect(JSON.stringify(keys)).not.toMatch(/asha|10\.9/);
  });
});

describe('rate limits per minute', () => {
  it('the rate limit per minute counts requests for each IP address and refills steadily', async () => {
    const signOut = (address: string) => app.call('POST', '/api/auth/logout', { body: {}, address });
    expect((await signOut('10.1.0.1')).status).toBe(200);
    expect((await signOut('10.1.0.1')).status).toBe(200);
    const limited = await signOut('10.1.0.1');
    expect(limited).toMatchObject({
      status: 429,
      body: { message: 'Too many requests. Please try again in 30 seconds.' },
    });
    expect(limited.headers['retry-after']).toBe('30');
    expect((await signOut('10.1.0.2')).status).toBe(200);
    clock.advance(30 * second);
    expect((await signOut('10.1.0.1')).status).toBe(200);
    expect((await signOut('10.1.0.1')).status).toBe(429);
  });

  it('each student has a rate limit per minute, and all students at one IP address share a limit ten times as high', async () => {
    const change = async (student: { id: string }, headers: object) =>
      (
        await app.call('PUT', `/api/users/student/${student.id}`, {
          body: { city: 'Kochi' },
          headers: { ...headers },
          address: '10.1.0.7',
        })
      ).status;
    const statuses: number[][] = [];
    for (let cadet = 0; cadet < 11; cadet++) {
      const student = await createStudent(app.db);
      const headers = await signIn(app, student);
      statuses.push([await change(student, headers), await change(student, headers), await change(student, headers)]);
    }
    expect(statuses).toEqual([...Array(10).fill([200, 200, 429]), [429, 429, 429]]);
  });

  it('API calls that the server itself makes while it renders a page do not count against the visitor’s rate limit', async () => {
    const address = '10.1.0.9';
    const signOut = () => app.call('POST', '/api/auth/logout', { body: {}, address });
    for (let call = 0; call < 5; call++) expect((await asInProcessCall(async () => await signOut())).status).toBe(200);
    expect((await signOut()).status).toBe(200);
    expect((await signOut()).status).toBe(200);
    expect((await signOut()).status).toBe(429);
  });

  it('when the rate limiter’s token buckets reach their size limit, the bucket that was unused for the longest time is dropped', () => {
    const buckets = new TokenBuckets({ size: 3 });
    for (const key of ['a', 'b', 'b', 'c', 'a', 'd']) buckets.take(key, 2, 0);
    expect(buckets.size).toBe(3);
    expect(buckets.take('a', 2, 0)).toBeGreaterThan(0);
    // The key b had used up its two tokens, so it has a token only because its bucket was dropped and created again.
    expect(buckets.take('b', 2, 0)).toBe(0);
  });

  it('a token bucket of the rate limiter loses no tokens when the clock is set back', () => {
    const buckets = new TokenBuckets();
    expect(buckets.take('a', 2, hour)).toBe(0);
    expect(buckets.take('a', 2, 0)).toBe(0);
    expect(buckets.take('a', 2, 0)).toBe(30 * second);
    expect(buckets.take('a', 2, 30 * second)).toBe(0);
  });

  it('a token bucket never holds more tokens than its limit, whatever is taken from it or given back', () => {
    const buckets = new TokenBuckets({ periodMs: minute });
    buckets.giveBack('unknown', 2);
    expect(buckets.size).toBe(0);
    expect(buckets.take('a', 4, 0, 9)).toBe(0);
    expect(buckets.take('a', 4, 0)).toBe(15 * second);
    buckets.giveBack('a', 4, 3);
    expect(buckets.take('a', 4, 0, 4)).toBe(15 * second);
    expect(buckets.take('a', 4, 0, 3)).toBe(0);
    buckets.giveBack('a', 4, 9);
    expect(buckets.take('a', 4, hour, 4)).toBe(0);
    expect(buckets.take('a', 4, hour)).toBe(15 * second);
  });

  it('an API call refused by one of its rate limits takes no token from the other limits, and each limit refills in its own period', async () => {
    const buckets = createLocalBuckets();
    const needOf = (key: string, limit: number, period: Need['period']): Need => ({ key, limit, amount: 1, period });
    const [crew, own, stored] = [needOf('crew', 3, 'minute'), needOf('own', 1, 'minute'), needOf('stored', 1, 'day')];
    expect(await buckets.take([crew, own], 0)).toBe(0);
    for (const repeat of [1, 2, 3]) expect([repeat, await buckets.take([crew, own], 0)]).toEqual([repeat, minute]);
    expect([await buckets.take([crew], 0), await buckets.take([crew], 0)]).toEqual([0, 0]);
    expect(await buckets.take([crew], 0)).toBe(20 * second);
    expect([await buckets.take([stored], 0), await buckets.take([stored], 0)]).toEqual([0, day]);
    buckets.giveBack([own, stored]);
    expect([await buckets.take([own, stored], 0), await buckets.take([stored], 0)]).toEqual([0, day]);
  });
});

describe('the wait after a rate limit is reached', () => {
  it.each([
    [0, 1, '1 second'],
    [1001, 2, '2 seconds'],
    [59_000, 59, '59 seconds'],
    [60_000, 60, '1 minute'],
    [60_001, 61, '2 minutes'],
  ])(
    'after a rate limit is reached, a wait of %i ms is sent as %i seconds and described as “%s”',
    (waitMs, retryAfter, text) => {
      const message = `Too many requests. Please try again in ${text}.`;
      expect(tooManyRequests(waitMs)).toMatchObject({ status: 429, code: 'RATE_LIMITED', message, retryAfter });
    },
  );

  it.each([
    [5, 0],
    [30, 0],
    [31, 1000],
    [32, 2000],
    [33, 2000],
    [34, 3000],
    [52, 15_000],
    [500, 15_000],
  ])(
    'for an account with a limit of 30 calls an hour, call number %i within the hour is delayed by %i ms',
    (count, delayMs) => {
      expect(delayOf(count, 30)).toBe(delayMs);
    },
  );
});
