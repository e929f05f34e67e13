import { sql } from 'kysely';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { buildApp } from '../../../../server/app.ts';
import { openDatabase } from '../../../../server/db/connection/client.ts';
import { readEnv } from '../../../../server/env.ts';
import { signWebhook } from '../../../../server/providers/payments/cashfree-webhook.ts';
import { day, minute } from '../../../support/clock.ts';
import { openAcademy } from '../../booking/academy.ts';
import { batches } from '../../booking/academy-seed.ts';
import {
  claims,
  clearSeats,
  expectInvariants,
  ledgerOf,
  orderFire as newOrder,
  orderState,
  pressPaymentButton,
  providerOrderIdOf,
  recheckOrder,
} from '../ordering.ts';
import { loseNextCommit } from './lost-commit.ts';
import { nextCheckIn, poll } from './make-due.ts';
import { type Delivery, deliver, paymentWebhook, post, sandboxSecret, sign, type WebhookPayment } from './webhooks.ts';

vi.setConfig({ testTimeout: 30_000 });
const academy = await openAcademy();
const { db, clock } = academy;

/** Places an order. `orderId`: the id of its payment attempt at the provider. */
async function orderFire(batch?: number) {
  const { student, created } = await newOrder(academy, batch);
  return { student, created, orderId: await providerOrderIdOf(academy, created.attempt_id) };
}

afterEach(async () => {
  await expectInvariants(academy);
  await clearSeats(academy);
});

const price = 5500.5;

const success = (orderId: string, more: Partial<WebhookPayment> = {}): WebhookPayment => ({
  orderId,
  paymentId: `pay-${orderId}`,
  status: 'SUCCESS',
  amount: price,
  ...more,
});
const send = (payment: WebhookPayment) => deliver(academy, sign(paymentWebhook(payment), clock.now()));

const stateOf = (orderId: string) => orderState(academy, orderId);
const paymentsOf = (attemptId: string) =>
  db
    .selectFrom('provider_payments')
    .select(['payment_id', 'outcome', 'amount_paise', 'method'])
    .where('attempt_id', '=', attemptId)
    .execute();
const isDue = async (attemptId: string) => ((await nextCheckIn(db, attemptId)) ?? 1) <= 0;

describe('a webhook of a successful payment', () => {
  it('a webhook about a successful payment completes the order at once, and repeated deliveries store no second payment', async () => {
    const { created, orderId } = await orderFire(batches.fireSeven);
    const payment = success(orderId);
    const first = await send(payment);
    expect(first.statusCode, first.body).toBe(200);
    expect(first.json()).toEqual({ statusCode: 200 });
    expect(await stateOf(created.order_id)).toBe('completed');
    const again = await Promise.all([
      send(payment),
      send(payment),
      deliver(academy, sign(paymentWebhook(payment), clock.now() - 60_000)),
    ]);
    for (const response of again) expect(response.statusCode).toBe(200);
    expect(await paymentsOf(created.attempt_id)).toEqual([
      { payment_id: `pay-${orderId}`, outcome: 'approved', amount_paise: 550_050, method: 'upi' },
    ]);
    expect(await ledgerOf(academy, created.order_id)).toEqual([
      { account: 'gateway', amount_paise: 550_050 },
      { account: 'revenue', amount_paise: -550_050 },
    ]);
    expect(await claims(academy, batches.fireSeven)).toEqual({ holds: 0, bookings: 1 });
  });

  it('the signature of a webhook is verified over its exact text, so a body with 5500.5 instead of 5500.50 is rejected', async () => {
    const { created, orderId } = await orderFire();
    const text = paymentWebhook(success(orderId)).replaceAll('5500.5', '5500.50');
    const delivery = sign(text, clock.now());
    const reformatted = { ...delivery, body: JSON.stringify(JSON.parse(text)) };
    expect((await deliver(academy, reformatted)).statusCode).toBe(401);
    expect(await stateOf(created.order_id)).toBe('awaiting_payment');
    expect((await deliver(academy, delivery)).statusCode).toBe(200);
    expect(await stateOf(created.order_id)).toBe('completed');
  });

  it('a webhook about a successful payment completes an order that has already expired', async () => {
    const { student, created, orderId } = await orderFire(batches.fireSeven);
    await sql`update sandbox_payments set expires_at = now() where provider_order_id = ${orderId}`.execute(db);
    await poll(academy);
    expect(await stateOf(created.order_id)).toBe('expired');
    await send(success(orderId));
    expect((await recheckOrder(student)).state).toBe('completed');
  });

  it('a completed order stays completed when the webhook about an earlier failed payment arrives late', async () => {
    const { created, orderId } = await orderFire();
    await send(success(orderId));
    await send(success(orderId, { status: 'FAILED', paymentId: 'earlier' }));
    // The provider's order has expired without the payment that the webhook has reported.
    await sql`update sandbox_payments set expires_at = now() where provider_order_id = ${orderId}`.execute(db);
    await poll(academy);
    expect(await stateOf(created.order_id)).toBe('completed');
    const attempt = db.selectFrom('payment_attempts').select('state').where('id', '=', created.attempt_id);
    expect(await attempt.executeTakeFirst()).toEqual({ state: 'approved' });
  });
});

