import { type Kysely, sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import type { Database } from '../../../../server/db/schema.ts';
import { claimDueAttempt } from '../../../../server/orders/pay/check-times.repo.ts';
import { claimRefund } from '../../../../server/orders/refunds/refund.repo.ts';
import { openAcademy } from '../../booking/academy.ts';
import { addFire, clearSeats, placeOrder } from '../ordering.ts';
import { makeDue } from './make-due.ts';

const academy = await openAcademy();
const { db, enrol } = academy;
const orderCount = 4;

/** Places an order and inserts a payment and a refund for it. */
async function createOrderWithRefund(): Promise<void> {
  const student = await enrol();
  await addFire(student);
  const { order_id, attempt_id } = await placeOrder(student);
  await sql`insert into provider_payments (provider, payment_id, attempt_id, outcome, amount_paise)
    values ('sandbox', ${`pay-${attempt_id}`}, ${attempt_id}, 'approved', 100)`.execute(db);
  await sql`insert into refunds (id, order_id, attempt_id, provider, payment_id, amount_paise, reason)
    values (${`refund-${attempt_id}`}, ${order_id}, ${attempt_id}, 'sandbox', ${`pay-${attempt_id}`}, 100, 'late')`.execute(
    db,
  );
}

/**
 * Runs `work` with a nested-loop query plan, as PostgreSQL chooses if it believes that the table has one row. A query
 * that does not materialise its search would then search again for each row and claim several.
 */
async function withNestedLoops<T>(work: (db: Kysely<Database>) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    for (const method of ['indexscan', 'bitmapscan', 'hashjoin', 'mergejoin', 'material'])
      await sql.raw(`set local enable_${method} = off`).execute(tx);
    return work(tx);
  });
}

afterEach(async () => {
  await db.deleteFrom('refunds').execute();
  await clearSeats(academy);
});

it('claiming a due payment check or a due refund reserves exactly one database row, even if PostgreSQL plans a nested loop', async () => {
  await createOrderWithRefund();
  await sql`analyze payment_attempts, refunds`.execute(db);
  for (let made = 1; made < orderCount; made++) await createOrderWithRefund();
  await makeDue(db);
  const attempt = await withNestedLoops((tx) => claimDueAttempt(tx, 'sandbox'));
  const refund = await withNestedLoops((tx) => claimRefund(tx, 'sandbox'));
  const attempts = await db.selectFrom('payment_attempts').select('id').where('checks', '>', 0).execute();
  const refunds = await db.selectFrom('refunds').select('id').where('tries', '>', 0).execute();
  expect([attempts, refunds]).toEqual([[{ id: attempt?.id }], [{ id: refund?.id }]]);
});
