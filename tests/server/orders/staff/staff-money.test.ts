import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openAcademy } from '../../booking/academy.ts';
import { batches, courses, packages } from '../../booking/academy-seed.ts';
import { enlarge, entryOf, fill, joinFire, runJob, waitingFor } from '../../waiting-lists/waiting.ts';
import { expectConsistent } from '../changes/booked-order.ts';
import {
  addFire,
  claims,
  expectInvariants,
  ledgerOf,
  orderFire,
  placeOrder,
  pressPaymentButton,
  recheckOrder,
} from '../ordering.ts';
import { lockWait } from '../place/open-order-queue.ts';
import { openConsole, reason } from './staff-calls.ts';

const academy = await openAcademy();
const { db } = academy;
const accounts = await openConsole(academy, 'accounts');

const fire = (batch_id: number) => ({
  ...{ type: 'course', id: courses.fire },
  batches: [{ course_id: courses.fire, batch_id }],
});

/** Sells to a new student, or to `student_id`. */
async function sell(sale: object = {}, key?: string) {
  const { id: student_id } = await academy.enrol({ first_name: '=Nila', last_name: 'Das' });
  const usual = { student_id, line: fire(batches.fireOpen), price: 5500.5, from_office_seats: false, reason };
  return accounts.call(
    'POST',
    '/sales',
    { ...usual, terms_version: '2026-01', payment: { method: 'cash' }, ...sale },
    key,
  );
}

it('a sale at the office books the seat, gets a receipt number and posts the payment to the office account', async () => {
  const before = await claims(academy, batches.fireOpen);
  const sold = await sell({ payment: { method: 'upi', reference: 'UPI 4711' } });
  expect(sold.body.data).toMatchObject({ receipt_number: expect.stringMatching(/^LFR-\d{4}-000001$/) });
  const { order_id, receipt_number } = sold.body.data;
  expect(order_id).toMatch(/^LF-2026-\d{6}$/);
  expect(await claims(academy, batches.fireOpen)).toEqual({ ...before, bookings: before.bookings + 1 });
  expect(await ledgerOf(academy, order_id)).toEqual([
    { account: 'office', amount_paise: 550_050 },
    { account: 'revenue', amount_paise: -550_050 },
  ]);
  const { text, status } = await accounts.call('GET', `/orders/${order_id}/receipt.pdf`);
  expect({ status, isPdf: text.startsWith('%PDF') }).toEqual({ status: 200, isPdf: true });
  expect((await accounts.call('GET', `/orders?q=upi%204711`)).body.data).toMatchObject([{ order_id }]);
  const audit = db.selectFrom('audit_entries').selectAll().where('subject', '=', `order:${order_id}`);
  const order = await db.selectFrom('orders').selectAll().where('id', '=', order_id).executeTakeFirstOrThrow();
  expect(order).toMatchObject({ terms_version: '2026-01', subtotal_paise: 550_050, total_paise: 550_050 });
  expect(await audit.execute()).toMatchObject([
    {
      ...{ command: 'office sale', reason, staff_id: accounts.member.id, at: new Date(academy.clock.now()) },
      after: {
        ...{ order_id, receipt_number, student_id: order.student_id, line: fire(batches.fireOpen), price: 5500.5 },
        ...{ payment: { method: 'upi', reference: 'UPI 4711' }, from_office_seats: false, terms_version: '2026-01' },
      },
    },
  ]);
  await expectInvariants(academy);
  await expectConsistent(academy);
});

it('an office sale repeated with the same idempotency key returns the first order again and takes one seat', async () => {
  const before = await claims(academy, batches.fireOpen);
  const { id: student_id } = await academy.enrol();
  const [first, second] = [await sell({ student_id }, 'a-sale-key'), await sell({ student_id }, 'a-sale-key')];
  expect(second.body.data).toEqual(first.body.data);
  expect(await claims(academy, batches.fireOpen)).toEqual({ ...before, bookings: before.bookings + 1 });
});

it('an office sale of a course that costs nothing is completed without a payment, and its receipt shows no payment', async () => {
  const { id: student_id } = await academy.enrol();
  const line = { type: 'course', id: courses.free, batches: [{ course_id: courses.free, batch_id: 31 }] };
  const { order_id } = (await sell({ student_id, line, price: 0 })).body.data;
  const { data } = (await accounts.call('GET', `/orders/${order_id}`)).body;
  expect(data).toMatchObject({
    ...{ state: 'completed', total: 0, receipt_number: expect.stringMatching(/^LFR-/) },
    attempts: [{ provider: 'none', state: 'approved', amount: 0, payments: [] }],
  });
  expect(await ledgerOf(academy, order_id)).toEqual([]);
  const student = await academy.signInAgain({ id: student_id });
  expect((await student.get(`/api/orders/${order_id}/receipt`)).json().data).toMatchObject({ total: 0, payment: null });
  await expectConsistent(academy);
});

