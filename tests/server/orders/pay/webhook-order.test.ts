import process from 'node:process';
import { expect, it } from 'vitest';
import { buildApp } from '../../../../server/app.ts';
import { readEnv } from '../../../../server/env.ts';
import type { ProviderOrder, ProviderPayment } from '../../../../server/providers/payments/payments.ts';
import { sandboxPayments } from '../../../../server/providers/payments/sandbox-payments.ts';
import { openAcademy } from '../../booking/academy.ts';
import { batches } from '../../booking/academy-seed.ts';
import { addFire, expectInvariants, placeOrder, providerOrderIdOf, recheckOrder } from '../ordering.ts';
import { poll } from './make-due.ts';
import { deliver, paymentWebhook, sandboxSecret, sign, type WebhookPayment } from './webhooks.ts';

const academy = await openAcademy();
const { db, clock, enrol } = academy;

// The provider is the sandbox, but it returns what a test sets for an order: the state of the order after all events.
const providerOrders = new Map<string, ProviderOrder>();
const sandbox = sandboxPayments({ db, clock, secret: sandboxSecret });
const payments = {
  ...sandbox,
  fetchOrder: async (orderId: string) => providerOrders.get(orderId) ?? sandbox.fetchOrder(orderId),
};
const env = readEnv({
  LANDFALL_ENV: 'test',
  LOG_LEVEL: 'silent',
  RATE_ORDER: '1000000',
  HOLDS_PER_ADDRESS: '100',
  RATE_WRITE: '1000000',
});
Object.assign(academy.app, await buildApp({ env, db, clock, release: 'test', ports: { payments } }));
await db.updateTable('batches').set({ capacity: 100_000 }).where('id', '=', batches.fireOpen).execute();

const price = 5500.5;
type Event = Omit<WebhookPayment, 'orderId'> | 'recheck';

const failed: Event = { paymentId: 'p1', status: 'FAILED', amount: price };
const dropped: Event = { paymentId: 'p2', status: 'USER_DROPPED', amount: price };
const first: Event = { paymentId: 'p3', status: 'SUCCESS', amount: price };
const second: Event = { paymentId: 'p4', status: 'SUCCESS', amount: price };
const short: Event = { paymentId: 'p5', status: 'SUCCESS', amount: 100, orderAmount: price };

/** All distinct permutations of the events. */
function permutations(events: readonly Event[]): Event[][] {
  if (events.length === 0) return [[]];
  const heads = [...new Set(events)];
  return heads.flatMap((head) => {
    const at = events.indexOf(head);
    return permutations(events.filter((_, position) => position !== at)).map((rest) => [head, ...rest]);
  });
}

/** A random sample, which is the same for the same seed. */
function sample<T>(all: readonly T[], count: number, seed: number): T[] {
  let state = seed;
  const next = () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
  return all
    .map((one) => ({ one, rank: next() }))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, count)
    .map(({ one }) => one);
}

const outcomes = { SUCCESS: 'approved', FAILED: 'declined', USER_DROPPED: 'declined', PENDING: 'pending' } as const;

/** What the provider returns for an order after all the events. */
function providerOrderOf(attemptId: string, events: readonly Event[]): ProviderOrder {
  const byId = new Map<string, ProviderPayment>();
  for (const event of events) {
    if (event === 'recheck') continue;
    const id = `${attemptId}:${event.paymentId}`;
    const amountPaise = Math.round(event.amount * 100);
    byId.set(id, { id, status: outcomes[event.status], amountPaise, method: 'upi' });
  }
  const payments = [...byId.values()].sort((one, other) => (one.id < other.id ? -1 : 1));
  return { status: payments.some(({ status }) => status === 'approved') ? 'paid' : 'active', payments };
}

