import { afterAll, describe, expect, it } from 'vitest';
import type { StaffOrder } from '../../../../contract/staff/orders.ts';
import { insertAuditEntry } from '../../../../server/db/audit-entry.ts';
import { inTransaction } from '../../../../server/db/transactions/transaction.ts';
import { amount } from '../../../../server/orders/messages/order-emails.ts';
import { settleRefund } from '../../../../server/orders/refunds/refund.repo.ts';
import { resends } from '../../../../server/orders/staff/resend-email.ts';
import { day } from '../../../support/clock.ts';
import { openAcademy } from '../../booking/academy.ts';
import { batches, courses } from '../../booking/academy-seed.ts';
import { openOffice } from '../../booking/runs/changed-batch.ts';
import { bookOrder, cancel, expectConsistent, transfer } from '../changes/booked-order.ts';
import { expireHolds, orderFire, pay, pressPaymentButton, recheckOrder } from '../ordering.ts';
import { orderDeps } from '../place/order-server.ts';
import { openConsole } from './staff-calls.ts';

const academy = await openAcademy({ RATE_FORM: '100000' });
const { app, clock, db } = academy;
const office = await openOffice(academy);
const call = async (method: 'GET' | 'POST', path: string, body?: object) =>
  (await openConsole(academy, 'registrar')).call(method, path, body);
afterAll(() => expectConsistent(academy));

async function timelineOf(orderId: string): Promise<StaffOrder['timeline']> {
  return (await call('GET', `/orders/${orderId}`)).body.data.timeline;
}

/**
 * The text of an email without the parts that differ when it is sent again: the token of the link for a student's
 * choice, and the site's address, which these tests and the server name differently.
 */
const lasting = (body: string | undefined) =>
  body?.replaceAll(/\?t=\S+/g, '').replaceAll(/http:\/\/localhost(:3000)?/g, '');

/** The emails of this kind in the history of an order, oldest first. */
async function emailsOf(orderId: string, kind: string) {
  const shown = (await timelineOf(orderId)).flatMap(({ email_id }) => email_id ?? []);
  return db
    .selectFrom('mail_outbox')
    .select(['id', 'recipient', 'subject', 'link', 'body'])
    .where('id', 'in', [0, ...shown])
    .where('dedupe_key', 'like', `${kind}:%`)
    .orderBy('id')
    .execute();
}

/** The text of the newest email about an order. */
async function newestEmailOf(orderId: string): Promise<string | undefined> {
  const newest = db.selectFrom('mail_outbox').select('body').where('dedupe_key', 'like', `%${orderId}%`);
  return (await newest.orderBy('id', 'desc').executeTakeFirst())?.body;
}

/** Sends an email again. The history must have said before whether the server refuses that because it is outdated. */
async function resend(orderId: string, email: number | undefined) {
  const shown = (await timelineOf(orderId)).find(({ email_id }) => email_id === email);
  const response = await call('POST', `/orders/${orderId}/emails/${email ?? 0}`, {});
  expect(shown?.is_outdated ?? false).toBe(response.body.code === 'EMAIL_OUTDATED');
  return response;
}

/** Creates a batch that starts on `start`, and a student who has booked it. */
async function bookBatch(start: string) {
  const id = await office.create(start);
  return { id, ...(await bookOrder(academy, { fire: id })) };
}

async function cancelBooked() {
  const booked = await bookOrder(academy, { fire: batches.fireOpen });
  await cancel(academy, { orderId: booked.orderId, lines: 'all' });
  return booked.orderId;
}

/** Records at the office that the amount due of a change has been paid. */
async function payDue(orderId: string, change_id: number) {
  const accounts = await openConsole(academy, 'accounts');
  const body = { change_id, payment: { method: 'cash' }, reason: 'at the counter' };
  expect((await accounts.call('POST', `/orders/${orderId}/due`, body)).status).toBe(200);
}