it('the payment of an office sale is stored as settled with its method, and is never checked at a provider', async () => {
  const { order_id, receipt_number } = (await sell({ payment: { method: 'card', reference: 'SLIP 9' } })).body.data;
  const receipt = db.selectFrom('orders').select('receipt_number').where('id', '=', order_id);
  expect(await receipt.executeTakeFirst()).toEqual({ receipt_number });
  const attempt = db.selectFrom('payment_attempts').selectAll().where('order_id', '=', order_id);
  expect(await attempt.execute()).toMatchObject([
    { provider: 'office', state: 'approved', amount_paise: 550_050, next_check_at: null, settled_at: expect.any(Date) },
  ]);
  const paid = db.selectFrom('provider_payments').selectAll().where('attempt_id', '=', `${order_id}-1`);
  expect(await paid.execute()).toMatchObject([
    { provider: 'office', payment_id: `${order_id}-1`, outcome: 'approved', method: 'card', reference: 'SLIP 9' },
  ]);
});

it.each([
  ['a student who does not exist', { student_id: '00000000-0000-4000-8000-000000000000' }, 404, 'NOT_FOUND'],
  [
    'a course that does not exist',
    { line: { type: 'course', id: 999, batches: [{ course_id: 999, batch_id: 1 }] } },
    409,
    'PACKAGE_INCOMPLETE',
  ],
])('an office sale for an unknown student or course is refused (%s)', async (_, sale, status, code) => {
  expect(await sell(sale)).toMatchObject({ status, body: { code } });
});

it('the list of course packages that staff can sell has today’s price and the courses of each package', async () => {
  const { data } = (await accounts.call('GET', '/sales/packages')).body;
  expect(data).toMatchObject([
    {
      ...{ id: packages.sea, name: 'Sea Start', price: 13_500 },
      courses: [
        { course_id: courses.fire, course_name: 'Fire Fighting' },
        { course_id: courses.radar, course_name: 'Radar Simulator' },
      ],
    },
    { id: packages.short, name: 'Short Start', price: 9000, courses: [{}, {}] },
  ]);
  await db.updateTable('packages').set({ is_active: false }).where('id', '=', packages.short).execute();
  const left = (await accounts.call('GET', '/sales/packages')).body.data;
  await db.updateTable('packages').set({ is_active: true }).where('id', '=', packages.short).execute();
  expect(left.map(({ id }: { id: number }) => id)).toEqual([packages.sea]);
});

it('an office sale of a package is refused unless an existing batch is chosen for every course of the package', async () => {
  const chosen = [
    { course_id: courses.fire, batch_id: batches.fireOpen },
    { course_id: courses.radar, batch_id: batches.radarOpen },
  ];
  const line = { type: 'package', id: packages.sea, batches: chosen };
  const [listed] = (await accounts.call('GET', '/sales/packages')).body.data;
  expect(listed).toMatchObject({ name: 'Sea Start', courses: [{ course_id: courses.fire }, {}] });
  const incomplete = await sell({ line: { ...line, batches: chosen.slice(0, 1) }, price: listed.price });
  // Because a package is sold only with all its courses, the server reports the only chosen batch as closed.
  expect(incomplete.body.code).toBe('BATCH_CLOSED');
  const unknown = [
    { course_id: courses.fire, batch_id: batches.fireOpen },
    { course_id: courses.radar, batch_id: 999 },
  ];
  expect((await sell({ line: { ...line, batches: unknown }, price: listed.price })).body).toMatchObject({
    ...{ code: 'PACKAGE_INCOMPLETE', message: 'Choose one batch for each course.' },
  });
  expect((await sell({ line, price: listed.price })).status).toBe(200);
  await expectConsistent(academy);
});

