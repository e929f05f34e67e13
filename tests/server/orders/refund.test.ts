import { sql } from 'kysely';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { buildApp } from '../../../server/app.ts';
import { openDatabase } from '../../../server/db/client.ts';
import { readEnv } from '../../../server/env.ts';
import { settleRefund } from '../../../server/orders/refund.repo.ts';
import {
  PaymentRefused,
  type Payments,
  type ProviderPayment,
  type RefundRequest,
} from '../../../server/providers/payments.ts';
import { sandboxPayments } from '../../../server/providers/payments-sandbox.ts';
import { openAcademy } from '../booking/academy.ts';
import { makeRefundsDue } from './due.ts';
import { addFire, clearSeats, expectInvariants, ordered, update } from './ordering.ts';
import { deliver, sandboxSecret, sign } from './webhooks.ts';

vi.setConfig({ testTimeout: 30_000 });
const academy = await openAcademy();
const { db, clock, enrol, url } = academy;
const sandbox = sandboxPayments({ db, clock, secret: sandboxSecret });

const price = 550_050;
const told = new Map<string, ProviderPayment[]>();
const asked: RefundRequest[] = [];
const line: { before: Error | null; after: Error | null; status: 'settled' | 'failed' | null } = {
  before: null,
  after: null,
  status: null,
};

/** The sandbox with payments that a test tells of, behind a line that it breaks before or after the effect. */
const payments: Payments = {
  ...sandbox,
  fetchOrder: async (orderId) => {
    const known = told.get(orderId);
    return known ? { status: 'paid', payments: known } : sandbox.fetchOrder(orderId);
  },
  refund: async (request) => {
    asked.push(request);
    if (line.before) throw line.before;
    const taken = await sandbox.refund(request);
    if (line.after) throw line.after;
    return line.status ? { ...taken, status: line.status } : taken;
  },
};
const env = readEnv({ LANDFALL_ENV: 'test', LOG_LEVEL: 'silent', RATE_ORDER: '100000' });
Object.assign(academy.app, await buildApp({ env, db, clock, release: 'test', ports: { payments } }));

afterEach(async () => {
  asked.length = 0;
  Object.assign(line, { before: null, after: null, status: null });
  await expectInvariants(academy);
  await clearSeats(academy);
  await sql`delete from refund_transitions`.execute(db);
  await sql`delete from refunds`.execute(db);
});

const approved = (id: string, amountPaise = price): ProviderPayment => ({
  id,
  status: 'approved',
  amountPaise,
  method: 'card',
});

/** An order that the given payments were made for. */
async function paidBy(make: (attempt: string) => ProviderPayment[]) {
  const student = await enrol();
  await addFire(student);
  const { order_id: orderId, attempt_id: attempt } = await ordered(student);
  told.set(attempt, make(attempt));
  await update(student, attempt);
  return { student, orderId, attempt };
}
const paidShort = () => paidBy((attempt) => [approved(`${attempt}-a`, price - 1)]);
const paidTwice = () => paidBy((attempt) => [approved(`${attempt}-a`), approved(`${attempt}-b`)]);

const stateOf = async (orderId: string) =>
  (await db.selectFrom('orders').select('state').where('id', '=', orderId).executeTakeFirst())?.state;
