import { sql } from 'kysely';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { buildApp } from '../../../../server/app.ts';
import { openDatabase } from '../../../../server/db/connection/client.ts';
import { readEnv } from '../../../../server/env.ts';
import type { Payments, ProviderPayment } from '../../../../server/providers/payments/payments.ts';
import { sandboxPayments } from '../../../../server/providers/payments/sandbox-payments.ts';
import { day, hour } from '../../../support/clock.ts';
import { openAcademy } from '../../booking/academy.ts';
import { batches, courses } from '../../booking/academy-seed.ts';
import {
  addCourse,
  claims,
  clearSeats,
  expectInvariants,
  orderFire as newOrder,
  orderState,
  placeOrder,
  pressPaymentButton,
  providerOrderIdOf,
  recheckOrder,
} from '../ordering.ts';
import { openConsole } from '../staff/staff-calls.ts';
import { loseNextCommit } from './lost-commit.ts';
import { endedAgo, makeDue, nextCheckIn, poll } from './make-due.ts';
import { deliver, paymentWebhook, sandboxSecret, sign } from './webhooks.ts';

// These tests check payments many times, which takes long on a busy machine.
vi.setConfig({ testTimeout: 30_000 });
const academy = await openAcademy();
const { db, clock } = academy;
const sandbox = sandboxPayments({ db, clock, secret: sandboxSecret });

/** All calls of `fetchOrder` so far, and the number of calls that are running for each order. */
const requested: Array<{ process: number; orderId: string }> = [];
const running = new Map<string, number>();
/** The most calls that ran at once, in total and for a single order. */
const most = { total: 0, perOrder: 0 };
/** How the payment provider behaves. Calls return when `until` resolves; calls for the order `failFor` fail. */
const provider = { failFor: '', until: Promise.resolve() };
/** Payments that the provider reports, by order id. */
const reported = new Map<string, ProviderPayment[]>();

const watched = (process: number): Payments => ({
  ...sandbox,
  fetchOrder: async (orderId) => {
    requested.push({ process, orderId });
    running.set(orderId, (running.get(orderId) ?? 0) + 1);
    most.perOrder = Math.max(most.perOrder, running.get(orderId) ?? 0);
    most.total = Math.max(
      most.total,
      [...running.values()].reduce((sum, one) => sum + one, 0),
    );
    await provider.until;
    running.set(orderId, (running.get(orderId) ?? 1) - 1);
    if (provider.failFor === orderId) throw new Error('no line');
    const payments = reported.get(orderId);
    return payments ? { status: 'paid', payments } : sandbox.fetchOrder(orderId);
  },
});

const env = readEnv({ LANDFALL_ENV: 'test', LOG_LEVEL: 'silent', RATE_ORDER: '100000', HOLDS_PER_ADDRESS: '100' });
const startApp = (process: number, handle = db) =>
  buildApp({ env, db: handle, clock, release: 'test', ports: { payments: watched(process) } });
Object.assign(academy.app, await startApp(0));

afterEach(async () => {
  requested.length = 0;
  Object.assign(most, { total: 0, perOrder: 0 });
  Object.assign(provider, { failFor: '', until: Promise.resolve() });
  await expectInvariants(academy);
  await clearSeats(academy);
  await sql`update payment_attempts set next_check_at = null`.execute(db);
});

async function orderFire() {
  const { student, created } = await newOrder(academy);
  const orderId = await providerOrderIdOf(academy, created.attempt_id);
  return { student, created, attempt: created.attempt_id, orderId };
}

/** A busy machine may take longer than the second that `vi.waitFor` allows. */
const waitOptions = { timeout: 10_000 };

/** Keeps all calls to the provider waiting until the returned function is called. */
function holdProvider(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  provider.until = promise;
  return resolve;
}

const secondsIn = async (attempt: string) => Math.round((await nextCheckIn(db, attempt)) ?? -1);

/** Returns how many seconds after the end of its payment session a payment attempt is checked next. */
async function secondsAfterSession(attempt: string): Promise<number | null> {
  const { seconds } = await db
    .selectFrom('payment_attempts')
    .select(sql<number | null>`extract(epoch from next_check_at - expires_at)::float`.as('seconds'))
    .where('id', '=', attempt)
    .executeTakeFirstOrThrow();
  return seconds;
}

