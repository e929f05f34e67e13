import { sql } from 'kysely';
import { afterAll, expect, it, vi } from 'vitest';
import { buildApp } from '../../../../server/app.ts';
import { inTransaction } from '../../../../server/db/transactions/transaction.ts';
import { systemClock } from '../../../../server/http/clock.ts';
import { requestAgain } from '../../../../server/orders/refunds/refund.repo.ts';
import { PaymentRefused } from '../../../../server/providers/payments/payments.ts';
import { CashfreeServer } from '../../../support/cashfree-server.ts';
import { openAcademy } from '../../booking/academy.ts';
import { batches } from '../../booking/academy-seed.ts';
import { addFire, expectInvariants, orderState, placeOrder, recheckOrder } from '../ordering.ts';
import { cashfreeEnv } from './cashfree-env.ts';
import { makeRefundsDue, poll } from './make-due.ts';
import { deliver } from './webhooks.ts';

vi.setConfig({ testTimeout: 30_000 });
const cashfree = new CashfreeServer();
const env = { ...cashfreeEnv(`${await cashfree.start()}/`), LOG_LEVEL: 'error' as const };
afterAll(() => cashfree.stop());

/**
 * An academy with an empty database. Two of them stand for the time before and after the restore of a backup older than
 * the first order: they share an account at Cashfree, and their first orders have the same number.
 */
async function openShop() {
  const academy = await openAcademy();
  const logged: Array<Record<string, unknown>> = [];
  const logStream = { write: (line: string) => logged.push(JSON.parse(line) as Record<string, unknown>) };
  const { db, app } = academy;
  await sql`update batches set start_date = current_date + 60, end_date = current_date + 62`.execute(db);
  Object.assign(app, await buildApp({ env, db, clock: systemClock, release: 'test', logStream }));
  const order = async () => {
    const student = await academy.enrol();
    await sql`update sessions set expires_at = now() + interval '1 day', last_seen_at = now()`.execute(db);
    await addFire(student, batches.fireSeven);
    const created = await placeOrder(student);
    return { student, created, orderId: cashfree.orderIdOf(created.data) };
  };
  return { academy, order, logged };
}

it('after a database restore, the payment of an order that the restore lost does not complete a new order with the same number', async () => {
  const [before, after] = [await openShop(), await openShop()];
  const lost = await before.order();
  const payment = cashfree.pay(lost.orderId, 'SUCCESS');
  const { student, created, orderId } = await after.order();
  expect(created).toMatchObject({ order_id: lost.created.order_id, attempt_id: lost.created.attempt_id });
  expect(orderId).not.toBe(lost.orderId);
  expect(orderId).toMatch(/^LF-\d{4}-\d{6}-1-[0-9a-f]{12}$/);

  const webhook = await deliver(after.academy, cashfree.deliver('PAYMENT_SUCCESS_WEBHOOK', lost.orderId, payment));
  expect(webhook.statusCode, webhook.body).toBe(200);
  await poll(after.academy);
  expect((await recheckOrder(student, created.attempt_id)).state).toBe('awaiting_payment');
  cashfree.pay(orderId, 'SUCCESS');
  await poll(after.academy);
  expect(await orderState(after.academy, created.order_id)).toBe('completed');
  await expectInvariants(after.academy);
});

it('after a database restore, a payment for an order that the restore lost is logged as an error, but a payment for a known order is not', async () => {
  const [before, after] = [await openShop(), await openShop()];
  const lost = await before.order();
  const { orderId } = await after.order();
  const declined = cashfree.pay(lost.orderId, 'FAILED');
  const payment = cashfree.pay(lost.orderId, 'SUCCESS');
  const known = cashfree.pay(orderId, 'SUCCESS');
  await deliver(after.academy, cashfree.deliver('PAYMENT_FAILED_WEBHOOK', lost.orderId, declined));
  for (const _ of [1, 2])
    await deliver(after.academy, cashfree.deliver('PAYMENT_SUCCESS_WEBHOOK', lost.orderId, payment));
  for (const _ of [1, 2]) await deliver(after.academy, cashfree.deliver('PAYMENT_SUCCESS_WEBHOOK', orderId, known));
  const errors = after.logged.filter(({ level }) => Number(level) >= 50);
  const line = { orderId: lost.orderId, amountPaise: 550_050, msg: 'a payment arrived for an order that is not here' };
  expect(errors).toMatchObject([line, line]);
  expect(errors[0]?.paymentId).toBeTruthy();
});

it('after a database restore, the refund of an order that the restore lost does not count for a new order with the same number', async () => {
  const [before, after] = [await openShop(), await openShop()];
  const paid = [];
  for (const shop of [before, after]) {
    const { student, created, orderId } = await shop.order();
    for (const _ of [1, 2]) cashfree.pay(orderId, 'SUCCESS');
    await recheckOrder(student, created.attempt_id);
    await makeRefundsDue(shop.academy.db);
    expect((await shop.academy.app.sendRefunds()).failures).toEqual([]);
    paid.push({ order_id: orderId, refund_amount: 5500.5 });
  }
  expect([...cashfree.refunds.values()]).toMatchObject(paid);
});

it('after a database restore, a refund fails if Cashfree has already paid another amount under the same refund id', async () => {
  const { academy, order } = await openShop();
  const { db, app } = academy;
  const { student, created, orderId } = await order();
  for (const _ of [1, 2]) cashfree.pay(orderId, 'SUCCESS');
  await recheckOrder(student, created.attempt_id);
  const refund = db.selectFrom('refunds').select(['id', 'state']).where('order_id', '=', created.order_id);
  const { id } = await refund.executeTakeFirstOrThrow();
  // Since the backup, another part of this order has been refunded under the id that the new refund gets.
  cashfree.refunds.set(id, {
    ...{ cf_refund_id: '1', refund_id: id, order_id: orderId, refund_amount: 100 },
    ...{ refund_currency: 'INR', refund_status: 'SUCCESS' },
  });
  const send = async () => {
    await makeRefundsDue(db);
    return (await app.sendRefunds()).failures;
  };
  expect(await send()).toEqual([new PaymentRefused(`the provider already has ${id}, over 100 rupees`)]);
  expect((await refund.executeTakeFirstOrThrow()).state).toBe('failed');

  expect(await inTransaction(db, (tx) => requestAgain(tx, id, 'cashfree'))).toBe(true);
  expect(await send()).toEqual([]);
  expect(cashfree.refunds.get(`${id}T2`)).toMatchObject({ order_id: orderId, refund_amount: 5500.5 });
});
