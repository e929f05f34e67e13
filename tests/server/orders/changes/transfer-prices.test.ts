import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import type { StaffOpenBatch } from '../../../../contract/staff/orders.ts';
import { inTransaction } from '../../../../server/db/transactions/transaction.ts';
import { readBatchRefunds, readBookedLines } from '../../../../server/orders/changes/booked-lines.repo.ts';
import { listDues, orderDueSql, ordersWithDueSql } from '../../../../server/orders/changes/dues.repo.ts';
import { recordDuePayment } from '../../../../server/orders/office/office-payment.repo.ts';
import { lastAuditEntry } from '../../../support/staff.ts';
import { openAcademy } from '../../booking/academy.ts';
import { batches, courses } from '../../booking/academy-seed.ts';
import { orderDeps } from '../place/order-server.ts';
import { openConsole, reason } from '../staff/staff-calls.ts';
import { bookOrder, cancel, expectConsistent, refundsOf, transfer } from './booked-order.ts';

const academy = await openAcademy();
const { clock, db } = academy;
const registrar = await openConsole(academy, 'registrar');
const accounts = await openConsole(academy, 'accounts');

type Chosen = { course_id: number; to_batch_id: number; from_office_seat?: boolean };
/** The price difference of a move to another batch of the same course. */
const free = { refund: 0, due: 0 };
const preview = async (orderId: string, { course_id, to_batch_id }: Chosen) =>
  (await registrar.call('GET', `/orders/${orderId}/transfer?course_id=${course_id}&to_batch_id=${to_batch_id}`)).body;
const move = (orderId: string, chosen: Chosen, money: { refund: number; due: number }, key?: string) =>
  registrar.call('POST', `/orders/${orderId}/transfer`, { ...chosen, ...money, reason }, key);
const payDue = (orderId: string, changeId: number) =>
  inTransaction(db, (tx) => {
    const { mail } = orderDeps(db, clock);
    return recordDuePayment(tx, mail, { orderId, changeId, payment: { method: 'cash' } });
  });
const setFee = (courseId: number, total_fee_paise: number) =>
  db.updateTable('courses').set({ total_fee_paise }).where('id', '=', courseId).execute();

afterEach(() => expectConsistent(academy));

