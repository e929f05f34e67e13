import { sql } from 'kysely';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { buildApp } from '../../../server/app.ts';
import { systemClock } from '../../../server/providers/clock.ts';
import { CashfreeServer } from '../../support/cashfree-server.ts';
import { openAcademy } from '../booking/academy.ts';
import { batches } from '../booking/academy-seed.ts';
import { cashfreeEnv } from './cashfree-env.ts';
import { makeRefundsDue, poll } from './due.ts';
import { addFire, claims, clearSeats, expectInvariants, order, ordered, update } from './ordering.ts';
import { deliver } from './webhooks.ts';

// The whole product on Cashfree: real calls to a local server that speaks as it is documented.
const cashfree = new CashfreeServer();
const baseUrl = await cashfree.start();
afterAll(() => cashfree.stop());

vi.setConfig({ testTimeout: 30_000 });
const academy = await openAcademy();
const { db, enrol } = academy;
const env = cashfreeEnv(`${baseUrl}/`);
// Webhooks are signed now; the academy of the tests lives in March.
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

describe('an order paid by Cashfree', () => {
  it('is opened by Cashfree’s script, told of by webhook and booked', async () => {
    const student = await buyer();
    const created = await ordered(student);
    expect(created.checkout_url).toBe(`cashfree:sandbox?session=${created.data}`);
    const [call] = cashfree.sent;
    expect(JSON.parse(call?.text ?? '').order_meta).toEqual({
      return_url: `http://localhost/course-booking/checkout/confirmation/${created.attempt_id}`,
      notify_url: 'https://academy.example.com/api/payments/webhook',
    });
    const payment = cashfree.pay(created.attempt_id, 'SUCCESS');
    const heard = await deliver(academy, cashfree.deliver('PAYMENT_SUCCESS_WEBHOOK', created.attempt_id, payment));
    expect(heard.statusCode, heard.body).toBe(200);
    expect(cashfree.sent).toHaveLength(1);
    const settled = await update(student, created.attempt_id);
    expect(settled).toMatchObject({ state: 'completed', final_payment_status: 'APPROVED' });
    expect((await academy.visit(`/sandbox/pay/${created.data}`)).statusCode).toBe(404);
  });

  it('declined, then paid on the same page, is booked', async () => {
    const student = await buyer();
    const { attempt_id } = await ordered(student);
    const declined = cashfree.pay(attempt_id, 'FAILED');
    await deliver(academy, cashfree.deliver('PAYMENT_FAILED_WEBHOOK', attempt_id, declined));
    await poll(academy);
    expect(await claims(academy, batches.fireSeven)).toEqual({ holds: 1, bookings: 0 });
    cashfree.pay(attempt_id, 'SUCCESS');
    await poll(academy);
    expect(await claims(academy, batches.fireSeven)).toEqual({ holds: 0, bookings: 1 });
  });

  it('paid twice is booked once, and the second payment goes back by Cashfree', async () => {
    const student = await buyer();
    const { attempt_id, order_id } = await ordered(student);
    cashfree.pay(attempt_id, 'SUCCESS');
    cashfree.pay(attempt_id, 'SUCCESS');
    expect((await update(student, attempt_id)).state).toBe('completed');
    await makeRefundsDue(db);
    expect((await academy.app.sendRefunds()).failures).toEqual([]);
    const [refund] = [...cashfree.refunds.values()];
    expect(refund).toMatchObject({ order_id: attempt_id, refund_amount: 5500.5, refund_status: 'PENDING' });
    Object.assign(refund ?? {}, { refund_status: 'SUCCESS' });
    await makeRefundsDue(db);
    expect((await academy.app.sendRefunds()).failures).toEqual([]);
    const kept = await db
      .selectFrom('refunds')
      .select(['state', 'provider_ref'])
      .where('order_id', '=', order_id)
      .execute();
    expect(kept).toEqual([{ state: 'settled', provider_ref: refund?.cf_refund_id }]);
  });

  it('whose opening was answered by nobody is opened by the repeat, once', async () => {
    const student = await buyer();
    cashfree.break({ answer: 'cut', after: true });
    expect((await order(student, {}, 'cut-key-0001')).statusCode).toBe(503);
    const created = await ordered(student, {}, 'cut-key-0001');
    expect(created.data).toBe(cashfree.orders.get(created.attempt_id)?.payment_session_id);
    expect(await ordered(student, {}, 'cut-key-0001')).toEqual(created);
    expect(cashfree.sent).toHaveLength(2);
  });

  it('is not settled by a proxy’s page, a full line or a fault of theirs', async () => {
    const student = await buyer();
    const { attempt_id } = await ordered(student);
    const ask = () => student.get(`/api/orders/update?user_id=${student.id}&attempt_id=${attempt_id}`);
    const full = {
      status: 429,
      body: { message: 'Too many requests', code: 'too_many_requests', type: 'rate_limit_error' },
    };
    for (const answer of ['html', 'cut', full] as const) {
      cashfree.break({ answer });
      const failed = await ask();
      expect(failed.statusCode).toBe(503);
      expect(failed.json()).toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
      expect(failed.body).not.toContain('ashfree');
    }
    expect((await ask()).json().data.state).toBe('awaiting_payment');
  });

  it('opened late holds its seats as long as Cashfree keeps the session', async () => {
    const student = await buyer();
    cashfree.break({ answer: { status: 500, body: { message: 'internal', code: 'api_error', type: 'api_error' } } });
    expect((await order(student, {}, 'late-key-0001')).statusCode).toBe(503);
    const shortly = sql`now() + interval '2 minutes'`;
    await sql`update payment_attempts set expires_at = ${shortly} where state = 'created'`.execute(db);
    await sql`update seat_claims set expires_at = ${shortly} where kind = 'hold'`.execute(db);
    const { attempt_id, order_id } = await ordered(student, {}, 'late-key-0001');
    const { rows } = await sql<{ session: number; hold: number }>`
      select extract(epoch from a.expires_at - now())::integer as session,
        extract(epoch from s.expires_at - now())::integer as hold
      from payment_attempts a join seat_claims s on s.order_id = a.order_id where a.id = ${attempt_id}`.execute(db);
    const [kept] = rows;
    const end = Date.parse(cashfree.orders.get(attempt_id)?.order_expiry_time ?? '');
    expect(Math.abs((kept?.session ?? 0) - (end - Date.now()) / 1000)).toBeLessThan(5);
    expect((kept?.hold ?? 0) - (kept?.session ?? 0)).toBeGreaterThanOrEqual(299);
    expect(order_id).toMatch(/^LF-/);
  });
});
