import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, expect, it, onTestFinished } from 'vitest';
import { inPipelinedTransaction } from '../../../../server/db/transactions/pipelined-transaction.ts';
import { completePaidOrders } from '../../../../server/orders/pay/apply-payment-update.ts';
import { openAcademy } from '../../booking/academy.ts';
import { batches } from '../../booking/academy-seed.ts';
import {
  type Created,
  clearSeats,
  expectInvariants,
  orderFire,
  orderState,
  pressPaymentButton,
  recheckOrder,
} from '../ordering.ts';
import { lockWait } from '../place/open-order-queue.ts';
import { orderDeps } from '../place/order-server.ts';

const academy = await openAcademy();
const { db, clock } = academy;
const deps = orderDeps(db, clock);
const price = 550_050;

afterEach(async () => {
  await expectInvariants(academy);
  await clearSeats(academy);
});

/** Places orders of different students for the same batch. */
async function placeOrders(count: number) {
  await db.updateTable('batches').set({ capacity: 100 }).where('id', '=', batches.fireOpen).execute();
  const placed: Awaited<ReturnType<typeof orderFire>>[] = [];
  for (let number = 0; number < count; number++) placed.push(await orderFire(academy));
  return placed;
}

const paid = ({ attempt_id }: Created, amountPaise = price) => ({
  attemptId: attempt_id,
  update: {
    source: 'webhook' as const,
    order: {
      status: 'paid' as const,
      payments: [{ id: `pay ${attempt_id}`, status: 'approved' as const, amountPaise, method: null }],
    },
  },
});

const completeTogether = (updates: Parameters<typeof completePaidOrders>[2]) =>
  inPipelinedTransaction(db, (transaction) => completePaidOrders(transaction, deps, updates));

const statesOf = (placed: ReadonlyArray<{ created: Created }>) =>
  Promise.all(placed.map(({ created }) => orderState(academy, created.order_id)));

/** The number in a receipt number such as `LFR-2026-000123`. */
async function receiptNumberOf({ order_id }: Created): Promise<number> {
  const order = db.selectFrom('orders').select('receipt_number').where('id', '=', order_id);
  return Number((await order.executeTakeFirstOrThrow()).receipt_number?.split('-')[2]);
}

async function withLockedStudent(orderId: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: academy.url });
  await client.connect();
  await client.query('begin');
  await client.query(
    'select from students where id = (select student_id from orders where id = $1) for no key update',
    [orderId],
  );
  onTestFinished(() => client.end());
  return client;
}

it('payments that arrive together complete their orders with consecutive receipt numbers and one email each', async () => {
  const placed = await placeOrders(3);
  expect(await completeTogether(placed.map(({ created }) => paid(created)))).toEqual([true, true, true]);
  expect(await statesOf(placed)).toEqual(['completed', 'completed', 'completed']);
  const [first = 0, ...others] = await Promise.all(placed.map(({ created }) => receiptNumberOf(created)));
  expect(others).toEqual([first + 1, first + 2]);
  const ids = placed.map(({ created }) => created.order_id);
  const emails = await db.selectFrom('mail_outbox').select('order_id').where('order_id', 'in', ids).execute();
  expect(emails.map(({ order_id }) => order_id).toSorted()).toEqual(ids.toSorted());
});

it('a transaction that completes several orders skips wrong amounts, known payments, lost seats and a student’s second payment', async () => {
  const placed = await placeOrders(6);
  const [good, low, high, known, lost, twice] = placed.map(({ created }) => created) as [Created, ...Created[]];
  if (!low || !high || !known || !lost || !twice) throw new Error('too few orders');
  await completeTogether([paid(known)]);
  await sql`with gone as (delete from seat_claims where order_id = ${lost.order_id} returning batch_id)
    update batches set taken = taken - 1 where id in (select batch_id from gone)`.execute(db);
  const updates = [paid(good), paid(low, price - 1), paid(high, price + 1), paid(known), paid(lost), paid(twice)];
  const again = { ...paid(twice), update: { ...paid(twice).update } };
  expect(await completeTogether([...updates, again])).toEqual([true, false, false, false, false, true, false]);
  expect(await statesOf(placed)).toEqual([
    ...['completed', 'awaiting_payment', 'awaiting_payment', 'completed', 'awaiting_payment', 'completed'],
  ]);
});

it('a transaction that completes several orders does not wait for a student locked by another transaction, and completes the others', async () => {
  const placed = await placeOrders(2);
  await withLockedStudent(placed[0]?.created.order_id ?? '');
  expect(await completeTogether(placed.map(({ created }) => paid(created)))).toEqual([false, true]);
  expect(await statesOf(placed)).toEqual(['awaiting_payment', 'completed']);
});

it('a transaction that completes several orders does not lock the order of a student whom another transaction has locked', async () => {
  const placed = await placeOrders(2);
  const order = placed[0]?.created.order_id ?? '';
  // Placing another order locks the student, then the batch, then the unpaid order.
  const placing = await withLockedStudent(order);
  await placing.query('select from batches where id = $1 for no key update', [batches.fireOpen]);
  const completing = completeTogether(placed.map(({ created }) => paid(created)));
  await lockWait(academy);
  await placing.query('select from orders where id = $1 for update nowait', [order]);
  await placing.query('commit');
  expect(await completing).toEqual([false, true]);
});

it('payment rechecks that arrive together share database transactions, and a payment that was too low becomes due for refund', async () => {
  const placed = await placeOrders(8);
  const short = placed[4]?.created.attempt_id;
  for (const { created } of placed) await pressPaymentButton(academy, created, 'pay-away');
  await sql`update sandbox_payments set amount_paise = 100
    where provider_order_id = (select provider_order_id from payment_attempts where id = ${short ?? ''})`.execute(db);
  await Promise.all(placed.map(({ student, created }) => recheckOrder(student, created.attempt_id)));
  const { rows } =
    await sql`select distinct xmin from orders where id = any(${placed.map(({ created }) => created.order_id)}::text[])`.execute(
      db,
    );
  expect(await statesOf(placed)).toEqual(placed.map((_, index) => (index === 4 ? 'refund_due' : 'completed')));
  expect(rows.length).toBeLessThan(placed.length);
});
