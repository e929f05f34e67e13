import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import type { Tx } from '../../../../server/db/schema.ts';
import { readBookedLines } from '../../../../server/orders/changes/booked-lines.repo.ts';
import { cancelBooking } from '../../../../server/orders/changes/cancel-booking.ts';
import { moneyChecks, orderChecks } from '../../../../server/orders/staff/reconcile.repo.ts';
import { openAcademy } from '../../booking/academy.ts';
import { barriers, type MadeOrders, makeOrders, plantedDifferences } from '../../cli/seats/planted-differences.ts';
import { request } from '../changes/booked-order.ts';
import { orderDeps } from '../place/order-server.ts';

const academy = await openAcademy();
const { clock, db } = academy;
const made = {} as MadeOrders;
const id = (name: keyof MadeOrders) => made[name].order_id;
const checks = [...orderChecks, ...moneyChecks];
const names = checks.map(({ name }) => name);
const planted = plantedDifferences(made).filter(({ check }) => names.includes(check));

beforeAll(async () => {
  Object.assign(made, await makeOrders(academy));
});

/** Returns what a check finds before and after `plant`, as texts. What `plant` stores is rolled back. */
async function findAfter(name: string, plant: (tx: Tx) => Promise<unknown>) {
  const check = checks.find((one) => one.name === name);
  if (!check) throw new Error(`there is no check ${name}`);
  const tx = await db.startTransaction().execute();
  const find = async () => (await check.query.execute(tx)).rows.map(({ about, text }) => `${about}: ${text}`);
  try {
    await barriers.execute(tx);
    const before = await find();
    await plant(tx);
    return { before, after: await find() };
  } finally {
    await tx.rollback().execute();
  }
}

/** Stores an enrolment of the student of an order. */
const enrolIn = (tx: Tx, orderId: string, course: number, batch: number) =>
  sql`insert into enrolments (student_id, order_id, course_id, batch_id)
    select student_id, id, ${course}::integer, ${batch}::integer from orders where id = ${orderId}`.execute(tx);
/** Adds one rupee to the ledger of an order. `source` names the payment from which the rupee comes. */
const postTo = (tx: Tx, orderId: string, source: string) =>
  sql`insert into ledger_entries (order_id, account, amount_paise, source) values (${orderId}, 'gateway', 100, ${source})`.execute(
    tx,
  );

it('every reconciliation check of orders and money has a test with inconsistent data that the check must find', () => {
  expect(planted.map(({ check }) => check)).toEqual(names);
});

it.each(planted)(
  'the reconciliation check “$check” finds inconsistent data and reports nothing in consistent data',
  async ({ check, plant, says }) => {
    const { before, after } = await findAfter(check, plant);
    expect(before).toEqual([]);
    expect(after.join('\n')).toContain(says());
  },
);

it('the reconciliation reports a missing enrolment even if another student is enrolled in the same course and batch', async () => {
  const { after } = await findAfter('no enrolment', async (tx) => {
    await enrolIn(tx, id('declined'), 401, 11);
    await sql`delete from enrolments where order_id = ${id('completed')} and course_id = 401`.execute(tx);
  });
  expect(after).toEqual([`order ${id('completed')}: is completed and has no enrolment in course 401`]);
});

it('the reconciliation reports an enrolment in a course that is not in the paid order or whose booking was cancelled', async () => {
  const ofOther = await findAfter('stray enrolment', (tx) => enrolIn(tx, id('completed'), 102, 21));
  expect(ofOther.after).toEqual([`order ${id('completed')}: is completed and has an enrolment in course 102`]);
  const ofCancelled = await findAfter('stray enrolment', (tx) =>
    sql`update order_items set cancelled_at = now() where order_id = ${id('completed')}`.execute(tx),
  );
  expect(ofCancelled.after).toEqual([
    `order ${id('completed')}: is completed and has an enrolment in course 101`,
    `order ${id('completed')}: is completed and has an enrolment in course 401`,
  ]);
});

it('the reconciliation reports a ledger entry whose payment is unknown or belongs to another order', async () => {
  const unknown = await findAfter('no payment', (tx) => postTo(tx, id('completed'), 'payment:x'));
  expect(unknown.after).toEqual([`order ${id('completed')}: its ledger has payment:x, which no provider reported`]);
  const attempt = made.completed.attempt_id;
  const { payment_id } = await db
    .selectFrom('provider_payments')
    .select('payment_id')
    .where('attempt_id', '=', attempt)
    .executeTakeFirstOrThrow();
  const ofOther = await findAfter('no payment', (tx) => postTo(tx, id('waiting'), `payment:${payment_id}`));
  expect(ofOther.after).toEqual([
    `order ${id('waiting')}: its ledger has payment:${payment_id}, which no provider reported`,
  ]);
});

it('after a refund, the reconciliation compares the revenue of an order with the paid amount minus the refund', async () => {
  const cancelLine = async (tx: Tx) => {
    const [line] = await readBookedLines(tx, id('completed'));
    const lines = [{ itemId: line?.itemId ?? 0, refundPaise: 100_000 }];
    await cancelBooking(tx, orderDeps(db, clock), { ...request(), orderId: id('completed'), lines });
  };
  expect(await findAfter('revenue', cancelLine)).toEqual({ before: [], after: [] });
  const { after } = await findAfter('revenue', async (tx) => {
    await cancelLine(tx);
    await sql`update ledger_entries set amount_paise = amount_paise - 5
      where order_id = ${id('completed')} and account = 'revenue' and source like 'payment:%'`.execute(tx);
  });
  expect(after).toEqual([`order ${id('completed')}: is completed over 12500.00, its revenue is 12500.05`]);
  // An order whose refund is settled is consistent, even if another order waits for its refund.
  const settled = await findAfter('refund state', async (tx) => {
    await cancelLine(tx);
    await sql`update refunds set state = 'settled', next_try_at = null where order_id = ${id('refund')}`.execute(tx);
    await sql`update orders set state = 'refunded' where id = ${id('refund')}`.execute(tx);
  });
  expect(settled.after).toEqual([]);
});
