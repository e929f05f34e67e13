import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { createNotifications } from '../../../server/notifications/notifications.ts';
import { subscribeBrowser, vapidClaims } from '../../support/push-service.ts';
import { deviceUrl, enrolWithPush, makeDue, notify, openPushAcademy, turnOn } from './devices.ts';

const academy = await openPushAcademy();
const { db, app, service } = academy;

beforeEach(async () => {
  await db.deleteFrom('push_subscriptions').execute();
  service.received.length = 0;
});

const outbox = () => db.selectFrom('push_outbox').selectAll().orderBy('id').execute();
const subscriptions = () => db.selectFrom('push_subscriptions').selectAll().execute();

describe('sending', () => {
  it('the push service receives a push message encrypted, and the browser can decrypt it', async () => {
    const { student, browser } = await enrolWithPush(academy);
    await notify(academy, student.id, 'paid');
    expect(await app.sendPushes()).toEqual({ attempted: 1, failures: [] });
    expect(browser.messages()).toEqual([{ title: 'paid', body: 'body', path: '/profile', tag: 'paid' }]);
    const [request] = browser.requests();
    expect(request?.body.includes('paid')).toBe(false);
    expect(request?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'normal' });
    expect(Number(request?.headers.ttl)).toBeGreaterThan(86_000);
  });

  it('a request to a push service is signed with the server’s VAPID key', async () => {
    const { student, browser } = await enrolWithPush(academy);
    await notify(academy, student.id, 'paid');
    await app.sendPushes();
    const claims = browser.requests().map(vapidClaims);
    expect(claims).toMatchObject([{ aud: 'https://push.example.com', sub: 'mailto:tests@example.com' }]);
  });

  it('a sent push message is not sent again, and its content is deleted from the database', async () => {
    const { student, browser } = await enrolWithPush(academy);
    await notify(academy, student.id, 'paid');
    await app.sendPushes();
    await makeDue(academy);
    await app.sendPushes();
    expect(browser.requests()).toHaveLength(1);
    expect(await outbox()).toMatchObject([{ state: 'sent', content: null, attempts: 1 }]);
    expect((await subscriptions())[0]?.last_used_at).not.toBeNull();
  });

  it('processes that send push messages at the same time send each message once', async () => {
    const { student, browser } = await enrolWithPush(academy);
    for (let count = 1; count <= 12; count++) await notify(academy, student.id, `message-${count}`);
    await Promise.all([app.sendPushes(), app.sendPushes(), app.sendPushes()]);
    expect(browser.messages().map(({ title }) => title)).toHaveLength(12);
    expect(new Set(browser.messages().map(({ title }) => title)).size).toBe(12);
  });

  it('the job that sends push messages sends none if it is started with an aborted AbortSignal', async () => {
    const { student, browser } = await enrolWithPush(academy);
    await notify(academy, student.id, 'paid');
    expect((await app.sendPushes(AbortSignal.abort())).attempted).toBe(0);
    expect(browser.requests()).toEqual([]);
  });

  it('the job that sends push messages finishes those it is sending when its AbortSignal is aborted, and starts no others', async () => {
    const { student, browser } = await enrolWithPush(academy);
    for (let count = 1; count <= 9; count++) await notify(academy, student.id, `message-${count}`);
    const response = Promise.withResolvers<{ status: number }>();
    service.react(browser.endpoint, response.promise);
    const stopping = new AbortController();
    const sending = app.sendPushes(stopping.signal);
    await expect.poll(() => browser.requests()).toHaveLength(4);
    stopping.abort();
    response.resolve({ status: 201 });
    expect(await sending).toEqual({ attempted: 4, failures: [] });
    expect(browser.requests()).toHaveLength(4);
  });

  it('each device of a student receives a push message', async () => {
    const { student, browser } = await enrolWithPush(academy);
    const phone = subscribeBrowser(service);
    await addDevice(student.id, phone);
    await notify(academy, student.id, 'paid');
    await app.sendPushes();
    expect([browser.messages().length, phone.messages().length]).toEqual([1, 1]);
  });

  it('of several waiting push messages with the same tag, only the newest is sent', async () => {
    const { student, browser } = await enrolWithPush(academy);
    await notify(academy, student.id, 'moved once', 'batch:7');
    await notify(academy, student.id, 'moved twice', 'batch:7');
    await app.sendPushes();
    expect(browser.messages().map(({ title }) => title)).toEqual(['moved twice']);
    expect((await outbox()).map(({ state }) => state)).toEqual(['dead', 'sent']);
  });

  it('a push message that has expired before it could be sent is not sent', async () => {
    const { student, browser } = await enrolWithPush(academy);
    await notify(academy, student.id, 'seat');
    await sql`update push_outbox set expires_at = now() - interval '1 second'`.execute(db);
    await app.sendPushes();
    expect(browser.requests()).toEqual([]);
    expect(await outbox()).toMatchObject([{ state: 'dead', content: null }]);
  });
});

/** Another device of a student, with a session of its own. */
async function addDevice(studentId: string, { subscription }: ReturnType<typeof subscribeBrowser>): Promise<void> {
  await sql`with session as (
      insert into sessions (token_hash, student_id, created_at, last_seen_at, expires_at)
      values (sha256(${subscription.endpoint}::bytea), ${studentId}, now(), now(), now() + interval '1 day') returning id)
    insert into push_subscriptions (student_id, session_id, endpoint, p256dh, auth, device)
    select ${studentId}, id, ${subscription.endpoint}, ${subscription.keys.p256dh}, ${subscription.keys.auth}, 'Phone'
    from session`.execute(db);
}

