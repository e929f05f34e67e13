import { sql } from 'kysely';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { calendarFile } from '../../../../contract/calendar-file.ts';
import { courseEvent } from '../../../../contract/course-event.ts';
import type { Enrolment } from '../../../../contract/enrolments.ts';
import { bookingCalendar } from '../../../../server/orders/messages/booking-calendar.ts';
import { emailedOrderQuery } from '../../../../server/orders/messages/emailed-order.repo.ts';
import { refundEmailSql } from '../../../../server/orders/messages/order-emails.ts';
import { outboxMail } from '../../../../server/providers/mail/mail-outbox.ts';
import { openAcademy, type StudentBrowser } from '../../booking/academy.ts';
import { batches, courses } from '../../booking/academy-seed.ts';
import {
  addCourse,
  addFire,
  addSea,
  type Created,
  expireHolds,
  placeOrder,
  pressPaymentButton,
  recheckOrder,
} from '../ordering.ts';
import { openConsole } from '../staff/staff-calls.ts';

const academy = await openAcademy();
const { db, enrol, app, clock } = academy;
const brand = {
  name: 'Harbour Academy',
  address: 'Harbour Academy, 1 Quay Road, Chennai',
  admissions_phones: ['1800-000-1111', '1800-000-1112', '1800-000-1113', '1800-000-1114'],
};

beforeAll(async () => {
  await db
    .insertInto('cms_documents')
    .values({ key: 'brand', body: JSON.stringify(brand) })
    .execute();
});

const emailsAbout = (orderId: string) =>
  db.selectFrom('mail_outbox').selectAll().where('dedupe_key', 'like', `%:${orderId}%`).orderBy('id').execute();
const deliveredAbout = (orderId: string) =>
  db.selectFrom('sandbox_messages').selectAll().where('subject', 'like', `%${orderId}`).execute();

async function order(student: StudentBrowser): Promise<Created> {
  await addSea(student, batches.fireOpen, batches.radarOpen);
  return placeOrder(student);
}

