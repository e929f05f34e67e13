import type { Updateable } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../server/db/schema.ts';
import { sendReminders } from '../../../server/documents/send-reminders.ts';
import { createNotifications } from '../../../server/notifications/notifications.ts';
import { outboxMail } from '../../../server/providers/mail/mail-outbox.ts';
import { day, type FakeClock, fakeClock } from '../../support/clock.ts';
import { createTestDatabase } from '../../support/database.ts';
import { plantDocument } from '../../support/documents.ts';
import { createStudent, type NewStudent, signIn } from '../../support/student.ts';

const { db } = await createTestDatabase();
/** 23:30 on 9 March in Chennai: half an hour later it is 10 March there, but still 9 March in UTC. */
const lateEvening = Date.UTC(2026, 2, 9, 18, 0);
const halfHour = 1_800_000;
let clock: FakeClock;

beforeEach(async () => {
  clock = fakeClock(lateEvening);
  await db.deleteFrom('student_documents').execute();
  await db.deleteFrom('files').execute();
  await db.deleteFrom('mail_outbox').execute();
});

async function addDocument(lastDay: string | null, student: NewStudent = {}) {
  const { id } = await createStudent(db, student);
  return plantDocument(db, id, { expires_on: lastDay });
}

const sweep = () =>
  sendReminders({
    ...{ db, clock, notifications: createNotifications(clock) },
    mail: outboxMail({ clock, siteUrl: 'https://landfall.example.com' }),
  });
const emails = () => db.selectFrom('mail_outbox').selectAll().orderBy('id').execute();
const subjects = async () => (await emails()).map(({ subject }) => subject);

