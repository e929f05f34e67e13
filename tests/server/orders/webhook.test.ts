import { sql } from 'kysely';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { buildApp } from '../../../server/app.ts';
import { openDatabase } from '../../../server/db/client.ts';
import { readEnv } from '../../../server/env.ts';
import { signWebhook } from '../../../server/providers/payments-webhook.ts';
import { day, minute } from '../../support/clock.ts';
import { openAcademy } from '../booking/academy.ts';
import { batches } from '../booking/academy-seed.ts';
import { nextCheckIn, poll } from './due.ts';
import { addFire, claims, clearSeats, expectInvariants, ledgerOf, ordered, press, update } from './ordering.ts';
import { type Delivery, deliver, sandboxSecret, sign, type Told, tell } from './webhooks.ts';

vi.setConfig({ testTimeout: 30_000 });
const academy = await openAcademy();
const { db, enrol, clock } = academy;

afterEach(async () => {
  await expectInvariants(academy);
  await clearSeats(academy);
});

const price = 5500.5;

async function orderFire(batch: number = batches.fireOpen) {
  const student = await enrol();
  await addFire(student, batch);
  return { student, created: await ordered(student) };
}

const success = (orderId: string, more: Partial<Told> = {}): Told => ({
  orderId,
  paymentId: `pay-${orderId}`,
  status: 'SUCCESS',
  amount: price,
  ...more,
});
const send = (told: Told) => deliver(academy, sign(tell(told), clock.now()));

const stateOf = async (orderId: string) =>
  (await db.selectFrom('orders').select('state').where('id', '=', orderId).executeTakeFirst())?.state;
const paymentsOf = (attemptId: string) =>
  db
    .selectFrom('provider_payments')
    .select(['payment_id', 'outcome', 'amount_paise', 'method'])
    .where('attempt_id', '=', attemptId)
    .execute();
const isDue = async (attemptId: string) => ((await nextCheckIn(db, attemptId)) ?? 1) <= 0;

describe('a signed success', () => {
  it('books at once, by the one way, and once however often it comes', async () => {
    const { created } = await orderFire(batches.fireSeven);
    const told = success(created.attempt_id);
    const first = await send(told);
    expect(first.statusCode, first.body).toBe(200);
    expect(first.json()).toEqual({ statusCode: 200 });
    expect(await stateOf(created.order_id)).toBe('completed');
    const again = await Promise.all([send(told), send(told), deliver(academy, sign(tell(told), clock.now() - 60_000))]);
    for (const answer of again) expect(answer.statusCode).toBe(200);
    expect(await paymentsOf(created.attempt_id)).toEqual([
      { payment_id: `pay-${created.attempt_id}`, outcome: 'approved', amount_paise: 550_050, method: 'upi' },
    ]);
    expect(await ledgerOf(academy, created.order_id)).toEqual([
      { account: 'gateway', amount_paise: 550_050 },
      { account: 'revenue', amount_paise: -550_050 },
    ]);
    expect(await claims(academy, batches.fireSeven)).toEqual({ holds: 0, bookings: 1 });
  });

  it('is what was signed: 5500.50 is not 5500.5', async () => {
    const { created } = await orderFire();
    const text = tell(success(created.attempt_id)).replaceAll('5500.5', '5500.50');
    const delivery = sign(text, clock.now());
    const retold = { ...delivery, body: JSON.stringify(JSON.parse(text)) };
    expect((await deliver(academy, retold)).statusCode).toBe(401);
    expect(await stateOf(created.order_id)).toBe('awaiting_payment');
    expect((await deliver(academy, delivery)).statusCode).toBe(200);
    expect(await stateOf(created.order_id)).toBe('completed');
  });

  it('that comes after its order has expired takes a seat again', async () => {
    const { student, created } = await orderFire(batches.fireSeven);
    await sql`update sandbox_payments set expires_at = now() where provider_order_id = ${created.attempt_id}`.execute(
      db,
    );
    await poll(academy);
    expect(await stateOf(created.order_id)).toBe('expired');
    await send(success(created.attempt_id));
    expect((await update(student)).state).toBe('completed');
  });

  it('after a failure that was told later than it happened stays a success', async () => {
    const { created } = await orderFire();
    await send(success(created.attempt_id));
    await send(success(created.attempt_id, { status: 'FAILED', paymentId: 'earlier' }));
    await poll(academy);
    expect(await stateOf(created.order_id)).toBe('completed');
  });
});

