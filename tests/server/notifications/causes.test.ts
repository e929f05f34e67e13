import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { createNotifications } from '../../../server/notifications/notifications.ts';
import { readBookedLines } from '../../../server/orders/changes/booked-lines.repo.ts';
import { cancelBooking } from '../../../server/orders/changes/cancel-booking.ts';
import { plantDocument } from '../../support/documents.ts';
import type { subscribeBrowser } from '../../support/push-service.ts';
import { batches, courses } from '../booking/academy-seed.ts';
import { openOffice } from '../booking/runs/changed-batch.ts';
import { cancel, transfer } from '../orders/changes/booked-order.ts';
import {
  addCourse,
  addFire,
  expectInvariants,
  pay,
  placeOrder,
  pressPaymentButton,
  recheckOrder,
} from '../orders/ordering.ts';
import { makeRefundsDue, poll } from '../orders/pay/make-due.ts';
import { orderDeps } from '../orders/place/order-server.ts';
import { enlarge, fill, joinFire } from '../waiting-lists/waiting.ts';
import { enrolWithPush, openPushAcademy, settingsUrl } from './devices.ts';

const academy = await openPushAcademy();
const { db, app, clock } = academy;
const office = await openOffice(academy);

beforeEach(async () => {
  await expectInvariants(academy);
});

/** Runs the push job twice and returns the titles of the notifications that the browser has shown. */
async function shownIn(browser: ReturnType<typeof subscribeBrowser>): Promise<string[]> {
  for (const _ of [1, 2]) expect((await app.sendPushes()).failures).toEqual([]);
  return browser.messages().map(({ title }) => title);
}

async function emailsOf(studentId: string): Promise<string[]> {
  const { rows } = await sql<{ subject: string }>`select m.subject from mail_outbox m
    join students s on s.email = m.recipient where s.id = ${studentId} order by m.id`.execute(db);
  return rows.map(({ subject }) => subject);
}

/** A student with push messages whose order of fire fighting is paid, and whose browser has shown the confirmation. */
async function book(batch: number = batches.fireOpen) {
  const { student, browser } = await enrolWithPush(academy);
  await addFire(student, batch);
  const created = await placeOrder(student);
  await pay(academy, student, created);
  // Messages that wait at the same time are sent side by side and arrive in any order.
  await app.sendPushes();
  return { student, browser, created };
}

describe('each cause sends one push message', () => {
  it('a completed booking sends the student one push message', async () => {
    const { student, browser, created } = await book();
    await recheckOrder(student, created.attempt_id);
    expect(await shownIn(browser)).toEqual(['Booking confirmed']);
    expect(browser.messages()).toMatchObject([{ path: '/profile?tab=bookings' }]);
  });

  it('a declined payment sends the student one push message', async () => {
    const { student, browser } = await enrolWithPush(academy);
    await addFire(student);
    const created = await placeOrder(student);
    await pressPaymentButton(academy, created, 'decline');
    await recheckOrder(student, created.attempt_id);
    expect(await shownIn(browser)).toEqual(['Payment not received']);
  });

  it('a refund that has been sent causes one push message and one email to the student', async () => {
    const { student, browser, created } = await book();
    await cancelAll(created.order_id);
    await app.sendPushes();
    await app.sendRefunds();
    await makeRefundsDue(db);
    await app.sendRefunds();
    expect(await shownIn(browser)).toEqual(['Booking confirmed', 'A booking was cancelled', 'Refund sent']);
    const emails = await emailsOf(student.id);
    expect(emails.filter((subject) => subject === `Refund sent: ${created.order_id}`)).toHaveLength(1);
  });

  it('a student whose batch is moved gets one push message, which opens the page to choose other dates', async () => {
    const id = await office.create('2026-05-18');
    const { student, browser } = await book(id);
    await office.move(id, { start_date: '2026-06-08', affected: 1 });
    await app.advanceBatchRuns();
    await app.advanceBatchRuns();
    expect(await shownIn(browser)).toEqual(['Booking confirmed', 'New dates for a batch you booked']);
    const { token } = await office.inboxOf(student.id);
    expect(browser.messages().at(-1)?.path).toBe(`/batch-choice?t=${token}`);
  });

  it('a student whose batch is cancelled gets a push message that opens My Courses, even without an email address', async () => {
    const id = await office.create('2026-07-06');
    const { student, browser } = await book(id);
    await sql`update students set email = null where id = ${student.id}`.execute(db);
    await office.cancel(id, 1);
    await app.advanceBatchRuns();
    expect((await shownIn(browser)).at(-1)).toBe('A batch you booked is cancelled');
    expect(browser.messages().at(-1)).toMatchObject({ path: '/profile?tab=courses' });
  });

  it('a student whose device is off while one course of an order is cancelled and another is moved gets a push message about each', async () => {
    const { student, browser } = await enrolWithPush(academy);
    await addFire(student);
    await addCourse(student, courses.radar, batches.radarOpen);
    const { order_id: orderId, ...created } = await placeOrder(student);
    await pay(academy, student, { order_id: orderId, ...created });
    await app.sendPushes();
    const lines = await readBookedLines(db, orderId);
    const radar = lines.find(({ courses: [course] }) => course?.course_id === courses.radar);
    await cancel(academy, { orderId, lines: [{ itemId: radar?.itemId ?? 0, refundPaise: 'full' }] });
    await transfer(academy, { orderId, courseId: courses.fire, toBatchId: batches.fireSeven });
    const shown = await shownIn(browser);
    expect(shown.sort()).toEqual(['A booking was cancelled', 'Booking confirmed', 'New dates for your booking']);
  });

  it('the reminder of a document that expires soon sends one push message, even to a student without an email address', async () => {
    const { student, browser } = await enrolWithPush(academy, { email: null });
    const last = new Date(clock.now() + 7 * 86_400_000).toISOString().slice(0, 10);
    await plantDocument(db, student.id, { name: 'Passport Z1234567', expires_on: last });
    await app.remindOfDocuments();
    await app.remindOfDocuments();
    const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(last));
    expect(await shownIn(browser)).toEqual([`A document expires on ${day}`]);
    expect(JSON.stringify(browser.messages())).not.toContain('Passport');
  });

  it('an offer of a free seat sends the student one urgent push message, which the push service drops after at most 12 hours', async () => {
    await fill(academy, batches.fireSeven);
    const { student, browser } = await enrolWithPush(academy);
    expect((await joinFire(student, batches.fireSeven)).statusCode).toBe(200);
    await enlarge(academy, batches.fireSeven, 1);
    await app.makeOffers();
    await app.makeOffers();
    expect(await shownIn(browser)).toEqual(['A seat is free for you']);
    const [request] = browser.requests();
    expect(request?.headers.urgency).toBe('high');
    expect(Number(request?.headers.ttl)).toBeLessThanOrEqual(12 * 3600);
  });
});