const refundsOf = (orderId: string) =>
  db
    .selectFrom('refunds')
    .select(['id', 'payment_id', 'amount_paise', 'reason', 'state', 'provider_ref'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute();
const stepsOf = async (refundId: string) => {
  const rows = await db
    .selectFrom('refund_transitions')
    .select(['to_state'])
    .where('refund_id', '=', refundId)
    .orderBy('id')
    .execute();
  return rows.map((row) => row.to_state);
};
/** What is owed and was not paid back, in paise. */
const owedOf = async (orderId: string) => {
  const { owed } = await db
    .selectFrom('ledger_entries')
    .select(sql<number>`coalesce(-sum(amount_paise), 0)::integer`.as('owed'))
    .where('order_id', '=', orderId)
    .where('account', '=', 'refunds_payable')
    .executeTakeFirstOrThrow();
  return owed;
};

async function send(): Promise<unknown[]> {
  await makeRefundsDue(db);
  return (await academy.app.sendRefunds()).failures;
}

describe('money that is owed back', () => {
  it('is asked for with the order’s own step, sent, settled, and makes the order refunded', async () => {
    const { student, orderId, attempt } = await paidShort();
    const id = `${orderId.replaceAll('-', '')}R1`;
    const refund = { id, payment_id: `${attempt}-a`, amount_paise: price - 1, reason: 'paid short' };
    expect(await stateOf(orderId)).toBe('refund_due');
    expect(await refundsOf(orderId)).toEqual([{ ...refund, state: 'requested', provider_ref: null }]);
    expect(await send()).toEqual([]);
    expect(asked).toEqual([
      {
        refundId: id,
        orderId: attempt,
        amountPaise: price - 1,
        note: `Order ${orderId}: paid short`,
        idempotencyKey: id,
      },
    ]);
    expect(await refundsOf(orderId)).toEqual([{ ...refund, state: 'sent', provider_ref: `sbx_${id}` }]);
    expect(await stateOf(orderId)).toBe('refund_due');
    expect(await owedOf(orderId)).toBe(price - 1);
    expect(await send()).toEqual([]);
    expect(await stepsOf(id)).toEqual(['requested', 'sent', 'settled']);
    expect(await owedOf(orderId)).toBe(0);
    expect(await update(student, attempt)).toMatchObject({ state: 'refunded', final_payment_status: 'APPROVED' });
    await send();
    expect(asked).toHaveLength(1);
  });

  it('for a second payment leaves the booking as it is', async () => {
    const { orderId, attempt } = await paidTwice();
    expect(await stateOf(orderId)).toBe('completed');
    expect(await refundsOf(orderId)).toMatchObject([
      { payment_id: `${attempt}-b`, amount_paise: price, reason: 'paid twice' },
    ]);
    await send();
    await send();
    expect(await refundsOf(orderId)).toMatchObject([{ state: 'settled' }]);
    expect(await stateOf(orderId)).toBe('completed');
    expect(await owedOf(orderId)).toBe(0);
  });

  it('is what was paid too much, and the rest is booked', async () => {
    const { orderId } = await paidBy((attempt) => [approved(`${attempt}-a`, price + 250)]);
    expect(await stateOf(orderId)).toBe('completed');
    expect(await refundsOf(orderId)).toMatchObject([{ amount_paise: 250, reason: 'paid too much' }]);
    expect(await owedOf(orderId)).toBe(250);
  });

  it('of several payments makes the order refunded with the last, and due again with another', async () => {
    const { student, orderId, attempt } = await paidBy((one) => [approved(`${one}-a`, 100), approved(`${one}-b`, 200)]);
    await sql`update refunds set state = 'sent' where order_id = ${orderId}`.execute(db);
    const [first, second] = await refundsOf(orderId);
    await db.transaction().execute((tx) => settleRefund(tx, { id: first?.id ?? '', reference: null }));
    expect(await stateOf(orderId)).toBe('refund_due');
    await db.transaction().execute((tx) => settleRefund(tx, { id: second?.id ?? '', reference: null }));
    expect(await stateOf(orderId)).toBe('refunded');
    const late = { id: `${attempt}-c`, status: 'SUCCESS' };
    const order = { order_id: attempt, order_amount: price / 100, order_currency: 'INR' };
    const payment = { cf_payment_id: late.id, payment_status: 'SUCCESS', payment_amount: price / 100 };
    const body = JSON.stringify({ type: 'PAYMENT_SUCCESS_WEBHOOK', data: { order, payment } });
    expect((await deliver(academy, sign(body, clock.now()))).statusCode).toBe(200);
    expect(await stateOf(orderId)).toBe('refund_due');
    expect((await refundsOf(orderId)).map(({ state }) => state)).toEqual(['settled', 'settled', 'requested']);
    await send();
    await send();
    expect((await update(student, attempt)).state).toBe('refunded');
  });
});

describe('a refund', () => {
  it.each(['before', 'after'] as const)(
    'whose call broke %s its effect is asked for again under one id',
    async (side) => {
      const { orderId } = await paidShort();
      line[side] = new Error('no line');
      expect(await send()).toEqual([line[side]]);
      expect(await refundsOf(orderId)).toMatchObject([{ state: 'requested' }]);
      line[side] = null;
      await send();
      await send();
      expect(await refundsOf(orderId)).toMatchObject([{ state: 'settled' }]);
      expect(
        new Set(
          asked.map(({ refundId, idempotencyKey, amountPaise }) => `${refundId} ${idempotencyKey} ${amountPaise}`),
        ).size,
      ).toBe(1);
      expect(asked).toHaveLength(2);
      const taken = await db
        .selectFrom('sandbox_refunds')
        .select('refund_id')
        .where(
          'refund_id',
          'in',
          asked.map((one) => one.refundId),
        )
        .execute();
      expect(taken).toHaveLength(1);
    },
  );

  it('that the provider took while its sender died is the same refund for the next sender', async () => {
    const { orderId } = await paidShort();
    // The process dies between the call and the store: its pool is gone when the answer comes.
    const dying = openDatabase(url, { max: 2 });
    const dies: Payments = {
      ...payments,
      refund: async (request) => {
        const taken = await payments.refund(request);
        await dying.destroy();
        return taken;
      },
    };
    const app = await buildApp({ env, db: dying, clock, release: 'test', ports: { payments: dies } });
    await makeRefundsDue(db);
    expect((await app.sendRefunds()).failures.length).toBeGreaterThan(0);
    expect(await refundsOf(orderId)).toMatchObject([{ state: 'requested', provider_ref: null }]);
    // It is left to the dead sender for a while.
    expect((await academy.app.sendRefunds()).asked).toBe(0);
    await send();
    await send();
    expect(await refundsOf(orderId)).toMatchObject([{ state: 'settled' }]);
    expect(asked.map(({ refundId }) => refundId)).toEqual([asked[0]?.refundId, asked[0]?.refundId]);
  });

  it('that is settled at once goes through all its states', async () => {
    line.status = 'settled';
    const { orderId } = await paidShort();
    await send();
    const [refund] = await refundsOf(orderId);
    expect(await stepsOf(refund?.id ?? '')).toEqual(['requested', 'sent', 'settled']);
    expect(await stateOf(orderId)).toBe('refunded');
  });

  it('that the provider refuses, or fails to send, waits for staff', async () => {
    const [refused, failed] = [await paidShort(), await paidShort()];
    line.before = new PaymentRefused('order is more than six months old');
    await sql`update refunds set next_try_at = now() where order_id = ${refused.orderId}`.execute(db);
    await sql`update refunds set next_try_at = now() + interval '1 hour' where order_id = ${failed.orderId}`.execute(
      db,
    );
    expect((await academy.app.sendRefunds()).failures).toEqual([line.before]);
    line.before = null;
    line.status = 'failed';
    await send();
    for (const { orderId } of [refused, failed]) {
      expect(await refundsOf(orderId)).toMatchObject([{ state: 'failed' }]);
      expect(await stateOf(orderId)).toBe('refund_due');
      const [refund] = await refundsOf(orderId);
      const byHand = { id: refund?.id ?? '', reference: 'NEFT 42', isByStaff: true };
      expect(await db.transaction().execute((tx) => settleRefund(tx, byHand))).toBe(true);
      expect(await db.transaction().execute((tx) => settleRefund(tx, byHand))).toBe(false);
      expect(await refundsOf(orderId)).toMatchObject([{ state: 'settled', provider_ref: 'NEFT 42' }]);
      expect(await stateOf(orderId)).toBe('refunded');
    }
    expect(asked).toHaveLength(2);
  });

  it('that is on its way cannot be settled by staff as well', async () => {
    const { orderId } = await paidShort();
    const [refund] = await refundsOf(orderId);
    const byHand = { id: refund?.id ?? '', reference: 'NEFT 42', isByStaff: true };
    expect(await db.transaction().execute((tx) => settleRefund(tx, byHand))).toBe(false);
    await send();
    expect(await db.transaction().execute((tx) => settleRefund(tx, byHand))).toBe(false);
    expect(await owedOf(orderId)).toBe(price - 1);
  });

  it('is sent once by several senders at once', async () => {
    const orders = await Promise.all(Array.from({ length: 8 }, paidShort));
    await makeRefundsDue(db);
    const runs = await Promise.all(Array.from({ length: 4 }, () => academy.app.sendRefunds()));
    expect(runs.reduce((sum, run) => sum + run.asked, 0)).toBe(8);
    expect(new Set(asked.map(({ refundId }) => refundId)).size).toBe(8);
    expect(asked).toHaveLength(8);
    for (const { orderId } of orders) expect(await refundsOf(orderId)).toMatchObject([{ state: 'sent' }]);
  });

  it('waits longer after each try, and not at all after the provider’s word', async () => {
    const { orderId } = await paidShort();
    const secondsIn = async () => {
      const { seconds } = await db
        .selectFrom('refunds')
        .select(sql<number>`extract(epoch from next_try_at - now())::integer`.as('seconds'))
        .where('order_id', '=', orderId)
        .executeTakeFirstOrThrow();
      return seconds;
    };
    line.before = new Error('no line');
    for (const pause of [60, 120, 240]) {
      await send();
      expect(await secondsIn()).toBeLessThanOrEqual(pause);
      expect(await secondsIn()).toBeGreaterThan(pause * 0.8);
    }
    const [refund] = await refundsOf(orderId);
    const body = JSON.stringify({ type: 'REFUND_STATUS_WEBHOOK', data: { refund: { refund_id: refund?.id } } });
    expect((await deliver(academy, sign(body, clock.now()))).statusCode).toBe(200);
    expect(await secondsIn()).toBeLessThanOrEqual(0);
    expect(await refundsOf(orderId)).toMatchObject([{ state: 'requested' }]);
  });
});