describe('the price difference of a transfer', () => {
  it('a transfer to a cheaper course refunds exactly the difference that the preview showed to staff', async () => {
    const { orderId, lines, student } = await bookOrder(academy, { radar: batches.radarOpen });
    const chosen = { course_id: courses.radar, to_batch_id: batches.firstAidOpen };
    const { email } = await db
      .selectFrom('students')
      .select('email')
      .where('id', '=', student.id)
      .executeTakeFirstOrThrow();
    expect((await preview(orderId, chosen)).data).toEqual({
      from: lines[0]?.courses[0],
      to: {
        ...{ batch_id: batches.firstAidOpen, course_id: courses.firstAid, course_name: 'First Aid', price: 4000 },
        ...{ start_date: '2026-04-05', end_date: '2026-04-06', free: 30, office: 0 },
      },
      ...{ paid: 8750.09, refund: 4750.09, due: 0, email_to: email },
    });
    expect((await move(orderId, chosen, { refund: 4750.08, due: 0 })).body).toMatchObject({
      ...{ code: 'PREVIEW_CHANGED', message: 'The amounts have changed meanwhile. Please look at them again.' },
    });
    expect((await move(orderId, chosen, { refund: 4750.09, due: 0 })).body.data).toEqual({ refund: 4750.09, due: 0 });
    expect(await refundsOf(academy, orderId)).toMatchObject([{ amount_paise: 475_009 }]);
  });

  it('a transfer to another batch of the same course costs nothing even if the course has become more expensive', async () => {
    const { orderId } = await bookOrder(academy, { fire: batches.fireOpen });
    await setFee(courses.fire, 700_000);
    const chosen = { course_id: courses.fire, to_batch_id: batches.fireSeven };
    expect((await preview(orderId, chosen)).data).toMatchObject({ paid: 5500.5, refund: 0, due: 0 });
    expect((await move(orderId, chosen, { refund: 0, due: 0 })).status).toBe(200);
    await setFee(courses.fire, 550_050);
  });

  it('a course of a booked package can be moved only to a batch of the same course, without a price difference', async () => {
    const { orderId } = await bookOrder(academy, {
      ...{ fire: batches.fireOpen, radar: batches.radarOpen, isPackage: true },
    });
    const other = { course_id: courses.fire, to_batch_id: batches.firstAidOpen };
    expect((await preview(orderId, other)).data).toMatchObject({ paid: 13_500, refund: 0, due: 0 });
    expect((await move(orderId, other, { refund: 0, due: 0 })).body.code).toBe('PACKAGE_WHOLE');
    const same = { course_id: courses.fire, to_batch_id: batches.fireSeven };
    expect((await move(orderId, same, { refund: 0, due: 0 })).status).toBe(200);
  });

  it('a transfer repeated with the same idempotency key moves and refunds once', async () => {
    const { orderId } = await bookOrder(academy, { radar: batches.radarOpen });
    const chosen = { course_id: courses.radar, to_batch_id: batches.firstAidOpen };
    for (const _ of ['first', 'again'])
      expect((await move(orderId, chosen, { refund: 4750.09, due: 0 }, 'one-key-moves')).body.data).toEqual({
        ...{ refund: 4750.09, due: 0 },
      });
    expect(await refundsOf(academy, orderId)).toHaveLength(1);
    const { id, email } = registrar.member;
    const stored = db.selectFrom('booking_changes').select(['key', 'actor', 'staff_id', 'reason']);
    expect(await stored.where('order_id', '=', orderId).execute()).toEqual([
      { key: `staff:${id}:one-key-moves`, actor: `The registrar <${email}>`, staff_id: id, reason },
    ]);
    const audit = db.selectFrom('audit_entries').selectAll().where('subject', '=', `order:${orderId}`);
    expect(await audit.execute()).toMatchObject([
      {
        ...{ command: 'order transfer', staff_id: id, reason, at: new Date(clock.now()) },
        arguments: { refund_paise: 475_009, due_paise: 0 },
        ...{ before: { name: 'Radar Simulator' }, after: { name: 'First Aid' } },
      },
    ]);
  });

  it.each([
    [
      'a course that the order does not contain',
      { course_id: courses.radar, to_batch_id: batches.radarOpen },
      { code: 'NO_SUCH_BOOKING', message: 'This course is not booked in this order.' },
    ],
    [
      'a batch that starts today',
      { course_id: courses.fire, to_batch_id: batches.fireToday },
      { code: 'BATCH_CLOSED', message: 'The new batch has started, or is closed for booking.' },
    ],
    [
      'a closed batch',
      { course_id: courses.fire, to_batch_id: batches.fireClosed },
      { code: 'BATCH_CLOSED', message: 'The new batch has started, or is closed for booking.' },
    ],
  ])(
    'the preview of a transfer is refused if the course or the new batch does not fit: %s',
    async (_, chosen, refusal) => {
      const { orderId } = await bookOrder(academy, { fire: batches.fireOpen });
      expect(await preview(orderId, chosen)).toMatchObject(refusal);
    },
  );
});

