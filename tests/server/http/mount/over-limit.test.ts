import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { idempotencyHeader } from '../../../../contract/headers.ts';
import { fakeClock, minute } from '../../../support/clock.ts';
import { createStudent, signIn, startTestApp } from '../../../support/server.ts';

const clock = fakeClock();
const app = await startTestApp({ clock, env: { RATE_WRITE: '3', RATE_READ: '3', RATE_FORM: '3' } });
let student = { id: '' };
let cookie = '';

beforeEach(async () => {
  clock.advance(minute);
  student = await createStudent(app.db);
  cookie = (await signIn(app, student)).cookie;
});

type Key = string | undefined;
const change = (body: object, key: Key = randomUUID()) =>
  app.call('PUT', `/api/users/student/${student.id}`, {
    body,
    headers: { cookie, ...(key === '' ? {} : { [idempotencyHeader]: key }) },
  });
const statuses = async (...calls: Array<Promise<{ status: number }>>) =>
  (await Promise.all(calls)).map(({ status }) => status);

describe('a repeat under its idempotency key', () => {
  it('a request repeated with its idempotency key does not count against the rate limit', async () => {
    const key = randomUUID();
    expect((await change({ city: 'Kochi' }, key)).status).toBe(200);
    for (let repeat = 0; repeat < 10; repeat++) expect((await change({ city: 'Kochi' }, key)).status).toBe(200);
    expect(await statuses(change({ city: 'Goa' }), change({ city: 'Mumbai' }))).toEqual([200, 200]);
    expect((await change({ city: 'Chennai' })).status).toBe(429);
  });

  it('a refused request repeated with its idempotency key does not count against the rate limit', async () => {
    const key = randomUUID();
    const taken = { email: (await createStudent(app.db)).email };
    for (let repeat = 0; repeat < 10; repeat++) expect((await change(taken, key)).status).toBe(409);
    expect(await statuses(change({ city: 'Goa' }), change({ city: 'Mumbai' }))).toEqual([200, 200]);
  });

  it('once the rate limit is reached, a request repeated with its idempotency key still gets its stored response', async () => {
    const [accepted, refused] = [randomUUID(), randomUUID()];
    const first = await change({ city: 'Kochi' }, accepted);
    const taken = { email: (await createStudent(app.db)).email };
    const conflict = await change(taken, refused);
    await change({ city: 'Goa' });
    expect((await change({ city: 'Mumbai' })).status).toBe(429);
    const again = await change({ city: 'Kochi' }, accepted);
    expect([again.status, again.body, again.headers['cache-control']]).toEqual([200, first.body, 'no-store']);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(conflict.status).toBe(409);
    expect(await change(taken, refused)).toMatchObject({ status: 409, body: { code: 'USER_EXISTS' } });
    expect((await change({ city: 'Mumbai' })).status).toBe(429);
  });

  it('once the rate limit is reached, a request repeated with its idempotency key has no second effect', async () => {
    const key = randomUUID();
    await change({ city: 'Kochi' }, key);
    await change({ city: 'Goa' });
    await change({ city: 'Mumbai' });
    expect((await change({ city: 'Kochi' }, key)).status).toBe(200);
    const row = await app.db.selectFrom('students').select('city').where('id', '=', student.id).executeTakeFirst();
    expect(row?.city).toBe('Mumbai');
  });
});

describe('a route that manages its own transactions', () => {
  const register = (email: string, key: string) =>
    app.call('POST', '/api/users/student/add', {
      body: {
        ...{ first_name: 'Nila', last_name: 'Thomas', email, dob: '2005-02-28', password: 'Anchor watch 4' },
        ...{ mobile: '9876500071', whatsapp_number: '9876500071' },
      },
      headers: { [idempotencyHeader]: key },
      address: '10.0.0.8',
    });

  it('a successful or refused registration that is repeated with its idempotency key does not count against the rate limit', async () => {
    const [done, refused] = [randomUUID(), randomUUID()];
    const known = String((await createStudent(app.db)).email);
    for (let repeat = 0; repeat < 10; repeat++) {
      expect((await register('nila@example.com', done)).status).toBe(200);
      expect((await register(known, refused)).status).toBe(409);
    }
    expect((await register('tara@example.com', randomUUID())).status).toBe(200);
    expect((await register('mira@example.com', randomUUID())).status).toBe(429);
  });
});

