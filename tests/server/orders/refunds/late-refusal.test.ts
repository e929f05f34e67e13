import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { buildApp } from '../../../../server/app.ts';
import { inTransaction } from '../../../../server/db/transactions/transaction.ts';
import { readEnv } from '../../../../server/env.ts';
import { requestAgain, settleRefund } from '../../../../server/orders/refunds/refund.repo.ts';
import { PaymentRefused, type Payments, type ProviderRefund } from '../../../../server/providers/payments/payments.ts';
import { sandboxPayments } from '../../../../server/providers/payments/sandbox-payments.ts';
import { openAcademy } from '../../booking/academy.ts';
import { expectInvariants, orderFire, providerOrderIdOf, recheckOrder } from '../ordering.ts';
import { makeRefundsDue } from '../pay/make-due.ts';
import { sandboxSecret } from '../pay/webhooks.ts';
import { orderDeps } from '../place/order-server.ts';

const academy = await openAcademy();
const { db, clock } = academy;
const sandbox = sandboxPayments({ db, clock, secret: sandboxSecret });

/** What the provider does at the next refund calls, one entry for each; without an entry, it takes the refund. */
const answers: Array<() => Promise<ProviderRefund>> = [];
/** The payment that the provider reports for each order. */
const paid = new Map<string, string>();
const payments: Payments = {
  ...sandbox,
  fetchOrder: async (orderId) => {
    const id = paid.get(orderId);
    if (!id) return sandbox.fetchOrder(orderId);
    return { status: 'paid', payments: [{ id, status: 'approved', amountPaise: 100, method: 'card' }] };
  },
  refund: (request) => answers.shift()?.() ?? sandbox.refund(request),
};
const env = readEnv({ LANDFALL_ENV: 'test', LOG_LEVEL: 'silent' });
Object.assign(academy.app, await buildApp({ env, db, clock, release: 'test', ports: { payments } }));

afterEach(() => expectInvariants(academy));

/** Reads the state and the round of the refund of an order. */
const readRefund = (orderId: string) =>
  db.selectFrom('refunds').select(['id', 'state', 'round']).where('order_id', '=', orderId).executeTakeFirstOrThrow();

const refusal = new PaymentRefused('not enough money in the account');

/** Counts the statements and transactions of other connections that are running in this test's database. */
async function countRunning(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
      and state is distinct from 'idle'`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Creates an order with a refund that is due, and lets a slow process request it: the provider refuses it, but the
 * process learns that only at `late.reject`. Meanwhile its reservation of the refund has ended.
 */
async function requestSlowly() {
  const { student, created } = await orderFire(academy);
  paid.set(await providerOrderIdOf(academy, created.attempt_id), `${created.attempt_id}-short`);
  await recheckOrder(student, created.attempt_id);
  const late = Promise.withResolvers<ProviderRefund>();
  const asked = Promise.withResolvers<void>();
  answers.push(() => {
    asked.resolve();
    return late.promise;
  });
  await makeRefundsDue(db);
  const stopping = new AbortController();
  const slow = academy.app.sendRefunds(stopping.signal);
  await asked.promise;
  // A run has two workers. The other one may still be busy with the refund of an earlier test. Let it claim no more, or
  // it would request this refund itself.
  stopping.abort();
  await expect.poll(countRunning).toBe(0);
  await makeRefundsDue(db);
  return { orderId: created.order_id, late, slow };
}

/** Expects that the provider is paying the refund, so that staff cannot record it as paid by hand. */
async function expectSent(orderId: string, round: number): Promise<void> {
  const { id, ...refund } = await readRefund(orderId);
  expect(refund).toEqual({ state: 'sent', round });
  const byHand = { id, reference: 'UTR 1', isByStaff: true };
  expect(await inTransaction(db, (tx) => settleRefund(tx, { ...orderDeps(db, clock), payments }, byHand))).toBe(false);
}

it('a refund that one process has sent does not fail when another process later gets the provider’s refusal of an earlier request', async () => {
  const { orderId, late, slow } = await requestSlowly();
  expect((await academy.app.sendRefunds()).failures).toEqual([]);
  late.reject(refusal);
  expect((await slow).failures).toEqual([refusal]);
  await expectSent(orderId, 1);
});

it('a refund that staff have requested again does not fail when the provider’s refusal of an earlier request arrives late', async () => {
  const { orderId, late, slow } = await requestSlowly();
  answers.push(() => Promise.reject(refusal));
  expect((await academy.app.sendRefunds()).failures).toEqual([refusal]);
  const { id } = await readRefund(orderId);
  expect(await inTransaction(db, (tx) => requestAgain(tx, id, payments.name))).toBe(true);
  expect((await academy.app.sendRefunds()).failures).toEqual([]);
  late.reject(refusal);
  expect((await slow).failures).toEqual([refusal]);
  await expectSent(orderId, 2);
});
