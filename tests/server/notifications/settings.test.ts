import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { notificationKinds } from '../../../contract/notification-kinds.ts';
import { subscribeBrowser, vapid } from '../../support/push-service.ts';
import { openAcademy, type StudentBrowser } from '../booking/academy.ts';
import { deviceUrl, enrolWithPush, notify, openPushAcademy, settingsUrl, turnOn } from './devices.ts';

const academy = await openPushAcademy();
const { db, app, enrol, service } = academy;
const password = 'Landfall#2026';
const allOn = Object.fromEntries(notificationKinds.map((kind) => [kind, true]));

beforeEach(async () => {
  await db.deleteFrom('push_subscriptions').execute();
});

const settingsOf = async (student: StudentBrowser) => (await student.get(settingsUrl)).json().data;
const change = (student: StudentBrowser, kind: string, is_on: boolean) =>
  student.send('PUT', settingsUrl, { kind, is_on });
const endpoints = async () =>
  (await db.selectFrom('push_subscriptions').select('endpoint').execute()).map((row) => row.endpoint);

describe('switches', () => {
  it('a new student has every kind of push message enabled, but no device on which push messages are turned on', async () => {
    expect(await settingsOf(await enrol())).toEqual({ public_key: vapid.publicKey, is_on_here: false, kinds: allOn });
  });

  it('a kind of push messages that a student turns off is off on all devices, and can be turned on again', async () => {
    const { student } = await enrolWithPush(academy);
    expect((await change(student, 'seat', false)).json().data.kinds).toEqual({ ...allOn, seat: false });
    expect((await settingsOf(student)).kinds).toEqual({ ...allOn, seat: false });
    expect((await change(student, 'seat', true)).json().data.kinds).toEqual(allOn);
  });

  it('a push message that waits to be sent is not sent if the student turns off messages of its kind', async () => {
    const { student, browser } = await enrolWithPush(academy);
    await notify(academy, student.id, 'paid');
    await change(student, 'payment', false);
    await app.sendPushes();
    expect(browser.requests()).toEqual([]);
  });
});

describe('turning push on and off', () => {
  it('turning off push messages on a device deletes its push subscription', async () => {
    const { student } = await enrolWithPush(academy);
    expect((await settingsOf(student)).is_on_here).toBe(true);
    expect((await student.send('DELETE', deviceUrl)).json().data.is_on_here).toBe(false);
    expect(await endpoints()).toEqual([]);
  });

  it.each([
    'https://localhost/send',
    'https://127.0.0.1/send',
    'https://[::1]/send',
    'https://192.168.1.7/send',
    'https://push.example.com:8443/send',
    'https://user@push.example.com/send',
    'https://printer.local/send',
  ])('a push subscription is refused if its endpoint is not a plain public HTTPS address: %s', async (endpoint) => {
    const student = await enrol();
    const { keys } = subscribeBrowser(service).subscription;
    const response = await student.send('PUT', deviceUrl, { endpoint, keys });
    expect(response.json()).toMatchObject({ code: 'INVALID_ENDPOINT' });
  });

  it('a push subscription with an endpoint without HTTPS or with keys of a wrong length is refused', async () => {
    const student = await enrol();
    const { endpoint, keys } = subscribeBrowser(service).subscription;
    for (const body of [
      { endpoint: endpoint.replace('https', 'http'), keys },
      { endpoint, keys: { ...keys, auth: 'short' } },
      { endpoint, keys: { ...keys, p256dh: keys.p256dh.slice(1) } },
    ])
      expect((await student.send('PUT', deviceUrl, body)).statusCode).toBe(400);
  });

  it('a server without VAPID keys refuses a push subscription with PUSH_UNAVAILABLE', async () => {
    const { enrol: enrolThere } = await openAcademy();
    const student = await enrolThere();
    expect((await settingsOf(student)).public_key).toBeNull();
    const response = await student.send('PUT', deviceUrl, subscribeBrowser(service).subscription);
    expect(response.json()).toMatchObject({ code: 'PUSH_UNAVAILABLE' });
  });

  it('a push subscription on a student’s eleventh device replaces the oldest subscription', async () => {
    const { student, browser } = await enrolWithPush(academy);
    await sql`with added as (
        insert into sessions (token_hash, student_id, created_at, last_seen_at, expires_at)
        select sha256(n::text::bytea), ${student.id}, now(), now(), now() from generate_series(1, 9) n returning id)
      insert into push_subscriptions (student_id, session_id, endpoint, p256dh, auth, device)
      select ${student.id}, id, 'https://push.example.com/' || id, 'x', 'x', 'Phone' from added`.execute(db);
    expect(await endpoints()).toHaveLength(10);
    const again = await academy.signInAgain(student);
    const newest = await turnOn(academy, again);
    expect(await endpoints()).toHaveLength(10);
    expect(await endpoints()).not.toContain(browser.endpoint);
    expect(await endpoints()).toContain(newest.endpoint);
    expect((await settingsOf(again)).is_on_here).toBe(true);
  });
});

describe('a shared device', () => {
  it('a student who signs in again on a device still gets push messages on this device', async () => {
    const student = await enrol({ password });
    const browser = await turnOn(academy, student);
    const claim = { field: 'email', user_id: student.id, password, type: 'student' };
    const { email } = await db
      .selectFrom('students')
      .select('email')
      .where('id', '=', student.id)
      .executeTakeFirstOrThrow();
    const signedIn = await student.send('POST', '/api/auth/login', { ...claim, identifier: email });
    expect(signedIn.statusCode, signedIn.body).toBe(200);
    expect((await student.get(settingsUrl)).statusCode).toBe(401);
    await notify(academy, student.id, 'paid');
    await app.sendPushes();
    expect(browser.messages()).toHaveLength(1);
  });

  it('when another student signs in on a device, the push subscription of the previous student is deleted', async () => {
    const { student } = await enrolWithPush(academy);
    const next = await enrol({ password });
    const { email } = await db
      .selectFrom('students')
      .select('email')
      .where('id', '=', next.id)
      .executeTakeFirstOrThrow();
    const claim = { identifier: email, field: 'email', user_id: next.id, password, type: 'student' };
    expect((await student.send('POST', '/api/auth/login', claim)).statusCode).toBe(200);
    expect(await endpoints()).toEqual([]);
  });

  it('signing out deletes the device’s push subscription and its unsent push messages', async () => {
    const { student, browser } = await enrolWithPush(academy);
    await notify(academy, student.id, 'paid');
    await student.send('POST', '/api/auth/logout', { type: 'student', user_id: student.id });
    await app.sendPushes();
    expect(await endpoints()).toEqual([]);
    expect(browser.requests()).toEqual([]);
  });

  it('a student who turns on push messages in a browser that another student used gets only their own messages', async () => {
    const { student: before, browser } = await enrolWithPush(academy);
    await notify(academy, before.id, 'for the student before');
    const next = await enrol();
    await next.send('PUT', deviceUrl, browser.subscription);
    await notify(academy, next.id, 'for the next');
    await app.sendPushes();
    expect(browser.messages().map(({ title }) => title)).toEqual(['for the next']);
    expect((await settingsOf(before)).is_on_here).toBe(false);
  });
});
