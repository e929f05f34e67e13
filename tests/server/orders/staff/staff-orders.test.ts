import { describe, expect, it } from 'vitest';
import { lockRefundPolicy } from '../../../../server/db/refund-policy.ts';
import { inTransaction } from '../../../../server/db/transactions/transaction.ts';
import { storeRefundPolicy } from '../../../../server/orders/changes/refund-policy.ts';
import { openAcademy } from '../../booking/academy.ts';
import { batches, courses } from '../../booking/academy-seed.ts';
import { untilWaiting } from '../../cli/staff.ts';
import { bookOrder, cancel, expectConsistent, transfer } from '../changes/booked-order.ts';
import {
  addFire,
  claims,
  orderFire,
  orderState,
  payAfterDecline,
  placeOrder,
  pressPaymentButton,
} from '../ordering.ts';
import { openConsole, reason } from './staff-calls.ts';

const academy = await openAcademy();
const registrar = await openConsole(academy, 'registrar');
const accounts = await openConsole(academy, 'accounts');

it('staff find an order by order number, receipt number, payment id, student name and state', async () => {
  const student = await academy.enrol({ first_name: 'Malavika', last_name: 'Rajan' });
  await addFire(student);
  const created = await placeOrder(student);
  const find = async (query: string) =>
    (await registrar.call('GET', `/orders?${query}`)).body.data.map((one: { order_id: string }) => one.order_id);
  expect(await find(`q=${created.order_id.toLowerCase()}`)).toEqual([created.order_id]);
  expect(await find('q=mala%20raj')).toEqual([created.order_id]);
  expect(await find('state=awaiting_payment')).toEqual([created.order_id]);
  await pressPaymentButton(academy, created, 'pay-away');
  expect((await registrar.call('POST', `/orders/${created.order_id}/recheck`, {})).body.data).toEqual({
    state: 'completed',
  });
  const { body } = await registrar.call('GET', `/orders/${created.order_id}`);
  const [{ payments }] = body.data.attempts;
  expect(await find(`q=${payments[0].payment_id}`)).toEqual([created.order_id]);
  expect(await find(`q=${body.data.receipt_number}`)).toEqual([created.order_id]);
  expect(await find('q=nobody-at-all')).toEqual([]);
});

it('when staff recheck a declined payment, the order stays open, because the student may be trying to pay again', async () => {
  const { created } = await orderFire(academy, batches.fireSeven);
  const recheck = async () =>
    (await registrar.call('POST', `/orders/${created.order_id}/recheck`, {})).body.data.state as string;
  await pressPaymentButton(academy, created, 'decline');
  expect(await recheck()).toBe('awaiting_payment');
  expect(await claims(academy, batches.fireSeven)).toMatchObject({ holds: 1 });
  await payAfterDecline(academy, created);
  expect(await recheck()).toBe('completed');
});

it('the pages of the staff’s list of orders contain each order once, newest first', async () => {
  for (let made = 0; made < 60; made++) await placeOrder(await withCart());
  const first = (await registrar.call('GET', '/orders')).body;
  expect(first.data).toHaveLength(50);
  const second = (await registrar.call('GET', `/orders?after=${first.next}`)).body;
  expect(second.next).toBeNull();
  const ids = [...first.data, ...second.data].map((one) => one.order_id);
  // A page that shows exactly the last fifty orders has no next page.
  const last = (await registrar.call('GET', `/orders?after=${ids.at(-51)}`)).body;
  expect([last.data.length, last.next]).toEqual([50, null]);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.toSorted().toReversed()).toEqual(ids);
});

async function withCart() {
  const student = await academy.enrol();
  await addFire(student, batches.fireOpen).catch(() => undefined);
  await academy.db.updateTable('batches').set({ capacity: 500 }).where('id', '=', batches.fireOpen).execute();
  return student;
}

