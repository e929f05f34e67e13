import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Receipt } from '../../../../contract/receipt.ts';
import { nameMethod } from '../../../../server/orders/receipts/receipt.repo.ts';
import { openAcademy, type StudentBrowser } from '../../booking/academy.ts';
import { academyDetails, batches, courses } from '../../booking/academy-seed.ts';
import { addCourse, addFire, addSea, type Created, placeOrder, pressPaymentButton, recheckOrder } from '../ordering.ts';

const academy = await openAcademy();
const { db, enrol, visit } = academy;
const receiptOf = (orderId: string) => `/api/orders/${orderId}/receipt`;

async function buy(student: StudentBrowser, fill: (student: StudentBrowser) => Promise<void>): Promise<Created> {
  await fill(student);
  const created = await placeOrder(student);
  await pressPaymentButton(academy, created, 'pay');
  await recheckOrder(student, created.attempt_id);
  return created;
}

async function readReceipt(student: StudentBrowser, orderId: string): Promise<Receipt> {
  const response = await student.get(receiptOf(orderId));
  expect(response.statusCode, response.body).toBe(200);
  return response.json().data;
}

describe('the receipt of a completed order', () => {
  let student: StudentBrowser;
  let created: Created;
  let first: Receipt;
  beforeAll(async () => {
    student = await enrol({
      first_name: 'Zoë',
      last_name: 'Nair',
      email: 'zoe@example.com',
      mobile: '9876500001',
      indos_number: '24EL0001',
    });
    created = await buy(student, async () => {
      await addSea(student, batches.fireOpen, batches.radarOpen);
      await addCourse(student, courses.firstAid, batches.firstAidOpen);
    });
    first = await readReceipt(student, created.order_id);
  });

  it('a receipt contains the academy, student, lines, amounts and payment of its order', async () => {
    const { rows } = await sql<{ day: string }>`
      select to_char(completed_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as day from orders where id = ${created.order_id}`.execute(
      db,
    );
    expect(first).toEqual({
      receipt_number: expect.stringMatching(/^LFR-\d{4}-\d{6}$/),
      issued_on: rows[0]?.day,
      order_id: created.order_id,
      state: 'completed',
      academy: academyDetails,
      student: { name: 'Zoë Nair', email: 'zoe@example.com', mobile: '9876500001', indos_number: '24EL0001' },
      lines: [
        {
          type: 'package',
          name: 'Sea Start',
          price: 13_500,
          courses: [
            { name: 'Fire Fighting', batch_start_date: '2026-04-01', batch_end_date: '2026-04-03' },
            { name: 'Radar Simulator', batch_start_date: '2026-04-02', batch_end_date: '2026-04-04' },
          ],
        },
        {
          type: 'course',
          name: 'First Aid',
          price: 4000,
          courses: [{ name: 'First Aid', batch_start_date: '2026-04-05', batch_end_date: '2026-04-06' }],
        },
      ],
      subtotal: 19_000,
      discount: 1500,
      total: 17_500,
      total_in_words: 'Rupees Seventeen Thousand Five Hundred Only',
      payment: { method: 'Sandbox', reference: expect.any(String) },
    });
    const paid = await db
      .selectFrom('provider_payments')
      .select('payment_id')
      .where('attempt_id', '=', created.attempt_id)
      .execute();
    expect(paid).toContainEqual({ payment_id: first.payment?.reference });
  });

  it('a receipt does not change when the student, the course or the academy’s details change later', async () => {
    await db.updateTable('students').set({ last_name: 'Menon', email: null }).where('id', '=', student.id).execute();
    await db
      .updateTable('courses')
      .set({ course_name: 'Renamed', total_fee_paise: 1 })
      .where('id', '=', courses.firstAid)
      .execute();
    await db
      .updateTable('cms_documents')
      .set({ body: JSON.stringify({ ...academyDetails, legal_name: 'Other' }) })
      .where('key', '=', 'receipt')
      .execute();
    expect(await readReceipt(student, created.order_id)).toEqual(first);
    const name = { course_name: 'First Aid', total_fee_paise: 400_000 };
    await db.updateTable('courses').set(name).where('id', '=', courses.firstAid).execute();
    await db
      .updateTable('cms_documents')
      .set({ body: JSON.stringify(academyDetails) })
      .where('key', '=', 'receipt')
      .execute();
  });

  it('downloading a receipt PDF twice gives identical bytes, and its headers forbid caching', async () => {
    const [response, again] = await Promise.all([1, 2].map(() => student.get(`${receiptOf(created.order_id)}.pdf`)));
    expect(response?.statusCode).toBe(200);
    expect(response?.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringContaining(`attachment; filename="receipt-${first.receipt_number}.pdf"`),
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    expect(response?.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    expect(again?.rawPayload.equals(response?.rawPayload ?? Buffer.alloc(0))).toBe(true);
  });

  it.each([
    ['JSON', ''],
    ['PDF', '.pdf'],
  ])('a receipt requested as %s returns 401 to a visitor and 404 to another student', async (_, end) => {
    const address = `${receiptOf(created.order_id)}${end}`;
    expect((await visit(address)).statusCode).toBe(401);
    const other = await enrol();
    const response = await other.get(address);
    expect(response.statusCode).toBe(404);
    expect(response.body).not.toContain('Zoë');
    expect((await student.get(`${receiptOf('LF-2026-999999')}${end}`)).statusCode).toBe(404);
  });

  it('a receipt remains available after a refund, with the state refunded', async () => {
    await db.updateTable('orders').set({ state: 'refunded' }).where('id', '=', created.order_id).execute();
    expect(await readReceipt(student, created.order_id)).toEqual({ ...first, state: 'refunded' });
  });
});

it.each([
  ['upi', 'UPI'],
  ['card', 'Card'],
  ['net_banking', 'Net banking'],
  ['pay_later_loan', 'Pay later loan'],
  [null, null],
])('a receipt names the payment method %s of a provider as %s', (method, name) => {
  expect(nameMethod(method)).toBe(name);
});

describe('an order without a receipt', () => {
  it.each([
    ['JSON', ''],
    ['PDF', '.pdf'],
  ])(
    'a receipt requested as %s returns 404 if the order is unpaid, declined, unknown or was never completed',
    async (_, end) => {
      const student = await enrol();
      await addFire(student);
      const created = await placeOrder(student);
      expect((await student.get(`${receiptOf(created.order_id)}${end}`)).statusCode).toBe(404);
      await pressPaymentButton(academy, created, 'decline');
      await recheckOrder(student, created.attempt_id);
      expect((await student.get(`${receiptOf(created.order_id)}${end}`)).statusCode).toBe(404);
      expect((await student.get(`${receiptOf('LF-2026-999999')}${end}`)).statusCode).toBe(404);
      await db.updateTable('orders').set({ state: 'refunded' }).where('id', '=', created.order_id).execute();
      expect((await student.get(`${receiptOf(created.order_id)}${end}`)).statusCode).toBe(404);
    },
  );
});

it('a receipt is dated by the day in the academy’s time zone on which its order was completed', async () => {
  const student = await enrol();
  const created = await buy(student, addFire);
  const completed_at = '2026-03-09T18:30:00Z';
  await db.updateTable('orders').set({ completed_at }).where('id', '=', created.order_id).execute();
  expect((await readReceipt(student, created.order_id)).issued_on).toBe('2026-03-10');
});

it('the receipt of an order with a total of zero shows no payment', async () => {
  const student = await enrol();
  await addCourse(student, courses.free, 31);
  const created = await placeOrder(student);
  expect(await readReceipt(student, created.order_id)).toMatchObject({
    total: 0,
    total_in_words: 'Rupees Zero Only',
    payment: null,
  });
});

it('the receipt of an order that was stored without the academy’s details shows the academy’s current details', async () => {
  const student = await enrol();
  const created = await buy(student, addFire);
  await sql`update orders set receipt_details = receipt_details || '{"academy": null}' where id = ${created.order_id}`.execute(
    db,
  );
  expect((await readReceipt(student, created.order_id)).academy).toEqual(academyDetails);
});
