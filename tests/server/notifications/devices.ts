import { sql } from 'kysely';
import { expect } from 'vitest';
import { type PushService, startPushService, subscribeBrowser } from '../../support/push-service.ts';
import { type Academy, openAcademy, type StudentBrowser } from '../booking/academy.ts';

export const settingsUrl = '/api/users/student/notifications';
export const deviceUrl = `${settingsUrl}/device`;

export type PushAcademy = Academy & { service: PushService };

/**
 * Starts the API with the small academy of `academy-seed.ts`. Push messages go to a fake push service on this machine.
 */
export async function openPushAcademy(): Promise<PushAcademy> {
  const service = await startPushService();
  return { ...(await openAcademy({}, {}, { push: service.carrier })), service };
}

/** Turns push messages on in a new fake browser of the student. Returns this browser. */
export async function turnOn({ service }: PushAcademy, student: StudentBrowser) {
  const browser = subscribeBrowser(service);
  const response = await student.send('PUT', deviceUrl, browser.subscription);
  expect(response.statusCode, response.body).toBe(200);
  return browser;
}

/** Creates a student whose browser receives push messages. */
export async function enrolWithPush(academy: PushAcademy, fields?: Parameters<Academy['enrol']>[0]) {
  const student = await academy.enrol(fields);
  return { student, browser: await turnOn(academy, student) };
}

/**
 * Queues a push message to every browser in which the student has turned push messages on. A newer message replaces an
 * older one that has the same `tag`.
 */
export async function notify({ db }: PushAcademy, studentId: string, key: string, tag = key): Promise<void> {
  await sql`insert into push_outbox (dedupe_key, subscription_id, kind, tag, content, expires_at)
    select ${key}, id, 'payment', ${tag}, ${JSON.stringify({ title: key, body: 'body', path: '/profile' })}::jsonb,
      now() + interval '1 day' from push_subscriptions where student_id = ${studentId}`.execute(db);
}

/** Makes all waiting push messages due now. */
export async function makeDue({ db }: PushAcademy): Promise<void> {
  await sql`update push_outbox set next_at = now() where state = 'waiting'`.execute(db);
}
