import { describe, expect, it } from 'vitest';
import { openAcademy } from '../../booking/academy.ts';
import { batches, courses } from '../../booking/academy-seed.ts';
import { bookOrder, cancel, transfer } from '../changes/booked-order.ts';
import { addCourse, orderFire, placeOrder, pressPaymentButton } from '../ordering.ts';
import { openConsole, reason } from './staff-calls.ts';

const academy = await openAcademy();
const { db } = academy;
const registrar = await openConsole(academy, 'registrar');
const accounts = await openConsole(academy, 'accounts');

const entriesOf = (orderId: string, command: string) =>
  db
    .selectFrom('audit_entries')
    .select(['staff_id', 'before', 'after', 'reason'])
    .where('subject', '=', `order:${orderId}`)
    .where('command', '=', command)
    .execute();

describe('the audit log of an order', () => {
  it('the audit log records a recheck of an order’s payment only if it changes the state of the order', async () => {
    const { created } = await orderFire(academy);
    const recheck = () => registrar.call('POST', `/orders/${created.order_id}/recheck`, {});
    expect((await recheck()).body.data).toEqual({ state: 'awaiting_payment' });
    expect(await entriesOf(created.order_id, 'order recheck')).toEqual([]);
    await pressPaymentButton(academy, created, 'pay-away');
    for (const _ of ['first', 'again']) expect((await recheck()).body.data).toEqual({ state: 'completed' });
    expect(await entriesOf(created.order_id, 'order recheck')).toEqual([
      {
        ...{ staff_id: registrar.member.id, reason: null },
        ...{ before: { state: 'awaiting_payment' }, after: { state: 'completed' } },
      },
    ]);
  });

  it('the audit log records which email about an order was sent again, and to which address', async () => {
    const { orderId, student } = await bookOrder(academy, { fire: batches.fireOpen });
    const { email } = await db
      .selectFrom('students')
      .select('email')
      .where('id', '=', student.id)
      .executeTakeFirstOrThrow();
    await registrar.call('POST', `/orders/${orderId}/confirmation`, {});
    await cancel(academy, { orderId, lines: 'all' });
    const emails = db.selectFrom('mail_outbox').select('id').where('order_id', '=', orderId);
    const sent = await emails.where('dedupe_key', 'like', 'order-cancelled:%').executeTakeFirstOrThrow();
    await registrar.call('POST', `/orders/${orderId}/emails/${sent.id}`, {});
    expect(await entriesOf(orderId, 'order confirmation')).toMatchObject([
      { staff_id: registrar.member.id, after: { to: email } },
    ]);
    expect(await entriesOf(orderId, 'order email')).toMatchObject([
      { staff_id: registrar.member.id, after: { to: email, email: `Booking cancelled: ${orderId}` } },
    ]);
  });

  it('the audit log records the payment of an amount due with its amount, method, reference and receipt number', async () => {
    const { orderId } = await bookOrder(academy, { fire: batches.fireOpen });
    const wish = { courseId: courses.fire, toBatchId: batches.radarOpen, duePaise: 324_959 };
    const { id: change_id } = await transfer(academy, { orderId, ...wish });
    const payment = { method: 'bank', reference: 'UTR 77' };
    await accounts.call('POST', `/orders/${orderId}/due`, { change_id, payment, reason });
    expect(await entriesOf(orderId, 'order due paid')).toMatchObject([
      {
        ...{ staff_id: accounts.member.id, reason },
        after: { change_id, amount: 3249.59, receipt_number: expect.stringMatching(/^LFR-/), ...payment },
      },
    ]);
  });

  it('the audit log records each view of the list of orders with the search and the number of orders', async () => {
    const { orderId } = await bookOrder(academy, { fire: batches.fireOpen });
    await registrar.call('GET', `/orders?q=${orderId}&state=completed`);
    const newest = db.selectFrom('audit_entries').selectAll().orderBy('id', 'desc');
    expect(await newest.executeTakeFirst()).toMatchObject({
      ...{ command: 'orders list', subject: 'orders', staff_id: registrar.member.id, before: null, after: null },
      arguments: { q: orderId, state: 'completed', orders: 1 },
    });
  });
});

