import { afterEach, describe, expect, it } from 'vitest';
import { buildApp } from '../../../server/app.ts';
import { readEnv } from '../../../server/env.ts';
import type { Payments, ProviderOrder } from '../../../server/providers/payments.ts';
import { sandboxPayments } from '../../../server/providers/payments-sandbox.ts';
import { openAcademy } from '../booking/academy.ts';
import { makeDue } from './due.ts';
import { addFire, expectInvariants, order, ordered, press, update } from './ordering.ts';

const sound = await openAcademy();
const { db, clock } = sound;
const env = readEnv({ LANDFALL_ENV: 'test', LOG_LEVEL: 'silent', RATE_ORDER: '100000' });
// As a provider elsewhere: its sessions are opened by a call after the commit.
const { openOwn: _, ...sandbox } = sandboxPayments({ db, clock, secret: env.SECRET });
const faults = { create: false, cutFor: '', asked: 0, told: null as ProviderOrder | null };

/** The sandbox behind a line that a test cuts. */
const payments: Payments = {
  ...sandbox,
  createOrder: async (request) => {
    faults.asked += 1;
    if (faults.create) throw new Error('no line');
    return sandbox.createOrder(request);
  },
  fetchOrder: async (orderId) => {
    if (faults.cutFor === orderId) throw new Error('no line');
    return faults.told ?? sandbox.fetchOrder(orderId);
  },
};
Object.assign(sound.app, await buildApp({ env, db, clock, release: 'test', ports: { payments } }));
const { enrol } = sound;

afterEach(async () => {
  Object.assign(faults, { create: false, cutFor: '', asked: 0, told: null });
  await expectInvariants(sound);
});

const ordersOf = (studentId: string) =>
  db.selectFrom('orders').select('id').where('student_id', '=', studentId).execute();

describe('a provider that does not answer', () => {
  it('leaves the order held, and a repeat under the key goes on with it', async () => {
    const student = await enrol();
    await addFire(student);
    faults.create = true;
    const failed = await order(student, {}, 'failing-key-1');
    expect(failed.statusCode).toBe(503);
    expect(failed.json().code).toBe('PROVIDER_UNAVAILABLE');
    expect(failed.headers['retry-after']).toBe('5');
    faults.create = false;
    const created = await ordered(student, {}, 'failing-key-1');
    expect(await ordered(student, {}, 'failing-key-1')).toEqual(created);
    expect(await ordersOf(student.id)).toEqual([{ id: created.order_id }]);
  });

  it('is asked once a session, under one order id, when a process died between its two transactions', async () => {
    const student = await enrol();
    await addFire(student);
    const created = await ordered(student, {}, 'dying-key-001');
    await db
      .updateTable('payment_attempts')
      .set({ state: 'created', session_id: null, checkout_url: null })
      .where('id', '=', created.attempt_id)
      .execute();
    const progress = {
      placed: { orderId: created.order_id, attemptId: created.attempt_id, isFree: false },
      isAbandoned: true,
    };
    await db
      .updateTable('idempotency_keys')
      .set({ status: null, answer: JSON.stringify(progress) })
      .where('key', '=', 'dying-key-001')
      .execute();
    expect(await ordered(student, {}, 'dying-key-001')).toEqual(created);
    expect(await ordered(student)).toEqual(created);
    expect(faults.asked).toBe(2);
  });

  it('is told as such by recheck, and the poller goes on to the next', async () => {
    const [first, second] = [await enrol(), await enrol()];
    await addFire(first);
    await addFire(second);
    const [one, two] = [await ordered(first), await ordered(second)];
    await press(sound, one, 'pay-away');
    await press(sound, two, 'pay-away');
    faults.cutFor = one.attempt_id;
    const answer = await first.get(`/api/orders/update?user_id=${first.id}`);
    expect(answer.statusCode).toBe(503);
    await makeDue(db);
    const { failures } = await sound.app.settlePayments();
    expect(failures).toMatchObject([{ code: 'PROVIDER_UNAVAILABLE', cause: new Error('no line') }]);
    expect((await update(second)).state).toBe('completed');
    faults.cutFor = '';
    expect((await update(first)).state).toBe('completed');
  });
});

describe('what is not the provider’s fault', () => {
  it('is not told as such', async () => {
    const student = await enrol();
    const answer = await student.get(`/api/orders/update?user_id=${student.id}&attempt_id=%00`);
    expect(answer.statusCode).toBe(400);
  });
});

describe('what a provider tells', () => {
  it('of a second payment is owed back', async () => {
    const student = await enrol();
    await addFire(student);
    const created = await ordered(student);
    const payment = (id: string) => ({ id, status: 'approved' as const, amountPaise: 550_050, method: 'card' });
    faults.told = { status: 'paid', payments: [payment('p1'), payment('p2')] };
    expect((await update(student, created.attempt_id)).state).toBe('completed');
    const owed = await db
      .selectFrom('ledger_entries')
      .select(['account', 'amount_paise', 'source'])
      .where('order_id', '=', created.order_id)
      .where('account', '=', 'refunds_payable')
      .execute();
    expect(owed).toEqual([{ account: 'refunds_payable', amount_paise: -550_050, source: 'payment:p2' }]);
  });

  it('of too little money is owed back', async () => {
    const student = await enrol();
    await addFire(student);
    const created = await ordered(student);
    faults.told = { status: 'paid', payments: [{ id: 'p3', status: 'approved', amountPaise: 100, method: 'card' }] };
    expect((await update(student, created.attempt_id)).state).toBe('refund_due');
  });

  it('of a failed payment and a later one that succeeded is the success', async () => {
    const student = await enrol();
    await addFire(student);
    const created = await ordered(student);
    const payment = { amountPaise: 550_050, method: 'card' };
    faults.told = { status: 'active', payments: [{ ...payment, id: 'p4', status: 'declined' }] };
    expect((await update(student, created.attempt_id)).state).toBe('declined');
    faults.told = {
      status: 'paid',
      payments: [
        { ...payment, id: 'p4', status: 'declined' },
        { ...payment, id: 'p5', status: 'approved' },
      ],
    };
    expect((await update(student, created.attempt_id)).state).toBe('completed');
  });
});