it('the staff console shows the courses, the payments and the history of an order', async () => {
  const { orderId, student, lines } = await bookOrder(academy, { fire: batches.fireOpen, radar: batches.radarOpen });
  const [fire, radar] = lines;
  await cancel(academy, { orderId, lines: [{ itemId: radar?.itemId ?? 0, refundPaise: 100_001 }] });
  const duePaise = 300_000;
  await transfer(academy, { orderId, courseId: courses.fire, toBatchId: batches.firstAidOpen, duePaise });
  const { data } = (await registrar.call('GET', `/orders/${orderId}`)).body;
  const { email, mobile } = await academy.db
    .selectFrom('students')
    .selectAll()
    .where('id', '=', student.id)
    .executeTakeFirstOrThrow();
  const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  const { timeline: _, ...order } = data;
  expect(order).toEqual({
    ...{ order_id: orderId, state: 'completed', receipt_number: expect.stringMatching(/^LFR-/) },
    ...{ created_at: instant, completed_at: instant, subtotal: 15_500.6, discount: 1250.01, total: 14_250.59 },
    student: { id: student.id, name: 'Asha Nair', email, mobile },
    lines: [
      {
        ...{ item_id: fire?.itemId, type: 'course', name: 'First Aid', price: 5500.5, paid: 5500.5 },
        cancelled_at: null,
        courses: [
          {
            ...{ course_id: courses.firstAid, course_name: 'First Aid', batch_id: batches.firstAidOpen },
            ...{ start_date: '2026-04-05', end_date: '2026-04-06' },
          },
        ],
      },
      {
        ...{ item_id: radar?.itemId, type: 'course', name: 'Radar Simulator', price: 8750.09, paid: 0 },
        ...{ cancelled_at: instant, courses: radar?.courses },
      },
    ],
    attempts: [
      {
        ...{ attempt_id: `${orderId}-1`, provider: 'sandbox', state: 'approved', amount: 14_250.59 },
        created_at: instant,
        payments: [
          {
            ...{ payment_id: expect.any(String), outcome: 'approved', amount: 14_250.59, method: 'sandbox' },
            ...{ reference: null, seen_at: instant },
          },
        ],
      },
    ],
    refunds: [
      {
        ...{ refund_id: expect.stringMatching(/R1$/), amount: 1000.01, state: 'requested', reason: 'fell ill' },
        ...{ provider: 'sandbox', reference: null, created_at: instant },
      },
    ],
    dues: [{ change_id: expect.any(Number), amount: 3000, at: instant, text: 'First Aid' }],
    due_receipts: [],
  });
  expect(data.timeline.map(({ title }: { title: string }) => title)).toEqual(
    expect.arrayContaining([
      'Order placed',
      'Payment received: ₹14,250.59',
      'Paid and booked',
      'Email waits to be sent',
    ]),
  );
  await cancel(academy, { orderId, lines: 'all' });
});

it('a registrar can cancel a booking only with the refund that the refund policy allows', async () => {
  const booked = await bookOrder(academy, { fire: batches.fireOpen });
  const { orderId } = booked;
  const preview = (await registrar.call('GET', `/orders/${orderId}/cancellation`)).body.data;
  const [{ item_id }] = preview.lines;
  const { lines, student } = booked;
  const email = academy.db.selectFrom('students').select('email as email_to').where('id', '=', student.id);
  expect(preview).toEqual({
    lines: [
      {
        ...{ item_id: lines[0]?.itemId, name: 'Fire Fighting', courses: lines[0]?.courses, paid: 5500.5 },
        ...{ is_batch_cancelled: false, is_by_accounts: false, days_before: 22, percent: 90, refund: 4950.45 },
      },
    ],
    policy: [
      { days: 15, percent: 90 },
      { days: 7, percent: 50 },
      { days: 0, percent: 0 },
    ],
    ...(await email.executeTakeFirst()),
  });
  const cancel = (refund: number) =>
    registrar.call('POST', `/orders/${orderId}/cancel`, { item_ids: [item_id], refund, reason });
  expect(await cancel(5500.5)).toMatchObject({ status: 409, body: { code: 'PREVIEW_CHANGED' } });
  expect((await cancel(4950.45)).body.data).toEqual({ refund: 4950.45, due: 0 });
  expect(await cancel(4950.45)).toMatchObject({ status: 409, body: { code: 'NO_SUCH_BOOKING' } });
  const audit = academy.db.selectFrom('audit_entries').selectAll().where('subject', '=', `order:${orderId}`);
  expect(await audit.executeTakeFirst()).toMatchObject({ staff_id: registrar.member.id, reason });
  const { timeline } = (await registrar.call('GET', `/orders/${orderId}`)).body.data;
  expect(timeline.map(({ title }: { title: string }) => title)).toContain('Booking cancelled');
  await expectConsistent(academy);
});

const setPublication = (batchId: number, publication: 'published' | 'cancelled') =>
  academy.db.updateTable('batches').set({ publication }).where('id', '=', batchId).execute();

