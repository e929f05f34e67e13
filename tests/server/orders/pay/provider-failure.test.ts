import { afterEach, describe, expect, it } from 'vitest';
import { buildApp } from '../../../../server/app.ts';
import { readEnv } from '../../../../server/env.ts';
import type { PaymentRequest, Payments, ProviderOrder } from '../../../../server/providers/payments/payments.ts';
import { sandboxPayments } from '../../../../server/providers/payments/sandbox-payments.ts';
import { openAcademy } from '../../booking/academy.ts';
import { batches, courses } from '../../booking/academy-seed.ts';
import {
  addCourse,
  addFire,
  claims,
  expectInvariants,
  order,
  ordersOf,
  placeOrder,
  pressPaymentButton,
  providerOrderIdOf,
  recheckOrder,
} from '../ordering.ts';
import { endedAgo, makeDue } from './make-due.ts';

const sound = await openAcademy();
const { db, clock } = sound;
const env = readEnv({ LANDFALL_ENV: 'test', LOG_LEVEL: 'silent', RATE_ORDER: '100000', HOLDS_PER_ADDRESS: '100' });
// Without `openOwn`, the server opens a payment session by a call after its commit, as with an external provider.
const { openOwn: _, ...sandbox } = sandboxPayments({ db, clock, secret: env.SECRET });
const sent: PaymentRequest[] = [];
const faults = { create: false, cutFor: '', requests: 0, reported: null as ProviderOrder | null };

/** The sandbox provider, but with calls that fail when a test wants it. */
const payments: Payments = {
  ...sandbox,
  createOrder: async (request) => {
    faults.requests += 1;
    sent.push(request);
    if (faults.create) throw new Error('no line');
    return sandbox.createOrder(request);
  },
  fetchOrder: async (orderId) => {
    if (faults.cutFor === orderId) throw new Error('no line');
    return faults.reported ?? sandbox.fetchOrder(orderId);
  },
};
Object.assign(sound.app, await buildApp({ env, db, clock, release: 'test', ports: { payments } }));
const { enrol } = sound;

afterEach(async () => {
  Object.assign(faults, { create: false, cutFor: '', requests: 0, reported: null });
  sent.length = 0;
  await expectInvariants(sound);
});