it.each([
  ['of a full batch', { line: fire(batches.fireFull) }, 'BATCH_FULL', 'No seats are available for this batch.'],
  ['of a closed batch', { line: fire(batches.fireClosed) }, 'BATCH_CLOSED', 'The batch is closed for booking.'],
  ['of a batch that has started', { line: fire(batches.fireToday) }, 'BATCH_STARTED', 'The batch has started.'],
  [
    'at a price that is not the current one',
    { price: 5500 },
    'PREVIEW_CHANGED',
    'The price has changed meanwhile. Please look at it again.',
  ],
  [
    'to a student who has accepted an earlier version of the booking terms',
    { terms_version: '2025-12' },
    'TERMS_CHANGED',
    'The booking terms have changed meanwhile. Please let the student read the new version.',
  ],
  [
    'of a seat kept for the office in a batch that has none',
    { from_office_seats: true },
    'NO_OFFICE_SEAT',
    'No seat of this batch is kept for the office.',
  ],
])('an office sale that is not possible is refused and changes nothing: a sale %s', async (_, sale, code, message) => {
  const before = await claims(academy, batches.fireOpen);
  expect((await sell(sale)).body).toMatchObject({ code, message });
  expect(await claims(academy, batches.fireOpen)).toEqual(before);
  await expectInvariants(academy);
});

it('an office sale can book a seat that is kept for the office, even while students are on the waiting list', async () => {
  await waitingFor(academy);
  const sold = await sell({ line: fire(batches.fireFull), from_office_seats: true });
  expect(sold.status).toBe(200);
  const kinds = db.selectFrom('seat_claims').select(['kind', 'seats']).where('batch_id', '=', batches.fireFull);
  expect(await kinds.orderBy('kind').execute()).toEqual([
    { kind: 'booking', seats: 1 },
    { kind: 'office', seats: 1 },
  ]);
  await expectConsistent(academy);
});

it('an office sale books the seat that the waiting list offers to the buyer, although another student is waiting', async () => {
  const { fireSeven } = batches;
  await fill(academy, fireSeven);
  const first = await waitingFor(academy, (student) => joinFire(student, fireSeven));
  const second = await waitingFor(academy, (student) => joinFire(student, fireSeven));
  await enlarge(academy, fireSeven, 1);
  await runJob(academy);
  const freeSeats = async (student: { id: string }) => {
    const { body } = await accounts.call('GET', `/open-batches?course_id=${courses.fire}&student_id=${student.id}`);
    return body.data.find(({ batch_id }: { batch_id: number }) => batch_id === fireSeven)?.free;
  };
  expect([await freeSeats(first), await freeSeats(second)]).toEqual([1, 0]);
  const line = fire(fireSeven);
  expect((await sell({ student_id: second.id, line })).body.code).toBe('BATCH_FULL');
  expect((await sell({ student_id: first.id, line })).status).toBe(200);
  expect(await claims(academy, fireSeven)).toEqual({ holds: 0, bookings: 1 });
  await runJob(academy);
  expect(await entryOf(first)).toMatchObject({ state: 'ended', end_reason: 'booked' });
  expect(await entryOf(second)).toMatchObject({ state: 'waiting' });
  // The tests below sell seats of this batch, too.
  await enlarge(academy, fireSeven, 7);
  await expectConsistent(academy);
});

it.each([
  ['the batch of another course', [{ course_id: courses.radar, batch_id: batches.radarOpen }]],
  [
    'batches of two courses',
    [
      { course_id: courses.fire, batch_id: batches.fireOpen },
      { course_id: courses.radar, batch_id: batches.radarOpen },
    ],
  ],
])(
  'an office sale of a course is refused unless one batch of this course is chosen (chosen: %s)',
  async (_, chosen) => {
    const before = await claims(academy, batches.radarOpen);
    const line = { type: 'course', id: courses.fire, batches: chosen };
    expect((await sell({ line })).body.code).toBe('PACKAGE_INCOMPLETE');
    expect(await claims(academy, batches.radarOpen)).toEqual(before);
  },
);

it('an office sale is refused to a student who has an unpaid order or has already booked the batch', async () => {
  const paying = await academy.enrol();
  await addFire(paying, batches.fireSeven);
  await placeOrder(paying);
  expect((await sell({ student_id: paying.id })).body).toMatchObject({
    code: 'STUDENT_IS_PAYING',
    message: 'The student has an unpaid order that holds seats. Let it be paid, or wait until it ends.',
  });
  const { id: student_id } = await academy.enrol();
  await sell({ student_id });
  expect((await sell({ student_id })).body).toMatchObject({
    ...{ code: 'ALREADY_BOOKED', message: 'The student has booked this batch already.' },
  });
});

