import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { buildApp } from '../../../server/app.ts';
import { openDatabase } from '../../../server/db/client.ts';
import { readEnv } from '../../../server/env.ts';
import type { Payments, ProviderPayment } from '../../../server/providers/payments.ts';
import { sandboxPayments } from '../../../server/providers/payments-sandbox.ts';
import { day, hour } from '../../support/clock.ts';
import { openAcademy } from '../booking/academy.ts';
import { endedAgo, makeDue, nextCheckIn, poll } from './due.ts';
import { addFire, clearSeats, expectInvariants, ordered, press } from './ordering.ts';
import { deliver, sandboxSecret, sign, tell } from './webhooks.ts';

// Each look is a call or more: on a busy machine they add up.
vi.setConfig({ testTimeout: 30_000 });
const academy = await openAcademy();
const { db, clock, enrol } = academy;
const sandbox = sandboxPayments({ db, clock, secret: sandboxSecret });

/** Calls of `fetchOrder` that are under way, and all that there were, by process. */
const asked: Array<{ process: number; orderId: string }> = [];
const underWay = new Map<string, number>();
let mostAtOnce = 0;
let together = 0;
const slow = { ms: 0, failFor: '', until: Promise.resolve() };
/** Payments that the provider tells of, where a test says so. */
const told = new Map<string, ProviderPayment[]>();

const watched = (process: number): Payments => ({
  ...sandbox,
  fetchOrder: async (orderId) => {
    asked.push({ process, orderId });
    underWay.set(orderId, (underWay.get(orderId) ?? 0) + 1);
    together = Math.max(together, underWay.get(orderId) ?? 0);
    mostAtOnce = Math.max(
      mostAtOnce,
      [...underWay.values()].reduce((sum, one) => sum + one, 0),
    );
    if (slow.ms > 0) await pause(slow.ms);
    await slow.until;
    underWay.set(orderId, (underWay.get(orderId) ?? 1) - 1);
    if (slow.failFor === orderId) throw new Error('no line');
    const payments = told.get(orderId);
    return payments ? { status: 'paid', payments } : sandbox.fetchOrder(orderId);
  },
});

const env = readEnv({ LANDFALL_ENV: 'test', LOG_LEVEL: 'silent', RATE_ORDER: '100000' });
const startApp = (process: number, handle = db) =>
  buildApp({ env, db: handle, clock, release: 'test', ports: { payments: watched(process) } });
Object.assign(academy.app, await startApp(0));

afterEach(async () => {
  asked.length = 0;
  mostAtOnce = 0;
  together = 0;
  Object.assign(slow, { ms: 0, failFor: '', until: Promise.resolve() });
  await expectInvariants(academy);
  await clearSeats(academy);
  await sql`update payment_attempts set next_check_at = null`.execute(db);
});

async function orderFire() {
  const student = await enrol();
  await addFire(student);
  const { attempt_id, ...created } = await ordered(student);
  return { student, created: { ...created, attempt_id }, attempt: attempt_id };
}
const secondsIn = async (attempt: string) => Math.round((await nextCheckIn(db, attempt)) ?? -1);
/** Just set, and a little of it may have passed. */
function expectPauses(pauses: readonly number[], wanted: readonly number[]): void {
  expect(pauses).toHaveLength(wanted.length);
  for (const [position, seconds] of wanted.entries()) {
    expect(pauses[position]).toBeLessThanOrEqual(seconds);
    expect(pauses[position]).toBeGreaterThan(seconds * 0.8);
  }
}
const askedFor = (attempt: string) => asked.filter(({ orderId }) => orderId === attempt).length;

