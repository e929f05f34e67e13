import { expect, it, vi } from 'vitest';
import { openAcademy } from '../booking/academy.ts';
import { addFire, ordered, press, update } from './ordering.ts';

vi.setConfig({ testTimeout: 30_000 });
const academy = await openAcademy();

it('goes on past the millionth receipt of a year without cutting a digit', async () => {
  await academy.db.insertInto('receipt_numbers').values({ year: 2026, last: 999_999 }).execute();
  const student = await academy.enrol();
  await addFire(student);
  const created = await ordered(student);
  await press(academy, created, 'pay');
  const settled = await update(student, created.attempt_id);
  expect(settled.order.receipt_number).toBe('LFR-2026-1000000');
});
