import { expect, it } from 'vitest';
import { openAcademy } from '../../booking/academy.ts';
import { batches, courses } from '../../booking/academy-seed.ts';
import { addFire, claims, ledgerOf, order } from '../ordering.ts';
import { bookOrder, cancel, expectConsistent, refundsOf, request, transfer } from './booked-order.ts';

const academy = await openAcademy();
const { clock, db } = academy;

const emailsOf = (orderId: string) =>
  db
    .selectFrom('mail_outbox')
    .select(['subject', 'body'])
    .where('dedupe_key', 'like', `order-cancelled:${orderId}:%`)
    .execute();

it('cancelling one course of an order frees its seat, ends the enrolment, requests the chosen refund and queues one email', async () => {
  const before = await claims(academy, batches.fireOpen);
  const { orderId, lines, student } = await bookOrder(academy, { fire: batches.fireOpen, radar: batches.radarOpen });
  const [fire] = lines;
  const wish = { ...request(), orderId, lines: [{ itemId: fire?.itemId ?? 0, refundPaise: 275_025 }] };
  const changes = await cancel(academy, wish);
  const [days] = fire?.courses ?? [];
  expect(days).toMatchObject({ course_id: courses.fire, batch_id: batches.fireOpen, start_date: '2026-04-01' });
  expect(changes).toEqual([
    {
      ...{ id: expect.any(Number), orderId, itemId: fire?.itemId, kind: 'cancel', refundPaise: 275_025, duePaise: 0 },
      ...{ before: { name: 'Fire Fighting', courses: [days] }, after: null },
    },
  ]);
  const stored = db.selectFrom('booking_changes').selectAll().where('order_id', '=', orderId);
  expect(await stored.execute()).toMatchObject([
    { key: wish.key, reason: 'fell ill', actor: 'the test', staff_id: null, refund_paise: 275_025, due_paise: 0 },
  ]);
  expect(await claims(academy, batches.fireOpen)).toEqual(before);
  const { body } = { body: (await student.get('/api/users/student/courses')).json() };
  expect(body.data).toMatchObject([{ course_name: 'Radar Simulator' }]);
  expect(await refundsOf(academy, orderId)).toMatchObject([{ amount_paise: 275_025, state: 'requested' }]);
  const emails = await emailsOf(orderId);
  expect(emails).toMatchObject([{ subject: `Booking cancelled: ${orderId}` }]);
  expect(emails[0]?.body).toContain('₹2,750.25');
  const { data } = (await student.get('/api/users/student/orders')).json();
  expect(data[0]).toMatchObject({ state: 'completed', items: [{ status: 'Cancelled' }, { status: 'Not Started' }] });
  await expectConsistent(academy);
});

it('a cancellation repeated with the same idempotency key cancels and refunds once', async () => {
  const { orderId } = await bookOrder(academy, { fire: batches.fireOpen });
  const wish = { ...request(), orderId, lines: 'all' as const };
  const first = await cancel(academy, wish);
  expect(await cancel(academy, wish)).toEqual(first);
  expect(await refundsOf(academy, orderId)).toHaveLength(1);
  expect(await emailsOf(orderId)).toHaveLength(1);
});

it('a cancellation that reuses the idempotency key of another order’s cancellation is refused', async () => {
  const [one, other] = [
    await bookOrder(academy, { fire: batches.fireOpen }),
    await bookOrder(academy, { fire: batches.fireOpen }),
  ];
  const again = request();
  await cancel(academy, { ...again, orderId: one.orderId, lines: 'all' });
  const reused = { code: 'KEY_REUSED', message: `the key ${again.key} was used for another change` };
  await expect(cancel(academy, { ...again, orderId: other.orderId, lines: 'all' })).rejects.toMatchObject(reused);
  const moved = transfer(academy, { ...again, orderId: one.orderId, courseId: courses.fire, toBatchId: 2 });
  await expect(moved).rejects.toMatchObject(reused);
});

it('cancelling both courses of an order one after the other with full refunds pays back exactly what was paid', async () => {
  const { orderId, lines } = await bookOrder(academy, { fire: batches.fireOpen, radar: batches.radarOpen });
  for (const { itemId } of lines) await cancel(academy, { orderId, lines: [{ itemId, refundPaise: 'full' }] });
  const refunds = await refundsOf(academy, orderId);
  expect(refunds).toHaveLength(2);
  expect(refunds.reduce((sum, { amount_paise }) => sum + amount_paise, 0)).toBe(
    lines.reduce((sum, { paidPaise }) => sum + paidPaise, 0),
  );
  await academy.app.sendRefunds();
  await db
    .updateTable('refunds')
    .set({ next_try_at: new Date(0) })
    .where('state', '=', 'sent')
    .execute();
  await academy.app.sendRefunds();
  const revenue = (await ledgerOf(academy, orderId)).filter(({ account }) => account === 'revenue');
  expect(revenue.reduce((sum, { amount_paise }) => sum + amount_paise, 0)).toBe(0);
  expect((await refundsOf(academy, orderId)).map(({ state }) => state)).toEqual(['settled', 'settled']);
  await expectConsistent(academy);
});