/** Returns a payment attempt's state and the time at which it got this state. */
const endOf = (attempt: string) =>
  db.selectFrom('payment_attempts').select(['state', 'settled_at']).where('id', '=', attempt).executeTakeFirstOrThrow();

/** Expects pauses that began a moment ago, of which a small part may have passed. */
function expectPauses(pauses: readonly number[], wanted: readonly number[]): void {
  expect(pauses).toHaveLength(wanted.length);
  for (const [position, seconds] of wanted.entries()) {
    expect(pauses[position]).toBeLessThanOrEqual(seconds);
    expect(pauses[position]).toBeGreaterThan(seconds * 0.8);
  }
}
const requestsFor = (id: string) => requested.filter(({ orderId }) => orderId === id).length;

describe('the pause between two checks of a payment', () => {
  it('the pause between payment checks doubles from 15 seconds on, but a check always takes place when the payment session ends', async () => {
    const { attempt, orderId } = await orderFire();
    expectPauses([await secondsIn(attempt)], [15]);
    const pauses: number[] = [];
    for (let check = 0; check < 6; check++) {
      await poll(academy);
      pauses.push(await secondsIn(attempt));
    }
    expectPauses(pauses, [30, 60, 120, 240, 480, 960]);
    // The next pause would be 32 minutes and skip the end of the payment session, so it is shortened.
    await poll(academy);
    expectPauses([await secondsIn(attempt)], [1205]);
    expect(await secondsAfterSession(attempt)).toBe(5);
    expect(requestsFor(orderId)).toBe(7);
  });

  it('after a payment session has ended, the pause between payment checks grows to four hours, and the checks stop after three days', async () => {
    const { attempt, orderId } = await orderFire();
    await sql`update sandbox_payments set expires_at = now() where provider_order_id = ${orderId}`.execute(db);
    await endedAgo(db, attempt, hour / 1000);
    await sql`update payment_attempts set checks = 7 where id = ${attempt}`.execute(db);
    const pauses: number[] = [];
    for (let check = 0; check < 5; check++) {
      await poll(academy);
      pauses.push(await secondsIn(attempt));
    }
    expectPauses(pauses, [3840, 7680, 14_400, 14_400, 14_400]);
    await endedAgo(db, attempt, (3 * day) / 1000);
    await poll(academy);
    expect(await nextCheckIn(db, attempt)).toBeNull();
    const before = requestsFor(orderId);
    await poll(academy);
    expect(requestsFor(orderId)).toBe(before);
  });

  it('an order is declined and no longer checked if its payment is still pending three days after the payment session ended', async () => {
    const { created, attempt, orderId } = await orderFire();
    await pressPaymentButton(academy, created, 'pending');
    await endedAgo(db, attempt, (3 * day - hour) / 1000);
    await poll(academy);
    expect(await orderState(academy, created.order_id)).toBe('awaiting_payment');
    await endedAgo(db, attempt, (3 * day) / 1000);
    await sql`update sandbox_payments set expires_at = now() where provider_order_id = ${orderId}`.execute(db);
    await poll(academy);
    expect(await orderState(academy, created.order_id)).toBe('declined');
    expect(await nextCheckIn(db, attempt)).toBeNull();
  });

  it('a successful payment is checked once more after the payment session ends, in case there is a second payment', async () => {
    const { created, attempt } = await orderFire();
    await pressPaymentButton(academy, created, 'pay-away');
    await poll(academy);
    expectPauses([await secondsIn(attempt)], [1505]);
    expect(await secondsAfterSession(attempt)).toBe(305);
    const paid = await endOf(attempt);
    expect(paid).toEqual({ state: 'approved', settled_at: expect.any(Date) });
    await endedAgo(db, attempt, 301);
    await poll(academy);
    expect(await nextCheckIn(db, attempt)).toBeNull();
    expect(await endOf(attempt)).toEqual(paid);
  });

  it('a pending second payment of an order is checked until it is decided, even after a webhook about the first payment', async () => {
    const { student, created, attempt, orderId } = await orderFire();
    await pressPaymentButton(academy, created, 'pay-away');
    await endedAgo(db, attempt, 60);
    const paid = { status: 'approved' as const, amountPaise: 550_050, method: 'upi' };
    reported.set(orderId, [
      { ...paid, id: 'first' },
      { ...paid, id: 'second', status: 'pending' },
    ]);
    await poll(academy);
    expectPauses([await secondsIn(attempt)], [30]);
    const shown = await recheckOrder(student, attempt);
    expect(shown).toMatchObject({ state: 'completed', final_payment_status: 'APPROVED' });
    await endedAgo(db, attempt, hour / 1000);
    const text = paymentWebhook({ orderId, paymentId: 'first', status: 'SUCCESS', amount: 5500.5 });
    expect((await deliver(academy, sign(text, clock.now()))).statusCode).toBe(200);
    expect(await nextCheckIn(db, attempt)).not.toBeNull();
    reported.set(orderId, [
      { ...paid, id: 'first' },
      { ...paid, id: 'second' },
    ]);
    const before = await endOf(attempt);
    await poll(academy);
    expect(await endOf(attempt)).toEqual(before);
    const refunds = await db
      .selectFrom('refunds')
      .select('payment_id')
      .where('order_id', '=', created.order_id)
      .execute();
    expect(refunds).toEqual([{ payment_id: 'second' }]);
    expect(await nextCheckIn(db, attempt)).toBeNull();
  });

  it('a payment check that is still running when the payment session ends is followed by one more check', async () => {
    const { created, attempt, orderId } = await orderFire();
    await pressPaymentButton(academy, created, 'pay-away');
    await poll(academy);
    await makeDue(db);
    const release = holdProvider();
    const checking = academy.app.settlePayments();
    await vi.waitFor(() => expect(running.get(orderId)).toBe(1), waitOptions);
    // While the check runs, the payment session ends and the poller's claim on the payment attempt expires.
    await sql`update payment_attempts set expires_at = expires_at - interval '3 hours',
      next_check_at = next_check_at - interval '3 hours' where id = ${attempt}`.execute(db);
    release();
    expect(await checking).toEqual({ attempted: 2, failures: [] });
    expect(await nextCheckIn(db, attempt)).toBeNull();
  });

  it('a failed payment check does not delay the checks at the end of the payment session and of its grace period', async () => {
    const { attempt, orderId } = await orderFire();
    provider.failFor = orderId;
    await sql`update payment_attempts set checks = 7 where id = ${attempt}`.execute(db);
    const pauseAfterFailure = async () => {
      await makeDue(db);
      expect((await academy.app.settlePayments()).failures).toHaveLength(1);
      return secondsIn(attempt);
    };
    expectPauses([await pauseAfterFailure()], [1205]);
    expect(await secondsAfterSession(attempt)).toBe(5);
    await endedAgo(db, attempt, 5);
    expectPauses([await pauseAfterFailure()], [300]);
    expect(await secondsAfterSession(attempt)).toBe(305);
  });

  it('while the provider fails for one payment, the pause between checks of this payment doubles, and other orders are still completed', async () => {
    const [down, up] = [await orderFire(), await orderFire()];
    provider.failFor = down.orderId;
    await pressPaymentButton(academy, up.created, 'pay-away');
    await endedAgo(db, down.attempt, (30 * day) / 1000);
    for (const seconds of [30, 60, 120]) {
      await makeDue(db);
      const { attempted: count, failures } = await academy.app.settlePayments();
      expect(failures).toHaveLength(1);
      expect(count).toBeGreaterThanOrEqual(1);
      expectPauses([await secondsIn(down.attempt)], [seconds]);
    }
    expect(await orderState(academy, up.created.order_id)).toBe('completed');
  });

  it('a webhook about a failed payment makes the next check of the payment due at once', async () => {
    const { student, created, attempt, orderId } = await orderFire();
    await poll(academy);
    await pressPaymentButton(academy, created, 'decline');
    await deliver(
      academy,
      sign(paymentWebhook({ orderId, paymentId: 'p', status: 'FAILED', amount: 5500.5 }), clock.now()),
    );
    expect(await secondsIn(attempt)).toBeLessThanOrEqual(0);
    await academy.app.settlePayments();
    await student.get(`/api/orders/update?user_id=${student.id}&attempt_id=${attempt}`);
    expect(requestsFor(orderId)).toBe(3);
  });
});