it('an office sale is refused if the buyer places an order while the sale waits for a database lock', async () => {
  const paying = await academy.enrol();
  await addFire(paying, batches.fireSeven);
  await placeOrder(paying);
  const setState = (tx: typeof db, state: string) =>
    sql`update orders set state = ${state} where student_id = ${paying.id}`.execute(tx);
  await setState(db, 'expired');
  // Like the transaction that places the student's order, this one holds the lock until the order is stored.
  const { sale } = await db.transaction().execute(async (tx) => {
    await sql`select from students where id = ${paying.id} for no key update`.execute(tx);
    const waitingSale = sell({ student_id: paying.id });
    await lockWait(academy);
    await setState(tx, 'awaiting_payment');
    return { sale: waitingSale };
  });
  expect(await sale).toMatchObject({ status: 409, body: { code: 'STUDENT_IS_PAYING' } });
});

it('an office sale that waits for a database lock while staff move its batch stores the new dates', async () => {
  const dates = { start_date: '2026-04-08', end_date: '2026-04-10' };
  const { sale } = await db.transaction().execute(async (tx) => {
    await sql`select from batches where id = ${batches.fireOpen} for update`.execute(tx);
    const waitingSale = sell();
    await lockWait(academy);
    await tx.updateTable('batches').set(dates).where('id', '=', batches.fireOpen).execute();
    return { sale: waitingSale };
  });
  const { order_id } = (await sale).body.data;
  const { lines } = (await accounts.call('GET', `/orders/${order_id}`)).body.data;
  const stored = db
    .selectFrom('order_item_courses')
    .select(['batch_start_date as start_date', 'batch_end_date as end_date'])
    .where('order_item_id', '=', lines[0].item_id);
  expect(await stored.execute()).toEqual([dates]);
});

/** Sells a seat at the office and cancels it with a full refund. Returns the order's id. */
async function sellAndCancel(sale: object = {}): Promise<string> {
  const { order_id } = (await sell(sale)).body.data;
  const { lines } = (await accounts.call('GET', `/orders/${order_id}`)).body.data;
  const body = { lines: [{ item_id: lines[0].item_id, refund: 5500.5, paid: 5500.5, by_policy: 4950.45 }], reason };
  await accounts.call('POST', `/orders/${order_id}/cancel-with-refund`, body);
  return order_id;
}

it('staff can mark the refund of an office payment as settled only once, and the ledger stays balanced', async () => {
  const order_id = await sellAndCancel();
  await academy.app.sendRefunds();
  const due = (await accounts.call('GET', '/refunds')).body.data;
  const refund = due.find((one: { order_id: string }) => one.order_id === order_id);
  expect(refund).toMatchObject({ state: 'requested', amount: 5500.5, is_by_hand: true });
  const settle = () => accounts.call('POST', `/refunds/${refund.refund_id}/settle`, { reference: 'UTR 5', reason });
  expect((await settle()).status).toBe(200);
  expect((await settle()).body.code).toBe('REFUND_SETTLED');
  for (const q of ['utr 5', 'UTR 5'])
    expect((await accounts.call('GET', `/orders?${new URLSearchParams({ q })}`)).body.data).toContainEqual(
      expect.objectContaining({ order_id }),
    );
  const sums = await sql`select account, sum(amount_paise)::bigint as paise from ledger_entries
    where order_id = ${order_id} group by account order by account`.execute(db);
  expect(sums.rows).toEqual([
    { account: 'office', paise: 0 },
    { account: 'refunds_payable', paise: 0 },
    { account: 'revenue', paise: 0 },
  ]);
  await expectConsistent(academy);
});

it('the office is shown the booking terms that a student has to accept, and cannot sell without naming their version', async () => {
  const { data } = (await accounts.call('GET', '/sales/terms')).body;
  expect(data).toEqual({ version: '2026-01', title: expect.any(String), content: expect.any(String) });
  expect((await sell({ terms_version: undefined })).body).toMatchObject({ code: 'INVALID_REQUEST' });
});

it('the list of refunds says how a refunded payment at the office was made, with its reference', async () => {
  const cash = await sellAndCancel();
  const upi = await sellAndCancel({ payment: { method: 'upi', reference: 'UPI 4712' } });
  const { data } = (await accounts.call('GET', '/refunds')).body;
  const refundOf = (orderId: string) => data.find(({ order_id }: { order_id: string }) => order_id === orderId);
  expect(refundOf(cash)).toMatchObject({ method: 'cash', payment_reference: null });
  expect(refundOf(upi)).toMatchObject({ method: 'upi', payment_reference: 'UPI 4712' });
});

