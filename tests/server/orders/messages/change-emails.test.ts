import { beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../../../server/db/transactions/transaction.ts';
import { settleRefund } from '../../../../server/orders/refunds/refund.repo.ts';
import { openAcademy } from '../../booking/academy.ts';
import { batches, courses } from '../../booking/academy-seed.ts';
import { bookOrder, cancel, transfer } from '../changes/booked-order.ts';
import { orderFire, pressPaymentButton, recheckOrder } from '../ordering.ts';
import { orderDeps } from '../place/order-server.ts';
import { openConsole } from '../staff/staff-calls.ts';

const academy = await openAcademy();
const { db, clock } = academy;
const admissions_phones = ['1800-000-1111', '1800-000-1112', '1800-000-1113', '1800-000-1114'];
const brand = { name: 'Harbour Academy', address: '1 Quay Road', admissions_phones };
const site = 'http://localhost';

beforeAll(async () => {
  await db
    .insertInto('cms_documents')
    .values({ key: 'brand', body: JSON.stringify(brand) })
    .execute();
});

/** The subject and the paragraphs of the only email of a kind about an order, without greeting, links and signature. */
async function emailOf(orderId: string, kind: string) {
  const emails = db.selectFrom('mail_outbox').select(['subject', 'body', 'link']).where('order_id', '=', orderId);
  const [email, ...others] = await emails.where('dedupe_key', 'like', `${kind}:%`).execute();
  expect(others).toEqual([]);
  const [greeting, ...parts] = email?.body?.split('\n\n') ?? [];
  expect(greeting).toBe('Dear Asha,');
  expect(parts.pop()).toBe('Questions? Call 1800-000-1111.\nHarbour Academy');
  const links = parts
    .pop()
    ?.replaceAll(/https?:\/\/localhost(:3000)?/g, site)
    .split('\n');
  expect(email?.link?.replace(/https?:\/\/localhost(:3000)?/, site)).toBe(links?.[0]?.replace(/^.*?: /, ''));
  return { subject: email?.subject, parts, links };
}

const linksTo = (orderId: string) => [
  `Your order: ${site}/course-booking/checkout/confirmation/${orderId}-1`,
  `My Courses: ${site}/profile?tab=courses`,
];
const fire = 'Fire Fighting: 1\u00a0Apr\u00a02026 – 3\u00a0Apr\u00a02026';
const radar = 'Radar Simulator: 2\u00a0Apr\u00a02026 – 4\u00a0Apr\u00a02026';
const refunded = 'The amount will be refunded the way you paid. You do not need to do anything.';

describe('the email about a cancelled booking', () => {
  it('the email about cancelled bookings lists them and states the sum of their refunds', async () => {
    const { orderId } = await bookOrder(academy, { fire: batches.fireOpen, radar: batches.radarOpen });
    await cancel(academy, { orderId, lines: 'all' });
    expect(await emailOf(orderId, 'order-cancelled')).toEqual({
      subject: `Booking cancelled: ${orderId}`,
      parts: [
        'These bookings were cancelled:',
        `- ${fire}\n- ${radar}`,
        `Order number: ${orderId}\nAmount to be refunded: ₹14,250.59`,
        refunded,
      ],
      links: linksTo(orderId),
    });
  });

  it('the email about a booking that was cancelled without a refund mentions no refund', async () => {
    const { orderId, lines } = await bookOrder(academy, { fire: batches.fireOpen });
    await cancel(academy, { orderId, lines: lines.map(({ itemId }) => ({ itemId, refundPaise: 0 })) });
    const { parts } = await emailOf(orderId, 'order-cancelled');
    expect(parts).toEqual(['These bookings were cancelled:', `- ${fire}`, `Order number: ${orderId}`]);
  });
});

describe('the email about a transferred booking', () => {
  const moved = 'Your booking has moved.';
  it.each([
    [
      'a more expensive course',
      { toBatchId: batches.radarOpen, duePaise: 324_959 },
      `Before: ${fire}\nNow: ${radar}`,
      ['Amount due: ₹3,249.59', 'Please pay the amount due at our office before your first day.'],
    ],
    [
      'a cheaper course',
      { toBatchId: batches.firstAidOpen, refundPaise: 150_050 },
      `Before: ${fire}\nNow: First Aid: 5\u00a0Apr\u00a02026 – 6\u00a0Apr\u00a02026`,
      ['Amount to be refunded: ₹1,500.50', refunded],
    ],
    [
      'another batch of the same course',
      { toBatchId: batches.fireSeven },
      `Before: ${fire}\nNow: Fire Fighting: 11\u00a0Apr\u00a02026 – 13\u00a0Apr\u00a02026`,
      [],
    ],
  ])(
    'the email about a transfer to %s has the old and new dates and any amount to pay or be refunded',
    async (_, wish, days, [amount, ...texts]) => {
      const { orderId } = await bookOrder(academy, { fire: batches.fireOpen });
      await transfer(academy, { orderId, courseId: courses.fire, ...wish });
      expect(await emailOf(orderId, 'order-transferred')).toEqual({
        subject: `New dates for your booking: ${orderId}`,
        parts: [moved, days, [`Order number: ${orderId}`, ...(amount ? [amount] : [])].join('\n'), ...texts],
        links: linksTo(orderId),
      });
    },
  );

  it('the email about a transfer shows a single date for a batch of one day', async () => {
    const oneDay = { start_date: '2026-04-11', end_date: '2026-04-11' };
    await db.updateTable('batches').set(oneDay).where('id', '=', batches.fireSeven).execute();
    const { orderId } = await bookOrder(academy, { fire: batches.fireOpen });
    await transfer(academy, { orderId, courseId: courses.fire, toBatchId: batches.fireSeven });
    await db.updateTable('batches').set({ end_date: '2026-04-13' }).where('id', '=', batches.fireSeven).execute();
    const { parts } = await emailOf(orderId, 'order-transferred');
    expect(parts[1]).toBe(`Before: ${fire}\nNow: Fire Fighting: 11\u00a0Apr\u00a02026`);
  });
});

describe('emails about money', () => {
  it('the email about a declined payment lists the courses and says that they are still in the cart', async () => {
    const { student, created } = await orderFire(academy);
    await pressPaymentButton(academy, created, 'decline');
    await recheckOrder(student, created.attempt_id);
    const orderId = created.order_id;
    expect(await emailOf(orderId, 'payment-failed')).toEqual({
      subject: `Payment not received: ${orderId}`,
      parts: [
        'Your payment did not go through, so these seats are not booked:',
        '- Fire Fighting: 1 Apr 2026 – 3 Apr 2026',
        `Order number: ${orderId}\nAmount: ₹5,500.50`,
        'Your courses are still in your cart. You can pay again while seats are available.',
        'If the amount has left your account and reaches us later, we will book your seats or refund you, and email you.',
      ],
      links: [
        `What happened: ${site}/course-booking/checkout/confirmation/${orderId}-1`,
        `Your cart: ${site}/course-booking/details`,
      ],
    });
  });

  it('the email about a refund that was sent states its amount and that banks may need some days', async () => {
    const { orderId } = await bookOrder(academy, { fire: batches.fireOpen });
    await cancel(academy, { orderId, lines: 'all' });
    const requested = db.selectFrom('refunds').select('id').where('order_id', '=', orderId);
    const { id } = await requested.executeTakeFirstOrThrow();
    await inTransaction(db, (tx) => settleRefund(tx, orderDeps(db, clock), { id, reference: 'UTR 1' }));
    expect(await emailOf(orderId, 'refund-sent')).toEqual({
      subject: `Refund sent: ${orderId}`,
      parts: [
        'We have sent your refund.',
        `Order number: ${orderId}\nAmount: ₹5,500.50`,
        'Your bank may need some working days to show it in your account.',
      ],
      links: [`Your order: ${site}/course-booking/checkout/confirmation/${orderId}-1`],
    });
  });

  it('the email about a paid price difference confirms the payment and links to its receipt', async () => {
    const accounts = await openConsole(academy, 'accounts');
    const { orderId } = await bookOrder(academy, { fire: batches.fireOpen });
    const wish = { courseId: courses.fire, toBatchId: batches.radarOpen, duePaise: 324_959 };
    const { id: change_id } = await transfer(academy, { orderId, ...wish });
    await accounts.call('POST', `/orders/${orderId}/due`, { change_id, payment: { method: 'cash' }, reason: 'paid' });
    const [{ receipt_number: number }] = (await accounts.call('GET', `/orders/${orderId}`)).body.data.due_receipts;
    expect(await emailOf(orderId, 'due-paid')).toEqual({
      subject: `Payment received: ${orderId}`,
      parts: [
        'Thank you. We have received the amount that was due for your changed booking.',
        `Order number: ${orderId}\nAmount paid: ₹3,249.59\nReceipt number: ${number}`,
      ],
      links: [
        `Your receipt: ${site}/course-booking/receipt/${orderId}?number=${number}`,
        `My Courses: ${site}/profile?tab=courses`,
      ],
    });
    await cancel(academy, { orderId, lines: 'all' });
    const [toOrder] = (await emailOf(orderId, 'order-cancelled')).links ?? [];
    expect(toOrder).toBe(`Your order: ${site}/course-booking/checkout/confirmation/${orderId}-2`);
  });

  it('no email about a declined payment, a paid price difference or a sent refund is queued for a student without an email address', async () => {
    const accounts = await openConsole(academy, 'accounts');
    const { orderId, student } = await bookOrder(academy, { fire: batches.fireOpen });
    const other = await orderFire(academy);
    const emails = () =>
      db.selectFrom('mail_outbox').select('id').where('recipient', 'like', '%@example.com').execute();
    const both = [student.id, other.student.id];
    await db.updateTable('students').set({ email: null }).where('id', 'in', both).execute();
    const before = await emails();
    const wish = { courseId: courses.fire, toBatchId: batches.radarOpen, duePaise: 324_959 };
    const { id: change_id } = await transfer(academy, { orderId, ...wish });
    const due = { change_id, payment: { method: 'cash' }, reason: 'paid' };
    expect((await accounts.call('POST', `/orders/${orderId}/due`, due)).status).toBe(200);
    await cancel(academy, { orderId, lines: 'all' });
    const requested = db.selectFrom('refunds').select('id').where('order_id', '=', orderId);
    for (const { id } of await requested.execute())
      await inTransaction(db, (tx) => settleRefund(tx, orderDeps(db, clock), { id, reference: null, isByStaff: true }));
    await pressPaymentButton(academy, other.created, 'decline');
    expect((await recheckOrder(other.student, other.created.attempt_id)).state).toBe('declined');
    expect(await emails()).toEqual(before);
  });
});