describe('a payment provider that cannot be reached', () => {
  it('placing an order returns 503 when no payment session can be opened, and a repeated request continues the same order', async () => {
    const student = await enrol();
    await addFire(student);
    faults.create = true;
    const failed = await order(student, {}, 'failing-key-1');
    expect(failed.statusCode).toBe(503);
    expect(failed.json().code).toBe('PROVIDER_UNAVAILABLE');
    expect(failed.headers['retry-after']).toBe('5');
    faults.create = false;
    // The server continues the order without comparing it with the cart, so it must mark the response as a repeat.
    const continued = await order(student, {}, 'failing-key-1');
    expect([continued.statusCode, continued.headers['idempotent-replayed']]).toEqual([200, 'true']);
    const created = await placeOrder(student, {}, 'failing-key-1');
    expect(created).toEqual(continued.json());
    expect(await ordersOf(sound, student)).toMatchObject([{ id: created.order_id }]);
    const [first, second, ...others] = sent.splice(0);
    expect(others).toEqual([]);
    expect(second).toEqual(first);
    const { email, mobile } = await db
      .selectFrom('students')
      .selectAll()
      .where('id', '=', student.id)
      .executeTakeFirstOrThrow();
    const orderId = await providerOrderIdOf(sound, created.attempt_id);
    expect(orderId).toMatch(new RegExp(`^${created.attempt_id}-[0-9a-f]{12}$`));
    expect(first).toEqual({
      ...{ orderId, idempotencyKey: orderId, amountPaise: 550_050 },
      customer: { id: student.id, name: 'Asha Nair', email, phone: mobile },
      // The seats are held for five minutes longer than the payment session lasts.
      expiresAt: new Date(Date.parse(created.held_until ?? '') - 300_000),
      returnUrl: `http://localhost/course-booking/checkout/confirmation/${created.attempt_id}`,
    });
  });

  it('opening a payment session changes no other attempt, and a repeat gets its response again only for the same student and the same key', async () => {
    const [unlucky, student, keyed, neighbour] = [await enrol(), await enrol(), await enrol(), await enrol()];
    await addFire(unlucky);
    await addFire(student);
    await addFire(neighbour);
    faults.create = true;
    expect((await order(unlucky)).statusCode).toBe(503);
    faults.create = false;
    const created = await placeOrder(student);
    const attemptOf = async ({ id }: { id: string }) => {
      const attempts = db
        .selectFrom('payment_attempts as a')
        .innerJoin('orders as o', 'o.id', 'a.order_id')
        .select(['a.state', 'a.session_id', 'a.checkout_url']);
      return attempts.where('o.student_id', '=', id).execute();
    };
    expect(await attemptOf(student)).toEqual([
      { state: 'open', session_id: created.data, checkout_url: created.checkout_url },
    ]);
    expect(await attemptOf(unlucky)).toEqual([{ state: 'created', session_id: null, checkout_url: null }]);
    // Neither another key of the same student nor the same key of another student gets the response.
    expect((await order(keyed, {}, 'an-early-key-1')).json().code).toBe('CART_EMPTY');
    await addFire(keyed);
    const theirs = await placeOrder(keyed, {}, 'a-shared-key-1');
    await placeOrder(neighbour, {}, 'a-shared-key-1');
    expect(await placeOrder(keyed, {}, 'a-shared-key-1')).toEqual(theirs);
    expect((await order(keyed, {}, 'an-early-key-1')).json().code).toBe('CART_EMPTY');
  });

  it('an order request repeated after a failure returns the payment session that another request has since opened for the order', async () => {
    const student = await enrol();
    await addFire(student);
    faults.create = true;
    expect((await order(student, {}, 'beaten-key-01')).statusCode).toBe(503);
    faults.create = false;
    const created = await placeOrder(student);
    expect(await placeOrder(student, {}, 'beaten-key-01')).toEqual(created);
    expect(faults.requests).toBe(2);
  });

  it('a repeated request for an order that costs nothing returns the confirmation page, even if the first response was not stored', async () => {
    const student = await enrol();
    await addCourse(student, courses.free, 31);
    const created = await placeOrder(student, {}, 'free-key-0001');
    const progress = {
      placed: { orderId: created.order_id, attemptId: created.attempt_id },
      isAbandoned: true,
    };
    await db
      .updateTable('idempotency_keys')
      .set({ status: null, answer: JSON.stringify(progress) })
      .where('key', '=', 'free-key-0001')
      .execute();
    expect(await placeOrder(student, {}, 'free-key-0001')).toEqual(created);
    expect(faults.requests).toBe(0);
  });

  it('if the server dies before it stores an order’s payment session, a repeated request returns the same order and session', async () => {
    const student = await enrol();
    await addFire(student);
    const created = await placeOrder(student, {}, 'dying-key-001');
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
    // The progress stored above has no end of the seat hold, like the progress that an earlier release stored.
    const { held_until: _, ...known } = created;
    expect(await placeOrder(student, {}, 'dying-key-001')).toEqual(known);
    expect(await placeOrder(student)).toEqual(created);
    expect(faults.requests).toBe(2);
  });

  it('rechecking a payment returns 503 while the provider fails for this payment, and the payment poller completes other orders', async () => {
    const [first, second] = [await enrol(), await enrol()];
    await addFire(first);
    await addFire(second);
    const [one, two] = [await placeOrder(first), await placeOrder(second)];
    await pressPaymentButton(sound, one, 'pay-away');
    await pressPaymentButton(sound, two, 'pay-away');
    faults.cutFor = await providerOrderIdOf(sound, one.attempt_id);
    const response = await first.get(`/api/orders/update?user_id=${first.id}`);
    expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '5']);
    expect(response.json()).toMatchObject({
      code: 'PROVIDER_UNAVAILABLE',
      message: 'Payment is not available right now. Please try again.',
    });
    await makeDue(db);
    const { failures } = await sound.app.settlePayments();
    expect(failures).toMatchObject([{ code: 'PROVIDER_UNAVAILABLE', cause: new Error('no line') }]);
    expect(await ordersOf(sound, second)).toMatchObject([{ state: 'completed' }]);
    expect((await recheckOrder(second)).state).toBe('completed');
    faults.cutFor = '';
    expect((await recheckOrder(first)).state).toBe('completed');
  });
});

describe('a malformed recheck', () => {
  it('rechecking a payment with a malformed attempt id returns 400 instead of a provider error', async () => {
    const student = await enrol();
    const response = await student.get(`/api/orders/update?user_id=${student.id}&attempt_id=%00`);
    expect(response.statusCode).toBe(400);
  });
});