/** Makes an order about which there is an email of each kind. */
const makers: Record<string, () => Promise<string>> = {
  'order-completed': async () => (await bookOrder(academy, { fire: batches.fireOpen })).orderId,
  'payment-failed': async () => {
    const { student, created } = await orderFire(academy);
    await pressPaymentButton(academy, created, 'decline');
    await recheckOrder(student, created.attempt_id);
    return created.order_id;
  },
  'order-refund-due': async () => {
    const id = await office.create('2026-05-04', 1);
    const { student, created } = await orderFire(academy, id);
    await expireHolds(academy, created.order_id);
    await bookOrder(academy, { fire: id });
    await pay(academy, student, created);
    return created.order_id;
  },
  'order-cancelled': cancelBooked,
  'order-transferred': async () => {
    const { orderId } = await bookOrder(academy, { fire: batches.fireOpen });
    await transfer(academy, { orderId, courseId: courses.fire, toBatchId: batches.radarOpen });
    return orderId;
  },
  'refund-sent': async () => {
    const orderId = await cancelBooked();
    const { id } = await db
      .selectFrom('refunds')
      .select('id')
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow();
    await inTransaction(db, (tx) => settleRefund(tx, orderDeps(db, clock), { id, reference: 'UTR 1' }));
    return orderId;
  },
  'due-paid': async () => {
    const { orderId } = await bookOrder(academy, { fire: batches.fireOpen });
    const dearer = { courseId: courses.fire, toBatchId: batches.radarOpen, duePaise: 500_000 };
    const { id } = await transfer(academy, { orderId, ...dearer });
    await payDue(orderId, id);
    return orderId;
  },
  'batch-run': async () => {
    const { id, orderId } = await bookBatch('2026-05-11');
    await office.cancel(id, 1);
    await app.advanceBatchRuns();
    return orderId;
  },
  joining: async () => {
    const { id, orderId, student } = await bookBatch('2026-05-18');
    await call('POST', `/rosters/${id}/joining-emails`, { students: [student.id] });
    return orderId;
  },
};