describe('a webhook that does not prove a payment', () => {
  it.each<[string, Partial<WebhookPayment>]>([
    ['a failed payment', { status: 'FAILED' }],
    ['an abandoned payment', { status: 'USER_DROPPED' }],
    ['a pending payment', { status: 'PENDING' }],
    ['a payment below the order total', { amount: 5500.49, orderAmount: price }],
    ['a payment for another order total', { amount: 6000, orderAmount: 6000 }],
    ['a payment in another currency', { currency: 'USD' }],
    ['an amount with a fraction of a paisa', { amount: 5500.505, orderAmount: price }],
  ])(
    'a webhook that proves no full payment (%s) does not complete the order, and the payment becomes due for a check',
    async (_, more) => {
      const { created, orderId } = await orderFire();
      expect(await isDue(created.attempt_id)).toBe(false);
      expect((await send(success(orderId, more))).statusCode).toBe(200);
      expect(await stateOf(created.order_id)).toBe('awaiting_payment');
      expect(await paymentsOf(created.attempt_id)).toEqual([]);
      expect(await isDue(created.attempt_id)).toBe(true);
      await poll(academy);
      expect(await stateOf(created.order_id)).toBe('awaiting_payment');
      await pressPaymentButton(academy, created, 'pay-away');
      await poll(academy);
      expect(await stateOf(created.order_id)).toBe('completed');
    },
  );

  it.each([
    ['an unknown order', paymentWebhook(success('SHOP-1'))],
    [
      'another event type',
      JSON.stringify({ type: 'SETTLEMENT_SUCCESS', data: { settlement: { settlement_id: 738 } } }),
    ],
    ['an unexpected format', JSON.stringify({ type: 'PAYMENT_SUCCESS_WEBHOOK', data: { payment: {} } })],
    ['an unknown refund', JSON.stringify({ type: 'REFUND_STATUS_WEBHOOK', data: { refund: { refund_id: 'R1' } } })],
    ['a body that is not JSON', 'type=PAYMENT_SUCCESS_WEBHOOK'],
    ['an empty body', ''],
  ])('a signed webhook that the server cannot use (one with %s) returns 200 and is not stored', async (_, body) => {
    const stored = () => db.selectFrom('webhook_deliveries').select('digest').execute();
    const before = await stored();
    expect((await deliver(academy, sign(body, clock.now()))).statusCode).toBe(200);
    expect(await stored()).toEqual(before);
  });
});

/** Creates an app that writes all its log lines to `logged`. `handle`: its connection to the database. */
async function openLoggingApp(handle = db) {
  const logged: Array<{ level: number; msg: string }> = [];
  const env = readEnv({ LANDFALL_ENV: 'test', LOG_LEVEL: 'info' });
  const logStream = { write: (line: string) => void logged.push(JSON.parse(line)) };
  const app = await buildApp({ env, db: handle, clock, release: 'test', logStream });
  return { app, logged, count: (message: string) => logged.filter(({ msg }) => msg === message).length };
}

