import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { seedHistory } from '../../../bench/server/order-history.ts';
import { listStoredOrders } from '../../../server/orders/order-list.repo.ts';
import { listPayments, sumPayments } from '../../../server/orders/payment-list.repo.ts';
import { rowsReadBy } from '../../support/rows-read.ts';
import { openAcademy } from '../booking/academy.ts';

const academy = await openAcademy({}, { max: 1 });
const { db } = academy;
const { id } = await academy.enrol();
await sql`insert into students (first_name, last_name)
  select 'Other', n::text from generate_series(1, 1000) n`.execute(db);
await seedHistory(db, sql`select id from students`, 5);
await sql`insert into refunds (id, order_id, attempt_id, provider, payment_id, amount_paise, reason)
  select 'refund-' || a.id, a.order_id, a.id, p.provider, p.payment_id, 100, 'test'
  from payment_attempts a join provider_payments p on p.attempt_id = a.id`.execute(db);
await sql`vacuum analyze`.execute(db);

/** How many rows a query may read. Without the index on the order, the query would read thousands. */
const few = 20;

it('the lists of orders and payments return the newest 500 entries, sorted by descending id if they have the same time', async () => {
  const student = await academy.enrol();
  await sql`insert into orders (id, student_id, state, subtotal_paise, discount_paise, total_paise, terms_version, terms_accepted_at)
    select 'many-' || 1000 + n, ${student.id}::uuid, 'expired', 100, 0, 100, '1', now() from generate_series(1, 501) n`.execute(
    db,
  );
  await sql`insert into payment_attempts (id, order_id, number, provider, provider_order_id, state, amount_paise, expires_at)
    select id || '-1', id, 1, 'sandbox', id || '-1', 'expired', 100, now() from orders where student_id = ${student.id}`.execute(
    db,
  );
  const newest = Array.from({ length: 500 }, (_, index) => `many-${1501 - index}`);
  expect((await listStoredOrders(db, student.id)).map(({ order_id }) => order_id)).toEqual(newest);
  expect((await listPayments(db, student.id)).map(({ order_id }) => order_id)).toEqual(newest);
});

describe('the refunds that the payments of a student read', () => {
  it('the database query for a student’s payment list does not read the refunds of all students', async () => {
    const listed = await listPayments(db, id);
    expect(listed.filter(({ refund }) => refund !== null)).toHaveLength(4);
    expect((await rowsReadBy(db, () => listPayments(db, id))).refunds).toBeLessThanOrEqual(few);
  });

  it('the staff console sums up a student’s payments without reading the refunds of all students', async () => {
    expect((await sumPayments(db, id)).refunds_due).toBe(4);
    expect((await rowsReadBy(db, () => sumPayments(db, id))).refunds).toBeLessThanOrEqual(few);
  });
});