it('a cancellation is refused if its refund exceeds the price paid for the course, or if the course is cancelled already', async () => {
  const { orderId, lines } = await bookOrder(academy, { fire: batches.fireOpen });
  const [{ itemId, paidPaise } = { itemId: 0, paidPaise: 0 }] = lines;
  const tooMuch = cancel(academy, { orderId, lines: [{ itemId, refundPaise: paidPaise + 1 }] });
  await expect(tooMuch).rejects.toMatchObject({
    ...{ code: 'REFUND_TOO_HIGH', message: 'The refund is more than what was paid for Fire Fighting.' },
  });
  for (const refundPaise of [-1, 0.5])
    await expect(cancel(academy, { orderId, lines: [{ itemId, refundPaise }] })).rejects.toThrow(RangeError);
  await cancel(academy, { orderId, lines: [{ itemId, refundPaise: 0 }] });
  const again = cancel(academy, { orderId, lines: [{ itemId, refundPaise: 'full' }] });
  await expect(again).rejects.toMatchObject({
    ...{ code: 'NO_SUCH_BOOKING', message: 'This booking does not exist, or it is cancelled already.' },
  });
  await expect(cancel(academy, { orderId, lines: 'all' })).rejects.toMatchObject({
    ...{ code: 'NO_SUCH_BOOKING', message: 'Nothing of this order is booked.' },
  });
  expect(await refundsOf(academy, orderId)).toEqual([]);
  await expectConsistent(academy);
});

it('a booking of a student without an email address can be moved and cancelled, and no email is queued', async () => {
  const { orderId, student } = await bookOrder(academy, { fire: batches.fireOpen });
  await db.updateTable('students').set({ email: null }).where('id', '=', student.id).execute();
  await transfer(academy, { orderId, courseId: courses.fire, toBatchId: batches.fireSeven });
  await cancel(academy, { orderId, lines: 'all' });
  const emails = db.selectFrom('mail_outbox').select('id').where('order_id', '=', orderId);
  expect(await emails.where('dedupe_key', 'not like', 'order-completed:%').execute()).toEqual([]);
});

it('the database refuses refunds of a payment that add up to more than the payment', async () => {
  const { orderId } = await bookOrder(academy, { fire: batches.fireOpen });
  await cancel(academy, { orderId, lines: 'all' });
  const [refund] = await db.selectFrom('refunds').selectAll().where('order_id', '=', orderId).execute();
  if (!refund) throw new Error('there is no refund');
  const another = { ...refund, id: `${refund.id}X`, cause: 'change:0', amount_paise: 1 };
  await expect(db.insertInto('refunds').values(another).execute()).rejects.toThrow(/exceed/);
});

it('cancelling a booked package frees the seats of all its courses, and the student can book these courses again', async () => {
  const { orderId, lines, student } = await bookOrder(academy, {
    ...{ fire: batches.fireSeven, radar: batches.radarSeven, isPackage: true },
  });
  expect(lines).toMatchObject([{ type: 'package', courses: [{ batch_id: batches.fireSeven }, {}] }]);
  await cancel(academy, { orderId, lines: 'all' });
  expect([await claims(academy, batches.fireSeven), await claims(academy, batches.radarSeven)]).toEqual([
    { holds: 0, bookings: 0 },
    { holds: 0, bookings: 0 },
  ]);
  await addFire(student, batches.fireSeven);
  expect((await order(student)).statusCode).toBe(200);
  await expectConsistent(academy);
});

it('a receipt is unchanged after the booking is cancelled', async () => {
  const { orderId, student } = await bookOrder(academy, { fire: batches.fireOpen });
  const read = async () => (await student.get(`/api/orders/${orderId}/receipt`)).json().data;
  const before = await read();
  await cancel(academy, { orderId, lines: 'all' });
  expect(await read()).toEqual(before);
});

it('the audit log says who cancelled which booking and why', async () => {
  const { orderId, lines } = await bookOrder(academy, { fire: batches.fireOpen });
  await cancel(academy, { orderId, lines: 'all' });
  const entry = db.selectFrom('audit_entries').selectAll().where('subject', '=', `order:${orderId}`);
  expect(await entry.executeTakeFirst()).toMatchObject({
    ...{ actor: 'the test', command: 'order cancel', reason: 'fell ill', staff_id: null, at: new Date(clock.now()) },
    arguments: { item_id: lines[0]?.itemId, refund_paise: 550_050, due_paise: 0 },
    ...{ before: { name: 'Fire Fighting' }, after: { cancelled: true } },
  });
});
