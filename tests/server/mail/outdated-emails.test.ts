import { expect, it } from 'vitest';
import { inTransaction } from '../../../server/db/transactions/transaction.ts';
import { recordDuePayment } from '../../../server/orders/office/office-payment.repo.ts';
import { openAcademy } from '../booking/academy.ts';
import { batches, courses } from '../booking/academy-seed.ts';
import { openOffice } from '../booking/runs/changed-batch.ts';
import { bookOrder, cancel, transfer } from '../orders/changes/booked-order.ts';
import { orderFire, payAfterDecline, pressPaymentButton, recheckOrder } from '../orders/ordering.ts';
import { orderDeps } from '../orders/place/order-server.ts';
import { storeCertificateOf } from '../rosters/stored-certificate.ts';

const academy = await openAcademy({ RATE_FORM: '100000' });
const { app, db } = academy;
const office = await openOffice(academy);

/** Marks the newest email whose deduplication key begins with `key` as finally failed. Returns the email's id. */
async function fail(key: string): Promise<number> {
  const { id } = await db
    .selectFrom('mail_outbox')
    .select('id')
    .where('dedupe_key', 'like', `${key}%`)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  await db.updateTable('mail_outbox').set({ state: 'dead', last_error: '550 refused' }).where('id', '=', id).execute();
  return id;
}

