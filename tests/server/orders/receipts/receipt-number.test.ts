import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { day } from '../../../support/clock.ts';
import { openAcademy } from '../../booking/academy.ts';
import { batches, courses } from '../../booking/academy-seed.ts';
import { bookOrder, transfer } from '../changes/booked-order.ts';
import { addFire, placeOrder, pressPaymentButton, recheckOrder } from '../ordering.ts';
import { openConsole } from '../staff/staff-calls.ts';

vi.setConfig({ testTimeout: 30_000 });
const academy = await openAcademy();

it('the millionth order number has seven digits, and smaller ones are padded with zeros to six', async () => {
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
  await sql`insert into receipt_numbers select extract(year from now() at time zone 'Asia/Kolkata'), 999999`.execute(
    academy.db,
  );
  const student = await academy.enrol();
  await addFire(student);
  const created = await placeOrder(student);
  await pressPaymentButton(academy, created, 'pay');
  const settled = await recheckOrder(student, created.attempt_id);
  expect(settled.order.receipt_number).toMatch(/^LFR-\d{4}-1000000$/);
});

it('the year in a receipt number is the year of the receipt’s date, even if the clocks of server and database differ', async () => {
  // The server's clock is in December 2025. The database's clock, which dates receipts, is later.
  academy.clock.advance(-80 * day);
  const { student, orderId } = await bookOrder(academy, { fire: batches.fireOpen });
  const dearer = { courseId: courses.fire, toBatchId: batches.radarOpen, duePaise: 500_000 };
  const { id: change_id } = await transfer(academy, { orderId, ...dearer });
  const body = { change_id, payment: { method: 'cash' }, reason: 'at the counter' };
  const { call } = await openConsole(academy, 'accounts');
  expect((await call('POST', `/orders/${orderId}/due`, body)).status).toBe(200);
  const [order] = (await student.get('/api/users/student/orders')).json().data;
  for (const query of ['', `?number=${order.due_receipts[0]}`]) {
    const { data } = (await student.get(`/api/orders/${orderId}/receipt${query}`)).json();
    expect(data.receipt_number.slice(0, 8)).toBe(`LFR-${data.issued_on.slice(0, 4)}`);
  }
  const other = await bookOrder(academy, { fire: batches.fireOpen });
  const dueReceipt = (id: string, number: string) => other.student.get(`/api/orders/${id}/receipt?number=${number}`);
  for (const [id, number] of [
    [other.orderId, order.due_receipts[0]],
    [orderId, order.due_receipts[0]],
    [other.orderId, 'LFR-2026-999999'],
  ])
    expect((await dueReceipt(id, number)).statusCode, `${id} ${number}`).toBe(404);
});