describe('a payment that the provider does not know', () => {
  const forgetOrder = (orderId: string) =>
    sql`delete from sandbox_payments where provider_order_id = ${orderId}`.execute(db);

  it('an order that the payment provider does not know stays open until the grace period has ended, and then expires once', async () => {
    const { created, attempt, orderId } = await orderFire();
    await forgetOrder(orderId);
    await endedAgo(db, attempt, 290);
    await poll(academy);
    expect(await orderState(academy, created.order_id)).toBe('awaiting_payment');
    expect(await endOf(attempt)).toEqual({ state: 'open', settled_at: null });
    await endedAgo(db, attempt, 301);
    await poll(academy);
    expect(await orderState(academy, created.order_id)).toBe('expired');
    expect(await claims(academy, batches.fireOpen)).toEqual({ holds: 0, bookings: 0 });
    const expired = await endOf(attempt);
    expect(expired).toEqual({ state: 'expired', settled_at: expect.any(Date) });
    await poll(academy);
    expect(await endOf(attempt)).toEqual(expired);
  });

  it('the payment poller reports no failure for an order that was replaced by a newer order and is unknown to the payment provider', async () => {
    const { student, created, orderId } = await orderFire();
    await addCourse(student, courses.firstAid, batches.firstAidOpen);
    await placeOrder(student);
    await forgetOrder(orderId);
    const before = requestsFor(orderId);
    await poll(academy);
    expect(requestsFor(orderId)).toBe(before + 1);
    expect(await orderState(academy, created.order_id)).toBe('replaced');
  });
});