describe('the booking confirmation email', () => {
  it('the booking confirmation email names courses, dates, place and amount, and links to the booking and the receipt', async () => {
    const student = await enrol({ first_name: 'Zoë', last_name: 'Nair <b>', email: 'zoe@example.com' });
    const created = await order(student);
    await pressPaymentButton(academy, created, 'pay');
    await recheckOrder(student, created.attempt_id);
    const [email, ...others] = await emailsAbout(created.order_id);
    expect(others).toEqual([]);
    const site = 'http://localhost:3000/course-booking';
    expect(email).toMatchObject({
      recipient: 'zoe@example.com',
      recipient_name: 'Zoë Nair <b>',
      subject: `Booking confirmed: ${created.order_id}`,
      link: `${site}/checkout/confirmation/${created.attempt_id}`,
    });
    expect(email?.body).toBe(
      [
        'Dear Zoë,',
        'Thank you. Your seats are booked:',
        '- Fire Fighting: 1 Apr 2026 – 3 Apr 2026 (in Sea Start)\n- Radar Simulator: 2 Apr 2026 – 4 Apr 2026 (in Sea Start)',
        `Order number: ${created.order_id}\nAmount paid: ₹13,500.00`,
        'Place: Harbour Academy, 1 Quay Road, Chennai\nGetting there: By bus.',
        'The dates are attached as a file for your calendar.',
        [
          `Your booking: ${site}/checkout/confirmation/${created.attempt_id}`,
          `Your receipt: ${site}/receipt/${created.order_id}`,
          'My Courses: http://localhost:3000/profile?tab=courses',
          'My Documents: http://localhost:3000/profile?tab=documents',
        ].join('\n'),
        'Questions? Call 1800-000-1111.\nHarbour Academy',
      ].join('\n\n'),
    );
    expect(email?.html).toContain('<li>Fire Fighting: 1 Apr 2026 – 3 Apr 2026 (in Sea Start)</li>');
    expect(email?.html).toContain(`href="${site}/receipt/${created.order_id}"`);
  });

  it('the booking confirmation email says when and where to report, what to wear and bring, and which documents are missing', async () => {
    const student = await enrol();
    const detail = {
      reporting_time: '08:15 at the pool',
      dress_code: 'Swimwear & towel',
      what_to_bring: ['A notebook'],
      requiredDocuments: [{ name: 'Passport', words: ['passport'] }],
      settings: { venue: 'Quay 9', location_map_link: 'https://maps.example.com/?a=1&b=2', logistics: 'By bus.' },
    };
    await sql`update courses set detail = ${JSON.stringify(detail)} where id = ${courses.fire}`.execute(db);
    await addFire(student);
    const created = await placeOrder(student);
    await pressPaymentButton(academy, created, 'pay');
    await recheckOrder(student, created.attempt_id);
    await sql`update courses set detail = '{}' where id = ${courses.fire}`.execute(db);
    const [email] = await emailsAbout(created.order_id);
    expect(email?.body).toContain(
      [
        [
          'Report: 08:15 at the pool',
          'Place: Quay 9',
          'Map: https://maps.example.com/?a=1&b=2',
          'Wear: Swimwear & towel',
          'Getting there: By bus.',
        ].join('\n'),
        'Bring:',
        '- Passport\n- A notebook',
        'Not yet in My Documents. Please upload a copy before your first day:',
        '- Passport',
      ].join('\n\n'),
    );
    expect(email?.html).toContain('<a href="https://maps.example.com/?a=1&amp;b=2"');
    expect(email?.html).toContain('<strong>Swimwear &amp; towel</strong>');
  });

  it('the calendar file attached to the booking confirmation email equals the file that “Add to calendar” downloads', async () => {
    const student = await enrol({ email: 'ila@example.com' });
    const created = await order(student);
    await pressPaymentButton(academy, created, 'pay');
    await recheckOrder(student, created.attempt_id);
    const [email] = await emailsAbout(created.order_id);
    if (!email) throw new Error('there is no email');
    const { data } = (await student.get('/api/users/student/courses')).json<{ data: Enrolment[] }>();
    const queued = { dedupeKey: email.dedupe_key, to: 'ila@example.com', subject: '', text: '' };
    const [file, ...others] = await bookingCalendar(db, { ...queued, queuedAt: email.created_at });
    expect(others).toEqual([]);
    expect(file).toEqual({
      name: `${created.order_id.toLowerCase()}.ics`,
      contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
      content: calendarFile(data.map(courseEvent), email.created_at),
    });
    expect(file?.content).toContain('SUMMARY:Radar Simulator');
    const setBatches = (publication: 'published' | 'cancelled', ...ids: number[]) =>
      db.updateTable('batches').set({ publication, status: 'open' }).where('id', 'in', ids).execute();
    const { fireOpen, radarOpen } = batches;
    await setBatches('cancelled', radarOpen);
    const [later] = await bookingCalendar(db, { ...queued, queuedAt: email.created_at });
    await setBatches('cancelled', fireOpen);
    const afterAll = await bookingCalendar(db, { ...queued, queuedAt: email.created_at });
    await setBatches('published', fireOpen, radarOpen);
    expect(later?.content).toContain('SUMMARY:Fire Fighting');
    expect(later?.content).not.toContain('SUMMARY:Radar Simulator');
    expect(afterAll).toEqual([]);
    expect(`${email.body}${email.html}`).not.toContain('BEGIN:VCALENDAR');
    await app.mail.sendDue();
    const [delivered] = await deliveredAbout(created.order_id);
    expect(delivered?.text).toContain(`Attached: ${file?.name}`);
  });

  it('an undelivered booking confirmation email cannot be resent while a batch of its order is cancelled', async () => {
    const registrar = await openConsole(academy, 'registrar');
    const student = await enrol({ email: 'mira@example.com' });
    const created = await order(student);
    await pressPaymentButton(academy, created, 'pay');
    await recheckOrder(student, created.attempt_id);
    const [email] = await emailsAbout(created.order_id);
    const id = email?.id ?? 0;
    await db.updateTable('mail_outbox').set({ state: 'dead' }).where('id', '=', id).execute();
    const isExpired = async () =>
      (await registrar.call('GET', '/emails')).body.data.find((one: { id: number }) => one.id === id)?.is_expired;
    const setBatch = (publication: 'published' | 'cancelled') =>
      db.updateTable('batches').set({ publication, status: 'open' }).where('id', '=', batches.radarOpen).execute();
    expect(await isExpired()).toBe(false);
    await setBatch('cancelled');
    expect(await isExpired()).toBe(true);
    expect((await registrar.call('POST', `/emails/${id}/resend`, {})).body.code).toBe('EMAIL_EXPIRED');
    await setBatch('published');
    expect((await registrar.call('POST', `/emails/${id}/resend`, {})).body.data).toEqual({ queued: 1 });
  });

  it('only the email that confirms a booking has a calendar file attached, not other emails about the same order', async () => {
    const student = await enrol();
    const created = await order(student);
    const { order_id: id, attempt_id: attempt } = created;
    await pressPaymentButton(academy, created, 'pay');
    const email = { to: 'ila@example.com', subject: '', text: '', queuedAt: new Date(clock.now()) };
    const filesOf = (dedupeKey: string) => bookingCalendar(db, { ...email, dedupeKey });
    for (const key of [`order-completed:${id}`, `order-completed:${id}:again`])
      expect(await filesOf(key), key).toHaveLength(1);
    const others = [`order-refund-due:${id}:p`, `order-cancelled:${id}:1`, `order-transferred:${id}:1`];
    for (const key of [...others, `payment-failed:${attempt}`, 'order-completed:LF-2020-000001'])
      expect(await filesOf(key), key).toEqual([]);
  });

  it('the API shows to which masked address an order’s confirmation was emailed and whether the email was delivered', async () => {
    const student = await enrol({ email: 'zoe.nair@example.com' });
    await addFire(student);
    const created = await placeOrder(student);
    expect((await recheckOrder(student, created.attempt_id)).order).not.toHaveProperty('confirmation_email');
    await pressPaymentButton(academy, created, 'pay');
    const emailOf = async () => (await recheckOrder(student, created.attempt_id)).order.confirmation_email;
    expect(await emailOf()).toEqual({ to: 'z****r@example.com', state: 'waiting' });
    await app.mail.sendDue();
    expect(await emailOf()).toEqual({ to: 'z****r@example.com', state: 'sent' });
    await sql`update mail_outbox set state = 'dead', sent_at = null
      where dedupe_key = ${`order-completed:${created.order_id}`}`.execute(db);
    expect(await emailOf()).toEqual({ to: 'z****r@example.com', state: 'failed' });
  });

  it('the booking confirmation email shows one date for a course that lasts one day', async () => {
    const student = await enrol();
    const created = await order(student);
    const endOn = (end_date: string) =>
      db.updateTable('batches').set({ end_date }).where('id', '=', batches.fireOpen).execute();
    await endOn('2026-04-01');
    onTestFinished(async () => void (await endOn('2026-04-03')));
    await pressPaymentButton(academy, created, 'pay');
    await recheckOrder(student, created.attempt_id);
    const [email] = await emailsAbout(created.order_id);
    expect(email?.body).toContain('- Fire Fighting: 1 Apr 2026 (in Sea Start)');
  });

  it('the booking confirmation email is sent once although eight concurrent requests complete the order and send emails', async () => {
    const student = await enrol();
    const created = await order(student);
    await pressPaymentButton(academy, created, 'pay');
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        await recheckOrder(student, created.attempt_id);
        await app.mail.sendDue();
      }),
    );
    await app.settlePayments();
    await app.mail.sendDue();
    expect(await emailsAbout(created.order_id)).toHaveLength(1);
    expect(await deliveredAbout(created.order_id)).toHaveLength(1);
  });

  it('a booking is completed and confirmed by email even if the academy’s address and phone are unknown', async () => {
    await db.updateTable('cms_documents').set({ body: '{"name": 1}' }).where('key', '=', 'brand').execute();
    const student = await enrol();
    await addFire(student);
    const created = await placeOrder(student);
    await pressPaymentButton(academy, created, 'pay');
    expect((await recheckOrder(student, created.attempt_id)).state).toBe('completed');
    const [email] = await emailsAbout(created.order_id);
    expect(email?.body).not.toMatch(/Place:|Questions/);
    await db
      .updateTable('cms_documents')
      .set({ body: JSON.stringify(brand) })
      .where('key', '=', 'brand')
      .execute();
  });

  it('no booking confirmation email is queued for a student without an email address', async () => {
    const student = await enrol();
    await addFire(student);
    const created = await placeOrder(student);
    await db.updateTable('students').set({ email: null }).where('id', '=', student.id).execute();
    await pressPaymentButton(academy, created, 'pay');
    expect((await recheckOrder(student, created.attempt_id)).state).toBe('completed');
    expect(await emailsAbout(created.order_id)).toEqual([]);
  });
});