describe('applying a webhook', () => {
  it('the log says that a webhook of an unused type was ignored, and has no such line for a payment webhook', async () => {
    const { created, orderId } = await orderFire();
    const { app, count } = await openLoggingApp();
    const ignored = 'ignored a webhook of an unused type';
    await deliver({ app }, sign(paymentWebhook(success(orderId)), clock.now()));
    expect([await stateOf(created.order_id), count(ignored)]).toEqual(['completed', 0]);
    await deliver({ app }, sign(JSON.stringify({ type: 'SETTLEMENT_SUCCESS', data: {} }), clock.now()));
    expect(count(ignored)).toBe(1);
  });

  it('a webhook is applied although the connection to the database is lost while its payment is committed', async () => {
    const { created, orderId } = await orderFire();
    // The server first stores the webhook and then, in another transaction, applies its payment. Only the second
    // transaction writes to this table, so only its commit fails.
    await loseNextCommit(db, 'provider_payments');
    expect((await send(success(orderId))).statusCode).toBe(200);
    expect(await stateOf(created.order_id)).toBe('completed');
  });

  it('a second delivery of a webhook about a failed payment does not make the payment poller check that payment again', async () => {
    const { created, orderId } = await orderFire();
    const payment = success(orderId, { status: 'FAILED' });
    await send(payment);
    await poll(academy);
    expect((await send(payment)).statusCode).toBe(200);
    expect(await isDue(created.attempt_id)).toBe(false);
  });

  it('a webhook returns 200 while another transaction locks the ordered batch, and is applied once the lock is released', async () => {
    const { created, orderId } = await orderFire();
    const status = await db.transaction().execute(async (tx) => {
      await sql`select id from batches where id = ${batches.fireOpen} for update`.execute(tx);
      const response = await post(academy, sign(paymentWebhook(success(orderId)), clock.now()));
      expect(await isDue(created.attempt_id)).toBe(true);
      return response.statusCode;
    });
    expect(status).toBe(200);
    await vi.waitFor(async () => expect(await stateOf(created.order_id)).toBe('completed'));
  });

  it('a webhook that cannot be applied still returns 200, and the payment poller completes the order later', async () => {
    const { created, orderId } = await orderFire();
    const impatient = openDatabase(academy.url, { max: 2, lockTimeoutMs: 50 });
    const { app, count } = await openLoggingApp(impatient);
    const delivery = sign(paymentWebhook(success(orderId)), clock.now());
    const status = await db.transaction().execute(async (tx) => {
      await sql`select id from orders where id = ${created.order_id} for update`.execute(tx);
      return (await deliver({ app }, delivery)).statusCode;
    });
    await impatient.destroy();
    expect(status).toBe(200);
    expect(count('a webhook could not be applied, the poller will check its attempt')).toBe(1);
    expect(await stateOf(created.order_id)).toBe('awaiting_payment');
    expect(await isDue(created.attempt_id)).toBe(true);
    await pressPaymentButton(academy, created, 'pay-away');
    await poll(academy);
    expect(await stateOf(created.order_id)).toBe('completed');
  });

  it('a webhook that cannot be stored returns a server error, and its next delivery is applied', async () => {
    const { created, orderId } = await orderFire();
    const closed = openDatabase(academy.url, { max: 1 });
    const env = readEnv({ LANDFALL_ENV: 'test', LOG_LEVEL: 'silent' });
    const app = await buildApp({ env, db: closed, clock, release: 'test' });
    await sql`select 1`.execute(closed);
    await closed.destroy();
    const delivery = sign(paymentWebhook(success(orderId)), clock.now());
    expect((await deliver({ app }, delivery)).statusCode).toBeGreaterThanOrEqual(500);
    expect((await deliver(academy, delivery)).statusCode).toBe(200);
    expect(await stateOf(created.order_id)).toBe('completed');
  });
});