describe('expiry reminders', () => {
  it('expiry reminders of a document are emailed 90, 30 and 7 days before its last valid day, once each', async () => {
    await addDocument('2026-06-08');
    for (let passed = 0; passed <= 100; passed++) {
      await sweep();
      await sweep();
      clock.advance(day);
    }
    expect(await subjects()).toEqual([
      'Passport expires in 90 days',
      'Passport expires in 30 days',
      'Passport expires in 7 days',
    ]);
  });

  it('expiry reminders are sent by the date in the academy’s time zone, not by the UTC date', async () => {
    await addDocument('2026-06-08');
    await sweep();
    expect(await subjects()).toEqual([]);
    clock.advance(halfHour + 1);
    await sweep();
    expect(await subjects()).toEqual(['Passport expires in 90 days']);
  });

  it('an expiry reminder names the document and its last valid day and links to My Documents', async () => {
    await addDocument('2026-03-16', { email: 'asha@example.com' });
    await sweep();
    const [email] = await emails();
    expect(email).toMatchObject({
      recipient: 'asha@example.com',
      link: 'https://landfall.example.com/profile?tab=documents',
    });
    expect(email?.body).toContain('Your document Passport expires in 7 days, on 16 March 2026.');
  });

  it.each([
    ['2026-03-09', 'Passport expires today', 'on 9 March 2026'],
    ['2026-03-10', 'Passport expires tomorrow', 'on 10 March 2026'],
    ['2026-03-11', 'Passport expires in 2 days', 'on 11 March 2026'],
  ])(
    'the expiry reminder of a document that expires on %s says when it expires, what to do and where to find My Documents',
    async (lastDay, subject, text) => {
      await addDocument(lastDay, { first_name: 'Asha' });
      await sweep();
      const [email] = await emails();
      expect(email?.subject).toBe(subject);
      expect(email?.body).toBe(
        [
          'Dear Asha,',
          `Your document ${subject}, ${text}.`,
          'If you have renewed it, upload the new one and delete the old one. You may need it for a course that ends later.',
          'My Documents: https://landfall.example.com/profile?tab=documents',
        ].join('\n\n'),
      );
    },
  );

  it('a student without email gets expiry reminders as push messages that give the date, not the days left, and do not name the document', async () => {
    const { id } = await createStudent(db, { email: null });
    const document = await plantDocument(db, id, { expires_on: '2026-03-16', name: 'Passport Z123' });
    await signIn({ db, clock }, { id });
    const session = await db.selectFrom('sessions').select('id').where('student_id', '=', id).executeTakeFirstOrThrow();
    const device = { student_id: id, session_id: session.id, device: 'Chrome' };
    await db
      .insertInto('push_subscriptions')
      .values({ ...device, endpoint: `https://push.example.com/${id}`, p256dh: 'key', auth: 'secret' })
      .execute();
    expect([await sweep(), await sweep()]).toEqual([1, 0]);
    expect(await emails()).toEqual([]);
    const messages = db.selectFrom('push_outbox').select(['dedupe_key', 'kind', 'tag', 'content']);
    expect(await messages.execute()).toEqual([
      {
        ...{
          dedupe_key: `document-ends:${document.id}:2026-03-16:7`,
          kind: 'document',
          tag: `document:${document.id}`,
        },
        content: {
          title: 'A document expires on 16 March 2026',
          body: 'If you have renewed it, upload the new one in My Documents.',
          path: '/profile?tab=documents',
        },
      },
    ]);
    await db.deleteFrom('push_subscriptions').execute();
  });

  it('one run of the reminder job sends all due expiry reminders, even if they do not fit into one transaction', async () => {
    const { id } = await createStudent(db);
    for (let count = 0; count < 101; count++) await plantDocument(db, id, { expires_on: '2026-03-16' });
    expect(await sweep()).toBe(101);
    expect(await emails()).toHaveLength(101);
  });

  it('if several expiry reminders of a document are overdue because the server was down, only the latest is sent', async () => {
    await addDocument('2026-06-20');
    clock.advance(85 * day);
    await sweep();
    expect(await subjects()).toEqual(['Passport expires in 18 days']);
    clock.advance(11 * day);
    await sweep();
    expect(await subjects()).toEqual(['Passport expires in 18 days', 'Passport expires in 7 days']);
  });

  it('expiry reminders of a document start again after its expiry date has changed', async () => {
    const { id } = await addDocument('2026-03-16');
    await sweep();
    const renewed = { expires_on: '2026-04-01', reminded_days: null };
    await db.updateTable('student_documents').set(renewed).where('id', '=', id).execute();
    await sweep();
    expect(await subjects()).toEqual(['Passport expires in 7 days', 'Passport expires in 23 days']);
  });

  it('an expiry reminder is still sent on the last valid day of a document, but not after that day', async () => {
    await addDocument('2026-03-09');
    await addDocument('2026-03-08');
    await sweep();
    expect(await subjects()).toEqual(['Passport expires today']);
  });

  it('no expiry reminder is sent about a document that staff have rejected, until it is waiting for review again', async () => {
    const { id } = await addDocument('2026-03-20');
    const review = (row: Updateable<Database['student_documents']>) =>
      db.updateTable('student_documents').set(row).where('id', '=', id).execute();
    await review({ state: 'rejected', rejection: 'The scan is blurred.', reviewed_at: new Date() });
    await sweep();
    expect(await subjects()).toEqual([]);
    await review({ state: 'waiting', rejection: null, reviewed_at: null });
    await sweep();
    expect(await subjects()).toEqual(['Passport expires in 11 days']);
  });

  it('no expiry reminder is sent about a document without expiry date, or to a student without email and push messages', async () => {
    await addDocument(null);
    await addDocument('2026-03-10', { email: null });
    expect(await sweep()).toBe(0);
  });

  it('the reminder job does not wait for a document that another transaction has locked, but reminds of it in its next run', async () => {
    const busy = await addDocument('2026-03-20');
    await addDocument('2026-03-21');
    await db.transaction().execute(async (tx) => {
      await tx.selectFrom('student_documents').select('id').where('id', '=', busy.id).forUpdate().execute();
      expect(await sweep()).toBe(1);
    });
    expect(await subjects()).toEqual(['Passport expires in 12 days']);
    expect(await sweep()).toBe(1);
  });

  it('three processes that run at the same time send each of eight expiry reminders once', async () => {
    for (let place = 0; place < 8; place++) await addDocument('2026-03-20');
    const counts = await Promise.all([sweep(), sweep(), sweep()]);
    expect(counts.reduce((sum, count) => sum + count)).toBe(8);
    expect(await emails()).toHaveLength(8);
  });
});