describe('which payments the provider is asked about', () => {
  type Attempt = { state: string; endedAgo: number; provider?: string };
  const hours = 3600;
  const inSession = -600;

  /**
   * Gives a payment attempt these fields and calls `ask`. Returns whether this requests the order from the provider.
   */
  async function isAsked(
    { attempt, orderId }: { attempt: string; orderId: string },
    fields: Attempt,
    ask: () => unknown,
  ) {
    const { state, provider = 'sandbox' } = fields;
    await sql`update payment_attempts set state = ${state}, provider = ${provider} where id = ${attempt}`.execute(db);
    await endedAgo(db, attempt, fields.endedAgo);
    const before = requestsFor(orderId);
    await ask();
    return requestsFor(orderId) > before;
  }

  const cases: Array<[fields: Attempt, byStudent: boolean, byStudentForOne: boolean, byStaff: boolean]> = [
    [{ state: 'created', endedAgo: inSession }, true, true, true],
    [{ state: 'created', endedAgo: 100 * hours }, true, true, true],
    [{ state: 'open', endedAgo: inSession }, true, true, true],
    [{ state: 'open', endedAgo: 100 * hours }, true, true, true],
    [{ state: 'declined', endedAgo: inSession }, true, true, true],
    [{ state: 'declined', endedAgo: 290 }, true, true, true],
    [{ state: 'declined', endedAgo: 301 }, false, true, true],
    [{ state: 'expired', endedAgo: 290 }, true, true, true],
    [{ state: 'expired', endedAgo: 301 }, false, true, true],
    [{ state: 'approved', endedAgo: inSession }, false, false, false],
    [{ state: 'open', endedAgo: inSession, provider: 'formerly' }, false, false, false],
  ];

  it('a declined or expired payment can always be rechecked individually, but in a recheck of all only until five minutes after its session', async () => {
    const { student, created, attempt, orderId } = await orderFire();
    const other = await orderFire();
    const { call } = await openConsole(academy, 'registrar');
    const asked: typeof cases = [];
    for (const [fields] of cases) {
      const one = { attempt, orderId };
      const byStudent = await isAsked(one, fields, () => recheckOrder(student));
      const byStudentForOne = await isAsked(one, fields, () => recheckOrder(student, attempt));
      const byStaff = await isAsked(one, fields, () => call('POST', `/orders/${created.order_id}/recheck`, {}));
      asked.push([fields, byStudent, byStudentForOne, byStaff]);
    }
    expect(asked).toEqual(cases);
    expect(requestsFor(other.orderId)).toBe(0);
  });

  it('a student’s recheck asks the provider about a pending payment of a declined order even after the grace period', async () => {
    const { student, created, attempt, orderId } = await orderFire();
    await pressPaymentButton(academy, created, 'pending');
    await recheckOrder(student);
    expect(
      await isAsked({ attempt, orderId }, { state: 'declined', endedAgo: hours }, () => recheckOrder(student)),
    ).toBe(true);
  });
});

