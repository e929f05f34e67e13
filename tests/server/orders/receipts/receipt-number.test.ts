import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { openAcademy } from '../../booking/academy.ts';
import { addFire, placeOrder, pressPaymentButton, recheckOrder } from '../ordering.ts';

vi.setConfig({ testTimeout: 30_000 });
const academy = await openAcademy();

it('the millionth order number has seven digits, and smaller ones are filled up to six', async () => {
  const numberOf = async () => {
    const student = await academy.enrol();
    await addFire(student);
    return (await placeOrder(student)).order_id;
  };
  await sql`select setval('order_numbers', 41)`.execute(academy.db);
  expect(await numberOf()).toBe('LF-2026-000042');
  await sql`select setval('order_numbers', 999999)`.execute(academy.db);
  expect(await numberOf()).toBe('LF-2026-1000000');
});

it('the millionth receipt number of a year has seven digits', async () => {
  await academy.db.insertInto('receipt_numbers').values({ year: 2026, last: 999_999 }).execute();
  const student = await academy.enrol();
  await addFire(student);
  const created = await placeOrder(student);
  await pressPaymentButton(academy, created, 'pay');
  const settled = await recheckOrder(student, created.attempt_id);
  expect(settled.order.receipt_number).toBe('LFR-2026-1000000');
});
