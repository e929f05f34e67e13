import { beforeEach, describe, expect, it } from 'vitest';
import { day, minute } from '../../../support/clock.ts';
import { createStudent, signIn, startTestApp } from '../../../support/server.ts';

const app = await startTestApp();

beforeEach(() => app.db.deleteFrom('students').execute());

const status = (headers: Record<string, string>) =>
  app.call('POST', '/api/auth/verify/login/status', { body: { value: 'hint' }, headers });
const signOut = (headers: Record<string, string>, body: object = {}) =>
  app.call('POST', '/api/auth/logout', { body, headers });
const lastSeen = async ({ id }: { id: string }) => {
  const row = app.db.selectFrom('sessions').select('last_seen_at').where('student_id', '=', id);
  return (await row.executeTakeFirstOrThrow()).last_seen_at.getTime();
};
const ticketOf = async ({ email }: { email: string | null }) =>
  (await app.call('POST', '/api/auth/search/user', { body: { identifier: email } })).cookie;
/** The student ids of all rows of a table, sorted. */
const studentsIn = async (table: 'sessions' | 'lookup_tickets') =>
  (await app.db.selectFrom(table).select('student_id').execute()).map(({ student_id }) => student_id).toSorted();

describe('login status', () => {
  it('the login-status call returns the student who is signed in', async () => {
    const asha = await createStudent(app.db, { image_url: '/api/files/7' });
    const response = await status(await signIn(app, asha));
    expect(response.status).toBe(200);
    expect(response.body).toEqual({ statusCode: 200, user: { id: asha.id, name: 'Asha Nair', image: '/api/files/7' } });
    expect(response.headers['x-landfall-subject']).toBe(asha.id);
    expect(response.headers['cache-control']).toBe('no-store');
  });

  it('the login-status call names a student without a last name by the first name', async () => {
    const { body } = await status(await signIn(app, await createStudent(app.db, { last_name: '' })));
    expect(body).toMatchObject({ user: { name: 'Asha', image: null } });
  });

  it.each([
    ['no cookie', ''],
    ['a forged cookie', `landfall=${'x'.repeat(43)}`],
    ['a malformed cookie', "landfall=' or 1=1"],
    ['a forged cookie under the name used over HTTPS', `__Host-landfall=${'x'.repeat(43)}`],
  ])(
    'the login-status call returns 401 with the x-landfall header for a request without a valid session (%s)',
    async (_, cookie) => {
      const response = await status({ cookie });
      expect(response).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED_REQUEST' } });
      expect(response.headers['x-landfall']).toBe('1');
    },
  );

  it('the login-status call clears the landfall_hint cookie of a browser that has no session', async () => {
    expect((await status({ cookie: 'landfall_hint=old' })).cookies).toEqual({ landfall_hint: '' });
    expect((await status({})).cookies).toEqual({});
  });

  it('the landfall_hint cookie of a signed-in student signs nobody in, even if its value is sent as the session cookie', async () => {
    const password = 'Landfall#2026';
    const { id, email } = await createStudent(app.db, { password });
    const body = { identifier: email, field: 'email', user_id: id, password, type: 'student' };
    const { cookies } = await app.call('POST', '/api/auth/login', { body });
    const [session, hint] = [`landfall=${cookies.landfall}`, `landfall_hint=${cookies.landfall_hint}`];
    for (const cookie of [hint, `landfall=${cookies.landfall_hint}`, `${hint}; landfall_hint=other`]) {
      expect((await status({ cookie })).status).toBe(401);
      for (const url of [`/api/users/student?userId=${id}`, '/api/cart', '/api/users/student/sessions'])
        expect((await app.call('GET', url, { headers: { cookie } })).status).toBe(401);
    }
    // A landfall_hint cookie that another host of the domain has set does not affect the session.
    expect((await status({ cookie: `landfall_hint=other; ${session}` })).status).toBe(200);
  });
});

describe('a session', () => {
  it('a session expires after 30 days without use', async () => {
    const headers = await signIn(app, await createStudent(app.db));
    app.clock.advance(30 * day - 1);
    expect((await status(headers)).status).toBe(200);
    app.clock.advance(30 * day);
    expect((await status(headers)).status).toBe(401);
  });

  it('a session expires 90 days after the sign-in, however much it is used', async () => {
    const headers = await signIn(app, await createStudent(app.db));
    for (let used = 0; used < 4; used++) {
      app.clock.advance(22 * day);
      expect((await status(headers)).status).toBe(200);
    }
    app.clock.advance(2 * day);
    expect((await status(headers)).status).toBe(401);
  });

  it('the time of a session’s last use is stored at most once every five minutes', async () => {
    const [asha, dev] = [await createStudent(app.db), await createStudent(app.db)];
    const [headers] = [await signIn(app, asha), await signIn(app, dev)];
    const began = app.clock.now();
    app.clock.advance(5 * minute - 1);
    await status(headers);
    expect(await lastSeen(asha)).toBe(began);
    app.clock.advance(1);
    await status(headers);
    expect(await lastSeen(asha)).toBe(began + 5 * minute);
    expect(await lastSeen(dev)).toBe(began);
  });
});

