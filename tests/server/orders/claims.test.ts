import { type Kysely, sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import type { Database } from '../../../server/db/schema.ts';
import { claimDue } from '../../../server/orders/check-times.repo.ts';
import { claimRefund } from '../../../server/orders/refund.repo.ts';
import { openAcademy } from '../booking/academy.ts';
import { makeDue } from './due.ts';
import { addFire, clearSeats, ordered } from './ordering.ts';

const academy = await openAcademy();
const { db, enrol } = academy;
const howMany = 4;

/** A new order and a refund of it. */
async function makeOne(): Promise<void> {
  const student = await enrol();
  await addFire(student);
  const { order_id, attempt_id } = await ordered(student);
  await sql`insert into refunds (id, order_id, attempt_id, provider, payment_id, amount_paise, reason)
    values (${`refund-${attempt_id}`}, ${order_id}, ${attempt_id}, 'sandbox', ${`pay-${attempt_id}`}, 100, 'late')`.execute(
    db,
  );
}

/** As planned by who believes in a table of one row: for each row that there is, what is due is looked for again. */
async function badlyPlanned<T>(work: (db: Kysely<Database>) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    for (const way of ['indexscan', 'bitmapscan', 'hashjoin', 'mergejoin', 'material'])
      await sql.raw(`set local enable_${way} = off`).execute(tx);
    return work(tx);
  });
}

afterEach(async () => {
  await db.deleteFrom('refunds').execute();
  await clearSeats(academy);
});

it('an attempt and a refund at a time are taken away from other processes, however it is planned', async () => {
  await makeOne();
  await sql`analyze payment_attempts, refunds`.execute(db);
  for (let made = 1; made < howMany; made++) await makeOne();
  await makeDue(db);
  const attempt = await badlyPlanned((tx) => claimDue(tx, 'sandbox'));
  const refund = await badlyPlanned((tx) => claimRefund(tx, 'sandbox'));
  const asked = await db.selectFrom('payment_attempts').select('id').where('checks', '>', 0).execute();
  const tried = await db.selectFrom('refunds').select('id').where('tries', '>', 0).execute();
  expect([asked, tried]).toEqual([[{ id: attempt?.id }], [{ id: refund?.id }]]);
});
