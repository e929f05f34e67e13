import { sql } from 'kysely';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { buildApp } from '../../../../server/app.ts';
import { openDatabase } from '../../../../server/db/connection/client.ts';
import { readEnv } from '../../../../server/env.ts';
import { requestAgain, settleRefund } from '../../../../server/orders/refunds/refund.repo.ts';
import {
  PaymentRefused,
  type Payments,
  type ProviderPayment,
  type RefundRequest,
} from '../../../../server/providers/payments/payments.ts';
import { sandboxPayments } from '../../../../server/providers/payments/sandbox-payments.ts';
import { openAcademy } from '../../booking/academy.ts';
import { clearSeats, expectInvariants, orderFire, orderState, providerOrderIdOf, recheckOrder } from '../ordering.ts';
import { loseNextCommit } from '../pay/lost-commit.ts';
import { expectPause, makeRefundsDue, nextTryIn } from '../pay/make-due.ts';
import { deliver, paymentWebhook, sandboxSecret, sign } from '../pay/webhooks.ts';
import { orderDeps } from '../place/order-server.ts';

vi.setConfig({ testTimeout: 30_000 });
const academy = await openAcademy();
const messages = orderDeps(academy.db, academy.clock);
const { db, clock, url } = academy;
const sandbox = sandboxPayments({ db, clock, secret: sandboxSecret });

const price = 550_050;
/** Payments that the provider reports, by order id. */
const reported = new Map<string, ProviderPayment[]>();
/** The refunds that were requested from the provider. */
const requested: RefundRequest[] = [];
/**
 * What the provider does at the next refund calls: it waits for `until`, throws `before` or `after` making the refund,
 * or returns `status`. `fetched` is the status that it reports for refunds that it knows.
 */
const line: {
  before: Error | null;
  after: Error | null;
  status: 'settled' | 'failed' | null;
  until: Promise<void> | null;
  fetched: 'pending' | 'failed' | null;
} = { before: null, after: null, status: null, until: null, fetched: null };

/** The sandbox provider, but with payments that a test reports and refund calls that fail when the test wants it. */
const payments: Payments = {
  ...sandbox,
  fetchOrder: async (orderId) => {
    const known = reported.get(orderId);
    return known ? { status: 'paid', payments: known } : sandbox.fetchOrder(orderId);
  },
  refund: async (request) => {
    requested.push(request);
    await line.until;
    if (line.before) throw line.before;
    const taken = await sandbox.refund(request);
    if (line.after) throw line.after;
    return line.status ? { ...taken, status: line.status } : taken;
  },
  fetchRefund: async (orderId, refundId) => {
    const known = await sandbox.fetchRefund(orderId, refundId);
    return known && line.fetched ? { ...known, status: line.fetched } : known;
  },
};
const env = readEnv({ LANDFALL_ENV: 'test', LOG_LEVEL: 'silent', RATE_ORDER: '100000', HOLDS_PER_ADDRESS: '100' });
Object.assign(academy.app, await buildApp({ env, db, clock, release: 'test', ports: { payments } }));

