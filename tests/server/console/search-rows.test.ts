import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { seedHistory } from '../../../bench/server/order-history.ts';
import { findOrders } from '../../../server/console/search.repo.ts';
import { orderDueSql } from '../../../server/orders/changes/dues.repo.ts';
import { listStudentPage } from '../../../server/student/staff/student-list.repo.ts';
import { rowsReadBy } from '../../support/rows-read.ts';
import { openAcademy } from '../booking/academy.ts';

const { db } = await openAcademy({}, { max: 1 });
await sql`insert into students (first_name, last_name, mobile)
  select 'Cadet' || n, 'Other', '98' || lpad(n::text, 8, '0') from generate_series(1, 5000) n`.execute(db);
await seedHistory(db, sql`select id from students`, 1);
// Give about every tenth payment attempt a payment at the office, and refund each of these payments.
await sql`with paid as (
    insert into provider_payments (provider, payment_id, attempt_id, outcome, amount_paise, reference)
    select 'office', 'office-' || id, id, 'approved', 100, 'UTR ' || id from payment_attempts
    where mod(hashtext(id), 10) = 0 returning *)
  insert into refunds (id, order_id, attempt_id, provider, payment_id, amount_paise, reason, provider_ref)
  select 'refund-' || paid.attempt_id, a.order_id, a.id, paid.provider, paid.payment_id, paid.amount_paise, 'test',
    'NEFT ' || a.id from paid join payment_attempts a on a.id = paid.attempt_id`.execute(db);
await sql`vacuum analyze`.execute(db);

const { id, receipt, payment } = (
  await sql<{ id: string; receipt: string; payment: string }>`
    select o.id, o.receipt_number as receipt, p.payment_id as payment from orders o
    join payment_attempts a on a.order_id = o.id join provider_payments p on p.attempt_id = a.id
    order by o.id limit 1`.execute(db)
).rows[0] ?? { id: '', receipt: '', payment: '' };

const most = async (work: () => Promise<unknown>) => Math.max(...Object.values(await rowsReadBy(db, work)));

describe('the rows that the search everywhere reads', () => {
  it.each([
    ['an order number', id],
    ['the beginning of many order numbers', id.slice(0, 3)],
    ['digits alone', '123'],
    ['a receipt number', receipt],
    ['a payment reference', payment],
    ['the reference of an office payment', 'utr l'],
    ['the reference of a refund', 'neft l'],
  ])(
    'the staff console’s search for %s reads fewer than 100 rows of each table, even with many stored orders',
    async (_, text) => {
      expect(text.length).toBeGreaterThan(1);
      expect(await most(() => findOrders(db, { text, year: 2026, dueSql: orderDueSql }, 6))).toBeLessThan(100);
    },
  );

  it('the staff console’s search for a phone number reads fewer than 100 rows of each table, even with many stored students', async () => {
    expect(await most(() => listStudentPage(db, { q: '9800000123' }, 6))).toBeLessThan(100);
  });
});
