import { expect, it } from 'vitest';
import { openAcademy } from '../../booking/academy.ts';
import { batches, courses } from '../../booking/academy-seed.ts';
import { bookOrder, cancel, transfer } from '../changes/booked-order.ts';
import { openConsole } from './staff-calls.ts';

const academy = await openAcademy();
const accounts = await openConsole(academy, 'accounts');

it('the filter “Paid” of the staff’s list of orders leaves out orders that the list shows as cancelled or partly paid', async () => {
  const booked = await bookOrder(academy, { fire: batches.fireOpen });
  const halfCancelled = await bookOrder(academy, { fire: batches.fireOpen, radar: batches.radarSeven });
  const cancelled = await bookOrder(academy, { fire: batches.fireOpen });
  const partlyPaid = await bookOrder(academy, { fire: batches.fireOpen });
  const firstLine = { itemId: halfCancelled.lines[0]?.itemId ?? 0, refundPaise: 'full' as const };
  await cancel(academy, { orderId: halfCancelled.orderId, lines: [firstLine] });
  await cancel(academy, { orderId: cancelled.orderId, lines: 'all' });
  const dearer = { courseId: courses.fire, toBatchId: batches.radarOpen, duePaise: 300_000 };
  await transfer(academy, { orderId: partlyPaid.orderId, ...dearer });

  const list = async (filter: string) => {
    const { body } = await accounts.call('GET', `/orders?${filter}`);
    return body.data.map((one: { order_id: string }) => one.order_id);
  };
  expect(await list('state=completed')).toEqual([halfCancelled.orderId, booked.orderId]);
  expect(await list('state=cancelled')).toEqual([cancelled.orderId]);
  expect(await list('due=open')).toEqual([partlyPaid.orderId]);
});