describe('a new sign-in in the same browser', () => {
  const password = 'Landfall#2026';
  /** A student with a session that has a push subscription. */
  async function subscribe() {
    const student = await createStudent(app.db, { password });
    const headers = await signIn(app, student);
    const session = app.db.selectFrom('sessions').select('id').where('student_id', '=', student.id);
    const { id: session_id } = await session.executeTakeFirstOrThrow();
    const endpoint = `https://push.example.com/${student.id}`;
    await app.db
      .insertInto('push_subscriptions')
      .values({ student_id: student.id, session_id, endpoint, p256dh: 'key', auth: 'secret', device: 'Chrome' })
      .execute();
    return { ...student, headers, endpoint };
  }
  const signInHere = ({ id, email }: { id: string; email: string | null }, headers: Record<string, string>) =>
    app.call('POST', '/api/auth/login', {
      body: { identifier: email, field: 'email', user_id: id, type: 'student', password },
      headers,
    });
  const endpoints = async () => {
    const rows = await app.db.selectFrom('push_subscriptions').select('endpoint').orderBy('endpoint').execute();
    return rows.map(({ endpoint }) => endpoint).toSorted();
  };

  it('when a student signs in again, the push subscriptions of this browser and of other browsers stay stored', async () => {
    const [asha, dev] = [await subscribe(), await subscribe()];
    expect((await signInHere(asha, asha.headers)).status).toBe(200);
    expect(await endpoints()).toEqual([asha.endpoint, dev.endpoint].toSorted());
    const kept = app.db
      .selectFrom('push_subscriptions as p')
      .innerJoin('sessions as s', 's.id', 'p.session_id')
      .select(['p.endpoint', 's.student_id']);
    expect(await kept.where('p.endpoint', '=', dev.endpoint).execute()).toMatchObject([{ student_id: dev.id }]);
  });

  it('when a student signs in again in the same browser, the device cookie stays the same and the session and hint cookies change', async () => {
    const asha = await createStudent(app.db, { password });
    const first = await signInHere(asha, {});
    const again = await signInHere(asha, { cookie: first.cookie });
    const [before, after] = [first.cookies, again.cookies];
    expect(Object.keys(after).toSorted()).toEqual(['landfall', 'landfall_device', 'landfall_hint']);
    expect(after.landfall_device).toBe(before.landfall_device);
    expect(after.landfall).not.toBe(before.landfall);
    expect(after.landfall_hint).not.toBe(before.landfall_hint);
    const set = [again.headers['set-cookie']].flat().find((text) => String(text).startsWith('landfall_device='));
    expect(set).toMatch(/^landfall_device=[\w-]{65}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  it('a session stores at most 300 characters of the browser’s user agent', async () => {
    const asha = await createStudent(app.db, { password });
    await signInHere(asha, { 'user-agent': 'x'.repeat(301) });
    const { user_agent } = await app.db.selectFrom('sessions').select('user_agent').executeTakeFirstOrThrow();
    expect(user_agent).toBe('x'.repeat(300));
  });

  it('a browser’s push subscription is deleted when another student signs in with this browser', async () => {
    const [asha, dev] = [await subscribe(), await subscribe()];
    expect((await signInHere(asha, dev.headers)).status).toBe(200);
    expect(await endpoints()).toEqual([asha.endpoint]);
  });
});

describe('signing out', () => {
  it('signing out deletes the session and clears the session, hint and lookup-ticket cookies', async () => {
    const asha = await createStudent(app.db);
    const headers = await signIn(app, asha);
    const response = await signOut(headers, { type: 'student', user_id: asha.id });
    expect(response).toMatchObject({ status: 200, body: { statusCode: 200 } });
    expect(response.cookies).toEqual({ landfall: '', landfall_hint: '', landfall_ticket: '' });
    expect((await status(headers)).status).toBe(401);
    expect(await app.db.selectFrom('sessions').select('id').execute()).toEqual([]);
  });

  it('signing out ends no other session, and deletes the lookup tickets of the student in all browsers', async () => {
    const [asha, dev] = [await createStudent(app.db), await createStudent(app.db)];
    const [headers] = [await signIn(app, asha), await signIn(app, asha), await signIn(app, dev)];
    for (const student of [asha, dev]) await ticketOf(student);
    await signOut(headers);
    expect(await studentsIn('sessions')).toEqual([asha.id, dev.id].toSorted());
    expect(await studentsIn('lookup_tickets')).toEqual([dev.id]);
  });

  it('signing out without a session deletes only the lookup ticket of this browser', async () => {
    const [asha, dev] = [await createStudent(app.db), await createStudent(app.db)];
    const [cookie] = [await ticketOf(asha), await ticketOf(dev)];
    await signOut({ cookie });
    expect(await studentsIn('lookup_tickets')).toEqual([dev.id]);
  });

  it('a sign-out request returns 200 even if there is no session or the request is repeated', async () => {
    const headers = await signIn(app, await createStudent(app.db));
    expect((await signOut({})).status).toBe(200);
    expect((await signOut(headers)).status).toBe(200);
    const again = await signOut(headers);
    expect(again.status).toBe(200);
    expect(again.cookies).toEqual({ landfall: '', landfall_hint: '', landfall_ticket: '' });
  });

  it('a sign-out request for one student does not sign out another student who has since signed in to the same browser', async () => {
    const [asha, dev] = [await createStudent(app.db), await createStudent(app.db)];
    const headers = await signIn(app, dev);
    await ticketOf(dev);
    const response = await signOut(headers, { user_id: asha.id });
    expect(response.status).toBe(200);
    expect(await studentsIn('lookup_tickets')).toEqual([dev.id]);
    expect(Object.keys(response.cookies)).not.toContain('landfall');
    expect((await status(headers)).status).toBe(200);
  });
});