afterEach(async () => {
  requested.length = 0;
  Object.assign(line, { before: null, after: null, status: null, until: null, fetched: null });
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

/** Creates an order for which the provider reports the given payments. */
async function paidBy(make: (attempt: string) => ProviderPayment[]) {
  const { student, created } = await orderFire(academy);
  const { order_id: orderId, attempt_id: attempt } = created;
  const providerOrderId = await providerOrderIdOf(academy, attempt);
  reported.set(providerOrderId, make(attempt));
  await recheckOrder(student, attempt);
  return { student, orderId, attempt, providerOrderId };
}
const paidShort = () => paidBy((attempt) => [approved(`${attempt}-a`, price - 1)]);
const paidTwice = () => paidBy((attempt) => [approved(`${attempt}-a`), approved(`${attempt}-b`)]);

const stateOf = (orderId: string) => orderState(academy, orderId);
const refundsOf = (orderId: string) =>
  db
    .selectFrom('refunds')
    .select(['id', 'payment_id', 'amount_paise', 'reason', 'state', 'provider_ref'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute();
/** The changes of a refund's state, oldest first, each as its old state, its new state and its reason. */
const stepsOf = async (refundId: string) => {
  const rows = await db
    .selectFrom('refund_transitions')
    .select(['from_state', 'to_state', 'reason'])
    .where('refund_id', '=', refundId)
    .orderBy('id')
    .execute();
  return rows.map((row) => [row.from_state, row.to_state, row.reason]);
};
const paidBack = [
  [null, 'requested', 'paid short'],
  ['requested', 'sent', 'taken by the provider'],
  ['sent', 'settled', 'paid back by the provider'],
];
/** The changes of an order's state, oldest first, each as its old state, its new state and its reason. */
const orderStepsOf = async (orderId: string) => {
  const steps = db.selectFrom('order_transitions').select(['from_state', 'to_state', 'reason']);
  const rows = await steps.where('order_id', '=', orderId).orderBy('id').execute();
  return rows.map((row) => [row.from_state, row.to_state, row.reason]);
};
/** Reads how many paise are owed to the student and not yet refunded. */
const owedOf = async (orderId: string) => {
  const { owed } = await db
    .selectFrom('ledger_entries')
    .select(sql<number>`coalesce(-sum(amount_paise), 0)::integer`.as('owed'))
    .where('order_id', '=', orderId)
    .where('account', '=', 'refunds_payable')
    .executeTakeFirstOrThrow();
  return owed;
};

/** The ledger entries of paid refunds of an order, except those of the account `refunds_payable`. */
const paidBackOf = (orderId: string) =>
  db
    .selectFrom('ledger_entries')
    .select(['account', 'amount_paise'])
    .where('order_id', '=', orderId)
    .where('source', 'like', 'refund:%')
    .where('account', '<>', 'refunds_payable')
    .execute();

async function send(): Promise<unknown[]> {
  await makeRefundsDue(db);
  return (await academy.app.sendRefunds()).failures;
}

describe('money due for refund', () => {
  it('a payment below the order’s total is refunded, and the refund passes the states requested, sent and settled', async () => {
    const { student, orderId, attempt, providerOrderId } = await paidShort();
    const id = `${providerOrderId.replace('-1-', '').replaceAll('-', '')}R1`;
    const refund = { id, payment_id: `${attempt}-a`, amount_paise: price - 1, reason: 'paid short' };
    expect(await stateOf(orderId)).toBe('refund_due');
    expect(await refundsOf(orderId)).toEqual([{ ...refund, state: 'requested', provider_ref: null }]);
    expect(await send()).toEqual([]);
    expect(requested).toEqual([
      {
        refundId: id,
        orderId: providerOrderId,
        amountPaise: price - 1,
        note: `Order ${orderId}: paid short`,
        idempotencyKey: id,
      },
    ]);
    expect(await refundsOf(orderId)).toEqual([{ ...refund, state: 'sent', provider_ref: `sbx_${id}` }]);
    await expectPause(db, orderId, 60);
    expect(await stateOf(orderId)).toBe('refund_due');
    expect(await owedOf(orderId)).toBe(price - 1);
    expect(await send()).toEqual([]);
    expect(await stepsOf(id)).toEqual(paidBack);
    expect((await orderStepsOf(orderId)).slice(1)).toEqual([
      ['awaiting_payment', 'refund_due', 'paid short'],
      ['refund_due', 'refunded', 'paid back'],
    ]);
    expect(await owedOf(orderId)).toBe(0);
    expect(await recheckOrder(student, attempt)).toMatchObject({ state: 'refunded', final_payment_status: 'APPROVED' });
    await send();
    expect(requested).toHaveLength(1);
  });

  it('refunding the second of two payments of an order leaves the order completed', async () => {
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

  it('a second payment for an order in the state refund_due is refunded as well, and the order stays in this state', async () => {
    const { orderId, attempt, providerOrderId } = await paidShort();
    const paymentId = `${attempt}-b`;
    const webhook = paymentWebhook({ orderId: providerOrderId, paymentId, status: 'SUCCESS', amount: price / 100 });
    expect((await deliver(academy, sign(webhook, clock.now()))).statusCode).toBe(200);
    expect(await refundsOf(orderId)).toMatchObject([
      { amount_paise: price - 1, reason: 'paid short' },
      { payment_id: paymentId, amount_paise: price, reason: 'paid twice' },
    ]);
    expect((await orderStepsOf(orderId)).slice(1)).toEqual([['awaiting_payment', 'refund_due', 'paid short']]);
  });

  it('an overpaid order is completed and only the surplus is refunded', async () => {
    const { orderId } = await paidBy((attempt) => [approved(`${attempt}-a`, price + 250)]);
    expect(await stateOf(orderId)).toBe('completed');
    expect(await refundsOf(orderId)).toMatchObject([{ amount_paise: 250, reason: 'paid too much' }]);
    expect(await owedOf(orderId)).toBe(250);
  });

  it('an order is “refunded” once all its refunds are settled, and “refund_due” again after another late payment', async () => {
    const paid = await paidBy((one) => [approved(`${one}-a`, 100), approved(`${one}-b`, 200)]);
    const { student, orderId, attempt, providerOrderId } = paid;
    const { created: unpaid } = await orderFire(academy);
    await sql`update refunds set state = 'sent' where order_id = ${orderId}`.execute(db);
    const [first, second] = await refundsOf(orderId);
    await db.transaction().execute((tx) => settleRefund(tx, messages, { id: first?.id ?? '', reference: null }));
    expect(await stateOf(orderId)).toBe('refund_due');
    await db.transaction().execute((tx) => settleRefund(tx, messages, { id: second?.id ?? '', reference: null }));
    expect(await stateOf(orderId)).toBe('refunded');
    expect(await stateOf(unpaid.order_id)).toBe('awaiting_payment');
    const late = { id: `${attempt}-c`, status: 'SUCCESS' };
    const order = { order_id: providerOrderId, order_amount: price / 100, order_currency: 'INR' };
    const payment = { cf_payment_id: late.id, payment_status: 'SUCCESS', payment_amount: price / 100 };
    const body = JSON.stringify({ type: 'PAYMENT_SUCCESS_WEBHOOK', data: { order, payment } });
    expect((await deliver(academy, sign(body, clock.now()))).statusCode).toBe(200);
    expect(await stateOf(orderId)).toBe('refund_due');
    expect((await refundsOf(orderId)).map(({ state, reason }) => [state, reason])).toEqual([
      ['settled', 'paid short'],
      ['settled', 'paid twice'],
      ['requested', 'paid twice'],
    ]);
    expect((await orderStepsOf(orderId)).at(-1)).toEqual(['refunded', 'refund_due', 'paid twice']);
    await send();
    await send();
    expect((await recheckOrder(student, attempt)).state).toBe('refunded');
  });
});

describe('a refund', () => {
  it.each(['before', 'after'] as const)(
    'a refund call that fails (%s the provider has acted) is retried with the same id, and the refund is paid once',
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
          requested.map(({ refundId, idempotencyKey, amountPaise }) => `${refundId} ${idempotencyKey} ${amountPaise}`),
        ).size,
      ).toBe(1);
      expect(requested).toHaveLength(2);
      const taken = await db
        .selectFrom('sandbox_refunds')
        .select('refund_id')
        .where(
          'refund_id',
          'in',
          requested.map((one) => one.refundId),
        )
        .execute();
      expect(taken).toHaveLength(1);
    },
  );

  it('if the server dies while it sends a refund, the refund is sent again under the same id, but not at once', async () => {
    const { orderId } = await paidShort();
    // The process dies after its call to the provider, before it stores the result: its connection pool is closed then.
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
    // The refund is still reserved for the dead process.
    expect((await academy.app.sendRefunds()).attempted).toBe(0);
    await send();
    await send();
    expect(await refundsOf(orderId)).toMatchObject([{ state: 'settled' }]);
    expect(requested.map(({ refundId }) => refundId)).toEqual([requested[0]?.refundId, requested[0]?.refundId]);
  });

  it('a refund that the provider settles immediately still records the states requested, sent and settled', async () => {
    line.status = 'settled';
    const { orderId } = await paidShort();
    await send();
    const [refund] = await refundsOf(orderId);
    expect(await stepsOf(refund?.id ?? '')).toEqual(paidBack);
    expect(await stateOf(orderId)).toBe('refunded');
  });

  it('staff can mark a refund that the provider rejected or failed as settled, but only once', async () => {
    const [refused, failed] = [await paidShort(), await paidShort()];
    line.before = new PaymentRefused('order is more than six months old, '.repeat(20));
    await sql`update refunds set next_try_at = now() where order_id = ${refused.orderId}`.execute(db);
    await sql`update refunds set next_try_at = now() + interval '1 hour' where order_id = ${failed.orderId}`.execute(
      db,
    );
    expect((await academy.app.sendRefunds()).failures).toEqual([line.before]);
    line.before = null;
    line.status = 'failed';
    await send();
    const failures = [
      [refused, [['requested', 'failed', 'order is more than six months old, '.repeat(20).slice(0, 300)]]],
      [
        failed,
        [
          ['requested', 'sent', 'taken by the provider'],
          ['sent', 'failed', 'the provider could not send it'],
        ],
      ],
    ] as const;
    for (const [{ orderId }, steps] of failures) {
      expect(await refundsOf(orderId)).toMatchObject([{ state: 'failed' }]);
      expect(await stateOf(orderId)).toBe('refund_due');
      const [refund] = await refundsOf(orderId);
      const byHand = { id: refund?.id ?? '', reference: 'NEFT 42', isByStaff: true };
      expect(await db.transaction().execute((tx) => settleRefund(tx, messages, byHand))).toBe(true);
      expect(await db.transaction().execute((tx) => settleRefund(tx, messages, byHand))).toBe(false);
      expect(await refundsOf(orderId)).toMatchObject([{ state: 'settled', provider_ref: 'NEFT 42' }]);
      expect(await stateOf(orderId)).toBe('refunded');
      expect(await paidBackOf(orderId)).toEqual([{ account: 'office', amount_paise: 1 - price }]);
      expect((await stepsOf(byHand.id)).slice(1)).toEqual([...steps, ['failed', 'settled', 'paid back by staff']]);
    }
    expect(requested).toHaveLength(2);
  });

  it('requesting a rejected refund again does not pay it twice if the provider has paid the first request after all', async () => {
    const [{ orderId }, other] = [await paidShort(), await paidShort()];
    const [{ id } = { id: '' }] = await refundsOf(orderId);
    line.before = new PaymentRefused('the bank did not respond');
    for (const _ of [1, 2]) {
      await send();
      expect(await again(id)).toBe(true);
    }
    expect((await stepsOf(id)).at(-1)).toEqual(['failed', 'requested', 'requested again by staff']);
    expect(await roundsOf(other.orderId)).toEqual([{ state: 'failed', round: 1 }]);
    line.before = null;
    const [first] = requested.filter(({ refundId }) => refundId === id);
    if (first) await sandbox.refund(first);
    await send();
    const [{ id: otherId } = { id: '' }] = await refundsOf(other.orderId);
    expect(requested.map(({ refundId }) => refundId).filter((one) => one !== otherId)).toEqual([id, `${id}T2`]);
    expect(await refundsOf(orderId)).toMatchObject([{ state: 'settled' }]);
    expect(await paidBackOf(orderId)).toEqual([{ account: 'gateway', amount_paise: 1 - price }]);
  });

  const again = (id: string) => db.transaction().execute((tx) => requestAgain(tx, id, messages.payments.name));
  const roundsOf = (orderId: string) =>
    db.selectFrom('refunds').select(['state', 'round']).where('order_id', '=', orderId).execute();

  it('staff can neither mark a refund in the state “requested” or “sent” as settled nor request this refund again', async () => {
    const { orderId } = await paidShort();
    const [refund] = await refundsOf(orderId);
    const byHand = { id: refund?.id ?? '', reference: 'NEFT 42', isByStaff: true };
    const settle = () => db.transaction().execute((tx) => settleRefund(tx, messages, byHand));
    expect([await settle(), await again(byHand.id)]).toEqual([false, false]);
    await send();
    expect([await settle(), await again(byHand.id)]).toEqual([false, false]);
    expect(await roundsOf(orderId)).toEqual([{ state: 'sent', round: 1 }]);
    expect(await owedOf(orderId)).toBe(price - 1);
  });

  it('a refund that does not exist cannot be marked as settled', async () => {
    const unknown = { id: 'nothing', reference: null };
    expect(await db.transaction().execute((tx) => settleRefund(tx, messages, unknown))).toBe(false);
  });

  it('a refund that the provider accepts but cannot pay fails, and requesting it again pays it under a new id', async () => {
    const { orderId } = await paidShort();
    const [{ id } = { id: '' }] = await refundsOf(orderId);
    await send();
    line.fetched = 'failed';
    await send();
    expect(await refundsOf(orderId)).toMatchObject([{ state: 'failed' }]);
    expect(await again(id)).toBe(true);
    await send();
    expect(requested.map(({ refundId }) => refundId)).toEqual([id, `${id}T2`]);
    line.fetched = null;
    await send();
    expect(await refundsOf(orderId)).toMatchObject([{ state: 'settled', provider_ref: `sbx_${id}T2` }]);
  });

  it('a sent refund that the provider has not paid yet is checked again after pauses that double', async () => {
    const { orderId } = await paidShort();
    const [{ id } = { id: '' }] = await refundsOf(orderId);
    await send();
    line.fetched = 'pending';
    for (const pause of [120, 240]) {
      expect(await send()).toEqual([]);
      await expectPause(db, orderId, pause);
    }
    expect(await stepsOf(id)).toEqual(paidBack.slice(0, 2));
    expect(requested).toHaveLength(1);
  });

  it('a refund is sent although the connection to the database is lost while its new state is committed', async () => {
    const { orderId } = await paidShort();
    await loseNextCommit(db, 'refund_transitions');
    expect(await send()).toEqual([]);
    expect(await refundsOf(orderId)).toMatchObject([{ state: 'sent' }]);
  });

  it('marking a refund as settled waits while another transaction has locked the order', async () => {
    const { orderId } = await paidTwice();
    const [{ id } = { id: '' }] = await refundsOf(orderId);
    const impatient = openDatabase(url, { max: 1, lockTimeoutMs: 50 });
    await db.transaction().execute(async (tx) => {
      await sql`select from orders where id = ${orderId} for no key update`.execute(tx);
      const settling = impatient
        .transaction()
        .execute((other) => settleRefund(other, messages, { id, reference: null }));
      await expect(settling).rejects.toMatchObject({ code: '55P03' });
    });
    await impatient.destroy();
  });

  it('four concurrent senders send each of eight refunds only once', async () => {
    const orders = await Promise.all(Array.from({ length: 8 }, paidShort));
    await makeRefundsDue(db);
    const runs = await Promise.all(Array.from({ length: 4 }, () => academy.app.sendRefunds()));
    expect(runs.reduce((sum, run) => sum + run.attempted, 0)).toBe(8);
    expect(new Set(requested.map(({ refundId }) => refundId)).size).toBe(8);
    expect(requested).toHaveLength(8);
    for (const { orderId } of orders) expect(await refundsOf(orderId)).toMatchObject([{ state: 'sent' }]);
  });

  it('a refund sender that is started with an aborted AbortSignal sends no refund', async () => {
    await paidShort();
    await makeRefundsDue(db);
    expect((await academy.app.sendRefunds(AbortSignal.abort())).attempted).toBe(0);
    expect((await academy.app.sendRefunds()).attempted).toBe(1);
  });

  it('a refund sender whose AbortSignal is aborted finishes the refunds it is sending and starts no others', async () => {
    await Promise.all(Array.from({ length: 4 }, paidShort));
    await makeRefundsDue(db);
    const response = Promise.withResolvers<void>();
    line.until = response.promise;
    const stopping = new AbortController();
    const sending = academy.app.sendRefunds(stopping.signal);
    await expect.poll(() => requested).toHaveLength(2);
    stopping.abort();
    response.resolve();
    expect(await sending).toEqual({ attempted: 2, failures: [] });
    expect(requested).toHaveLength(2);
  });

  it('a failed refund is tried again after at most six hours, however often it was tried', async () => {
    const { orderId } = await paidShort();
    await sql`update refunds set tries = 12 where order_id = ${orderId}`.execute(db);
    line.before = new Error('no line');
    await send();
    await expectPause(db, orderId, 6 * 3600);
  });

  it('the pause before a failed refund is tried again doubles each time, and a webhook about this refund ends the pause', async () => {
    const [{ orderId }, other, settled] = [await paidShort(), await paidShort(), await paidShort()];
    await sql`update refunds set state = 'settled', next_try_at = null where order_id = ${settled.orderId}`.execute(db);
    await sql`update refunds set tries = 5 where order_id = ${other.orderId}`.execute(db);
    line.before = new Error('no line');
    for (const pause of [60, 120, 240]) {
      await send();
      await expectPause(db, orderId, pause);
      await expectPause(db, other.orderId, pause * 32);
    }
    const notify = async (refund_id: string | undefined) => {
      const body = JSON.stringify({ type: 'REFUND_STATUS_WEBHOOK', data: { refund: { refund_id } } });
      expect((await deliver(academy, sign(body, clock.now()))).statusCode).toBe(200);
    };
    const [refund] = await refundsOf(orderId);
    await notify((await refundsOf(settled.orderId))[0]?.id);
    await notify(refund?.id);
    expect(await nextTryIn(db, orderId)).toBeLessThanOrEqual(0);
    await expectPause(db, other.orderId, 240 * 32);
    expect(await refundsOf(orderId)).toMatchObject([{ state: 'requested' }]);
    await sql`update refunds set next_try_at = now() + interval '1 hour' where id = ${refund?.id ?? ''}`.execute(db);
    await notify(`${refund?.id}T2`);
    expect(await nextTryIn(db, orderId)).toBeLessThanOrEqual(0);
  });
});
