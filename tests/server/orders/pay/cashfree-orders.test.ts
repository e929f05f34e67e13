import { sql } from 'kysely';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { buildApp } from '../../../../server/app.ts';
import { systemClock } from '../../../../server/http/clock.ts';
import { CashfreeServer } from '../../../support/cashfree-server.ts';
import { openAcademy } from '../../booking/academy.ts';
import { batches } from '../../booking/academy-seed.ts';
import { addFire, claims, clearSeats, expectInvariants, order, placeOrder, recheckOrder } from '../ordering.ts';
import { cashfreeEnv } from './cashfree-env.ts';
import { makeRefundsDue, poll } from './make-due.ts';
import { deliver } from './webhooks.ts';

// The whole product runs with Cashfree as its payment provider: a local server that follows Cashfree's documentation.
const cashfree = new CashfreeServer();
const baseUrl = await cashfree.start();
afterAll(() => cashfree.stop());

vi.setConfig({ testTimeout: 30_000 });
const academy = await openAcademy();
const { db, enrol } = academy;
const env = cashfreeEnv(`${baseUrl}/`);
// These tests use the real clock, because webhooks are signed with the present time. Move the seeded batches, which are
// dated March 2026, into the future.
await sql`update batches set start_date = current_date + 60, end_date = current_date + 62`.execute(db);
Object.assign(academy.app, await buildApp({ env, db, clock: systemClock, release: 'test' }));
await sql`update sessions set expires_at = now() + interval '1 day'`.execute(db);

afterEach(async () => {
  cashfree.sent.length = 0;
  await expectInvariants(academy);
  await clearSeats(academy);
});

async function buyer() {
  const student = await enrol();
  await sql`update sessions set expires_at = now() + interval '1 day', last_seen_at = now()`.execute(db);
  await addFire(student, batches.fireSeven);
  return student;
}