describe('the failed payment email', () => {
  it('a declined payment queues one email with a link back to the cart, however often the payment is rechecked', async () => {
    const student = await enrol();
    const created = await order(student);
    await pressPaymentButton(academy, created, 'decline');
    for (let times = 0; times < 3; times++) await recheckOrder(student, created.attempt_id);
    await app.settlePayments();
    const emails = await emailsAbout(created.order_id);
    expect(emails.map(({ dedupe_key }) => dedupe_key)).toEqual([`payment-failed:${created.attempt_id}`]);
    expect(emails[0]?.subject).toBe(`Payment not received: ${created.order_id}`);
    expect(emails[0]?.body).toContain(`Order number: ${created.order_id}\nAmount: ₹13,500.00`);
    expect(emails[0]?.body).toContain('Your cart: http://localhost:3000/course-booking/details');
  });

  it('no email is queued when a payment session expires without a payment', async () => {
    const student = await enrol();
    const created = await order(student);
    await db.updateTable('sandbox_payments').set({ state: 'expired' }).where('session_id', '=', created.data).execute();
    expect((await recheckOrder(student, created.attempt_id)).state).toBe('expired');
    expect(await emailsAbout(created.order_id)).toEqual([]);
  });
});

describe('the refund email', () => {
  it('a payment that must be refunded because the seats are gone queues one email with the amount and the reason', async () => {
    const student = await enrol();
    await addCourse(student, 401, batches.radarSeven);
    const created = await placeOrder(student);
    await expireHolds(academy, created.order_id);
    await Promise.all(
      Array.from({ length: 7 }, async () => {
        const other = await enrol();
        await addCourse(other, 401, batches.radarSeven);
        await placeOrder(other);
      }),
    );
    await pressPaymentButton(academy, created, 'pay');
    await Promise.all([1, 2, 3].map(() => recheckOrder(student, created.attempt_id)));
    const emails = await emailsAbout(created.order_id);
    expect(emails.map(({ subject }) => subject)).toEqual([`Refund for order ${created.order_id}`]);
    expect(emails[0]?.body).toContain('the seats were no longer available when it arrived');
    expect(emails[0]?.body).toContain('Amount to be refunded: ₹8,750.09');
  });

  it('each additional payment for an order queues one email about its refund', async () => {
    const student = await enrol();
    await addFire(student);
    const { order_id: orderId } = await placeOrder(student);
    const mail = outboxMail({ clock, siteUrl: 'https://site.example' });
    const { statement, read } = emailedOrderQuery(sql`${orderId}`);
    const emailed = read((await statement.execute(db)).rows);
    if (!emailed) throw new Error('the student has no email address');
    for (const paymentId of ['second', 'second', 'third'])
      await refundEmailSql(mail, emailed, { paymentId, paise: 100, reason: 'paid twice' }).execute(db);
    const emails = await emailsAbout(orderId);
    expect(emails.map(({ dedupe_key }) => dedupe_key)).toEqual([
      `order-refund-due:${orderId}:second`,
      `order-refund-due:${orderId}:third`,
    ]);
    expect(emails[0]?.body).toContain('more than one payment');
  });

  const couldNotBook = 'We received your payment, but could not book it';
  it('the refund email gives the reason of the refund, the courses and the amount, and links to the order', async () => {
    const student = await enrol();
    await addFire(student);
    const { order_id: orderId, attempt_id } = await placeOrder(student);
    const mail = outboxMail({ clock, siteUrl: 'https://site.example' });
    const { statement, read } = emailedOrderQuery(sql`${orderId}`);
    const emailed = read((await statement.execute(db)).rows);
    if (!emailed) throw new Error('the student has no email address');
    for (const [reason, text] of [
      ['seats gone', `${couldNotBook}: the seats were no longer available when it arrived.`],
      ['paid short', `${couldNotBook}: it was less than the price of the order.`],
      [
        'bought by another order',
        'We received your payment, but you had already booked these courses with another order.',
      ],
      ['paid twice', 'We received more than one payment for this order. We will refund this one.'],
      [
        'paid too much',
        'We received more than the price of your order. Your seats are booked, and the rest will be refunded.',
      ],
      ['a reason of a later release', `${couldNotBook}.`],
    ] as const) {
      await refundEmailSql(mail, emailed, { paymentId: reason, paise: 123_450, reason }).execute(db);
      const email = (await emailsAbout(orderId)).at(-1);
      expect(email?.subject).toBe(`Refund for order ${orderId}`);
      expect(email?.body.split('\n\n').slice(0, -1)).toEqual([
        'Dear Asha,',
        text,
        '- Fire Fighting: 1 Apr 2026 – 3 Apr 2026',
        `Order number: ${orderId}\nAmount to be refunded: ₹1,234.50`,
        'The amount will be refunded to your original payment method. You do not need to do anything.',
        `Your order: https://site.example/course-booking/checkout/confirmation/${attempt_id}`,
      ]);
    }
  });
});
