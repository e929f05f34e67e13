import { describe, expect, it } from 'vitest';
import type { RunItemState } from '../../../../contract/staff/batch-changes.ts';
import { readTimeline } from '../../../../server/orders/staff/timeline.repo.ts';
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

type SettledItem = {
  orderId: string;
  studentId: string;
  batchId: number;
  chooseUntil: Date;
  state: RunItemState;
  problem: string | null;
  settled_at: Date;
};

/** Stores a run for a cancelled batch in which the booking of an order has been settled. */
async function settleInRun({ orderId, studentId, batchId, chooseUntil, ...item }: SettledItem): Promise<void> {
  const { id: run_id } = await db
    .insertInto('batch_runs')
    .values({
      ...{ batch_id: batchId, kind: 'cancel', asks_choice: true, reason: 'x', actor: 'x' },
      ...{ before_start: '2026-04-11', before_end: '2026-04-13', staff_id: registrar.member.id },
      choose_until: chooseUntil,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const booking = { run_id, order_id: orderId, student_id: studentId };
  await db
    .insertInto('batch_run_items')
    .values({ ...booking, ...item })
    .execute();
}

describe('the audit log of an order', () => {
  it('the audit log records that staff rechecked the payment of an order only if this changes the state of the order', async () => {
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

  it('the audit log records each view of the list of orders with its search, its filter and the number of orders found', async () => {
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
  ] as const)('the staff API call %s %s returns 404 for an unknown order number', async (method, path, body) => {
    // Accounts staff may neither transfer a booking, cancel by the refund policy nor send a confirmation. Registrars
    // may not record payments or choose refunds.
    const isForAccounts = path.endsWith('/due') || path.endsWith('/cancel-with-refund');
    const { call } = isForAccounts ? accounts : registrar;
    expect(await call(method, path, body)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  });
});

describe('the amount due of an order', () => {
  const pay = (orderId: string, change_id: number) =>
    accounts.call('POST', `/orders/${orderId}/due`, { change_id, payment: { method: 'cash' }, reason });

  it('a payment for an amount due of another order, or for a transfer without an amount due, returns 404 and is not stored', async () => {
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
    expect(await ids('&settle=office')).toEqual([]);
    await settleInRun({
      ...{ orderId: paid.order_id, studentId: student.id, batchId: batches.radarSeven, chooseUntil: new Date() },
      ...{ state: 'office', problem: null, settled_at: new Date() },
    });
    expect(await ids('&settle=office')).toEqual([paid.order_id]);
    expect((await find('q=kestrel&state=awaiting_payment'))[0]).toMatchObject({
      ...{
        items: ['Radar Simulator', 'First Aid'],
        cancelled: 0,
        in_cancelled_batch: 0,
        due: 0,
        total: 12_750.09,
        receipt_number: null,
      },
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

describe('the history of an order', () => {
  const minute = (minutes: number) => new Date(Date.UTC(2031, 0, 1, 0, minutes));

  /** What the history of an order shows for the year 2031, with the minute of each event. */
  async function historyOf(orderId: string) {
    const entries = (await readTimeline(db, orderId, new Date())).filter(({ at }) => at.startsWith('2031'));
    return entries.map(({ at, kind, title, detail, ...more }) => [
      ...[(Date.parse(at) - minute(0).getTime()) / 60_000, kind, title],
      ...[detail?.replaceAll('\u00a0', ' ') ?? null, more],
    ]);
  }

  it('the history of an order names each state of the order and of its payments, refunds and emails', async () => {
    const { order_id: orderId, attempt_id } = (await orderFire(academy)).created;
    const states = ['declined', 'expired', 'replaced', 'completed', 'refund_due', 'refunded'];
    const reasons = ['bank said no', 'no payment', 'ordered anew', 'paid', 'seats gone', 'settled'];
    for (const [index, to_state] of states.entries())
      await db
        .insertInto('order_transitions')
        .values({ order_id: orderId, from_state: 'x', to_state, reason: reasons[index] ?? '', at: minute(index) })
        .execute();
    const payment = { provider: 'sandbox', attempt_id, amount_paise: 10_000_050 };
    await db
      .insertInto('provider_payments')
      .values([
        { ...payment, payment_id: 'p1', outcome: 'pending', method: 'upi', seen_at: minute(10) },
        { ...payment, payment_id: 'p2', outcome: 'declined', method: null, seen_at: minute(11) },
        {
          ...{ ...payment, payment_id: 'p3', outcome: 'approved', method: 'bank', reference: 'UTR 5' },
          seen_at: minute(12),
        },
      ])
      .execute();
    await db
      .insertInto('refunds')
      .values({
        ...{ id: 'R1', order_id: orderId, attempt_id, provider: 'sandbox', payment_id: 'p3' },
        ...{ amount_paise: 5_000, reason: 'late' },
      })
      .execute();
    for (const [index, to_state] of ['requested', 'sent', 'settled', 'failed'].entries())
      await db
        .insertInto('refund_transitions')
        .values({ refund_id: 'R1', from_state: null, to_state, reason: `it is ${to_state}`, at: minute(20 + index) })
        .execute();
    const mail = { order_id: orderId, recipient: 'a@example.com', subject: 'News', body: '' };
    await db
      .insertInto('mail_outbox')
      .values([
        { ...mail, dedupe_key: 'x:1', state: 'waiting', created_at: minute(30) },
        { ...mail, dedupe_key: 'x:2', state: 'sent', created_at: minute(1), sent_at: minute(31) },
        { ...mail, dedupe_key: 'x:3', state: 'dead', created_at: minute(32) },
      ])
      .execute();
    const email = { email_id: expect.any(Number) };
    expect(await historyOf(orderId)).toEqual([
      [0, 'order', 'Payment declined', 'bank said no', {}],
      [1, 'order', 'Payment time ran out', 'no payment', {}],
      [2, 'order', 'Replaced by another order', 'ordered anew', {}],
      [3, 'order', 'Paid and booked', null, {}],
      [4, 'order', 'Paid, but not bookable: refund due', 'seats gone', {}],
      [5, 'order', 'Refunded', 'settled', {}],
      [10, 'payment', 'Payment pending: ₹1,00,000.50', 'upi, p1', {}],
      [11, 'payment', 'Payment declined: ₹1,00,000.50', 'p2', {}],
      [12, 'payment', 'Payment received: ₹1,00,000.50', 'bank, UTR 5', {}],
      [20, 'refund', 'Refund due: ₹50.00', 'it is requested', {}],
      [21, 'refund', 'Refund sent: ₹50.00', 'it is sent', {}],
      [22, 'refund', 'Refund paid back: ₹50.00', 'it is settled', {}],
      [23, 'refund', 'Refund failed: ₹50.00', 'it is failed', {}],
      [30, 'email', 'Email waits to be sent', 'News, to a@example.com', email],
      [31, 'email', 'Email sent', 'News, to a@example.com', email],
      [32, 'email', 'Email could not be delivered', 'News, to a@example.com', email],
    ]);
    const [placed] = await readTimeline(db, orderId, new Date());
    expect(placed).toMatchObject({ title: 'Order placed', detail: 'accepted booking terms 2026-01' });
  });

  it('the history of an order shows actions of staff, choices of the student, and changes of the dates of its batch', async () => {
    const { student, created } = await orderFire(academy);
    const orderId = created.order_id;
    const entry = { actor: 'Priya', arguments: '{}', subject: `order:${orderId}` };
    const moveTo = (start: string, orders: string[], at: Date) => ({
      ...{ ...entry, subject: `batch:${batches.fireOpen}`, command: 'batches move', at },
      before: JSON.stringify({ start_date: '2031-04-01', end_date: '2031-04-01' }),
      after: JSON.stringify({ start_date: start, end_date: '2031-04-01', orders, reason: 'storm' }),
    });
    await db
      .insertInto('audit_entries')
      .values([
        { ...entry, command: 'order recheck', before: '{}', at: minute(40) },
        { ...entry, command: 'seats release', after: '{}', reason: 'stuck', at: minute(41) },
        { ...entry, command: 'orders show', at: minute(42) },
        { ...entry, subject: 'order:another', command: 'order recheck', after: '{}', at: minute(43) },
        moveTo('2031-03-31', [orderId], minute(55)),
        // The history of the order must leave out these moves: to the same dates, of another order, and of another
        // batch.
        moveTo('2031-04-01', [orderId], minute(56)),
        moveTo('2031-03-31', ['LF-2026-999999'], minute(57)),
        { ...moveTo('2031-03-31', [orderId], minute(58)), subject: `batch:${batches.radarOpen}` },
        // The order was not booked in the batch when the batch was cancelled.
        { ...entry, subject: `batch:${batches.fireOpen}`, command: 'batches cancel', after: '{}', at: minute(59) },
      ])
      .execute();
    for (const [index, state] of (['refunded', 'office', 'released'] as const).entries()) {
      const problem = state === 'office' ? 'no batch is free' : null;
      await settleInRun({
        ...{ orderId, studentId: student.id, batchId: batches.fireSeven, chooseUntil: minute(60) },
        ...{ state, problem, settled_at: minute(50 + index) },
      });
    }
    expect(await historyOf(orderId)).toEqual([
      [40, 'staff', 'Payment rechecked', 'Priya', {}],
      [41, 'staff', 'Seats release', 'Priya: stuck', {}],
      [50, 'choice', 'Student chose a refund', null, {}],
      [51, 'choice', 'The office must settle the booking', 'no batch is free', {}],
      [55, 'batch', 'Batch moved', '1 Apr 2031, now 31 Mar 2031 to 1 Apr 2031. Priya: storm', {}],
    ]);
  });
});