describe('the emails in the history of an order', () => {
  it('the tests of resending emails cover every kind of email that staff can resend', () => {
    expect(Object.keys(makers).toSorted()).toEqual(Object.keys(resends).toSorted());
  });

  it.each(Object.keys(makers))(
    'staff can resend the email “%s” of an order more than once, and the history of the order shows each time',
    async (kind) => {
      const orderId = (await makers[kind]?.()) ?? '';
      const [first, ...none] = await emailsOf(orderId, kind);
      expect(first).toBeDefined();
      expect(none).toEqual([]);
      const student = db.selectFrom('orders').select('student_id').where('id', '=', orderId);
      await db
        .updateTable('students')
        .set({ email: `${kind}@example.com` })
        .where('id', '=', student)
        .execute();
      const { status, body } = await resend(orderId, first?.id);
      expect([status, body.data]).toEqual([200, { to: `${kind}@example.com` }]);
      const [, second] = await emailsOf(orderId, kind);
      expect(second).toMatchObject({ recipient: `${kind}@example.com`, subject: first?.subject });
      expect(lasting(second?.body)).toBe(lasting(first?.body));
      expect((await resend(orderId, second?.id)).status).toBe(200);
      expect(await emailsOf(orderId, kind)).toHaveLength(3);
      const staff = (await timelineOf(orderId)).filter(({ title }) => title === 'Email sent again');
      expect(staff).toHaveLength(2);
    },
  );

  it('staff cannot resend an email under the wrong order number or to a student without an email address', async () => {
    const [one, other] = [await cancelBooked(), await cancelBooked()];
    const [email] = await emailsOf(one, 'order-cancelled');
    expect((await resend(other, email?.id)).status).toBe(404);
    const student = db.selectFrom('orders').select('student_id').where('id', '=', one);
    await db.updateTable('students').set({ email: null, mobile: '9876612345' }).where('id', '=', student).execute();
    expect((await resend(one, email?.id)).body).toMatchObject({
      ...{ code: 'NO_EMAIL', message: 'This student has no email address.' },
    });
  });

  it('when two bookings of an order were cancelled separately, a resent email is about the same booking as the original email', async () => {
    const { orderId, lines } = await bookOrder(academy, { fire: batches.fireOpen, radar: batches.radarOpen });
    const [fire, radar] = lines.map(({ itemId }) => itemId);
    await cancel(academy, { orderId, lines: [{ itemId: fire ?? 0, refundPaise: 100 }] });
    await cancel(academy, { orderId, lines: [{ itemId: radar ?? 0, refundPaise: 200 }] });
    for (const { id, body } of await emailsOf(orderId, 'order-cancelled')) {
      expect((await resend(orderId, id)).status).toBe(200);
      expect(lasting(await newestEmailOf(orderId))).toBe(lasting(body));
    }
  });

  it('the email about a declined payment cannot be resent once the order has expired', async () => {
    const orderId = (await makers['payment-failed']?.()) ?? '';
    const [email] = await emailsOf(orderId, 'payment-failed');
    await db.updateTable('orders').set({ state: 'expired' }).where('id', '=', orderId).execute();
    expect((await resend(orderId, email?.id)).body).toMatchObject({
      ...{ code: 'EMAIL_OUTDATED', message: 'What this email says is no longer true, so it cannot be sent again.' },
    });
    await db.updateTable('orders').set({ state: 'declined' }).where('id', '=', orderId).execute();
  });

  it('the email about a transferred booking can be resent after another booking of the order has been transferred too', async () => {
    const { orderId } = await bookOrder(academy, { fire: batches.fireOpen, radar: batches.radarOpen });
    await transfer(academy, { orderId, courseId: courses.fire, toBatchId: batches.fireSeven });
    await transfer(academy, { orderId, courseId: courses.radar, toBatchId: batches.radarSeven });
    for (const { id, body } of await emailsOf(orderId, 'order-transferred')) {
      expect((await resend(orderId, id)).status).toBe(200);
      expect(lasting(await newestEmailOf(orderId))).toBe(lasting(body));
    }
  });

  it('a resent email about a transferred course of a package shows the dates of that course before and after the transfer', async () => {
    const chosen = { fire: batches.fireOpen, radar: batches.radarOpen, isPackage: true };
    const { orderId } = await bookOrder(academy, chosen);
    await transfer(academy, { orderId, courseId: courses.radar, toBatchId: batches.radarSeven });
    const [email] = await emailsOf(orderId, 'order-transferred');
    expect((await resend(orderId, email?.id)).status).toBe(200);
    expect(lasting(await newestEmailOf(orderId))).toBe(lasting(email?.body));
    expect(email?.body).toMatch(/Before: Radar.*\nNow: Radar/);
  });

  it('the email about a transferred booking cannot be resent if the new batch is cancelled or its first or last day has changed', async () => {
    const { orderId } = await bookOrder(academy, { fire: batches.fireOpen });
    const toBatchId = await office.create('2026-08-26');
    await transfer(academy, { orderId, courseId: courses.fire, toBatchId });
    const [email] = await emailsOf(orderId, 'order-transferred');
    const change = (set: object) => db.updateTable('batches').set(set).where('id', '=', toBatchId).execute();
    const dates = { start_date: '2026-08-26', end_date: '2026-08-28' };
    for (const changed of [
      { publication: 'cancelled' },
      { ...dates, start_date: '2026-08-27' },
      { ...dates, end_date: '2026-08-29' },
    ]) {
      await change(changed);
      expect((await resend(orderId, email?.id)).body.code).toBe('EMAIL_OUTDATED');
      await change({ ...dates, publication: 'published' });
    }
    expect((await resend(orderId, email?.id)).status).toBe(200);
  });

  it('the email about a cancelled batch gets a new link when it is resent, and cannot be resent once the student has chosen a refund', async () => {
    const { id, orderId, student } = await bookBatch('2026-06-01');
    await office.cancel(id, 1);
    await app.advanceBatchRuns();
    const before = await office.inboxOf(student.id);
    const [first] = await emailsOf(orderId, 'batch-run');
    await db
      .updateTable('mail_outbox')
      .set({ state: 'sent', sent_at: new Date(), body: '', html: null, link: null })
      .where('id', '=', first?.id ?? 0)
      .execute();
    expect((await office.run(id)).emails).toEqual({ queued: 1, sent: 1, failed: 0 });
    await resend(orderId, first?.id);
    const { token } = await office.inboxOf(student.id);
    expect((await office.readChoice(before.token)).code).toBe('LINK_INVALID');
    expect((await office.run(id)).emails).toEqual({ queued: 1, sent: 0, failed: 0 });
    expect((await office.choose(token, 'refund')).data.chosen).toBe('refunded');
    expect((await resend(orderId, first?.id)).body.code).toBe('EMAIL_OUTDATED');
  });

  it('the email about a cancelled batch cannot be resent once the deadline to choose has passed or staff have cancelled the booking', async () => {
    const { id, orderId } = await bookBatch('2026-06-02');
    await office.cancel(id, 1);
    await app.advanceBatchRuns();
    const endsIn = (milliseconds: number) =>
      db
        .updateTable('batch_runs')
        .set({ choose_until: new Date(clock.now() + milliseconds) })
        .where('batch_id', '=', id)
        .execute();
    const resendNewest = async () => resend(orderId, (await emailsOf(orderId, 'batch-run')).at(-1)?.id);
    await endsIn(0);
    expect((await resendNewest()).body.code).toBe('EMAIL_OUTDATED');
    await endsIn(1);
    expect((await resendNewest()).status).toBe(200);
    await cancel(academy, { orderId, lines: 'all' });
    expect((await resendNewest()).body.code).toBe('EMAIL_OUTDATED');
  });

  it('the email about a transferred booking cannot be resent after the booking has been transferred again', async () => {
    const orderId = (await makers['order-transferred']?.()) ?? '';
    const [first] = await emailsOf(orderId, 'order-transferred');
    await transfer(academy, { orderId, courseId: courses.radar, toBatchId: batches.radarSeven });
    expect((await resend(orderId, first?.id)).body.code).toBe('EMAIL_OUTDATED');
  });

  it('the email about a transferred booking cannot be resent after the price difference is paid', async () => {
    const { orderId } = await bookOrder(academy, { fire: batches.fireOpen });
    const dearer = { courseId: courses.fire, toBatchId: batches.radarOpen, duePaise: 500_000 };
    const { id } = await transfer(academy, { orderId, ...dearer });
    const [email] = await emailsOf(orderId, 'order-transferred');
    expect((await resend(orderId, email?.id)).status).toBe(200);
    await payDue(orderId, id);
    expect((await resend(orderId, email?.id)).body.code).toBe('EMAIL_OUTDATED');
  });

  it('the email about a transferred booking cannot be resent after the new batch has been moved to other dates', async () => {
    const { orderId } = await bookOrder(academy, { fire: batches.fireOpen });
    const toBatchId = await office.create('2026-08-24');
    await transfer(academy, { orderId, courseId: courses.fire, toBatchId });
    const [email] = await emailsOf(orderId, 'order-transferred');
    await office.move(toBatchId, { start_date: '2026-08-31', affected: 1, notice: 'none' });
    expect((await resend(orderId, email?.id)).body.code).toBe('EMAIL_OUTDATED');
  });

  it('neither the booking confirmation nor the joining instructions of a cancelled batch can be resent', async () => {
    const { id, orderId, student } = await bookBatch('2026-09-07');
    await call('POST', `/rosters/${id}/joining-emails`, { students: [student.id] });
    const [confirmation] = await emailsOf(orderId, 'order-completed');
    const [joining] = await emailsOf(orderId, 'joining');
    expect(joining).toBeDefined();
    await office.cancel(id, 1);
    await app.advanceBatchRuns();
    expect((await resend(orderId, confirmation?.id)).body.code).toBe('EMAIL_OUTDATED');
    expect((await call('POST', `/orders/${orderId}/confirmation`, {})).body).toMatchObject({
      ...{ code: 'NOT_BOOKED', message: 'Nothing of this order is booked in a batch that takes place.' },
    });
    expect((await resend(orderId, joining?.id)).body.code).toBe('EMAIL_OUTDATED');
  });

  it('a resent booking confirmation leaves out a course whose batch is cancelled', async () => {
    const fire = await office.create('2026-09-14');
    const { orderId, lines } = await bookOrder(academy, { fire, radar: batches.radarOpen });
    await office.cancel(fire, 1);
    expect((await call('POST', `/orders/${orderId}/confirmation`, {})).status).toBe(200);
    const body = await newestEmailOf(orderId);
    expect(body).toContain('Radar');
    expect(body).not.toContain('Fire');
    const inPackage = await office.create('2026-09-14');
    const ofPackage = await bookOrder(academy, { fire: inPackage, radar: batches.radarOpen, isPackage: true });
    await office.cancel(inPackage, 1);
    expect((await call('POST', `/orders/${ofPackage.orderId}/confirmation`, {})).status).toBe(200);
    expect(await newestEmailOf(ofPackage.orderId)).not.toContain('Fire');
    expect(body).toContain(`Amount paid: ${amount(lines[1]?.paidPaise ?? 0)}\n`);
  });

  it('a resent booking confirmation shows the amount paid for the courses still booked, minus their refunds', async () => {
    const booked = await bookOrder(academy, { fire: batches.fireOpen, radar: batches.radarOpen });
    const { orderId, lines } = booked;
    const [fire, radar] = lines.map(({ itemId, paidPaise }) => ({ itemId, paidPaise }));
    const paidIn = async () => {
      expect((await call('POST', `/orders/${orderId}/confirmation`, {})).status).toBe(200);
      return /Amount paid: (.*)/.exec((await newestEmailOf(orderId)) ?? '')?.[1];
    };
    expect(await paidIn()).toBe(amount((fire?.paidPaise ?? 0) + (radar?.paidPaise ?? 0)));
    await cancel(academy, { orderId, lines: [{ itemId: fire?.itemId ?? 0, refundPaise: 100_000 }] });
    expect(await paidIn()).toBe(amount(radar?.paidPaise ?? 0));
    const cheaper = { courseId: courses.radar, toBatchId: batches.fireSeven, refundPaise: 100_001 };
    await transfer(academy, { orderId, ...cheaper });
    expect(await paidIn()).toBe(amount((radar?.paidPaise ?? 0) - 100_001));
  });

  it('the email about the new dates of a batch cannot be resent after the batch has been moved again', async () => {
    const { id, orderId } = await bookBatch('2026-06-08');
    await office.move(id, { start_date: '2026-06-15', affected: 1, notice: 'email' });
    await app.advanceBatchRuns();
    const [first] = await emailsOf(orderId, 'batch-run');
    expect((await resend(orderId, first?.id)).status).toBe(200);
    // Emails that still wait are deleted when the batch is moved again, so let this one fail first.
    await academy.db
      .updateTable('mail_outbox')
      .set({ state: 'dead' })
      .where('id', '=', first?.id ?? 0)
      .execute();
    await office.move(id, { start_date: '2026-06-22', affected: 1, notice: 'none' });
    expect((await resend(orderId, first?.id)).body.code).toBe('EMAIL_OUTDATED');
  });
});