describe('failures', () => {
  it.each([404, 410])(
    'if the push service returns %i for a device, the device’s push subscription and its push messages are deleted',
    async (status) => {
      const { student, browser } = await enrolWithPush(academy);
      service.react(browser.endpoint, { status });
      await notify(academy, student.id, 'one');
      expect((await app.sendPushes()).failures).toEqual([]);
      expect([await subscriptions(), await outbox()]).toEqual([[], []]);
    },
  );

  it.each([
    ['an error of the push service', { status: 503 }],
    ['a connection that is cut', 'hangUp'],
  ] as const)(
    'a push message that could not be sent is tried again after a minute (failure: %s)',
    async (_, reaction) => {
      const { student, browser } = await enrolWithPush(academy);
      service.react(browser.endpoint, reaction);
      await notify(academy, student.id, 'paid');
      expect((await app.sendPushes()).failures).toHaveLength(1);
      const { rows } = await sql<{ seconds: number }>`
      select extract(epoch from next_at - now())::integer as seconds from push_outbox`.execute(db);
      expect(rows[0]?.seconds).toBeGreaterThan(55);
      expect(rows[0]?.seconds).toBeLessThanOrEqual(60);
      service.react(browser.endpoint, { status: 201 });
      await makeDue(academy);
      await app.sendPushes();
      expect(browser.messages().at(-1)).toMatchObject({ title: 'paid' });
      expect(await outbox()).toMatchObject([{ state: 'sent', attempts: 2 }]);
    },
  );

  it('a push message is sent again after the pause given in the Retry-After header of a busy push service', async () => {
    const { student, browser } = await enrolWithPush(academy);
    service.react(browser.endpoint, { status: 429, retryAfter: 900 });
    await notify(academy, student.id, 'paid');
    await app.sendPushes();
    const { rows } = await sql<{ seconds: number }>`
      select extract(epoch from next_at - now())::integer as seconds from push_outbox`.execute(db);
    expect(rows[0]?.seconds).toBeGreaterThan(890);
  });

  it('a push message is not sent again after ten failed attempts', async () => {
    const { student, browser } = await enrolWithPush(academy);
    service.react(browser.endpoint, { status: 500 });
    await notify(academy, student.id, 'paid');
    for (let attempt = 1; attempt <= 12; attempt++) {
      await makeDue(academy);
      await app.sendPushes();
    }
    expect(browser.requests()).toHaveLength(10);
    expect(await outbox()).toMatchObject([{ state: 'dead', content: null }]);
  });

  it('a 403 from the push service turns push messages off for the device until the student turns them on again', async () => {
    const { student, browser } = await enrolWithPush(academy);
    service.react(browser.endpoint, { status: 403 });
    await notify(academy, student.id, 'paid');
    await app.sendPushes();
    expect(await outbox()).toMatchObject([{ state: 'dead' }]);
    const settings = async () => (await student.get('/api/users/student/notifications')).json().data;
    const sendAnother = async (title: string) => {
      const message = { title, body: 'body', path: '/profile', tag: title };
      const cause = { studentId: student.id, kind: 'payment' as const, dedupeKey: title };
      await createNotifications(academy.clock).notify(db, { ...cause, ...message });
      await app.sendPushes();
    };
    service.react(browser.endpoint, { status: 201 });
    expect(await settings()).toMatchObject({ is_on_here: false });
    await sendAnother('while turned off');
    await student.send('PUT', deviceUrl, browser.subscription);
    expect(await settings()).toMatchObject({ is_on_here: true });
    await sendAnother('turned on again');
    expect(browser.messages().map(({ title }) => title)).toEqual(['paid', 'turned on again']);
  });

  it('after a 403 from the push service, the messages that already wait for the device are not sent', async () => {
    const { student, browser } = await enrolWithPush(academy);
    service.react(browser.endpoint, { status: 500 });
    await notify(academy, student.id, 'paid');
    await app.sendPushes();
    service.react(browser.endpoint, { status: 403 });
    await notify(academy, student.id, 'moved');
    await app.sendPushes();
    await makeDue(academy);
    await app.sendPushes();
    expect(browser.requests()).toHaveLength(2);
    expect(await outbox()).toMatchObject([{ state: 'dead' }, { state: 'dead' }]);
  });

  it('a device to which push messages cannot be sent does not delay the messages to other devices', async () => {
    const [bad, good] = [await enrolWithPush(academy), await enrolWithPush(academy)];
    service.react(bad.browser.endpoint, 'hangUp');
    await notify(academy, bad.student.id, 'bad');
    await notify(academy, good.student.id, 'good');
    await app.sendPushes();
    expect(good.browser.messages()).toHaveLength(1);
  });

  it('sent push messages are deleted from the database after 30 days', async () => {
    const { student } = await enrolWithPush(academy);
    await notify(academy, student.id, 'old');
    await app.sendPushes();
    await sql`update push_outbox set created_at = now() - interval '31 days'`.execute(db);
    academy.clock.advance(3_600_001);
    await app.sendPushes();
    expect(await outbox()).toEqual([]);
  });
});

it('a new push subscription of a browser replaces its earlier one', async () => {
  const { student } = await enrolWithPush(academy);
  const renewed = await turnOn(academy, student);
  expect((await subscriptions()).map(({ endpoint }) => endpoint)).toEqual([renewed.endpoint]);
});
