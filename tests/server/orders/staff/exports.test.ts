import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { exportOrdersSql } from '../../../../server/orders/staff/order-export.repo.ts';
import { openAcademy } from '../../booking/academy.ts';
import { batches, courses } from '../../booking/academy-seed.ts';
import { bookOrder, cancel, transfer } from '../changes/booked-order.ts';
import { orderFire } from '../ordering.ts';
import { openConsole, reason } from './staff-calls.ts';

const academy = await openAcademy();
const { db } = academy;
const accounts = await openConsole(academy, 'accounts');

type Line = Record<string, string>;

/** The lines of an export, by column. */
async function read(kind: string, from = '2000-01-01', to = '2099-12-31'): Promise<Line[]> {
  const { text } = await accounts.call('GET', `/exports/${kind}?from=${from}&to=${to}`);
  return parse(text, { columns: true, bom: true }) as Line[];
}
const about = async (kind: string, orderId: string) => (await read(kind)).filter((line) => line.order_id === orderId);

/** An order with a cancelled course and a paid price difference. */
async function bookAndChange() {
  const { orderId, lines, created } = await bookOrder(academy, { fire: batches.fireOpen, radar: batches.radarOpen });
  const radar = lines.find(({ name }) => name === 'Radar Simulator');
  const line = { itemId: radar?.itemId ?? 0, refundPaise: 100_001 };
  await cancel(academy, { orderId, lines: [line], reason: 'agreed 12.50' });
  const wish = { courseId: courses.fire, toBatchId: batches.radarSeven, duePaise: 324_959 };
  const { id: change_id } = await transfer(academy, { orderId, ...wish });
  const payment = { method: 'bank', reference: '12.50 UTR 77' };
  await accounts.call('POST', `/orders/${orderId}/due`, { change_id, payment, reason });
  const { data } = (await accounts.call('GET', `/orders/${orderId}`)).body;
  return { orderId, attemptId: created.attempt_id, receipt: data.receipt_number, due: data.due_receipts[0] };
}

let order: Awaited<ReturnType<typeof bookAndChange>>;
beforeAll(async () => {
  order = await bookAndChange();
});

it('the export of orders has the amounts of each order and marks cancelled courses', async () => {
  expect(await about('orders', order.orderId)).toMatchObject([
    {
      ...{ state: 'completed', receipt_number: order.receipt, student: 'Asha Nair' },
      items: 'Radar Simulator; Radar Simulator (cancelled)',
      ...{ subtotal: '15500.6', discount: '1250.01', total: '14250.59' },
    },
  ]);
});

it('the export of payments has the receipt number of each payment, including the payment of a price difference', async () => {
  const [first, second, ...others] = await about('payments', order.orderId);
  expect(others).toEqual([]);
  expect(first).toMatchObject({
    ...{ outcome: 'approved', provider: 'sandbox', amount: '14250.59', receipt_number: order.receipt, reference: '' },
  });
  expect(second).toMatchObject({
    ...{ outcome: 'approved', provider: 'office', method: 'bank', reference: '12.50 UTR 77', amount: '3249.59' },
    ...{ receipt_number: order.due.receipt_number, payment_id: `${order.orderId}-2`, student: 'Asha Nair' },
  });
});

it('if an order has several payments, the export of payments shows a receipt number only for the payment that the receipt covers', async () => {
  const { orderId, created } = await bookOrder(academy, { fire: batches.fireOpen });
  const payment = { provider: 'sandbox', attempt_id: created.attempt_id, amount_paise: 550_050, method: 'upi' };
  await db
    .insertInto('provider_payments')
    .values([
      { ...payment, payment_id: 'second', outcome: 'approved' },
      { ...payment, payment_id: 'third', outcome: 'declined' },
    ])
    .execute();
  const receipts = (await about('payments', orderId)).map(({ receipt_number }) => receipt_number);
  expect(receipts.toSorted()).toEqual(['', '', expect.stringMatching(/^LFR-/)]);
});

it('the export of refunds has the state, the reason and the amount of each refund', async () => {
  const [refund, ...others] = await about('refunds', order.orderId);
  expect(others).toEqual([]);
  expect(refund).toMatchObject({
    ...{ refund_id: expect.stringMatching(/^LF\d{10}[0-9a-f]{12}R1$/), state: 'requested', amount: '1000.01' },
    ...{ reason: 'agreed 12.50', provider: 'sandbox', reference: '', student: 'Asha Nair' },
  });
});