describe('a connection to the database that is lost', () => {
  it('a payment check that loses the database connection during its commit is repeated, and the order is completed', async () => {
    const { student, created, attempt } = await orderFire();
    await pressPaymentButton(academy, created, 'pay-away');
    await loseNextCommit(db, 'payment_attempts');
    expect((await recheckOrder(student, attempt)).state).toBe('completed');
  });
});

describe('a run of the payment poller', () => {
  it('the payment poller skips payments that are not due for a check or belong to another provider', async () => {
    const [early, foreign, due] = [await orderFire(), await orderFire(), await orderFire()];
    await makeDue(db);
    await sql`update payment_attempts set next_check_at = now() + interval '1 minute' where id = ${early.attempt}`.execute(
      db,
    );
    await sql`update payment_attempts set provider = 'formerly' where id = ${foreign.attempt}`.execute(db);
    expect(await academy.app.settlePayments()).toEqual({ attempted: 1, failures: [] });
    expect(requested).toEqual([{ process: 0, orderId: due.orderId }]);
  });

  it('the payment poller makes at most four calls to the payment provider at the same time', async () => {
    await Promise.all(Array.from({ length: 9 }, orderFire));
    await makeDue(db);
    const release = holdProvider();
    const checking = academy.app.settlePayments();
    await vi.waitFor(() => expect(requested).toHaveLength(4), waitOptions);
    // A fifth check would have sent its SQL before these statements, so it would have called the provider by now.
    await Promise.all(Array.from({ length: 20 }, () => sql`select 1`.execute(db)));
    expect(requested).toHaveLength(4);
    release();
    expect((await checking).attempted).toBe(9);
    expect(most.total).toBe(4);
  });

  it('a payment poller whose AbortSignal is aborted finishes its running checks and starts no others', async () => {
    await Promise.all(Array.from({ length: 9 }, orderFire));
    await makeDue(db);
    const release = holdProvider();
    const stopping = new AbortController();
    const checking = academy.app.settlePayments(stopping.signal);
    await vi.waitFor(() => expect(requested).toHaveLength(4), waitOptions);
    stopping.abort();
    release();
    expect(await checking).toEqual({ attempted: 4, failures: [] });
  });

  it('three concurrent payment pollers share the due payments, and no payment is checked by two of them at once', async () => {
    const orderIds = (await Promise.all(Array.from({ length: 15 }, orderFire))).map(({ orderId }) => orderId);
    await makeDue(db);
    const { url } = academy;
    const handles = [0, 1, 2].map(() => openDatabase(url, { max: 5 }));
    const apps = await Promise.all(handles.map((handle, process) => startApp(process, handle)));
    const release = holdProvider();
    const checking = apps.map((app) => app.settlePayments());
    // Each of the three pollers makes four calls at once.
    await vi.waitFor(() => expect(requested).toHaveLength(12), waitOptions);
    release();
    const runs = await Promise.all(checking);
    await Promise.all(handles.map((handle) => handle.destroy()));
    expect(runs.flatMap(({ failures }) => failures)).toEqual([]);
    expect(most.perOrder).toBe(1);
    expect(requested.map(({ orderId }) => orderId).sort()).toEqual(orderIds.sort());
    expect(new Set(requested.map(({ process }) => process)).size).toBe(3);
  });

  it('a payment that one poller is checking becomes due for other pollers only after a minute', async () => {
    const { attempt, orderId } = await orderFire();
    await makeDue(db);
    const release = holdProvider();
    provider.failFor = orderId;
    const checking = academy.app.settlePayments();
    await vi.waitFor(() => expect(requested).toHaveLength(1), waitOptions);
    expectPauses([await secondsIn(attempt)], [60]);
    release();
    await checking;
  });
});