async function play(events: readonly Event[], isAtOnce: boolean): Promise<string> {
  const student = await enrol();
  await addFire(student);
  const { order_id, attempt_id } = await placeOrder(student);
  const orderId = await providerOrderIdOf(academy, attempt_id);
  providerOrders.set(orderId, providerOrderOf(attempt_id, events));
  const send = async (event: Event) => {
    if (event === 'recheck') return void (await recheckOrder(student, attempt_id));
    const payment = { ...event, orderId, paymentId: `${attempt_id}:${event.paymentId}` };
    expect((await deliver(academy, sign(paymentWebhook(payment), clock.now()))).statusCode).toBe(200);
  };
  if (isAtOnce) await Promise.all(events.map(send));
  else for (const event of events) await send(event);
  return order_id;
}

/**
 * The final state of an order and all its records. Ids are left out, because either of two equal payments may be
 * booked.
 */
async function endOf(orderId: string) {
  const order = await db.selectFrom('orders').select('state').where('id', '=', orderId).executeTakeFirstOrThrow();
  const ledger = await db
    .selectFrom('ledger_entries')
    .select(['account', 'amount_paise'])
    .where('order_id', '=', orderId)
    .execute();
  const refunds = await db
    .selectFrom('refunds')
    .select(['amount_paise', 'reason', 'state'])
    .where('order_id', '=', orderId)
    .execute();
  const enrolments = await db.selectFrom('enrolments').select('course_id').where('order_id', '=', orderId).execute();
  const attempts = await db.selectFrom('payment_attempts').select('state').where('order_id', '=', orderId).execute();
  const payments = await db
    .selectFrom('provider_payments as p')
    .innerJoin('payment_attempts as a', 'a.id', 'p.attempt_id')
    .select('p.outcome')
    .where('a.order_id', '=', orderId)
    .execute();
  const emails = await db
    .selectFrom('mail_outbox')
    .select('subject')
    .where('dedupe_key', 'like', `%${orderId}%`)
    .execute();
  const sorted = (list: object[]) => list.map((one) => Object.values(one).join(' ')).sort();
  const lists = {
    ledger,
    refunds,
    enrolments,
    attempts,
    payments,
    emails: emails.map(({ subject }) => ({ subject: subject.replace(orderId, '') })),
  };
  return {
    state: order.state,
    ...Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, sorted(list)])),
  };
}

const isSoak = process.env.SOAK === '1';
const seed = Number(process.env.SEED ?? Date.now() % 100_000);
/** How many permutations are tried, chosen at random. A soak run tries all of them. */
const sampleSize = 30;
const atOnce = 6;

async function playAll(schedules: ReadonlyArray<{ events: readonly Event[]; isAtOnce: boolean }>): Promise<string[]> {
  const waiting = [...schedules];
  const orders: string[] = [];
  const worker = async () => {
    for (let one = waiting.pop(); one; one = waiting.pop()) orders.push(await play(one.events, one.isAtOnce));
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return orders;
}

it.each<[string, Event[], string]>([
  [
    'a failed payment, an abandoned one and two successful ones that are each sent twice',
    [failed, dropped, first, first, second, second],
    'completed',
  ],
  [
    'a failed payment, three successful ones of which one is too small, and a recheck',
    [failed, first, first, short, second, 'recheck'],
    'completed',
  ],
  ['failed and abandoned payments only', [failed, failed, dropped, dropped, failed, dropped], 'awaiting_payment'],
])(
  'an order ends in the same state whatever the sequence of its webhooks: %s',
  async (_, events, state) => {
    const all = permutations(events);
    const chosen = isSoak ? all : sample(all, sampleSize, seed);
    const schedules = [...chosen.map((one) => ({ events: one, isAtOnce: false })), { events, isAtOnce: true }];
    console.log(`${chosen.length} of ${all.length} permutations, SEED=${seed}`);
    const orders = await playAll(schedules);
    await poll(academy);
    await poll(academy);
    const ends = await Promise.all(orders.map(endOf));
    expect(ends[0]).toMatchObject({ state });
    for (const end of ends) expect(end).toEqual(ends[0]);
    await expectInvariants(academy);
  },
  300_000,
);
