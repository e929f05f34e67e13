import { it } from 'vitest';
import { hashPassword } from '../../../../server/auth/password/password.ts';
import { fakeClock } from '../../../support/clock.ts';
import { plantFile } from '../../../support/documents.ts';
import { createStudent, signIn, startTestApp } from '../../../support/server.ts';
import { batches, courses, seedAcademy } from '../../booking/academy-seed.ts';
import { expectWithinDay, type Kind, measureGrowth, noise, type Sent, unlimited } from './hostile-day.ts';

const password = 'Landfall#2026';
const [firstCalls, measuredCalls] = [30, 90];
const app = await startTestApp({
  env: { ...unlimited, PUBLIC_URL: 'https://academy.example.com' },
  clock: fakeClock(Date.parse('2026-03-10T06:30:00Z')),
});

type Member = Awaited<ReturnType<typeof createStudent>> & { headers: { cookie: string }; file: string };

/** Students with verified contacts at one address, each signed in and with one upload. */
async function gatherCrowd(): Promise<Member[]> {
  const password_hash = await hashPassword(password);
  const crowd: Member[] = [];
  for (let index = 0; index < firstCalls + measuredCalls; index += 1) {
    const student = await createStudent(app.db, { password_hash });
    const { url } = await plantFile(app.db, student.id);
    crowd.push({ ...student, headers: await signIn(app, student), file: url });
  }
  return crowd;
}

const fire = { type: 'course', course_id: courses.fire, batch_id: batches.fireOpen };
const radar = { type: 'course', course_id: courses.radar, batch_id: batches.radarOpen };

/** The calls that each student sends, by the name of the action. A step may need the steps before it. */
const steps: Readonly<Record<string, { kind: Kind; callsOf(member: Member): Sent[] }>> = {
  'cart additions': {
    kind: 'keyed',
    callsOf: ({ headers }) => [{ method: 'POST', url: '/api/cart/add', body: fire, headers }],
  },
  'first orders': {
    kind: 'keyed',
    callsOf: ({ id, headers }) => [
      { method: 'POST', url: `/api/orders/create?id=${id}&redirect_url=%2F`, body: {}, headers },
    ],
  },
  'orders that replace another': {
    kind: 'keyed',
    callsOf: ({ id, headers }) => [
      { method: 'POST', url: '/api/cart/add', body: radar, headers },
      { method: 'POST', url: `/api/orders/create?id=${id}&redirect_url=%2F`, body: {}, headers },
    ],
  },
  'cart removals and additions': {
    kind: 'keyed',
    callsOf: ({ headers }) => [
      { method: 'DELETE', url: '/api/cart', body: { item_type: 'course', course_id: courses.radar }, headers },
      { method: 'POST', url: '/api/cart/add', body: radar, headers },
    ],
  },
  documents: {
    kind: 'keyed',
    callsOf: ({ file, headers }) => [
      {
        ...{ method: 'POST', url: '/api/users/student/document/add', headers },
        body: { document_url: file, category_name: 'personal', document_name: noise(100) },
      },
    ],
  },
  'waiting lists': {
    kind: 'keyed',
    callsOf: ({ headers }) => [
      { method: 'POST', url: '/api/waiting-lists', body: { ...fire, batch_id: batches.fireFull }, headers },
    ],
  },
  'devices for push messages': {
    kind: 'repeatable',
    callsOf: ({ headers }) => [
      {
        ...{ method: 'PUT', url: '/api/users/student/notifications/device', headers },
        body: {
          endpoint: `https://push.example.com/${noise(400).replaceAll(/[+/=]/g, 'x')}`,
          keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) },
        },
      },
    ],
  },
  lookups: {
    kind: 'repeatable',
    callsOf: ({ email }) => [{ method: 'POST', url: '/api/auth/search/user', body: { identifier: email } }],
  },
  'sign-ins': {
    kind: 'repeatable',
    callsOf: ({ id, email }) => [
      {
        ...{ method: 'POST', url: '/api/auth/login', headers: { 'user-agent': noise(300) } },
        body: { identifier: email, field: 'email', user_id: id, password, type: 'student' },
      },
    ],
  },
  'requests of a reset link': {
    kind: 'keyed',
    callsOf: ({ email }) => [{ method: 'POST', url: '/api/auth/user/forgot/pass', body: { email } }],
  },
};

it('orders, carts, documents, sign-ins, waiting lists and push devices of one IP address add at most 200 MB a day to the disk', {
  timeout: 300_000,
}, async () => {
  await seedAcademy(app.db);
  await app.db
    .updateTable('batches')
    .set({ capacity: 10_000 })
    .where('id', 'in', [batches.fireOpen, batches.radarOpen])
    .execute();
  const crowd = await gatherCrowd();
  const factors: Record<string, number> = {};
  for (const [name, { kind, callsOf }] of Object.entries(steps)) {
    const [first, others] = [crowd.slice(0, firstCalls), crowd.slice(firstCalls)];
    // Ignore the growth by the first calls, because their rows fill the first pages of tables and indexes.
    await measureGrowth(app, kind, first.flatMap(callsOf));
    factors[name] = await measureGrowth(app, kind, others.flatMap(callsOf));
  }
  expectWithinDay(factors);
});