describe('news that prove nothing', () => {
  it.each<[string, Partial<Told>]>([
    ['a failure', { status: 'FAILED' }],
    ['a student who dropped out', { status: 'USER_DROPPED' }],
    ['a payment that is pending', { status: 'PENDING' }],
    ['too little money', { amount: 5500.49, orderAmount: price }],
    ['another price of the order', { amount: 6000, orderAmount: 6000 }],
    ['another currency', { currency: 'USD' }],
    ['a part of a paisa', { amount: 5500.505, orderAmount: price }],
  ])('such as %s only make us ask the provider', async (_, more) => {
    const { created } = await orderFire();
    expect(await isDue(created.attempt_id)).toBe(false);
    expect((await send(success(created.attempt_id, more))).statusCode).toBe(200);
    expect(await stateOf(created.order_id)).toBe('awaiting_payment');
    expect(await paymentsOf(created.attempt_id)).toEqual([]);
    expect(await isDue(created.attempt_id)).toBe(true);
    await poll(academy);
    expect(await stateOf(created.order_id)).toBe('awaiting_payment');
    await press(academy, created, 'pay-away');
    await poll(academy);
    expect(await stateOf(created.order_id)).toBe('completed');
  });

  it.each([
    ['an order of somebody else', tell(success('SHOP-1'))],
    ['another kind', JSON.stringify({ type: 'SETTLEMENT_SUCCESS', data: { settlement: { settlement_id: 738 } } })],
    ['another shape', JSON.stringify({ type: 'PAYMENT_SUCCESS_WEBHOOK', data: { payment: {} } })],
    ['an unknown refund', JSON.stringify({ type: 'REFUND_STATUS_WEBHOOK', data: { refund: { refund_id: 'R1' } } })],
    ['no JSON', 'type=PAYMENT_SUCCESS_WEBHOOK'],
    ['nothing', ''],
  ])('such as %s are heard and leave nothing', async (_, body) => {
    const kept = () => db.selectFrom('webhook_deliveries').select('digest').execute();
    const before = await kept();
    expect((await deliver(academy, sign(body, clock.now()))).statusCode).toBe(200);
    expect(await kept()).toEqual(before);
  });
});

describe('news', () => {
  it('that came before make us ask no second time', async () => {
    const { created } = await orderFire();
    const told = success(created.attempt_id, { status: 'FAILED' });
    await send(told);
    await poll(academy);
    expect((await send(told)).statusCode).toBe(200);
    expect(await isDue(created.attempt_id)).toBe(false);
  });

  it('are kept and answered while others lock the batch, and applied when they let go', async () => {
    const { created } = await orderFire();
    const told = await db.transaction().execute(async (tx) => {
      await sql`select id from batches where id = ${batches.fireOpen} for update`.execute(tx);
      const answer = await send(success(created.attempt_id));
      expect(await isDue(created.attempt_id)).toBe(true);
      return answer.statusCode;
    });
    expect(told).toBe(200);
    await vi.waitFor(async () => expect(await stateOf(created.order_id)).toBe('completed'));
  });

  it('that cannot be applied are answered, and left to the poller', async () => {
    const { created } = await orderFire();
    const hasty = openDatabase(academy.url, { max: 2, lockTimeoutMs: 50 });
    const env = readEnv({ LANDFALL_ENV: 'test', LOG_LEVEL: 'silent' });
    const app = await buildApp({ env, db: hasty, clock, release: 'test' });
    const told = sign(tell(success(created.attempt_id)), clock.now());
    const status = await db.transaction().execute(async (tx) => {
      await sql`select id from orders where id = ${created.order_id} for update`.execute(tx);
      return (await deliver({ app }, told)).statusCode;
    });
    await hasty.destroy();
    expect(status).toBe(200);
    expect(await stateOf(created.order_id)).toBe('awaiting_payment');
    expect(await isDue(created.attempt_id)).toBe(true);
    await press(academy, created, 'pay-away');
    await poll(academy);
    expect(await stateOf(created.order_id)).toBe('completed');
  });

  it('that cannot be kept are not acknowledged: the provider sends them again', async () => {
    const { created } = await orderFire();
    const lost = openDatabase(academy.url, { max: 1 });
    const env = readEnv({ LANDFALL_ENV: 'test', LOG_LEVEL: 'silent' });
    const app = await buildApp({ env, db: lost, clock, release: 'test' });
    await sql`select 1`.execute(lost);
    await lost.destroy();
    const delivery = sign(tell(success(created.attempt_id)), clock.now());
    expect((await deliver({ app }, delivery)).statusCode).toBeGreaterThanOrEqual(500);
    expect((await deliver(academy, delivery)).statusCode).toBe(200);
    expect(await stateOf(created.order_id)).toBe('completed');
  });
});