it('staff with the accounts role can choose the refund of a cancelled booking, and a registrar who tries gets 403', async () => {
  const { orderId, lines } = await bookOrder(academy, { fire: batches.fireOpen });
  const line = { item_id: lines[0]?.itemId, refund: 1000.25, paid: 5500.5, by_policy: 4950.45 };
  const body = { lines: [line], reason };
  const path = `/orders/${orderId}/cancel-with-refund`;
  expect((await registrar.call('POST', path, body)).status).toBe(403);
  expect((await accounts.call('POST', path, body, 'one-key-of-two')).body.data).toEqual({ refund: 1000.25, due: 0 });
  expect((await accounts.call('POST', path, body, 'one-key-of-two')).body.data).toEqual({ refund: 1000.25, due: 0 });
  const refunds = academy.db.selectFrom('refunds').select('amount_paise').where('order_id', '=', orderId);
  expect(await refunds.execute()).toEqual([{ amount_paise: 100_025 }]);
});

it.each([
  ['the amount paid', { paid: 5500.49 }],
  ['the refund by the policy', { by_policy: 4950.44 }],
])(
  'cancelling a booking with a refund chosen by staff returns 409 if %s has changed since staff saw it',
  async (_, seen) => {
    const { orderId, lines } = await bookOrder(academy, { fire: batches.fireOpen });
    const line = { item_id: lines[0]?.itemId, refund: 1000.25, paid: 5500.5, by_policy: 4950.45 };
    const refused = await accounts.call('POST', `/orders/${orderId}/cancel-with-refund`, {
      ...{ lines: [{ ...line, ...seen }], reason },
    });
    expect(refused).toMatchObject({ status: 409, body: { code: 'PREVIEW_CHANGED' } });
    const refunds = academy.db.selectFrom('refunds').select('id').where('order_id', '=', orderId);
    expect(await refunds.execute()).toEqual([]);
  },
);

it('only staff with the accounts role can cancel a booked package if one of its batches is cancelled and another has begun', async () => {
  const { orderId, lines } = await bookOrder(academy, {
    ...{ fire: batches.fireSeven, radar: batches.radarSeven, isPackage: true },
  });
  const item_id = lines[0]?.itemId;
  const cancelAs = (refund: number) =>
    registrar.call('POST', `/orders/${orderId}/cancel`, { item_ids: [item_id], refund, reason });
  const previewed = async () => (await registrar.call('GET', `/orders/${orderId}/cancellation`)).body.data.lines[0];
  await setPublication(batches.fireSeven, 'cancelled');
  expect(await previewed()).toMatchObject({ percent: 100, refund: 13_500, is_by_accounts: false });
  const booked = academy.db.updateTable('enrolments').where('order_id', '=', orderId);
  await booked.set({ start_date: '2026-03-10' }).where('batch_id', '=', batches.radarSeven).execute();
  const line = await previewed();
  expect(line).toMatchObject({ percent: 0, refund: 0, is_batch_cancelled: true, is_by_accounts: true });
  const message = 'Another course of this package has begun, so accounts decides the refund and cancels the booking.';
  const byAccounts = { code: 'REFUND_BY_ACCOUNTS', message };
  for (const refund of [0, 13_500]) expect(await cancelAs(refund)).toMatchObject({ status: 409, body: byAccounts });
  const seenEarlier = { item_id, refund: 7000, paid: line.paid, by_policy: line.refund };
  const unseen = await accounts.call('POST', `/orders/${orderId}/cancel-with-refund`, { lines: [seenEarlier], reason });
  expect(unseen).toMatchObject({ status: 409, body: { code: 'PREVIEW_CHANGED' } });
  const chosen = { ...seenEarlier, is_by_accounts: true };
  const cancelled = await accounts.call('POST', `/orders/${orderId}/cancel-with-refund`, { lines: [chosen], reason });
  expect(cancelled.body.data).toEqual({ refund: 7000, due: 0 });
  await setPublication(batches.fireSeven, 'published');
  await expectConsistent(academy);
});

it('a changed refund policy applies to the next cancellation, and the history of the policy shows the change', async () => {
  const administrator = await openConsole(academy, 'administrator');
  const steps = [
    { days: 0, percent: 10 },
    { days: 20, percent: 33 },
  ];
  expect((await administrator.call('PUT', '/refund-policy', { steps, reason })).body.data).toEqual(steps.toReversed());
  const { orderId } = await bookOrder(academy, { fire: batches.fireOpen });
  const { lines } = (await registrar.call('GET', `/orders/${orderId}/cancellation`)).body.data;
  // 33 % of 5,500.50 is 1,815.165, which is rounded half up to the paisa.
  expect(lines).toMatchObject([{ percent: 33, refund: 1815.17 }]);
  const { data } = (await accounts.call('GET', '/refund-policy')).body;
  const { email } = administrator.member;
  const change = { id: expect.any(Number), at: new Date(academy.clock.now()).toISOString(), reason };
  const actor = `The administrator <${email}>`;
  expect(data).toEqual({
    ...{ steps: steps.toReversed(), history: [{ ...change, actor, steps: steps.toReversed() }] },
  });
});