it.each([
  ['orders', sql.table('orders'), 'created_at', 'ordered_at'],
  ['payments', sql.table('provider_payments'), 'seen_at', 'received_at'],
  ['refunds', sql.table('refunds'), 'created_at', 'due_since'],
  ['ledger', sql.table('ledger_entries'), 'at', 'posted_at'],
])(
  'the export of %s covers the requested days from midnight to midnight in the academy’s time zone',
  async (kind, table, column, shown) => {
    const timesOn = async (from: string, to: string) => (await read(kind, from, to)).map((line) => line[shown]);
    const setTime = (time: string) => sql`update ${table} set ${sql.ref(column)} = ${time}::timestamptz`.execute(db);
    // Midnight in Chennai is half past six in the evening in UTC.
    for (const [time, day, text] of [
      ['2031-03-09T18:30:00Z', '2031-03-10', '2031-03-10 00:00:00'],
      ['2031-03-10T18:29:59Z', '2031-03-10', '2031-03-10 23:59:59'],
      ['2031-03-10T18:30:00Z', '2031-03-11', '2031-03-11 00:00:00'],
    ] as const) {
      await setTime(time);
      const times = await timesOn(day, day);
      expect(times.length).toBeGreaterThan(0);
      expect(new Set(times)).toEqual(new Set([text]));
      expect(await timesOn('2031-03-12', '2031-03-13')).toEqual([]);
      expect(await timesOn('2031-03-08', '2031-03-09')).toEqual([]);
    }
    expect(await timesOn('2031-03-10', '2031-03-10')).toEqual([]);
  },
);

it.each(['orders', 'payments', 'refunds', 'ledger'])(
  'the export of %s for a period without rows contains only the usual header line',
  async (kind) => {
    const { text } = await accounts.call('GET', `/exports/${kind}?from=2035-01-01&to=2035-01-02`);
    const [line] = await read(kind);
    expect(text).toBe(`\ufeff${Object.keys(line ?? {}).join(',')}\r\n`);
    expect(text).toContain('order_id');
  },
);

it('an export of many ledger entries has one header and all entries, and the audit log records their number', async () => {
  await sql`insert into ledger_entries (order_id, account, amount_paise, source, at)
    select ${order.orderId}, 'revenue', n, 'many:' || n, '2032-01-01T12:00:00Z' from generate_series(1, 501) n`.execute(
    db,
  );
  const lines = await read('ledger', '2032-01-01', '2032-01-01');
  expect(lines.map(({ amount }) => amount)).toEqual(Array.from({ length: 501 }, (_, n) => String((n + 1) / 100)));
  const audit = db.selectFrom('audit_entries').select('arguments').orderBy('id', 'desc');
  expect(await audit.executeTakeFirst()).toMatchObject({ arguments: { rows: 501 } });
});

it('the order export of the command line has the sum of the approved payments and of the refunds of each order', async () => {
  const { created } = await orderFire(academy);
  const second = { provider: 'sandbox', payment_id: 'also', outcome: 'approved', amount_paise: 1, method: 'sandbox' };
  await db
    .insertInto('provider_payments')
    .values([
      { ...second, outcome: 'approved', attempt_id: order.attemptId, seen_at: new Date('2033-01-01') },
      { ...second, outcome: 'declined', payment_id: 'no', attempt_id: created.attempt_id },
    ])
    .execute();
  const { rows } = await exportOrdersSql({}).execute(db);
  const [changed] = rows.filter(({ order_id }) => order_id === order.orderId);
  expect(changed).toMatchObject({
    paid_paise: 1_425_059 + 324_959 + 1,
    refund_paise: 100_001,
    method: 'bank; sandbox',
  });
  expect(changed?.payment_ids?.split('; ')).toHaveLength(3);
  const [unpaid] = rows.filter(({ order_id }) => order_id === created.order_id);
  expect(unpaid).toMatchObject({ paid_paise: 0, refund_paise: 0, method: null, payment_ids: null });
});

it('the export of orders contains an unpaid order without a receipt number', async () => {
  const { created } = await orderFire(academy);
  expect(await about('orders', created.order_id)).toMatchObject([
    { state: 'awaiting_payment', receipt_number: '', completed_at: '', items: 'Fire Fighting' },
  ]);
});