describe('a delivery', () => {
  it.each<[string, (delivery: Delivery) => Delivery]>([
    ['no signature', ({ body }) => ({ body, headers: {} })],
    ['another secret', ({ body }) => sign(body, clock.now(), 'another secret of thirty-two letters')],
    [
      'a time of its own',
      (one) => ({ ...one, headers: { ...one.headers, 'x-webhook-timestamp': String(clock.now() + 1) } }),
    ],
    [
      'a longer signature',
      (one) => ({
        ...one,
        headers: { ...one.headers, 'x-webhook-signature': `${one.headers['x-webhook-signature']}=` },
      }),
    ],
    ['a body with one space more', (one) => ({ ...one, body: `${one.body} ` })],
  ])('with %s is refused and has no effect', async (_, forge) => {
    const { created } = await orderFire();
    const answer = await deliver(academy, forge(sign(tell(success(created.attempt_id)), clock.now())));
    expect(answer.statusCode).toBe(401);
    expect(answer.json().code).toBe('FORGED_WEBHOOK');
    expect(await stateOf(created.order_id)).toBe('awaiting_payment');
    expect(await isDue(created.attempt_id)).toBe(false);
  });

  it.each([
    [day - minute, 200],
    [day + minute, 401],
    [-4 * minute, 200],
    [-6 * minute, 401],
    [-day, 401],
  ])('signed %d ms ago is answered %d', async (age, status) => {
    const { created } = await orderFire();
    const answer = await deliver(academy, sign(tell(success(created.attempt_id)), clock.now() - age));
    expect(answer.statusCode).toBe(status);
    expect(await stateOf(created.order_id)).toBe(status === 200 ? 'completed' : 'awaiting_payment');
  });

  it('may tell its time in seconds, but not in words', async () => {
    const { created } = await orderFire();
    const body = tell(success(created.attempt_id));
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

  it('over 64 KB is refused unread', async () => {
    const answer = await deliver(academy, sign('x'.repeat(64 * 1024 + 1), clock.now()));
    expect(answer.statusCode).toBe(413);
  });

  it('of whatever content type is read as it is', async () => {
    const { created } = await orderFire();
    const { body, headers } = sign(tell(success(created.attempt_id)), clock.now());
    const answer = await deliver(academy, { body, headers: { ...headers, 'content-type': 'text/plain' } });
    expect(answer.statusCode).toBe(200);
    expect(await stateOf(created.order_id)).toBe('completed');
  });

  it('is counted only where it is forged', async () => {
    const { body, headers } = sign(tell(success('SHOP-2')), clock.now());
    for (let sent = 0; sent < 30; sent++) expect((await deliver(academy, { body, headers })).statusCode).toBe(200);
    const statuses = [];
    for (let sent = 0; sent < 30; sent++) {
      const payload = { method: 'POST', url: '/api/payments/webhook', headers: {}, payload: 'x' } as const;
      statuses.push((await academy.app.server.inject({ ...payload, remoteAddress: '10.9.9.9' })).statusCode);
    }
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    expect((await deliver(academy, { body, headers })).statusCode).toBe(200);
  });

  it('is forgotten when a repeat would be too old', async () => {
    const { created } = await orderFire();
    await send(success(created.attempt_id));
    const kept = async () => (await db.selectFrom('webhook_deliveries').select('digest').execute()).length;
    const before = await kept();
    await academy.app.forgetDeliveries();
    expect(await kept()).toBe(before);
    await sql`update webhook_deliveries set received_at = now() - make_interval(secs => ${(4 * day) / 1000})`.execute(
      db,
    );
    await academy.app.forgetDeliveries();
    expect(await kept()).toBe(0);
  });
});
