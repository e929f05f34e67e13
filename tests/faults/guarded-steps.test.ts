import { type Kysely, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { seats } from '../../server/booking/seats.ts';
import { openDatabase } from '../../server/db/client.ts';
import type { Database } from '../../server/db/schema.ts';
import { applyNews, moveOrder } from '../../server/orders/apply-news.ts';
import { completeOrder } from '../../server/orders/complete-order.ts';
import { postLedger } from '../../server/orders/ledger.ts';
import type { OrderParts } from '../../server/orders/order-parts.ts';
import { outboxMail } from '../../server/providers/mail-outbox.ts';
import { sandboxPayments } from '../../server/providers/payments-sandbox.ts';
import { openAcademy } from '../server/booking/academy.ts';
import { batches } from '../server/booking/academy-seed.ts';
import { addFire, type Created, ordered, press, update } from '../server/orders/ordering.ts';

const academy = await openAcademy();
const { db, url, clock, enrol } = academy;
const parts: OrderParts = {
  db,
  clock,
  seats,
  payments: sandboxPayments({ db, clock, secret: 'no webhook comes here' }),
  mail: outboxMail({ clock, siteUrl: 'http://localhost' }),
  readCarts: async () => new Map(),
  readSettings: async () => null,
  reading: {
    carts: () => ({ statement: sql`select`, read: () => new Map() }),
    settings: { statement: sql`select`, read: () => null },
  },
  publicUrl: undefined,
};

async function orderFire() {
  const student = await enrol();
  await addFire(student);
  return { student, created: await ordered(student) };
}

const standOf = async ({ order_id }: Created) => {
  const { rows } = await sql<{ state: string; steps: number; entries: number }>`
    select state, (select count(*)::integer from order_transitions where order_id = ${order_id}) as steps,
      (select count(*)::integer from ledger_entries where order_id = ${order_id}) as entries
    from orders where id = ${order_id}`.execute(db);
  return rows[0];
};

describe('a step of an order', () => {
  it('to an end without payment leaves an order alone that is paid', async () => {
    const { student, created } = await orderFire();
    await press(academy, created, 'pay');
    await update(student, created.attempt_id);
    const before = await standOf(created);
    await db.transaction().execute((tx) => moveOrder(tx, created.order_id, 'expired', 'a poller that looked long ago'));
    expect(before?.state).toBe('completed');
    expect(await standOf(created)).toEqual(before);
  });

  it.each([
    ['completed', 550_050],
    ['refund due', 100],
  ])('to %s is taken back where the order stands elsewhere by now', async (_, paidPaise) => {
    const { student, created } = await orderFire();
    await db.updateTable('orders').set({ state: 'declined' }).where('id', '=', created.order_id).execute();
    const before = await standOf(created);
    const seen = { id: created.order_id, student_id: student.id, state: 'awaiting_payment' as const };
    const completing = db
      .transaction()
      .execute((tx) => completeOrder(tx, parts, { ...seen, paidPaise, reference: 'pay-1' }, 550_050));
    await expect(completing).rejects.toThrow('is no longer awaiting_payment');
    expect(await standOf(created)).toEqual(before);
  });
});

/** Keeps a row locked until the test ends. */
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

describe('news of a payment', () => {
  it.each([
    ['order', (created: Created) => `select from orders where id = '${created.order_id}' for no key update`],
    [
      'student',
      (created: Created) => `select from students where id =
        (select student_id from orders where id = '${created.order_id}') for no key update`,
    ],
  ])('waits for whoever is at work on the %s', async (_, statement) => {
    const { created } = await orderFire();
    await lockElsewhere(statement(created));
    // Nothing in it changes the order: only its lock can be in the way.
    const news = { order: { status: 'active' as const, payments: [] }, by: 'poller' as const };
    const applying = openImpatient()
      .transaction()
      .execute((tx) => applyNews(tx, parts, created.attempt_id, news));
    await expect(applying).rejects.toMatchObject({ code: '55P03' });
  });
});

describe('a recheck', () => {
  it('is of the student’s own orders alone', async () => {
    const { created } = await orderFire();
    await press(academy, created, 'pay-away');
    const stranger = await enrol();
    const query = new URLSearchParams({ user_id: stranger.id, attempt_id: created.attempt_id });
    const answer = await stranger.get(`/api/orders/update?${query}`);
    expect(answer.statusCode).toBe(404);
    expect(await standOf(created)).toMatchObject({ state: 'awaiting_payment', entries: 0 });
  });
});

describe('a posting', () => {
  it('that does not sum to zero is refused', async () => {
    const { created } = await orderFire();
    const lopsided = [
      { account: 'gateway' as const, paise: 100 },
      { account: 'revenue' as const, paise: -99 },
    ];
    const posting = db.transaction().execute((tx) => postLedger(tx, created.order_id, 'payment:pay-1', lopsided));
    await expect(posting).rejects.toThrow('is off by 1 paise');
    expect(await standOf(created)).toMatchObject({ entries: 0 });
  });
});

describe('a look at the seats of a batch', () => {
  const looks: Array<[what: string, look: (tx: Transaction<Database>) => Promise<unknown>]> = [
    ['deal them out', (tx) => seats.open(tx, [batches.fireOpen], '2026-03-11', true)],
    ['give some back', (tx) => seats.lock(tx, [batches.fireOpen], null)],
  ];

  it.each(looks)('to %s waits for whoever is at work on it', async (_, look) => {
    await lockElsewhere(`select from batches where id = ${batches.fireOpen} for no key update`);
    await expect(openImpatient().transaction().execute(look)).rejects.toMatchObject({ code: '55P03' });
  });
});