describe('the refund of several lines', () => {
  it('cancelling two courses of an order refunds the amount that the preview showed for each course', async () => {
    const { orderId } = await bookOrder(academy, { fire: batches.fireOpen, radar: batches.radarOpen });
    const { lines, policy } = (await registrar.call('GET', `/orders/${orderId}/cancellation`)).body.data;
    expect(policy).toEqual([
      { days: 15, percent: 90 },
      { days: 7, percent: 50 },
      { days: 0, percent: 0 },
    ]);
    const refunds = lines.map(({ refund }: { refund: number }) => refund);
    expect(refunds).toEqual([4950.45, 7875.08]);
    const item_ids = lines.map(({ item_id }: { item_id: number }) => item_id);
    const cancelBoth = (refund: number) =>
      registrar.call('POST', `/orders/${orderId}/cancel`, { item_ids, refund, reason });
    expect((await cancelBoth(4950.45)).body.code).toBe('PREVIEW_CHANGED');
    expect((await cancelBoth(12_825.53)).body.data).toEqual({ refund: 12_825.53, due: 0 });
    expect((await refundsOf(academy, orderId)).map(({ amount_paise }) => amount_paise).toSorted()).toEqual([
      495_045, 787_508,
    ]);
  });

  it('cancelling two courses with refunds chosen by staff is refused if the paid amount of one course differs from the preview', async () => {
    const { orderId, lines } = await bookOrder(academy, { fire: batches.fireOpen, radar: batches.radarOpen });
    const [fire, radar] = [
      { item_id: lines[0]?.itemId, refund: 1000.25, paid: 5500.5, by_policy: 4950.45 },
      { item_id: lines[1]?.itemId, refund: 2000, paid: 8750.09, by_policy: 7875.08 },
    ];
    const cancelBoth = (...both: object[]) =>
      accounts.call('POST', `/orders/${orderId}/cancel-with-refund`, { lines: both, reason });
    expect((await cancelBoth(fire, { ...radar, paid: 8750.08 })).body).toMatchObject({
      ...{ code: 'PREVIEW_CHANGED', message: 'The amounts have changed meanwhile. Please look at them again.' },
    });
    expect(await refundsOf(academy, orderId)).toEqual([]);
    expect((await cancelBoth(fire, radar)).body.data).toEqual({ refund: 3000.25, due: 0 });
  });

  it('refunds are taken from the earliest payment of an order until nothing of it is left, then from the next', async () => {
    const { orderId, created } = await bookOrder(academy, { fire: batches.fireOpen, radar: batches.radarOpen });
    await db
      .insertInto('provider_payments')
      .values({
        ...{ provider: 'sandbox', payment_id: `${orderId}-declined`, attempt_id: created.attempt_id },
        ...{ outcome: 'declined', amount_paise: 1_425_059, method: 'upi', seen_at: new Date(0) },
      })
      .execute();
    const dearer = { courseId: courses.fire, toBatchId: batches.firstAidOpen, duePaise: 100_000 };
    const { id: changeId } = await transfer(academy, { orderId, ...dearer });
    await payDue(orderId, changeId);
    const [firstAid, radar] = await readBookedLines(db, orderId);
    expect([firstAid?.paidPaise, radar?.paidPaise]).toEqual([650_050, 875_009]);
    const cancelLine = (itemId = 0) => cancel(academy, { orderId, lines: [{ itemId, refundPaise: 'full' }] });
    await cancelLine(radar?.itemId);
    const cheaper = { courseId: courses.firstAid, toBatchId: batches.fireSeven, refundPaise: 550_050 };
    await transfer(academy, { orderId, ...cheaper });
    await cancelLine(firstAid?.itemId);
    const refunds = db.selectFrom('refunds').select(['provider', 'amount_paise']).where('order_id', '=', orderId);
    expect(await refunds.orderBy('created_at').orderBy('id').execute()).toEqual([
      { provider: 'sandbox', amount_paise: 875_009 },
      { provider: 'sandbox', amount_paise: 550_050 },
      { provider: 'office', amount_paise: 100_000 },
    ]);
  });

  it('if one batch of a package is cancelled after another batch of the package has begun, the office must decide about the refund', async () => {
    const { orderId } = await bookOrder(academy, {
      ...{ fire: batches.fireSeven, radar: batches.radarOpen, isPackage: true },
    });
    const refundOn = async (today: string, batchId: number = batches.fireSeven) =>
      (await readBatchRefunds(db, batchId, today)).filter((one) => one.orderId === orderId);
    const refund = { orderId, paise: 1_350_000 };
    expect(await refundOn('2026-04-01')).toEqual([{ ...refund, needsOffice: false }]);
    expect(await refundOn('2026-04-02')).toEqual([{ ...refund, needsOffice: true }]);
    // The cancelled batch itself does not count, even if it would have begun.
    expect(await refundOn('2026-04-01', batches.radarOpen)).toEqual([{ ...refund, needsOffice: false }]);
    const setPublication = (publication: 'cancelled' | 'published') =>
      db.updateTable('batches').set({ publication, status: 'open' }).where('id', '=', batches.radarOpen).execute();
    await setPublication('cancelled');
    expect(await refundOn('2026-04-02')).toEqual([{ ...refund, needsOffice: false }]);
    await setPublication('published');
    await cancel(academy, { orderId, lines: 'all' });
    expect(await refundOn('2026-04-02')).toEqual([]);
  });

  it('the preview of cancelling a batch shows no refund for a booking that has already been cancelled', async () => {
    const { orderId, lines } = await bookOrder(academy, { fire: batches.fireSeven, radar: batches.radarOpen });
    const [fire] = lines.filter(({ name }) => name === 'Fire Fighting');
    await cancel(academy, { orderId, lines: [{ itemId: fire?.itemId ?? 0, refundPaise: 100_000 }] });
    await transfer(academy, { orderId, courseId: courses.radar, toBatchId: batches.fireSeven });
    const { body } = await registrar.call('GET', `/batches/${batches.fireSeven}/cancellation`);
    const listed = body.data.students.filter((one: { order_id: string }) => one.order_id === orderId);
    expect(listed).toMatchObject([{ refund: 8750.09 }]);
    const refunds = (await readBatchRefunds(db, batches.fireSeven, '2026-03-10')).filter(
      (one) => one.orderId === orderId,
    );
    expect(refunds).toEqual([{ orderId, paise: 875_009, needsOffice: false }]);
    await cancel(academy, { orderId, lines: 'all' });
  });
});