describe('an order that does not exist', () => {
  const id = 'LF-2026-999999';
  it.each([
    ['GET', `/orders/${id}`, undefined],
    ['GET', `/orders/${id}/receipt.pdf`, undefined],
    ['GET', `/orders/${id}/cancellation`, undefined],
    ['GET', `/orders/${id}/transfer?course_id=101&to_batch_id=1`, undefined],
    ['POST', `/orders/${id}/recheck`, {}],
    ['POST', `/orders/${id}/confirmation`, {}],
    ['POST', `/orders/${id}/cancel`, { item_ids: [1], refund: 0, reason }],
    ['POST', `/orders/${id}/cancel-with-refund`, { lines: [{ item_id: 1, refund: 0, paid: 0, by_policy: 0 }], reason }],
    ['POST', `/orders/${id}/transfer`, { course_id: 101, to_batch_id: 1, refund: 0, due: 0, reason }],
    ['POST', `/orders/${id}/due`, { change_id: 1, payment: { method: 'cash' }, reason }],
  ] as const)('the staff call %s %s returns 404 for an unknown order number', async (method, path, body) => {
    // Accounts staff may not cancel by the policy, transfer or send a confirmation, and registrars may not take money.
    const isForAccounts = path.endsWith('/due') || path.endsWith('/cancel-with-refund');
    const { call } = isForAccounts ? accounts : registrar;
    expect(await call(method, path, body)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  });
});

describe('the amount due of an order', () => {
  const pay = (orderId: string, change_id: number) =>
    accounts.call('POST', `/orders/${orderId}/due`, { change_id, payment: { method: 'cash' }, reason });

  it('paying an amount due with another order’s number, or for a transfer with nothing due, returns 404 and stores no payment', async () => {
    const [one, other] = [
      await bookOrder(academy, { fire: batches.fireOpen }),
      await bookOrder(academy, { fire: batches.fireOpen }),
    ];
    const dearer = { courseId: courses.fire, toBatchId: batches.radarOpen, duePaise: 324_959 };
    const due = await transfer(academy, { orderId: one.orderId, ...dearer });
    const free = await transfer(academy, {
      orderId: other.orderId,
      courseId: courses.fire,
      toBatchId: batches.fireSeven,
    });
    expect((await pay(other.orderId, due.id)).status).toBe(404);
    expect((await pay(other.orderId, free.id)).status).toBe(404);
    const office = db.selectFrom('payment_attempts').select('id').where('provider', '=', 'office');
    expect(await office.where('order_id', 'in', [one.orderId, other.orderId]).execute()).toEqual([]);
  });

  it('cancelling an order paid partly online and partly at the office refunds each payment the way it was made', async () => {
    const { orderId } = await bookOrder(academy, { fire: batches.fireOpen });
    const dearer = { courseId: courses.fire, toBatchId: batches.radarOpen, duePaise: 324_959 };
    const { id } = await transfer(academy, { orderId, ...dearer });
    expect((await pay(orderId, id)).status).toBe(200);
    await cancel(academy, { orderId, lines: 'all' });
    const refunds = db.selectFrom('refunds').select(['provider', 'amount_paise']).where('order_id', '=', orderId);
    expect(await refunds.orderBy('amount_paise').execute()).toEqual([
      { provider: 'office', amount_paise: 324_959 },
      { provider: 'sandbox', amount_paise: 550_050 },
    ]);
  });
});

describe('the search for orders', () => {
  const find = async (query: string) =>
    (await registrar.call('GET', `/orders?${query}`)).body.data as Array<{ order_id: string; items: string[] }>;

  it('staff can filter the search for orders by state and by whether an amount is due', async () => {
    const student = await academy.enrol({ first_name: 'Kestrel', last_name: 'Menon' });
    await addCourse(student, courses.fire, batches.fireOpen);
    const paid = await placeOrder(student);
    await pressPaymentButton(academy, paid, 'pay-away');
    await registrar.call('POST', `/orders/${paid.order_id}/recheck`, {});
    await addCourse(student, courses.radar, batches.radarOpen);
    await addCourse(student, courses.firstAid, batches.firstAidOpen);
    const unpaid = await placeOrder(student);
    const ids = async (query: string) => (await find(`q=kestrel${query}`)).map(({ order_id }) => order_id);
    expect(await ids('')).toEqual([unpaid.order_id, paid.order_id]);
    expect(await ids('&state=completed')).toEqual([paid.order_id]);
    expect(await ids('&due=open')).toEqual([]);
    const dearer = { courseId: courses.fire, toBatchId: batches.radarSeven, duePaise: 1 };
    await transfer(academy, { orderId: paid.order_id, ...dearer });
    expect(await ids('&due=open')).toEqual([paid.order_id]);
    expect((await find('q=kestrel&state=awaiting_payment'))[0]).toMatchObject({
      ...{ items: ['Radar Simulator', 'First Aid'], cancelled: 0, due: 0, total: 12_750.09, receipt_number: null },
    });
  });

  it('the list of orders says how many courses of an order are cancelled', async () => {
    const { orderId, lines } = await bookOrder(academy, { fire: batches.fireOpen, radar: batches.radarOpen });
    await cancel(academy, { orderId, lines: [{ itemId: lines[0]?.itemId ?? 0, refundPaise: 0 }] });
    expect(await find(`q=${orderId}`)).toMatchObject([{ cancelled: 1, items: ['Fire Fighting', 'Radar Simulator'] }]);
  });

  it('staff find an order by the number of its payment attempt and by the reference of its refund, in any letter case', async () => {
    const { orderId } = await bookOrder(academy, { fire: batches.fireOpen });
    await cancel(academy, { orderId, lines: 'all' });
    await db.updateTable('refunds').set({ provider_ref: 'Utr-Kestrel-1' }).where('order_id', '=', orderId).execute();
    for (const q of [`${orderId}-1`, `${orderId}-1`.toLowerCase(), 'UTR-kestrel-1'])
      expect((await find(`q=${q}`)).map(({ order_id }) => order_id)).toEqual([orderId]);
  });
});