it('the history of the refund policy shows the latest fifty changes, newest first', async () => {
  const steps = [{ days: 0, percent: 5 }];
  const entries = Array.from({ length: 51 }, (_, index) => ({
    ...{ actor: `A${index}`, command: 'refund policy', subject: 'refund-policy', arguments: '{}' },
    after: JSON.stringify(steps),
  }));
  await academy.db.insertInto('audit_entries').values(entries).execute();
  const { history } = (await accounts.call('GET', '/refund-policy')).body.data;
  expect(history.map(({ actor }: { actor: string }) => actor)).toEqual(
    entries
      .map(({ actor }) => actor)
      .slice(1)
      .reverse(),
  );
});

it('when two changes of the refund policy are made at once, the audit entry of the second shows the first as the previous policy', async () => {
  const administrator = await openConsole(academy, 'administrator');
  const [release, locked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const others = [{ days: 9, percent: 70 }];
  const other = inTransaction(academy.db, async (tx) => {
    await lockRefundPolicy(tx);
    await storeRefundPolicy(tx, others);
    locked.resolve();
    await release.promise;
  });
  await locked.promise;
  const changing = administrator.call('PUT', '/refund-policy', { steps: [{ days: 8, percent: 60 }], reason });
  await untilWaiting(academy.db);
  release.resolve();
  await Promise.all([other, changing]);
  const entries = academy.db.selectFrom('audit_entries').select('before').where('command', '=', 'refund policy');
  expect(await entries.orderBy('id', 'desc').executeTakeFirst()).toEqual({ before: others });
});

it.each([
  ['the same number of days twice', [10, 50], [10, 40]],
  ['a higher refund for a later cancellation', [10, 50], [3, 60]],
])('a refund policy that contradicts itself is refused (it has %s)', async (_, ...pairs) => {
  const administrator = await openConsole(academy, 'administrator');
  const steps = pairs.map(([days, percent]) => ({ days, percent }));
  const { status, body } = await administrator.call('PUT', '/refund-policy', { steps, reason });
  expect(status).toBe(400);
  expect(body.fields).toHaveProperty('steps');
});

const listDue = async () => (await accounts.call('GET', '/orders?due=open')).body.data;

it('after a transfer to a more expensive course, the price difference is listed as due and can be paid at the office', async () => {
  const { orderId } = await bookOrder(academy, { fire: batches.fireOpen });
  const chosen = { course_id: courses.fire, to_batch_id: batches.radarOpen };
  const query = `course_id=${chosen.course_id}&to_batch_id=${chosen.to_batch_id}`;
  const preview = (await registrar.call('GET', `/orders/${orderId}/transfer?${query}`)).body.data;
  expect(preview).toMatchObject({ paid: 5500.5, refund: 0, due: 3249.59, to: { course_name: 'Radar Simulator' } });
  const move = (due: number, refund = 0) =>
    registrar.call('POST', `/orders/${orderId}/transfer`, { ...chosen, refund, due, reason });
  expect((await move(0)).body.code).toBe('PREVIEW_CHANGED');
  expect((await move(3249.59, 100)).body.code).toBe('PREVIEW_CHANGED');
  expect((await move(3249.59)).body.data).toEqual({ refund: 0, due: 3249.59 });
  const [{ change_id }] = (await registrar.call('GET', `/orders/${orderId}`)).body.data.dues;
  const payment = { method: 'bank', reference: 'UTR 77' };
  const pay = (body: object = { reason }) =>
    accounts.call('POST', `/orders/${orderId}/due`, { change_id, payment, ...body });
  expect((await pay({})).status).toBe(400);
  expect(await listDue()).toMatchObject([{ order_id: orderId, due: 3249.59 }]);
  expect((await pay()).status).toBe(200);
  expect(await listDue()).toEqual([]);
  expect((await pay()).body).toMatchObject({
    ...{ code: 'ALREADY_PAID', message: 'This amount has been paid already.' },
  });
  const { data } = (await registrar.call('GET', `/orders/${orderId}`)).body;
  expect(data).toMatchObject({ dues: [], lines: [{ name: 'Radar Simulator', paid: 8750.09 }] });
  const paid = data.timeline.find(({ title }: { title: string }) => title === 'Amount due paid at the office');
  expect(paid.detail).toContain(reason);
  await expectConsistent(academy);
});

describe('the receipt of an amount due', () => {
  const wish = { courseId: courses.fire, toBatchId: batches.radarOpen, duePaise: 324_959 };
  const payment = { method: 'upi', reference: 'UPI 4711' } as const;

  async function payDue() {
    const booked = await bookOrder(academy, { fire: batches.fireOpen });
    const { orderId, student } = booked;
    const { id: change_id } = await transfer(academy, { orderId, ...wish });
    const bought = (await student.get(`/api/orders/${orderId}/receipt`)).json().data;
    const record = (await registrar.call('GET', `/students/${student.id}`)).body.data;
    expect(record.dues).toEqual([{ order_id: orderId, amount: 3249.59, text: 'Radar Simulator' }]);
    await accounts.call('POST', `/orders/${orderId}/due`, { change_id, payment, reason });
    expect((await registrar.call('GET', `/students/${student.id}`)).body.data.dues).toEqual([]);
    const { due_receipts, receipt_number } = (await registrar.call('GET', `/orders/${orderId}`)).body.data;
    const [{ receipt_number: number }] = due_receipts;
    return { ...booked, bought, number, due_receipts, receipt_number };
  }
  const serial = (number: string) => Number(number.split('-').at(-1));

  it('paying the price difference of a transfer creates a receipt with the next number, and the receipt of the original order does not change', async () => {
    const { orderId, student, bought, number, due_receipts, receipt_number } = await payDue();
    expect(due_receipts).toEqual([{ receipt_number: number, amount: 3249.59 }]);
    expect(serial(number)).toBe(serial(receipt_number) + 1);
    const receipt = (await student.get(`/api/orders/${orderId}/receipt?number=${number}`)).json().data;
    expect(receipt).toMatchObject({
      ...{ receipt_number: number, adds_to: receipt_number, order_id: orderId, state: 'completed' },
      lines: [{ type: 'course', name: 'Radar Simulator', price: 3249.59, courses: [{ name: 'Radar Simulator' }] }],
      ...{ subtotal: 3249.59, discount: 0, total: 3249.59 },
      total_in_words: 'Rupees Three Thousand Two Hundred Forty Nine and Fifty Nine Paise Only',
      payment: { method: 'UPI', reference: 'UPI 4711' },
      ...{ student: bought.student, academy: bought.academy },
    });
    expect((await student.get(`/api/orders/${orderId}/receipt`)).json().data).toEqual(bought);
    const [listed] = (await student.get('/api/users/student/orders')).json().data;
    expect(listed).toMatchObject({ receipt_number, due_receipts: [number] });
    const [due, first] = (await student.get('/api/users/student/payments')).json().data;
    expect(due).toMatchObject({ amount: 3249.59, pays_due: true, receipt_number: number });
    expect(first).toMatchObject({ pays_due: false, receipt_number });
    await expectConsistent(academy);
  });

  it('after paying the price difference of a transfer, a student gets one email with a link to the receipt', async () => {
    const { orderId, number } = await payDue();
    const emails = academy.db
      .selectFrom('mail_outbox')
      .select(['subject', 'body', 'link'])
      .where('order_id', '=', orderId);
    const [email, ...none] = await emails.where('dedupe_key', 'like', 'due-paid:%').execute();
    expect(none).toEqual([]);
    expect(email?.subject).toBe(`Payment received: ${orderId}`);
    expect(email?.body).toContain('3,249.59');
    expect(email?.body).toContain(number);
    expect(email?.link).toMatch(new RegExp(`/${orderId}\\?number=${number}$`));
  });

  it('the receipt PDF of a price difference paid after a transfer is served to its student and to staff, and returns 404 to other students', async () => {
    const { orderId, student, number } = await payDue();
    const path = `orders/${orderId}/receipt.pdf?number=${number}`;
    const file = await student.get(`/api/${path}`);
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(file.headers['content-disposition']).toContain(`receipt-${number}.pdf`);
    const ofStaff = await registrar.call('GET', `/${path}`);
    expect(ofStaff).toMatchObject({ status: 200, text: file.body });
    for (const name of ['content-type', 'content-disposition']) expect(ofStaff.headers[name]).toBe(file.headers[name]);
    const other = await bookOrder(academy, { fire: batches.fireOpen });
    expect((await other.student.get(`/api/${path}`)).statusCode).toBe(404);
    expect((await other.student.get(`/api/orders/${other.orderId}/receipt?number=${number}`)).statusCode).toBe(404);
  });

  it('staff find an order by the receipt number of a price difference paid after a transfer', async () => {
    const { orderId, number } = await payDue();
    const { data } = (await registrar.call('GET', `/orders?q=${number}`)).body;
    expect(data).toMatchObject([{ order_id: orderId, due: 0 }]);
    const { orders } = (await registrar.call('GET', `/search?q=${number}`)).body.data;
    expect(orders).toMatchObject([{ id: orderId }]);
  });
});

it('the unpaid price difference of a transfer is replaced by that of a later transfer and removed by a cancellation', async () => {
  const { orderId, lines } = await bookOrder(academy, { fire: batches.fireOpen });
  const duesOf = async () => (await registrar.call('GET', `/orders/${orderId}`)).body.data.dues;
  const payment = { method: 'cash' };
  await transfer(academy, { orderId, courseId: courses.fire, toBatchId: batches.radarOpen, duePaise: 300_000 });
  await transfer(academy, { orderId, courseId: courses.radar, toBatchId: batches.radarSeven });
  const [first] = await duesOf();
  expect(first).toMatchObject({ amount: 3000 });

  await transfer(academy, { orderId, courseId: courses.radar, toBatchId: batches.firstAidOpen, duePaise: 200_000 });
  expect(await duesOf()).toMatchObject([{ amount: 2000 }]);
  const payFirst = { change_id: first.change_id, payment, reason };
  expect((await accounts.call('POST', `/orders/${orderId}/due`, payFirst)).body).toMatchObject({
    code: 'NO_LONGER_DUE',
    message: 'This amount is no longer due, because the booking has been changed since. Please load the order again.',
  });

  const [second] = await duesOf();
  await cancel(academy, { orderId, lines: [{ itemId: lines[0]?.itemId ?? 0, refundPaise: 'full' }] });
  expect(await duesOf()).toEqual([]);
  const paySecond = { change_id: second.change_id, payment, reason };
  expect((await accounts.call('POST', `/orders/${orderId}/due`, paySecond)).body.code).toBe('NO_LONGER_DUE');
  await expectConsistent(academy);
});

it('staff can resend the booking confirmation of an order more than once', async () => {
  const { orderId } = await bookOrder(academy, { fire: batches.fireOpen });
  const resend = () => registrar.call('POST', `/orders/${orderId}/confirmation`, {});
  await resend();
  expect((await resend()).status).toBe(200);
  const { data } = (await registrar.call('GET', `/orders/${orderId}`)).body;
  const emails = data.timeline.filter(({ kind }: { kind: string }) => kind === 'email');
  expect(emails).toHaveLength(3);
});

it('staff cannot resend the booking confirmation of an order that is still unpaid', async () => {
  const student = await academy.enrol();
  await addFire(student);
  const { order_id } = await placeOrder(student);
  expect((await registrar.call('POST', `/orders/${order_id}/confirmation`, {})).body.code).toBe('NOT_BOOKED');
  expect(await orderState(academy, order_id)).toBe('awaiting_payment');
});

it('the staff’s list of undelivered emails shows the order and the student’s current address for an email about an order', async () => {
  const { orderId, student } = await bookOrder(academy, { fire: batches.fireOpen });
  const attempts = academy.db.selectFrom('payment_attempts').select('id').where('order_id', '=', orderId);
  const { id } = await attempts.executeTakeFirstOrThrow();
  const undelivered = { recipient: 'old@example.com', subject: 'Booking', body: 'Hello', state: 'dead' } as const;
  await academy.db.deleteFrom('mail_outbox').execute();
  await academy.db
    .insertInto('mail_outbox')
    .values([
      { ...undelivered, dedupe_key: `order-completed:${orderId}:again-1` },
      { ...undelivered, dedupe_key: `payment-failed:${id}` },
    ])
    .execute();
  const { data } = (await registrar.call('GET', '/emails')).body;
  const email = academy.db.selectFrom('students').select('email').where('id', '=', student.id);
  const about = { order_id: orderId, student: { id: student.id, ...(await email.executeTakeFirst()) } };
  expect(data).toMatchObject([about, about]);
});
