import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { seats } from '../../server/booking/seats.repo.ts';
import { openDatabase } from '../../server/db/connection/client.ts';
import type { Database, Tx } from '../../server/db/schema.ts';
import { inPipelinedTransaction } from '../../server/db/transactions/pipelined-transaction.ts';
import { createNotifications } from '../../server/notifications/notifications.ts';
import { postLedgerSql } from '../../server/orders/ledger.ts';
import type { OrderDeps } from '../../server/orders/order-deps.ts';
import { applyPaymentUpdate, closeOrdersSql } from '../../server/orders/pay/apply-payment-update.ts';
import { completeOrder, lockForCompletion } from '../../server/orders/pay/complete-order.ts';
import { outboxMail } from '../../server/providers/mail/mail-outbox.ts';
import { sandboxPayments } from '../../server/providers/payments/sandbox-payments.ts';
import { openAcademy } from '../server/booking/academy.ts';
import { batches } from '../server/booking/academy-seed.ts';
import { type Created, orderFire as newOrder, pressPaymentButton, recheckOrder } from '../server/orders/ordering.ts';

const academy = await openAcademy();
const { db, url, clock, enrol } = academy;
const orderFire = () => newOrder(academy);
const deps: OrderDeps = {
  db,
  clock,
  seats,
  payments: sandboxPayments({ db, clock, secret: 'no webhook comes here' }),
  mail: outboxMail({ clock, siteUrl: 'http://localhost' }),
  notifications: createNotifications(clock),
  queries: {
    carts: () => ({ statement: sql`select`, read: () => new Map() }),
    settings: { statement: sql`select`, read: () => null },
  },
  publicUrl: undefined,
  hashAddress: () => Buffer.alloc(32),
  addressHoldPercent: 100,
};

/** The state of an order and how many transitions and ledger entries it has. */
const readOrder = async ({ order_id }: Created) => {
  const { rows } = await sql<{ state: string; steps: number; entries: number }>`
    select state, (select count(*)::integer from order_transitions where order_id = ${order_id}) as steps,
      (select count(*)::integer from ledger_entries where order_id = ${order_id}) as entries
    from orders where id = ${order_id}`.execute(db);
  return rows[0];
};

describe('an order transition', () => {
  it('closeOrdersSql, which closes unpaid orders, does not expire an order that has been paid in the meantime', async () => {
    const { student, created } = await orderFire();
    await pressPaymentButton(academy, created, 'pay');
    await recheckOrder(student, created.attempt_id);
    const before = await readOrder(created);
    await closeOrdersSql([created.order_id], 'expired', 'an outdated check').execute(db);
    expect(before?.state).toBe('completed');
    expect(await readOrder(created)).toEqual(before);
  });

  it.each([
    ['completed', 550_050],
    ['refund due', 100],
  ])(
    'completeOrder leaves an order unchanged, instead of marking it as %s, if the order’s state has changed since it was read',
    async (_, paidPaise) => {
      const { created } = await orderFire();
      await db.updateTable('orders').set({ state: 'declined' }).where('id', '=', created.order_id).execute();
      const before = await readOrder(created);
      const seen = { id: created.order_id, state: 'awaiting_payment' as const, totalPaise: 550_050 };
      const completing = inPipelinedTransaction(db, async ({ run, commit, tx }) => {
        const { statements, read } = lockForCompletion(deps, sql`array[${created.order_id}]::text[]`);
        const facts = read(await run(statements)).get(created.order_id);
        if (!facts) throw new Error('the order does not exist');
        const completion = await completeOrder(tx, deps, { ...seen, paidPaise, reference: 'pay-1' }, facts);
        await commit(completion.statements);
      });
      await expect(completing).rejects.toMatchObject({ table: 'order_transitions', column: 'order_id' });
      expect(await readOrder(created)).toEqual(before);
    },
  );
});

/** Locks a row from another connection until the test ends. */
async function lockElsewhere(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('begin');
  await client.query(statement);
  onTestFinished(() => client.end());
}

function openImpatient(): Kysely<Database> {
  const impatient = openDatabase(url, { max: 1, lockTimeoutMs: 100 });
  onTestFinished(() => impatient.destroy());
  return impatient;
}

describe('applying a payment', () => {
  it.each([
    ['order', (created: Created) => `select from orders where id = '${created.order_id}' for no key update`],
    [
      'student',
      (created: Created) => `select from students where id =
        (select student_id from orders where id = '${created.order_id}') for no key update`,
    ],
  ])('applyPaymentUpdate waits while another transaction has locked the row of the %s', async (_, statement) => {
    const { created } = await orderFire();
    await lockElsewhere(statement(created));
    // An update that finds no payments changes nothing in the order, so only the lock can make the call wait.
    const update = { order: { status: 'active' as const, payments: [] }, source: 'poller' as const };
    const applying = inPipelinedTransaction(openImpatient(), (transaction) =>
      applyPaymentUpdate(transaction, deps, created.attempt_id, update),
    );
    await expect(applying).rejects.toMatchObject({ code: '55P03' });
  });
});

describe('rechecking an order', () => {
  it('a request to recheck the payment of another student’s order returns 404 and leaves the order unpaid', async () => {
    const { created } = await orderFire();
    await pressPaymentButton(academy, created, 'pay-away');
    const stranger = await enrol();
    const query = new URLSearchParams({ user_id: stranger.id, attempt_id: created.attempt_id });
    const response = await stranger.get(`/api/orders/update?${query}`);
    expect(response.statusCode).toBe(404);
    expect(await readOrder(created)).toMatchObject({ state: 'awaiting_payment', entries: 0 });
  });
});

describe('posting to the ledger', () => {
  it('postLedgerSql rejects ledger entries whose amounts do not sum to zero', () => {
    const lopsided = [
      { account: 'gateway' as const, paise: 100 },
      { account: 'revenue' as const, paise: -99 },
    ];
    const posting = { orderId: 'LF-2026-000001', source: 'payment:pay-1', lines: lopsided };
    expect(() => postLedgerSql([posting])).toThrow('is off by 1 paise');
  });
});

describe('locking a batch', () => {
  const locking: Array<[name: string, lock: (tx: Tx) => Promise<unknown>]> = [
    ['open', (tx) => seats.open(tx, [batches.fireOpen], '2026-03-11', true)],
    ['lock', (tx) => seats.lock(tx, [batches.fireOpen], null)],
  ];

  it.each(locking)(
    'seats.%s, which locks a batch, waits while another transaction has locked the row of that batch',
    async (_, lock) => {
      await lockElsewhere(`select from batches where id = ${batches.fireOpen} for no key update`);
      await expect(openImpatient().transaction().execute(lock)).rejects.toMatchObject({ code: '55P03' });
    },
  );
});