async function cancelAll(orderId: string): Promise<void> {
  const request = { by: { actor: 'a test' }, reason: 'wish of the student', key: `cancel:${orderId}` };
  await db
    .transaction()
    .execute((tx) => cancelBooking(tx, orderDeps(db, clock), { orderId, lines: 'all', ...request }));
}

describe('who gets no push message', () => {
  it('a student who has turned off push messages about payments still gets the emails about payments', async () => {
    const { student, browser } = await enrolWithPush(academy);
    await student.send('PUT', settingsUrl, { kind: 'payment', is_on: false });
    await addFire(student);
    await pay(academy, student, await placeOrder(student));
    expect(await shownIn(browser)).toEqual([]);
    expect(await emailsOf(student.id)).toHaveLength(1);
  });

  it('a device whose sign-in session has expired gets no push message', async () => {
    const { student, browser } = await enrolWithPush(academy);
    await addFire(student);
    const created = await placeOrder(student);
    await sql`update sessions set last_seen_at = ${new Date(clock.now() - 31 * 86_400_000)}
      where student_id = ${student.id}`.execute(db);
    await pressPaymentButton(academy, created, 'pay-away');
    await poll(academy);
    expect((await emailsOf(student.id)).length).toBe(1);
    expect(await shownIn(browser)).toEqual([]);
  });

  it('a student who signs out while a payment is being processed still gets the booking', async () => {
    const { student, browser } = await enrolWithPush(academy);
    await addFire(student);
    const created = await placeOrder(student);
    const signOut = () => student.send('POST', '/api/auth/logout', { type: 'student', user_id: student.id });
    await pressPaymentButton(academy, created, 'pay-away');
    await Promise.all([poll(academy), signOut()]);
    await shownIn(browser);
    const order = db.selectFrom('orders').select('state').where('id', '=', created.order_id);
    expect(await order.executeTakeFirst()).toEqual({ state: 'completed' });
  });

  it('a database transaction that is rolled back sends no push message', async () => {
    const { student, browser } = await enrolWithPush(academy);
    const work = db.transaction().execute(async (tx) => {
      const content = { title: 'never', body: 'never', path: '/', tag: 'never' };
      const cause = { studentId: student.id, kind: 'batch' as const, dedupeKey: 'never' };
      await createNotifications(clock).notify(tx, { ...cause, ...content });
      throw new Error('the cause failed');
    });
    await expect(work).rejects.toThrow('the cause failed');
    expect(await shownIn(browser)).toEqual([]);
  });
});
