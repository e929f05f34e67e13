import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { StaffSearchResults } from '../../../contract/staff/staff-search.ts';
import { hire } from '../../support/staff.ts';
import { openAcademy } from '../booking/academy.ts';
import { batches, courses } from '../booking/academy-seed.ts';
import { bookOrder, cancel, transfer } from '../orders/changes/booked-order.ts';
import { addFire, pay, placeOrder } from '../orders/ordering.ts';

const academy = await openAcademy();
const { app, db } = academy;
const { headers } = await hire(academy, 'registrar');

async function search(q: string): Promise<StaffSearchResults> {
  const url = `/api/staff/search?${new URLSearchParams({ q })}`;
  const response = await app.server.inject({ method: 'GET', url, headers });
  expect(response.statusCode, response.body).toBe(200);
  return response.json().data;
}

const meera = await academy.enrol({
  ...{ first_name: 'Meera', last_name: 'Thomas-Kurian', email: 'meera.t@ship.example', mobile: '9812345670' },
  indos_number: '24EL7781',
});
await addFire(meera);
const created = await placeOrder(meera);
await pay(academy, meera, created);
const paid = await db
  .selectFrom('orders')
  .innerJoin('payment_attempts', 'payment_attempts.order_id', 'orders.id')
  .innerJoin('provider_payments', 'provider_payments.attempt_id', 'payment_attempts.id')
  .select(['orders.id', 'orders.receipt_number', 'provider_payments.payment_id'])
  .where('orders.id', '=', created.order_id)
  .executeTakeFirstOrThrow();
const receipt = paid.receipt_number ?? '';

describe('the search everywhere', () => {
  it.each([
    ['the beginning of a name', 'thomas'],
    ['two words in any order', 'thomas mee'],
    ['a phone number with country code and spaces', '+91 98123 45670'],
    ['the beginning of an email address', 'meera.t@'],
    ['an INDOS number in small letters', '24el7781'],
  ])('the staff console’s search finds a student by %s', async (_, q) => {
    const { students } = await search(q);
    expect(students).toEqual([
      { id: meera.id, name: 'Meera Thomas-Kurian', contact: 'meera.t@ship.example', indos_number: '24EL7781' },
    ]);
  });

  it.each([
    ['its number in small letters', paid.id.toLowerCase()],
    ['the beginning of its number', paid.id.slice(0, -3)],
    ['the digits of its number alone', String(Number(paid.id.slice(-6))).padStart(2, '0')],
    ['its receipt number', receipt],
    ['the payment reference in capitals', paid.payment_id.toUpperCase()],
  ])('the staff console’s search finds an order by %s', async (_, q) => {
    const { orders } = await search(q);
    expect(orders).toMatchObject([
      { id: paid.id, receipt_number: receipt, state: 'completed', student: 'Meera Thomas-Kurian' },
    ]);
  });

  it('the staff console’s search takes % and _ in an order number literally, not as wildcards', async () => {
    expect((await search('LF-%')).orders).toEqual([]);
    expect((await search('L_-2')).orders).toEqual([]);
  });

  it('the staff console’s search finds a course by a word of its name, together with its upcoming batches', async () => {
    const found = await search('fire');
    expect(found.courses.map(({ id }) => id)).toEqual([courses.fire]);
    const ids = found.batches.map(({ id }) => id);
    expect(ids).toContain(batches.fireOpen);
    expect(ids).not.toContain(batches.fireEnded);
  });

  it('the staff console’s search finds a batch by its number, even if the batch has ended', async () => {
    const [batch] = (await search('11')).batches;
    expect(batch).toMatchObject({ id: batches.radarOpen });
    await db.updateTable('batches').set({ id: 60 }).where('id', '=', batches.fireEnded).execute();
    expect((await search('60')).batches).toMatchObject([{ id: 60 }]);
  });

  it('the staff console’s search returns no results for a text that no record contains', async () => {
    expect(await search('zzzz')).toEqual({ students: [], orders: [], batches: [], courses: [] });
  });
});

describe('the search for a reference', () => {
  let order = '';
  beforeAll(async () => {
    const dev = await academy.enrol({ first_name: 'Dev' });
    await addFire(dev);
    order = (await placeOrder(dev)).order_id;
    await sql`with paid as (
        insert into provider_payments (provider, payment_id, attempt_id, outcome, amount_paise, reference)
        select 'office', 'office-1', id, 'approved', 100, 'UTR HDFC 0815' from payment_attempts where order_id = ${order}
        returning *)
      insert into refunds (id, order_id, attempt_id, provider, payment_id, amount_paise, reason, provider_ref)
      select 'refund-1', ${order}, attempt_id, provider, payment_id, amount_paise, 'test', 'Neft4711' from paid`.execute(
      db,
    );
  });

  it.each([
    ['the reference of an office payment in small letters', 'utr hdfc 0815'],
    ['the reference of an office payment in capitals', 'UTR HDFC 0815'],
    ['the beginning of the reference of an office payment', 'utr hdfc'],
    ['the reference of a refund in capitals', 'NEFT4711'],
    ['the beginning of the reference of a refund in small letters', 'neft47'],
  ])('searching the staff console for %s finds the order of this payment or refund', async (_, q) => {
    expect((await search(q)).orders).toMatchObject([{ id: order }]);
  });
});

it('the staff console’s search says whether an order is cancelled, or has an amount due', async () => {
  const { orderId, lines } = await bookOrder(academy, { fire: batches.fireOpen });
  const found = async () => {
    const [order] = (await search(orderId)).orders;
    return { is_cancelled: order?.is_cancelled, is_due: order?.is_due };
  };
  expect(await found()).toEqual({ is_cancelled: false, is_due: false });
  const duePaise = 300_000;
  await transfer(academy, { orderId, courseId: courses.fire, toBatchId: batches.firstAidOpen, duePaise });
  expect(await found()).toEqual({ is_cancelled: false, is_due: true });
  await cancel(academy, { orderId, lines: [{ itemId: lines[0]?.itemId ?? 0, refundPaise: 0 }] });
  expect(await found()).toEqual({ is_cancelled: true, is_due: false });
});