describe('the pause between two looks', () => {
  it('is 15 seconds, then twice as long each time, and stops at the end of session and grace', async () => {
    const { attempt } = await orderFire();
    expectPauses([await secondsIn(attempt)], [15]);
    const pauses: number[] = [];
    for (let look = 0; look < 6; look++) {
      await poll(academy);
      pauses.push(await secondsIn(attempt));
    }
    expectPauses(pauses, [30, 60, 120, 240, 480, 960]);
    // The next pause, 32 minutes, would step over the end of the session.
    await poll(academy);
    expectPauses([await secondsIn(attempt)], [1205]);
    expect(askedFor(attempt)).toBe(7);
  });

  it('is hours after the session, at most four, and nothing after three days', async () => {
    const { attempt } = await orderFire();
    await sql`update sandbox_payments set expires_at = now() where provider_order_id = ${attempt}`.execute(db);
    await endedAgo(db, attempt, hour / 1000);
    await sql`update payment_attempts set checks = 7 where id = ${attempt}`.execute(db);
    const pauses: number[] = [];
    for (let look = 0; look < 5; look++) {
      await poll(academy);
      pauses.push(await secondsIn(attempt));
    }
    expectPauses(pauses, [3840, 7680, 14_400, 14_400, 14_400]);
    await endedAgo(db, attempt, (3 * day) / 1000);
    await poll(academy);
    expect(await nextCheckIn(db, attempt)).toBeNull();
    const before = askedFor(attempt);
    await poll(academy);
    expect(askedFor(attempt)).toBe(before);
  });

  it('of a payment that stays pending ends with the third day, and its seats go back', async () => {
    const { created, attempt } = await orderFire();
    await press(academy, created, 'pending');
    await endedAgo(db, attempt, (3 * day - hour) / 1000);
    await poll(academy);
    const state = async () =>
      (await db.selectFrom('orders').select('state').where('id', '=', created.order_id).execute())[0];
    expect(await state()).toEqual({ state: 'awaiting_payment' });
    await endedAgo(db, attempt, (3 * day) / 1000);
    await sql`update sandbox_payments set expires_at = now() where provider_order_id = ${attempt}`.execute(db);
    await poll(academy);
    expect(await state()).toEqual({ state: 'declined' });
    expect(await nextCheckIn(db, attempt)).toBeNull();
  });

  it('of a paid attempt is one more look after its session, for a second payment', async () => {
    const { created, attempt } = await orderFire();
    await press(academy, created, 'pay-away');
    await poll(academy);
    expectPauses([await secondsIn(attempt)], [1505]);
    await endedAgo(db, attempt, 301);
    await poll(academy);
    expect(await nextCheckIn(db, attempt)).toBeNull();
  });

  it('goes on for a second payment that is pending, whatever a webhook tells of the first', async () => {
    const { created, attempt } = await orderFire();
    await press(academy, created, 'pay-away');
    await endedAgo(db, attempt, hour / 1000);
    const paid = { status: 'approved' as const, amountPaise: 550_050, method: 'upi' };
    told.set(attempt, [
      { ...paid, id: 'first' },
      { ...paid, id: 'second', status: 'pending' },
    ]);
    await poll(academy);
    expectPauses([await secondsIn(attempt)], [30]);
    const text = tell({ orderId: attempt, paymentId: 'first', status: 'SUCCESS', amount: 5500.5 });
    expect((await deliver(academy, sign(text, clock.now()))).statusCode).toBe(200);
    expect(await nextCheckIn(db, attempt)).not.toBeNull();
    told.set(attempt, [
      { ...paid, id: 'first' },
      { ...paid, id: 'second' },
    ]);
    await poll(academy);
    const refunds = await db
      .selectFrom('refunds')
      .select('payment_id')
      .where('order_id', '=', created.order_id)
      .execute();
    expect(refunds).toEqual([{ payment_id: 'second' }]);
    expect(await nextCheckIn(db, attempt)).toBeNull();
  });

  it('of a paid attempt does not end by a look that was begun before its session’s end', async () => {
    const { created, attempt } = await orderFire();
    await press(academy, created, 'pay-away');
    await poll(academy);
    await makeDue(db);
    const { promise, resolve } = Promise.withResolvers<void>();
    slow.until = promise;
    const looking = academy.app.settlePayments();
    await vi.waitFor(() => expect(underWay.get(attempt)).toBe(1));
    // Hours pass for the process in the middle of its look.
    await sql`update payment_attempts set expires_at = expires_at - interval '3 hours',
      next_check_at = next_check_at - interval '3 hours' where id = ${attempt}`.execute(db);
    resolve();
    expect(await looking).toEqual({ asked: 2, failures: [] });
    expect(await nextCheckIn(db, attempt)).toBeNull();
  });

  it('grows for an attempt whose provider is out of reach, which is looked for without end', async () => {
    const [down, up] = [await orderFire(), await orderFire()];
    slow.failFor = down.attempt;
    await press(academy, up.created, 'pay-away');
    await endedAgo(db, down.attempt, (30 * day) / 1000);
    for (const seconds of [30, 60, 120]) {
      await makeDue(db);
      const { asked: count, failures } = await academy.app.settlePayments();
      expect(failures).toHaveLength(1);
      expect(count).toBeGreaterThanOrEqual(1);
      expectPauses([await secondsIn(down.attempt)], [seconds]);
    }
    const paid = await db.selectFrom('orders').select('state').where('id', '=', up.created.order_id).execute();
    expect(paid).toEqual([{ state: 'completed' }]);
  });

  it('is not waited for by the student’s own recheck, nor by a webhook', async () => {
    const { student, created, attempt } = await orderFire();
    await poll(academy);
    await press(academy, created, 'decline');
    await deliver(
      academy,
      sign(tell({ orderId: attempt, paymentId: 'p', status: 'FAILED', amount: 5500.5 }), clock.now()),
    );
    expect(await secondsIn(attempt)).toBeLessThanOrEqual(0);
    await academy.app.settlePayments();
    await student.get(`/api/orders/update?user_id=${student.id}&attempt_id=${attempt}`);
    expect(askedFor(attempt)).toBe(3);
  });
});