describe('a webhook delivery', () => {
  it.each<[string, (delivery: Delivery) => Delivery]>([
    ['without a signature', ({ body }) => ({ body, headers: {} })],
    ['signed with another secret', ({ body }) => sign(body, clock.now(), 'another secret of thirty-two letters')],
    [
      'with a changed timestamp',
      (one) => ({ ...one, headers: { ...one.headers, 'x-webhook-timestamp': String(clock.now() + 1) } }),
    ],
    [
      'with a longer signature',
      (one) => ({
        ...one,
        headers: { ...one.headers, 'x-webhook-signature': `${one.headers['x-webhook-signature']}=` },
      }),
    ],
    ['with an extra space in its body', (one) => ({ ...one, body: `${one.body} ` })],
  ])('a webhook without a valid signature (one %s) returns 401 and has no effect', async (_, forge) => {
    const { created, orderId } = await orderFire();
    const response = await deliver(academy, forge(sign(paymentWebhook(success(orderId)), clock.now())));
    expect(response.statusCode).toBe(401);
    expect(response.json()).toMatchObject({
      ...{ code: 'FORGED_WEBHOOK', message: 'This delivery is not signed as it must be.' },
    });
    expect(await stateOf(created.order_id)).toBe('awaiting_payment');
    expect(await isDue(created.attempt_id)).toBe(false);
  });

  it.each([
    ['almost a day ago', day - minute, 200],
    ['more than a day ago', day + minute, 401],
    ['4 minutes in the future', -4 * minute, 200],
    ['6 minutes in the future', -6 * minute, 401],
    ['a day in the future', -day, 401],
  ])('a payment webhook signed %s (%d ms ago) returns the status %d', async (_, age, status) => {
    const { created, orderId } = await orderFire();
    const response = await deliver(academy, sign(paymentWebhook(success(orderId)), clock.now() - age));
    expect(response.statusCode).toBe(status);
    expect(await stateOf(created.order_id)).toBe(status === 200 ? 'completed' : 'awaiting_payment');
  });

  it('a webhook timestamp may be in seconds or milliseconds, and any other format is rejected', async () => {
    const { created, orderId } = await orderFire();
    const body = paymentWebhook(success(orderId));
    const seconds = Math.floor(clock.now() / 1000);
    for (const timestamp of [new Date(clock.now()).toISOString(), '', `${seconds}0`, `-${seconds}`]) {
      const { headers } = sign(body, clock.now());
      const signature = signWebhook(sandboxSecret, timestamp, body);
      const forged = { ...headers, 'x-webhook-timestamp': timestamp, 'x-webhook-signature': signature };
      expect((await deliver(academy, { body, headers: forged })).statusCode).toBe(401);
    }
    expect((await deliver(academy, sign(body, seconds))).statusCode).toBe(200);
    expect(await stateOf(created.order_id)).toBe('completed');
  });

  it('a webhook over 64 KB returns 413', async () => {
    const response = await deliver(academy, sign('x'.repeat(64 * 1024 + 1), clock.now()));
    expect(response.statusCode).toBe(413);
  });

  it('a webhook is accepted with any content type', async () => {
    const { created, orderId } = await orderFire();
    const { body, headers } = sign(paymentWebhook(success(orderId)), clock.now());
    const response = await deliver(academy, { body, headers: { ...headers, 'content-type': 'text/plain' } });
    expect(response.statusCode).toBe(200);
    expect(await stateOf(created.order_id)).toBe('completed');
  });

  it('only webhooks that are rejected as forged count towards the rate limit', async () => {
    const { body, headers } = sign(paymentWebhook(success('SHOP-2')), clock.now());
    for (let sent = 0; sent < 30; sent++) expect((await deliver(academy, { body, headers })).statusCode).toBe(200);
    const statuses = [];
    const forged = { method: 'POST', url: '/api/payments/webhook', headers: {}, payload: 'x' } as const;
    for (let sent = 0; sent < 30; sent++)
      statuses.push((await academy.app.server.inject({ ...forged, remoteAddress: '10.9.9.9' })).statusCode);
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    const elsewhere = await academy.app.server.inject({ ...forged, remoteAddress: '10.9.9.10' });
    expect(elsewhere.statusCode).toBe(401);
    expect((await deliver(academy, { body, headers })).statusCode).toBe(200);
  });

  it('stored webhook deliveries are deleted once they are so old that a repeated delivery would be rejected', async () => {
    const { orderId } = await orderFire();
    await send(success(orderId));
    const countStored = async () => (await db.selectFrom('webhook_deliveries').select('digest').execute()).length;
    const before = await countStored();
    await academy.app.deleteOldDeliveries();
    expect(await countStored()).toBe(before);
    await sql`update webhook_deliveries set received_at = now() - make_interval(secs => ${(4 * day) / 1000})`.execute(
      db,
    );
    await academy.app.deleteOldDeliveries();
    expect(await countStored()).toBe(0);
  });
});