describe('the events in the history of an order', () => {
  const titlesOf = async (orderId: string, ...kinds: string[]) =>
    (await timelineOf(orderId)).filter(({ kind }) => kinds.includes(kind)).map(({ title }) => title);

  /** Sells a seat at the office. Returns the order's id and the staff member who sold it. */
  async function sellAtOffice() {
    const { id: student_id } = await academy.enrol();
    const line = {
      type: 'course',
      id: courses.fire,
      batches: [{ course_id: courses.fire, batch_id: batches.fireOpen }],
    };
    const seller = await openConsole(academy, 'accounts');
    const sold = await seller.call('POST', '/sales', {
      ...{ student_id, line, price: 5500.5, payment: { method: 'cash' }, from_office_seats: false, reason: 'counter' },
      terms_version: '2026-01',
    });
    return { order_id: String(sold.body.data.order_id), seller: seller.member };
  }

  const acceptanceIn = async (orderId: string) =>
    (await timelineOf(orderId)).find(({ title }) => title === 'Order placed')?.detail;

  it('the history of an order that the office has sold names who confirmed that the student accepts the booking terms', async () => {
    const { order_id, seller } = await sellAtOffice();
    expect(await acceptanceIn(order_id)).toEqual(
      expect.stringMatching(`^booking terms 2026-01, accepted by the student as .* <${seller.email}> confirmed$`),
    );
    const { orderId } = await bookOrder(academy, { fire: batches.fireOpen });
    expect(await acceptanceIn(orderId)).toBe('accepted booking terms 2026-01');
  });

  it('the history of an office sale names no accepted booking terms if staff did not confirm that the student had accepted them', async () => {
    const { orderId } = await bookOrder(academy, { fire: batches.fireOpen });
    const entry = { actor: 'Nila Das', command: 'office sale', arguments: {}, before: null };
    const after = { order_id: orderId, price: 5500.5 };
    await inTransaction(db, (tx) => insertAuditEntry(tx, { ...entry, after, subject: `order:${orderId}` }));
    expect(await acceptanceIn(orderId)).toBeNull();
  });

  it('the history of an order that the office has sold shows “Order placed” before “Paid and booked”', async () => {
    const { order_id } = await sellAtOffice();
    // Which of two rows with the same time PostgreSQL returns first depends on the number of rows.
    for (let emails = 0; emails < 12; emails += 1) {
      expect(await titlesOf(order_id, 'order')).toEqual(['Order placed', 'Paid and booked']);
      expect((await call('POST', `/orders/${order_id}/confirmation`, {})).status).toBe(200);
    }
  });

  it('the history of an order names course, dates and batch of a moved booking before and after the move', async () => {
    const { orderId } = await bookOrder(academy, { fire: batches.fireOpen, radar: batches.radarOpen, isPackage: true });
    await transfer(academy, { orderId, courseId: courses.radar, toBatchId: batches.radarSeven });
    const moved = (await timelineOf(orderId)).find(({ title }) => title === 'Booking moved');
    const days = String.raw`\d+ \w+ 2026 to \d+ \w+ 2026`;
    expect(moved?.detail?.replaceAll('\u00a0', ' ')).toMatch(
      new RegExp(
        `^From Radar Simulator, ${days} \\(batch ${batches.radarOpen}\\) ` +
          `to Radar Simulator, ${days} \\(batch ${batches.radarSeven}\\)\\. `,
      ),
    );
  });

  it('the history of an order shows when and why its batch was moved and that the student accepted the new dates', async () => {
    const { id, orderId, student } = await bookBatch('2026-07-06');
    await office.move(id, { start_date: '2026-07-13', affected: 1 });
    await app.advanceBatchRuns();
    clock.advance(1000);
    await office.choose((await office.inboxOf(student.id)).token, 'accept');
    clock.advance(1000);
    await office.move(id, { start_date: '2026-07-20', affected: 1, notice: 'none' });
    expect(await titlesOf(orderId, 'batch', 'choice')).toEqual([
      'Batch moved',
      'Student accepted the new dates',
      'Batch moved',
    ]);
    const moved = (await timelineOf(orderId)).find(({ kind }) => kind === 'batch');
    expect(moved?.detail?.replaceAll('\u00a0', ' ')).toMatch(
      /^6 Jul 2026 to 8 Jul 2026, now 13 Jul 2026 to 15 Jul 2026\. .*: simulator in repair$/,
    );
  });

  it('the history of an order shows that its batch was cancelled and what the student chose through the emailed link', async () => {
    const { id, orderId, student } = await bookBatch('2026-07-27');
    await office.cancel(id, 1);
    await app.advanceBatchRuns();
    await office.choose((await office.inboxOf(student.id)).token, 'transfer', batches.fireOpen);
    expect(await titlesOf(orderId, 'batch', 'choice', 'staff')).toEqual([
      'Batch cancelled',
      'Student chose another batch',
      'Booking moved',
    ]);
  });

  it('the history of an order says that the student did not respond in time to the move or cancellation of a batch', async () => {
    const [moved, cancelled] = [await bookBatch('2026-08-03'), await bookBatch('2026-08-10')];
    await office.move(moved.id, { start_date: '2026-08-17', affected: 1 });
    await office.cancel(cancelled.id, 1);
    await app.advanceBatchRuns();
    clock.advance(8 * day);
    await app.advanceBatchRuns();
    expect(await titlesOf(moved.orderId, 'choice')).toEqual([
      'New dates stay booked, because the student did not choose in time',
    ]);
    expect(await titlesOf(cancelled.orderId, 'choice')).toEqual([
      'Refunded, because the student did not choose in time',
    ]);
  });
});
