import { sql } from 'kysely';
import pg from 'pg';
import { expect, it } from 'vitest';
import { lockBuyersSql } from '../../../../server/orders/place/lock-buyers.repo.ts';
import { openAcademy } from '../../booking/academy.ts';
import { courses } from '../../booking/academy-seed.ts';

const academy = await openAcademy();

/** Adds orders that the student has paid within the last hours, each with its payment attempt. */
async function addPaidOrders(studentId: string, count: number): Promise<void> {
  await sql`with placed as (
    insert into orders (id, student_id, state, subtotal_paise, discount_paise, total_paise, terms_version, terms_accepted_at,
      receipt_number, receipt_details, created_at, completed_at)
    select 'OLD-' || n, ${studentId}::uuid, 'completed', 100, 0, 100, '1', now(), 'R' || n, '{}', now() - interval '2 hours', now()
    from generate_series(1, ${count}::integer) n returning id
  ), items as (
    insert into order_items (order_id, type, course_id, name, price_paise, position)
    select id, 'course', ${courses.radar}, 'Radar', 100, 0 from placed
  )
  insert into payment_attempts (id, order_id, number, provider, provider_order_id, state, amount_paise, expires_at, settled_at)
  select id || '-1', id, 1, 'sandbox', id || '-1', 'approved', 100, now(), now() from placed`.execute(academy.db);
}

/** How many database pages PostgreSQL reads to lock the student for an order. */
async function countPages(studentId: string): Promise<number> {
  const options = { endpoint: 'createOrder', provider: 'sandbox', waitForLocks: true, lockTimeoutMs: null };
  const { sql: text, parameters } = lockBuyersSql([{ studentId, callKey: null }], options).compile(academy.db);
  const client = new pg.Client({ connectionString: academy.url });
  await client.connect();
  const { rows } = await client.query({
    text: `explain (analyze, buffers, format json) ${text}`,
    values: [...parameters],
  });
  await client.end();
  const { Plan: plan } = rows[0]['QUERY PLAN'][0];
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
}

it('locking a student for a new order reads hardly more database pages after 200 paid orders than after none', async () => {
  const [newcomer, regular] = [await academy.enrol(), await academy.enrol()];
  await addPaidOrders(regular.id, 200);
  expect(await countPages(regular.id)).toBeLessThan((await countPages(newcomer.id)) + 20);
});
