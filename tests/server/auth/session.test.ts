import { beforeEach, describe, expect, it } from 'vitest';
import { day, minute } from '../../support/clock.ts';
import { createStudent, signIn, startTestApp } from '../../support/server.ts';

const app = await startTestApp();

beforeEach(() => app.db.deleteFrom('students').execute());

const status = (headers: Record<string, string>) =>
  app.call('POST', '/api/auth/verify/login/status', { body: { value: 'hint' }, headers });
const signOut = (headers: Record<string, string>, body: object = {}) =>
  app.call('POST', '/api/auth/logout', { body, headers });
const lastSeen = async () =>
  (await app.db.selectFrom('sessions').select('last_seen_at').executeTakeFirstOrThrow()).last_seen_at.getTime();

describe('login status', () => {
  it('names the student of the session', async () => {
    const asha = await createStudent(app.db, { image_url: '/api/files/7' });
    const answer = await status(await signIn(app, asha));
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ statusCode: 200, user: { id: asha.id, name: 'Asha Nair', image: '/api/files/7' } });
    expect(answer.headers['x-landfall-subject']).toBe(asha.id);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it.each([
    ['no cookie', ''],
    ['a forged one', `landfall=${'x'.repeat(43)}`],
    ['a damaged one', "landfall=' or 1=1"],
    ['the name that TLS has', `__Host-landfall=${'x'.repeat(43)}`],
  ])('is a marked 401 with %s', async (_, cookie) => {
    const answer = await status({ cookie });
    expect(answer).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED_REQUEST' } });
    expect(answer.headers['x-landfall']).toBe('1');
  });

  it('takes away a hint that has no session', async () => {
    expect((await status({ cookie: 'landfall_hint=old' })).cookies).toEqual({ landfall_hint: '' });
    expect((await status({})).cookies).toEqual({});
  });
});

describe('a session', () => {
  it('ends after 30 days without use', async () => {
    const headers = await signIn(app, await createStudent(app.db));
    app.clock.advance(30 * day - 1);
    expect((await status(headers)).status).toBe(200);
    app.clock.advance(30 * day);
    expect((await status(headers)).status).toBe(401);
  });

  it('ends 90 days after its sign-in however much it is used', async () => {
    const headers = await signIn(app, await createStudent(app.db));
    for (let used = 0; used < 4; used++) {
      app.clock.advance(22 * day);
      expect((await status(headers)).status).toBe(200);
    }
    app.clock.advance(2 * day);
    expect((await status(headers)).status).toBe(401);
  });

  it('notes its use at most every five minutes', async () => {
    const headers = await signIn(app, await createStudent(app.db));
    const began = app.clock.now();
    app.clock.advance(5 * minute - 1);
    await status(headers);
    expect(await lastSeen()).toBe(began);
    app.clock.advance(1);
    await status(headers);
    expect(await lastSeen()).toBe(began + 5 * minute);
  });
});

describe('signing out', () => {
  it('ends the session and clears every cookie of it', async () => {
    const asha = await createStudent(app.db);
    const headers = await signIn(app, asha);
    const answer = await signOut(headers, { type: 'student', user_id: asha.id });
    expect(answer).toMatchObject({ status: 200, body: { statusCode: 200 } });
    expect(answer.cookies).toEqual({ landfall: '', landfall_hint: '', landfall_ticket: '' });
    expect((await status(headers)).status).toBe(401);
    expect(await app.db.selectFrom('sessions').select('id').execute()).toEqual([]);
  });

  it('is done without a session, and a second time', async () => {
    const headers = await signIn(app, await createStudent(app.db));
    expect((await signOut({})).status).toBe(200);
    expect((await signOut(headers)).status).toBe(200);
    expect((await signOut(headers)).status).toBe(200);
  });

  it('leaves the session of a student who signed in since alone', async () => {
    const [asha, dev] = [await createStudent(app.db), await createStudent(app.db)];
    const headers = await signIn(app, dev);
    const answer = await signOut(headers, { user_id: asha.id });
    expect(answer).toMatchObject({ status: 200, cookies: {} });
    expect((await status(headers)).status).toBe(200);
  });
});