/** Stores an email whose delivery has failed for good. Returns its id. */
async function storeFailed(dedupe_key: string): Promise<number> {
  const email = { recipient: 'asha@example.com', subject: 'News', body: 'Hello', state: 'dead' } as const;
  const { id } = await db
    .insertInto('mail_outbox')
    .values({ ...email, dedupe_key })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Sends a student the joining instructions of a booked batch, and marks the email as finally failed. Returns its id. */
async function failJoining(studentId: string, batchId: number): Promise<number> {
  const { status } = await office.call('POST', `/api/staff/rosters/${batchId}/joining-emails`, {
    students: [studentId],
  });
  expect(status).toBe(200);
  return fail(`joining:${batchId}:`);
}

/** The error code with which staff's request to send an email again is refused; undefined if the email is queued. */
async function refusalOf(id: number): Promise<string | undefined> {
  const { code } = (await office.call('POST', `/api/staff/emails/${id}/resend`, {})).body;
  await db.updateTable('mail_outbox').set({ state: 'dead' }).where('id', '=', id).execute();
  return code;
}

const expired = 'EMAIL_EXPIRED';

/** Books a student into a batch, moves the batch, and writes the email about the move. */
async function moveBooked(from: string, to: string, notice: 'email' | 'choice') {
  const batchId = await office.create(from);
  const booked = await bookOrder(academy, { fire: batchId });
  expect((await office.move(batchId, { start_date: to, affected: 1, notice })).status).toBe(200);
  await app.advanceBatchRuns();
  return { ...booked, batchId };
}

it.each(['email', 'none'])(
  'after staff have moved a batch again (students notified by: %s), a failed email about the first move is not sent again',
  async (notice) => {
    const day = notice === 'email' ? '04' : '11';
    const { batchId } = await moveBooked(`2026-05-${day}`, `2026-06-${day}`, 'email');
    const id = await fail('batch-run:');
    expect(await refusalOf(id)).toBeUndefined();
    await office.move(batchId, { start_date: `2026-07-${day}`, affected: 1, notice });
    expect(await refusalOf(id)).toBe(expired);
    await app.advanceBatchRuns();
    expect(await refusalOf(id)).toBe(expired);
  },
);

it('a failed email about new dates of a batch is not sent again after the batch was moved away from these dates and back to them', async () => {
  const { batchId } = await moveBooked('2026-05-13', '2026-06-15', 'email');
  const id = await fail('batch-run:');
  for (const start_date of ['2026-07-15', '2026-06-15'])
    await office.move(batchId, { start_date, affected: 1, notice: 'email' });
  expect(await refusalOf(id)).toBe(expired);
});

it('a failed email about new dates of a batch is not sent again after the batch or the booking was cancelled', async () => {
  const moved = [
    await moveBooked('2026-05-18', '2026-06-22', 'email'),
    await moveBooked('2026-05-25', '2026-06-29', 'email'),
  ] as const;
  const ids = await Promise.all(moved.map(({ orderId }) => fail(`batch-run:%:${orderId}`)));
  expect(await Promise.all(ids.map(refusalOf))).toEqual([undefined, undefined]);
  await office.cancel(moved[0].batchId, 1);
  await cancel(academy, { orderId: moved[1].orderId, lines: 'all' });
  expect(await Promise.all(ids.map(refusalOf))).toEqual([expired, expired]);
});

it('a failed email about new dates that offers a choice can be sent again until the student has chosen or the deadline has passed', async () => {
  const { student } = await moveBooked('2026-05-27', '2026-07-06', 'choice');
  const { token } = await office.inboxOf(student.id);
  const id = await fail('batch-run:');
  // Set the deadline by the real time, with which the database compares it. The test's clock is in the past.
  const setDeadline = (choose_until: Date) => db.updateTable('batch_runs').set({ choose_until }).execute();
  await setDeadline(new Date(Date.now() - 1000));
  expect(await refusalOf(id)).toBe(expired);
  await setDeadline(new Date(Date.now() + 3_600_000));
  expect(await refusalOf(id)).toBeUndefined();
  expect((await office.choose(token, 'accept')).data.chosen).toBe('accepted');
  expect(await refusalOf(id)).toBe(expired);
});

it('a failed email about new dates of a batch is not sent again after staff have sent a new email from the order’s page', async () => {
  const { orderId } = await moveBooked('2026-06-01', '2026-07-13', 'email');
  const id = await fail('batch-run:');
  expect((await office.call('POST', `/api/staff/orders/${orderId}/emails/${id}`, {})).status).toBe(200);
  expect(await refusalOf(id)).toBe(expired);
  expect(await refusalOf(await fail('batch-run:'))).toBeUndefined();
});

it('moving a batch again deletes the waiting emails about its earlier dates, but no emails about other batches', async () => {
  const other = await moveBooked('2026-06-03', '2026-07-20', 'email');
  for (const notice of ['email', 'choice'] as const) {
    const day = notice === 'email' ? '08' : '10';
    const { batchId, orderId } = await moveBooked(`2026-06-${day}`, '2026-07-22', notice);
    await office.move(batchId, { start_date: '2026-07-29', affected: 1, notice: 'email' });
    await app.advanceBatchRuns();
    const emails = db.selectFrom('mail_outbox').select(['state', 'last_error']).orderBy('id');
    const about = (id: string) => emails.where('dedupe_key', 'like', `batch-run:%:${id}`).execute();
    expect(await about(orderId)).toEqual([{ state: 'waiting', last_error: null }]);
    expect(await about(other.orderId)).toMatchObject([{ state: 'waiting' }]);
  }
});

it('failed emails about a transfer and about joining the new batch are not sent again after the student was transferred back', async () => {
  const { orderId, student } = await bookOrder(academy, { fire: batches.fireOpen });
  const wish = { orderId, courseId: courses.fire };
  await transfer(academy, { ...wish, toBatchId: batches.fireSeven });
  const moved = await fail('order-transferred:');
  const joining = await failJoining(student.id, batches.fireSeven);
  expect([await refusalOf(moved), await refusalOf(joining)]).toEqual([undefined, undefined]);
  await transfer(academy, { ...wish, toBatchId: batches.fireOpen });
  expect([await refusalOf(moved), await refusalOf(joining)]).toEqual([expired, expired]);
});

it('the failed confirmation of an order, its joining instructions and an email about a transfer are not sent again after the batch was moved', async () => {
  // The old first day, 11 May, ends with the new one, 1 May: an email that names 11 May does not name 1 May.
  const batchId = await office.create('2026-05-11');
  const booked = await bookOrder(academy, { fire: batchId, radar: batches.radarOpen });
  const other = await bookOrder(academy, { fire: batches.fireOpen });
  await transfer(academy, { orderId: other.orderId, courseId: courses.fire, toBatchId: batchId });
  const ids = [
    await fail(`order-completed:${booked.orderId}`),
    await failJoining(booked.student.id, batchId),
    await fail(`order-transferred:${other.orderId}`),
  ];
  expect(await Promise.all(ids.map(refusalOf))).toEqual([undefined, undefined, undefined]);
  await office.move(batchId, { start_date: '2026-05-01', affected: 2, notice: 'none' });
  expect(await Promise.all(ids.map(refusalOf))).toEqual([expired, expired, expired]);
});

it('a transfer stops a failed order confirmation from being resent, and cancelling the new batch stops a failed email about the transfer', async () => {
  const { orderId } = await bookOrder(academy, { fire: batches.fireOpen });
  const confirmation = await fail(`order-completed:${orderId}`);
  expect(await refusalOf(confirmation)).toBeUndefined();
  const batchId = await office.create('2026-08-03');
  await transfer(academy, { orderId, courseId: courses.fire, toBatchId: batchId });
  const transferred = await fail(`order-transferred:${orderId}`);
  expect([await refusalOf(confirmation), await refusalOf(transferred)]).toEqual([expired, undefined]);
  await office.cancel(batchId, 1);
  expect(await refusalOf(transferred)).toBe(expired);
});

it('a failed email about a declined payment is not sent again after a second try has paid the order', async () => {
  const { student, created } = await orderFire(academy);
  await pressPaymentButton(academy, created, 'decline');
  await recheckOrder(student, created.attempt_id);
  const id = await fail('payment-failed:');
  expect(await refusalOf(id)).toBeUndefined();
  await payAfterDecline(academy, created);
  expect((await recheckOrder(student, created.attempt_id)).state).toBe('completed');
  expect(await refusalOf(id)).toBe(expired);
});

it('a failed email about a transfer to a dearer course is not sent again after the amount due was paid', async () => {
  const { orderId } = await bookOrder(academy, { fire: batches.fireOpen });
  const dearer = { courseId: courses.fire, toBatchId: batches.radarOpen, duePaise: 300_000 };
  const { id: changeId } = await transfer(academy, { orderId, ...dearer });
  const id = await fail('order-transferred:');
  expect(await refusalOf(id)).toBeUndefined();
  await inTransaction(db, (tx) =>
    recordDuePayment(tx, orderDeps(db, academy.clock).mail, { orderId, changeId, payment: { method: 'cash' } }),
  );
  expect(await refusalOf(id)).toBe(expired);
});

it('a failed email with a certificate is not sent again after the certificate was revoked', async () => {
  const { student } = await bookOrder(academy, { fire: batches.fireOpen });
  const id = await storeFailed(`certificate:${await storeCertificateOf(academy, student.id)}`);
  expect(await refusalOf(id)).toBeUndefined();
  await db.updateTable('certificates').set({ revoked_at: new Date(), revocation: 'by mistake' }).execute();
  expect(await refusalOf(id)).toBe(expired);
});

it('a failed email about an offered seat is not sent again after a new offer with another deadline', async () => {
  const { id: student_id } = await academy.enrol();
  const offer_until = new Date(Date.now() + 3_600_000);
  const offered = { state: 'offered', offer_until, offered_at: new Date() } as const;
  const entry = await db
    .insertInto('waiting_entries')
    .values({ student_id, course_id: courses.fire, batch_ids: [batches.fireFull], ...offered })
    .returning('id')
    .executeTakeFirstOrThrow();
  const keyOf = (until: number) => `waiting-offer:${entry.id}:${new Date(until).toISOString()}`;
  const [old, current] = [
    await storeFailed(keyOf(offer_until.getTime() - 1_800_000)),
    await storeFailed(keyOf(offer_until.getTime())),
  ];
  expect([await refusalOf(old), await refusalOf(current)]).toEqual([expired, undefined]);
  expect(await refusalOf(await storeFailed(`waiting-offer:${entry.id}:null`))).toBe(expired);
});