describe('an order paid through Cashfree', () => {
  it('an order paid through Cashfree is booked by Cashfree’s webhook without another call to Cashfree', async () => {
    const student = await buyer();
    const created = await placeOrder(student);
    expect(created.checkout_url).toBe(`cashfree:sandbox?session=${created.data}`);
    const [call] = cashfree.sent;
    expect(JSON.parse(call?.text ?? '').order_meta).toEqual({
      return_url: `http://localhost/course-booking/checkout/confirmation/${created.attempt_id}`,
      notify_url: 'https://academy.example.com/api/payments/webhook',
    });
    const orderId = cashfree.orderIdOf(created.data);
    const payment = cashfree.pay(orderId, 'SUCCESS');
    const webhook = await deliver(academy, cashfree.deliver('PAYMENT_SUCCESS_WEBHOOK', orderId, payment));
    expect(webhook.statusCode, webhook.body).toBe(200);
    expect(cashfree.sent).toHaveLength(1);
    const settled = await recheckOrder(student, created.attempt_id);
    expect(settled).toMatchObject({ state: 'completed', final_payment_status: 'APPROVED' });
    expect((await academy.visit(`/sandbox/pay/${created.data}`)).statusCode).toBe(404);
  });

  it('an order at Cashfree keeps its seats after a declined payment and is booked by the next successful payment', async () => {
    const student = await buyer();
    const orderId = cashfree.orderIdOf((await placeOrder(student)).data);
    const declined = cashfree.pay(orderId, 'FAILED');
    await deliver(academy, cashfree.deliver('PAYMENT_FAILED_WEBHOOK', orderId, declined));
    await poll(academy);
    expect(await claims(academy, batches.fireSeven)).toEqual({ holds: 1, bookings: 0 });
    cashfree.pay(orderId, 'SUCCESS');
    await poll(academy);
    expect(await claims(academy, batches.fireSeven)).toEqual({ holds: 0, bookings: 1 });
  });

  it('an order that is paid twice at Cashfree is booked once, and Cashfree refunds the second payment', async () => {
    const student = await buyer();
    const { attempt_id, order_id, data } = await placeOrder(student);
    const orderId = cashfree.orderIdOf(data);
    cashfree.pay(orderId, 'SUCCESS');
    cashfree.pay(orderId, 'SUCCESS');
    expect((await recheckOrder(student, attempt_id)).state).toBe('completed');
    await makeRefundsDue(db);
    expect((await academy.app.sendRefunds()).failures).toEqual([]);
    const [refund] = [...cashfree.refunds.values()];
    expect(refund).toMatchObject({ order_id: orderId, refund_amount: 5500.5, refund_status: 'PENDING' });
    Object.assign(refund ?? {}, { refund_status: 'SUCCESS' });
    await makeRefundsDue(db);
    expect((await academy.app.sendRefunds()).failures).toEqual([]);
    const stored = await db
      .selectFrom('refunds')
      .select(['state', 'provider_ref'])
      .where('order_id', '=', order_id)
      .execute();
    expect(stored).toEqual([{ state: 'settled', provider_ref: refund?.cf_refund_id }]);
  });

  it('if Cashfree’s response to a new order is lost, a repeated request returns the order that Cashfree has created', async () => {
    const student = await buyer();
    cashfree.break({ answer: 'cut', after: true });
    expect((await order(student, {}, 'cut-key-0001')).statusCode).toBe(503);
    const created = await placeOrder(student, {}, 'cut-key-0001');
    expect(cashfree.orderIdOf(created.data)).toContain(created.attempt_id);
    expect(await placeOrder(student, {}, 'cut-key-0001')).toEqual(created);
    expect(cashfree.sent).toHaveLength(2);
  });

  it('rechecking a payment returns 503 and leaves the order unpaid when Cashfree sends HTML or 429 or disconnects', async () => {
    const student = await buyer();
    const { attempt_id } = await placeOrder(student);
    const recheck = () => student.get(`/api/orders/update?user_id=${student.id}&attempt_id=${attempt_id}`);
    const tooManyRequests = {
      status: 429,
      body: { message: 'Too many requests', code: 'too_many_requests', type: 'rate_limit_error' },
    };
    for (const response of ['html', 'cut', tooManyRequests] as const) {
      cashfree.break({ answer: response });
      const failed = await recheck();
      expect(failed.statusCode).toBe(503);
      expect(failed.json()).toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
      expect(failed.body).not.toContain('ashfree');
    }
    expect((await recheck()).json().data.state).toBe('awaiting_payment');
  });

  it('if Cashfree opens the payment session of an order only on the second try, the seat hold ends five minutes after the session', async () => {
    const student = await buyer();
    cashfree.break({ answer: { status: 500, body: { message: 'internal', code: 'api_error', type: 'api_error' } } });
    expect((await order(student, {}, 'late-key-0001')).statusCode).toBe(503);
    const shortly = sql`now() + interval '2 minutes'`;
    await sql`update payment_attempts set expires_at = ${shortly} where state = 'created'`.execute(db);
    await sql`update seat_claims set expires_at = ${shortly} where kind = 'hold'`.execute(db);
    const { attempt_id, order_id, data } = await placeOrder(student, {}, 'late-key-0001');
    const { rows } = await sql<{ session: number; hold: number }>`
      select extract(epoch from a.expires_at - now())::integer as session,
        extract(epoch from s.expires_at - now())::integer as hold
      from payment_attempts a join seat_claims s on s.order_id = a.order_id where a.id = ${attempt_id}`.execute(db);
    const [stored] = rows;
    const end = Date.parse(cashfree.orders.get(cashfree.orderIdOf(data))?.order_expiry_time ?? '');
    expect(Math.abs((stored?.session ?? 0) - (end - Date.now()) / 1000)).toBeLessThan(5);
    expect((stored?.hold ?? 0) - (stored?.session ?? 0)).toBeGreaterThanOrEqual(299);
    expect(order_id).toMatch(/^LF-/);
  });
});