describe('the batches to which staff can transfer a booking or that they can sell', () => {
  const openBatches = async (query: string) =>
    (await registrar.call('GET', `/open-batches?${query}`)).body.data as StaffOpenBatch[];
  const idsOf = (listed: readonly StaffOpenBatch[]) => listed.map(({ batch_id }) => batch_id);

  it('the list of a course’s open batches shows the batches from tomorrow on, sorted by date, with price and seats', async () => {
    const listed = await openBatches(`course_id=${courses.fire}`);
    expect(idsOf(listed)).toEqual([batches.fireOpen, batches.fireSeven, batches.fireFull]);
    expect(listed.at(-1)).toEqual({
      ...{ batch_id: batches.fireFull, course_id: courses.fire, course_name: 'Fire Fighting', price: 5500.5 },
      ...{ start_date: '2026-04-21', end_date: '2026-04-23', free: 0, office: 2 },
    });
    const radar = await openBatches(`course_id=${courses.radar}`);
    expect(radar[0]).toMatchObject({ price: 8750.09, office: 0 });
  });

  it.each([
    ['starts tomorrow', { start_date: '2026-03-11' }, true],
    ['starts today', { start_date: '2026-03-10' }, false],
    ['is a draft', { publication: 'draft' as const }, false],
    ['is cancelled', { publication: 'cancelled' as const }, false],
    ['is closed', { status: 'closed' as const }, false],
  ])(
    'the list of batches for transfers and office sales has only open batches from tomorrow on (tested with a batch that %s)',
    async (_, set, isListed) => {
      const change = (values: object) =>
        db.updateTable('batches').set(values).where('id', '=', batches.fireSeven).execute();
      await change(set);
      expect(idsOf(await openBatches(`course_id=${courses.fire}`)).includes(batches.fireSeven)).toBe(isListed);
      await change({ publication: 'published' });
      await change({ status: 'open', start_date: '2026-04-11' });
    },
  );

  it('a booking is moved to a seat kept for the office only if staff request such a seat, and the audit log records the request', async () => {
    const { orderId } = await bookOrder(academy, { fire: batches.fireOpen });
    const full = { course_id: courses.fire, to_batch_id: batches.fireFull };
    expect((await preview(orderId, full)).data.to).toMatchObject({ free: 0, office: 2 });
    expect((await move(orderId, full, free)).body.code).toBe('BATCH_FULL');
    const without = { course_id: courses.fire, to_batch_id: batches.fireSeven, from_office_seat: true };
    expect((await move(orderId, without, free)).body).toMatchObject({
      ...{ code: 'NO_OFFICE_SEAT', message: 'No seat of this batch is kept for the office.' },
    });
    expect((await move(orderId, { ...full, from_office_seat: true }, free)).status).toBe(200);
    const kinds = db.selectFrom('seat_claims').select(['kind', 'seats']).where('batch_id', '=', batches.fireFull);
    expect(await kinds.orderBy('kind').execute()).toEqual([
      { kind: 'booking', seats: 1 },
      { kind: 'office', seats: 1 },
    ]);
    const { arguments: given } = await lastAuditEntry(db, 'order transfer');
    expect(given).toMatchObject({ from_office_seat: true });
  });

  it('the list of open batches leaves out the batches of a course that is no longer offered', async () => {
    const setActive = (is_active: boolean) =>
      db.updateTable('courses').set({ is_active }).where('id', '=', courses.firstAid).execute();
    expect(idsOf(await openBatches(`course_id=${courses.firstAid}`))).toEqual([batches.firstAidOpen]);
    await setActive(false);
    expect(await openBatches(`course_id=${courses.firstAid}`)).toEqual([]);
    await setActive(true);
  });
});