it('staff can list the payments whose result is not known yet', async () => {
  const student = await academy.enrol();
  await addFire(student, batches.fireSeven);
  const { attempt_id } = await placeOrder(student);
  const { data } = (await accounts.call('GET', '/payments/pending')).body;
  expect(data.map((one: { attempt_id: string }) => one.attempt_id)).toContain(attempt_id);
});

it('an office sale is refused while the buyer has a pending payment for an order whose first payment was declined', async () => {
  const { student, created } = await orderFire(academy, batches.fireSeven);
  const { attempt_id } = created;
  await pressPaymentButton(academy, created, 'decline');
  expect((await recheckOrder(student, attempt_id)).state).toBe('declined');
  const report = (outcome: 'pending' | 'declined') =>
    db
      .insertInto('provider_payments')
      .values({
        provider: 'sandbox',
        payment_id: 'a-upi-payment',
        attempt_id,
        outcome,
        amount_paise: 550_050,
        method: 'upi',
      })
      .execute();
  const listed = async () => {
    const { data } = (await accounts.call('GET', '/payments/pending')).body;
    return data.find((one: { attempt_id: string }) => one.attempt_id === attempt_id);
  };
  await report('pending');
  expect((await sell({ student_id: student.id })).body).toMatchObject({
    code: 'STUDENT_IS_PAYING',
    message: `The bank has not confirmed a payment of the student for ${created.order_id} yet. Recheck the payment, or wait.`,
  });
  expect(await listed()).toMatchObject({ is_pending: true });
  await report('declined');
  expect((await sell({ student_id: student.id })).status).toBe(200);
  expect(await listed()).toBeUndefined();
});

const newestEntry = () => db.selectFrom('audit_entries').selectAll().orderBy('id', 'desc').executeTakeFirst();
const reading = {
  ...{ staff_id: accounts.member.id, before: null, after: null, at: new Date(academy.clock.now()) },
};

it('each time staff view the list of refunds, the audit log records the filter and the number of refunds', async () => {
  await sellAndCancel();
  const { data } = (await accounts.call('GET', '/refunds?state=requested')).body;
  expect(data.length).toBeGreaterThan(0);
  const counted = { state: 'requested', refunds: data.length };
  const read = { ...reading, command: 'refunds list', subject: 'refunds' };
  expect(await newestEntry()).toMatchObject({ ...read, arguments: counted });
});

it('each time staff view the list of pending payments, the audit log records the number of payments', async () => {
  const student = await academy.enrol();
  await addFire(student, batches.fireSeven);
  await placeOrder(student);
  const { data } = (await accounts.call('GET', '/payments/pending')).body;
  expect(data.length).toBeGreaterThan(0);
  const counted = { payments: data.length };
  const read = { ...reading, command: 'pending payments list', subject: 'payments' };
  expect(await newestEntry()).toMatchObject({ ...read, arguments: counted });
});

it('the ledger export contains every ledger entry with amounts that sum to zero, and the audit log records the export', async () => {
  const { text, headers } = await accounts.call('GET', '/exports/ledger?from=2020-01-01&to=2099-12-31');
  expect(headers['content-type']).toMatch(/^text\/csv/);
  expect(headers['content-disposition']).toContain('ledger-2020-01-01-to-2099-12-31.csv');
  expect(text.startsWith('\ufeff')).toBe(true);
  const [titles, ...lines] = text.replace('\ufeff', '').trim().split('\r\n');
  expect(titles).toBe('posted_at,order_id,source,account,amount');
  const paise = lines.reduce((sum, line) => sum + Math.round(Number(line.split(',').at(-1)) * 100), 0);
  const { rows } = await sql`select count(*)::integer as count from ledger_entries`.execute(db);
  expect({ paise, count: lines.length }).toEqual({ paise: 0, ...(rows[0] as object) });
  expect(await newestEntry()).toMatchObject({
    ...{ ...reading, command: 'export ledger', subject: 'exports' },
    arguments: { from: '2020-01-01', to: '2099-12-31', rows: lines.length },
  });
});

it('an export puts an apostrophe before a name that a spreadsheet would take for a formula', async () => {
  const { text } = await accounts.call('GET', '/exports/orders?from=2020-01-01&to=2099-12-31');
  expect(text).toContain(`"'=Nila Das"`);
});