describe('a look', () => {
  it('leaves what is not due, and what another provider had, alone', async () => {
    const [early, foreign, due] = [await orderFire(), await orderFire(), await orderFire()];
    await makeDue(db);
    await sql`update payment_attempts set next_check_at = now() + interval '1 minute' where id = ${early.attempt}`.execute(
      db,
    );
    await sql`update payment_attempts set provider = 'formerly' where id = ${foreign.attempt}`.execute(db);
    expect(await academy.app.settlePayments()).toEqual({ asked: 1, failures: [] });
    expect(asked).toEqual([{ process: 0, orderId: due.attempt }]);
  });

  it('asks for four at once at most', async () => {
    await Promise.all(Array.from({ length: 9 }, orderFire));
    await makeDue(db);
    slow.ms = 30;
    expect((await academy.app.settlePayments()).asked).toBe(9);
    expect(mostAtOnce).toBe(4);
  });

  it('is never at one attempt in two processes at once, and each does its part', async () => {
    const attempts = (await Promise.all(Array.from({ length: 15 }, orderFire))).map(({ attempt }) => attempt);
    await makeDue(db);
    const { url } = academy;
    const handles = [0, 1, 2].map(() => openDatabase(url, { max: 5 }));
    const apps = await Promise.all(handles.map((handle, process) => startApp(process, handle)));
    slow.ms = 20;
    const runs = await Promise.all(apps.map((app) => app.settlePayments()));
    await Promise.all(handles.map((handle) => handle.destroy()));
    expect(runs.flatMap(({ failures }) => failures)).toEqual([]);
    expect(together).toBe(1);
    expect(asked.map(({ orderId }) => orderId).sort()).toEqual(attempts.sort());
    expect(new Set(asked.map(({ process }) => process)).size).toBe(3);
  });

  it('that dies leaves its attempt to the next after a minute', async () => {
    const { attempt } = await orderFire();
    await makeDue(db);
    const { promise, resolve } = Promise.withResolvers<void>();
    slow.until = promise;
    slow.failFor = attempt;
    const dying = academy.app.settlePayments();
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    expectPauses([await secondsIn(attempt)], [60]);
    resolve();
    await dying;
  });
});
