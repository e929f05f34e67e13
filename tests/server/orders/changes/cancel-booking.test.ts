import { expect, it } from 'vitest';
import { openAcademy } from '../../booking/academy.ts';
import { batches } from '../../booking/academy-seed.ts';
import { addFire, claims, ledgerOf, order } from '../ordering.ts';
import { bookOrder, cancel, expectConsistent, refundsOf, request } from './booked-order.ts';

const academy = await openAcademy();
const { db } = academy;

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
  const [change] = await cancel(academy, { orderId, lines: [{ itemId: fire?.itemId ?? 0, refundPaise: 275_025 }] });
  expect(change).toMatchObject({ kind: 'cancel', refundPaise: 275_025, after: null });
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
  await expect(cancel(academy, { ...again, orderId: other.orderId, lines: 'all' })).rejects.toMatchObject({
    code: 'KEY_REUSED',
  });
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
  await expect(tooMuch).rejects.toMatchObject({ code: 'REFUND_TOO_HIGH' });
  await cancel(academy, { orderId, lines: [{ itemId, refundPaise: 0 }] });
  const again = cancel(academy, { orderId, lines: [{ itemId, refundPaise: 'full' }] });
  await expect(again).rejects.toMatchObject({ code: 'NO_SUCH_BOOKING' });
  expect(await refundsOf(academy, orderId)).toEqual([]);
  await expectConsistent(academy);
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
  const { orderId } = await bookOrder(academy, { fire: batches.fireOpen });
  await cancel(academy, { orderId, lines: 'all' });
  const entry = db.selectFrom('audit_entries').selectAll().where('subject', '=', `order:${orderId}`);
  expect(await entry.executeTakeFirst()).toMatchObject({
    ...{ actor: 'the test', command: 'order cancel', reason: 'fell ill' },
    ...{ before: { name: 'Fire Fighting' }, after: { cancelled: true } },
  });
});