describe('calls refused before their caller is known', () => {
  const withoutSession = (address: string) => app.call('GET', `/api/users/student?userId=${student.id}`, { address });
  const foreign = (url: string, address: string) =>
    app.call('POST', url, {
      body: { identifier: 'a@example.com' },
      headers: { 'sec-fetch-site': 'cross-site' },
      address,
    });

  it('API calls without a valid session get 429 once their IP address reaches its limit for refused calls', async () => {
    const address = '10.0.1.1';
    for (let call = 0; call < 3; call++) expect((await withoutSession(address)).status).toBe(401);
    const limited = await withoutSession(address);
    expect([limited.status, limited.body]).toMatchObject([429, { code: 'RATE_LIMITED' }]);
    expect(limited.headers).toHaveProperty('retry-after');
    expect((await withoutSession('10.0.1.2')).status).toBe(401);
    clock.advance(minute);
    expect((await withoutSession(address)).status).toBe(401);
  });

  it.each([
    ['with a limit per minute', '/api/auth/logout'],
    ['with an hourly limit', '/api/auth/search/user'],
  ])(
    'API calls from other sites get 429 instead of 403 once their IP address reaches its limit for refused calls (an endpoint %s)',
    async (_, url) => {
      const address = '10.0.1.3';
      for (let call = 0; call < 3; call++) expect((await foreign(url, address)).status).toBe(403);
      expect((await foreign(url, address)).status).toBe(429);
      expect((await foreign(url, '10.0.1.4')).status).toBe(403);
    },
  );

  it('refused calls do not count against the rate limits of students and visitors at the same IP address', async () => {
    const address = '10.0.1.5';
    for (let call = 0; call < 5; call++) {
      await withoutSession(address);
      await foreign('/api/auth/logout', address);
    }
    expect((await withoutSession(address)).status).toBe(429);
    const own = await app.call('GET', `/api/users/student?userId=${student.id}`, { headers: { cookie }, address });
    expect(own.status).toBe(200);
    expect((await app.call('GET', '/api/course?page=1', { address })).status).toBe(200);
    expect((await app.call('POST', '/api/auth/logout', { body: {}, address })).status).toBe(200);
  });
});

describe('a student over the rate limit', () => {
  beforeEach(async () => {
    for (const city of ['Kochi', 'Goa', 'Mumbai']) await change({ city });
  });

  it('once the rate limit is reached, a request with a new, missing or malformed idempotency key is refused', async () => {
    const key = randomUUID();
    expect((await change({ city: 'Chennai' }, key)).body).toMatchObject({ code: 'RATE_LIMITED' });
    expect((await change({ city: 'Chennai' }, '')).status).toBe(429);
    expect((await change({ city: 'Chennai' }, 'no spaces!')).status).toBe(400);
    clock.advance(minute);
    expect((await change({ city: 'Chennai' }, key)).status).toBe(200);
  });

  it('an idempotency key does not bypass the rate limit of a route that does not use idempotency keys', async () => {
    const signOut = () =>
      app.call('POST', '/api/auth/logout', { body: {}, headers: { [idempotencyHeader]: randomUUID() } });
    expect(await statuses(signOut(), signOut(), signOut())).toEqual([200, 200, 200]);
    expect((await signOut()).status).toBe(429);
    const read = (page: number) =>
      app.call('GET', `/api/course?page=${page}`, {
        headers: { [idempotencyHeader]: 'k'.repeat(20) },
        address: '10.0.0.7',
      });
    const answers = await Promise.all([read(1), read(2), read(3), read(4)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429]);
  });

  it('a student cannot bypass the rate limit by sending an idempotency key that another student has used', async () => {
    const key = randomUUID();
    clock.advance(minute);
    await change({ city: 'Kochi' }, key);
    for (const city of ['Goa', 'Mumbai']) await change({ city });
    student = await createStudent(app.db);
    cookie = (await signIn(app, student)).cookie;
    for (const city of ['Kochi', 'Goa', 'Mumbai']) await change({ city });
    expect((await change({ city: 'Kochi' }, key)).status).toBe(429);
  });

  it('once the rate limit is reached, reusing an idempotency key with another body returns IDEMPOTENCY_KEY_REUSED', async () => {
    const key = randomUUID();
    clock.advance(minute);
    await change({ city: 'Kochi' }, key);
    for (const city of ['Goa', 'Mumbai']) await change({ city });
    expect((await change({ city: 'Chennai' }, key)).body).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
  });
});