describe('payments reported by the provider', () => {
  const refundsOf = (orderId: string) =>
    db
      .selectFrom('refunds')
      .select(['payment_id', 'amount_paise', 'reason'])
      .where('order_id', '=', orderId)
      .orderBy('id')
      .execute();

  it('all further payments that the provider reports for a paid order are recorded as due for refund', async () => {
    const student = await enrol();
    await addFire(student);
    const created = await placeOrder(student);
    const payment = (id: string) => ({ id, status: 'approved' as const, amountPaise: 550_050, method: 'card' });
    faults.reported = { status: 'paid', payments: [payment('p1'), payment('p2'), payment('p2b')] };
    expect((await recheckOrder(student, created.attempt_id)).state).toBe('completed');
    const owed = await db
      .selectFrom('ledger_entries')
      .select(['account', 'amount_paise', 'source'])
      .where('order_id', '=', created.order_id)
      .where('account', '=', 'refunds_payable')
      .execute();
    const owedFor = (id: string) => ({
      ...{ account: 'refunds_payable', amount_paise: -550_050, source: `payment:${id}` },
    });
    expect(owed).toEqual([owedFor('p2'), owedFor('p2b')]);
    expect(await refundsOf(created.order_id)).toEqual([
      { payment_id: 'p2', amount_paise: 550_050, reason: 'paid twice' },
      { payment_id: 'p2b', amount_paise: 550_050, reason: 'paid twice' },
    ]);
  });

  it('if each payment for an order is less than the order’s total, all of them become due for refund and the seats are released', async () => {
    const student = await enrol();
    await addFire(student, batches.fireSeven);
    const created = await placeOrder(student);
    const payment = (id: string, amountPaise: number) => ({
      id,
      status: 'approved' as const,
      amountPaise,
      method: 'card',
    });
    faults.reported = { status: 'paid', payments: [payment('s1', 550_049), payment('s2', 100), payment('s3', 200)] };
    expect((await recheckOrder(student, created.attempt_id)).state).toBe('refund_due');
    expect(await claims(sound, batches.fireSeven)).toEqual({ holds: 0, bookings: 0 });
    expect(await refundsOf(created.order_id)).toEqual([
      { payment_id: 's1', amount_paise: 550_049, reason: 'paid short' },
      { payment_id: 's2', amount_paise: 100, reason: 'paid twice' },
      { payment_id: 's3', amount_paise: 200, reason: 'paid twice' },
    ]);
    const steps = db
      .selectFrom('order_transitions')
      .select(['to_state', 'reason'])
      .where('order_id', '=', created.order_id);
    expect((await steps.orderBy('id').execute()).slice(1)).toEqual([{ to_state: 'refund_due', reason: 'paid short' }]);
  });

  it('a payment completes its order even if a former payment provider has reported a payment with the same id', async () => {
    const [student, former] = [await enrol(), await enrol()];
    await addFire(student);
    await addFire(former);
    const [created, earlier] = [await placeOrder(student), await placeOrder(former)];
    const stored = { attempt_id: earlier.attempt_id, outcome: 'approved' as const, amount_paise: 1, method: 'card' };
    await db
      .insertInto('provider_payments')
      .values({ ...stored, provider: 'formerly', payment_id: 'p6' })
      .execute();
    faults.reported = {
      status: 'paid',
      payments: [{ id: 'p6', status: 'approved', amountPaise: 550_050, method: 'card' }],
    };
    expect((await recheckOrder(student, created.attempt_id)).state).toBe('completed');
  });

  it('a payment of the wrong amount by a student without an email address becomes due for refund, and no email is queued', async () => {
    const student = await enrol();
    await addFire(student);
    const { order_id, attempt_id } = await placeOrder(student);
    await db.updateTable('students').set({ email: null }).where('id', '=', student.id).execute();
    faults.reported = {
      status: 'paid',
      payments: [{ id: 'p7', status: 'approved', amountPaise: 100, method: 'card' }],
    };
    expect((await recheckOrder(student, attempt_id)).state).toBe('refund_due');
    expect(await db.selectFrom('mail_outbox').select('id').where('order_id', '=', order_id).execute()).toEqual([]);
  });

  it('a successful payment completes an order that an earlier failed payment had declined', async () => {
    const student = await enrol();
    await addFire(student);
    const created = await placeOrder(student);
    const payment = { amountPaise: 550_050, method: 'card' };
    faults.reported = { status: 'active', payments: [{ ...payment, id: 'p4', status: 'declined' }] };
    expect((await recheckOrder(student, created.attempt_id)).state).toBe('declined');
    faults.reported = {
      status: 'paid',
      payments: [
        { ...payment, id: 'p4', status: 'declined' },
        { ...payment, id: 'p5', status: 'approved' },
      ],
    };
    expect((await recheckOrder(student, created.attempt_id)).state).toBe('completed');
  });

  describe('a pending payment for an order that an earlier declined payment has ended', () => {
    const payment = { amountPaise: 550_050, method: 'upi' };
    const report = (id: string, second: 'pending' | 'declined') => {
      const payments = [
        { ...payment, id: `${id}-card`, status: 'declined' as const },
        { ...payment, id: `${id}-upi`, status: second },
      ];
      faults.reported = { status: 'active', payments };
    };

    /** Creates a student whose order was declined, and who has then begun another payment on the payment page. */
    async function tryAgain() {
      const student = await enrol();
      await addFire(student);
      const { order_id, attempt_id } = await placeOrder(student);
      const declined = { ...payment, id: `${attempt_id}-card`, status: 'declined' as const };
      faults.reported = { status: 'active', payments: [declined] };
      expect((await recheckOrder(student, attempt_id)).state).toBe('declined');
      report(attempt_id, 'pending');
      return { student, order_id, attempt_id };
    }

    it('a student with a pending payment for a declined order cannot order again, even after the payment session has ended', async () => {
      const { student, order_id, attempt_id } = await tryAgain();
      const expected = { code: 'PAYMENT_PENDING', data: { order_id, attempt_id } };
      expect((await order(student)).json()).toMatchObject(expected);
      await endedAgo(db, attempt_id, 3600);
      expect((await order(student)).json()).toMatchObject(expected);
      report(attempt_id, 'declined');
      expect((await placeOrder(student)).order_id).not.toBe(order_id);
    });

    it('a new order checks the student’s earlier, declined order for a late payment until five minutes after the earlier session ended', async () => {
      const [late, later] = [await tryAgain(), await tryAgain()];
      const { order_id, attempt_id } = late;
      await endedAgo(db, attempt_id, 290);
      const expected = { code: 'PAYMENT_PENDING', data: { order_id, attempt_id } };
      expect((await order(late.student)).json()).toMatchObject(expected);
      await endedAgo(db, later.attempt_id, 310);
      expect((await placeOrder(later.student)).order_id).not.toBe(later.order_id);
    });

    it('a student with pending payments for two orders cannot place a third', async () => {
      const { student, attempt_id } = await tryAgain();
      report(attempt_id, 'declined');
      const second = await placeOrder(student);
      await db.deleteFrom('provider_payments').where('payment_id', '=', `${attempt_id}-upi`).execute();
      const pending = { provider: 'sandbox', outcome: 'pending' as const, amount_paise: 550_050, method: 'upi' };
      const attempts = [attempt_id, second.attempt_id];
      await db
        .insertInto('provider_payments')
        .values(attempts.map((id) => ({ ...pending, attempt_id: id, payment_id: `${id}-upi` })))
        .execute();
      faults.reported = { status: 'active', payments: [] };
      expect(attempts).toContain((await order(student)).json().data.attempt_id);
    });

    it('a pending payment for a declined order stops new orders of the student for at most three days after the payment session', async () => {
      const { student, order_id, attempt_id } = await tryAgain();
      expect((await order(student)).json().code).toBe('PAYMENT_PENDING');
      await endedAgo(db, attempt_id, 3 * 86_400);
      expect((await placeOrder(student)).order_id).not.toBe(order_id);
    });

    it('the lists of orders and payments show a declined order with a pending payment as PROCESSING', async () => {
      const { student, attempt_id } = await tryAgain();
      const shown = { state: 'declined', final_payment_status: 'PROCESSING' };
      const found = await recheckOrder(student, attempt_id);
      expect(found).toMatchObject({ ...shown, order: { ...shown, is_payment_pending: true } });
      const { data } = (await student.get('/api/users/student/orders')).json();
      expect(data).toMatchObject([{ ...shown, is_payment_pending: true }]);
      const payments = (await student.get('/api/users/student/payments')).json();
      expect(payments.data).toMatchObject([{ attempt_id, status: 'PROCESSING' }]);
    });
  });
});