describe('the amounts that are due after transfers', () => {
  it('an amount due after a transfer is owed until it is paid or a later change of the same booking replaces it', async () => {
    const one = await bookOrder(academy, { fire: batches.fireOpen, radar: batches.radarOpen });
    const other = await bookOrder(academy, { fire: batches.fireOpen });
    const [fire] = one.lines;
    const { orderId } = one;
    const due = { text: 'First Aid', order_id: orderId, amount: 1000 };
    const moved = { courseId: courses.fire, toBatchId: batches.firstAidOpen, duePaise: 100_000 };
    const { id: changeId } = await transfer(academy, { orderId, ...moved });
    await transfer(academy, { orderId, courseId: courses.radar, toBatchId: batches.radarSeven, duePaise: 20_000 });
    await transfer(academy, { orderId: other.orderId, ...moved, duePaise: 300_000 });
    await transfer(academy, { orderId, courseId: courses.radar, toBatchId: batches.radarOpen });
    const dueOf = async ({ student }: typeof one) => listDues(db, student.id);
    const sums = async () => {
      const ids = [orderId, other.orderId];
      const orders = db
        .selectFrom('orders as o')
        .select(['o.id', orderDueSql.as('paise')])
        .where('o.id', 'in', ids);
      const { rows } = await sql<{ order_id: string }>`
        select order_id from ${ordersWithDueSql} due where order_id = any(${ids}) order by order_id`.execute(db);
      return { owing: rows.map(({ order_id }) => order_id), sums: await orders.orderBy('o.id').execute() };
    };
    const radarDue = { ...due, text: 'Radar Simulator', amount: 200 };
    expect(await dueOf(one)).toEqual([due, radarDue]);
    expect(await dueOf(other)).toEqual([{ ...due, order_id: other.orderId, amount: 3000 }]);
    expect(await sums()).toEqual({
      owing: [orderId, other.orderId],
      sums: [
        { id: orderId, paise: 120_000 },
        { id: other.orderId, paise: 300_000 },
      ],
    });
    const paidFor = async ({ orderId: id }: typeof one) =>
      (await readBookedLines(db, id)).map(({ paidPaise }) => paidPaise);
    expect([await paidFor(one), await paidFor(other)]).toEqual([[550_050, 875_009], [550_050]]);
    expect(await payDue(orderId, changeId)).toMatchObject({ paise: 100_000 });
    expect(await payDue(orderId, changeId)).toBe('paid');
    expect(await dueOf(one)).toEqual([radarDue]);
    expect([await paidFor(one), await paidFor(other)]).toEqual([[650_050, 875_009], [550_050]]);
    expect(await sums()).toMatchObject({ sums: [{ paise: 20_000 }, { paise: 300_000 }] });
    await transfer(academy, { orderId: other.orderId, courseId: courses.firstAid, toBatchId: batches.fireSeven });
    await cancel(academy, { orderId, lines: [{ itemId: one.lines[1]?.itemId ?? 0, refundPaise: 0 }] });
    expect([await dueOf(one), await dueOf(other), await sums()]).toMatchObject([[], [], { owing: [] }]);
    await cancel(academy, { orderId, lines: [{ itemId: fire?.itemId ?? 0, refundPaise: 'full' }] });
    const refunds = await refundsOf(academy, orderId);
    expect(refunds.reduce((sum, { amount_paise }) => sum + amount_paise, 0)).toBe(650_050);
  });
});
