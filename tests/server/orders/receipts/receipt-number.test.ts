import { expect, it, vi } from 'vitest';
import { openAcademy } from '../../booking/academy.ts';
import { addFire, placeOrder, pressPaymentButton, recheckOrder } from '../ordering.ts';

vi.setConfig({ testTimeout: 30_000 });
const academy = await openAcademy();

it('the millionth receipt number of a year has seven digits', async () => {
  await academy.db.insertInto('receipt_numbers').values({ year: 2026, last: 999_999 }).execute();
  const student = await academy.enrol();
  await addFire(student);
  const created = await placeOrder(student);
  await pressPaymentButton(academy, created, 'pay');
  const settled = await recheckOrder(student, created.attempt_id);
  expect(settled.order.receipt_number).toBe('LFR-2026-1000000');
});
