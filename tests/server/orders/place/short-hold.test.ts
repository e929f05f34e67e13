import { sql } from 'kysely';
import { afterAll, expect, it, vi } from 'vitest';
import { buildApp } from '../../../../server/app.ts';
import { systemClock } from '../../../../server/http/clock.ts';
import { CashfreeServer } from '../../../support/cashfree-server.ts';
import { openAcademy } from '../../booking/academy.ts';
import { batches } from '../../booking/academy-seed.ts';
import { addFire, claims, expectInvariants, orderState, placeOrder, recheckOrder } from '../ordering.ts';
import { cashfreeEnv } from '../pay/cashfree-env.ts';
import { poll } from '../pay/make-due.ts';

vi.setConfig({ testTimeout: 30_000 });
const cashfree = new CashfreeServer();
const env = cashfreeEnv(await cashfree.start());
afterAll(() => cashfree.stop());

const academy = await openAcademy();
const { db, enrol } = academy;
await sql`update batches set start_date = current_date + 60, end_date = current_date + 62`.execute(db);
Object.assign(academy.app, await buildApp({ env, db, clock: systemClock, release: 'test' }));

/**
 * Creates a student with an order whose seat hold is short, because two earlier orders of the student have expired
 * unpaid.
 */
async function orderWithShortHold() {
  const student = await enrol();
  await sql`update sessions set expires_at = now() + interval '1 day', last_seen_at = now()`.execute(db);
  await sql`insert into orders (id, student_id, state, subtotal_paise, discount_paise, total_paise, terms_version,
      terms_accepted_at)
    select ${student.id}::text || n, ${student.id}::uuid, 'expired', 100, 0, 100, '1', now() from generate_series(1, 2) n`.execute(
    db,
  );
  await addFire(student, batches.fireSeven);
  return { student, order: await placeOrder(student) };
}

const endHold = (orderId: string) =>
  sql`with held as (
      update seat_claims set expires_at = now() - interval '1 second' where order_id = ${orderId}
    ) update orders set created_at = created_at - interval '5 minutes' where id = ${orderId}`.execute(db);

it('a five-minute seat hold ends before the longer payment session of the provider, and the payment poller then ends this session early', async () => {
  const { order } = await orderWithShortHold();
  const { rows } = await sql<{ hold: number; session: number }>`
    select extract(epoch from s.expires_at - s.created_at)::float as hold,
      extract(epoch from a.expires_at - a.created_at)::float as session
    from seat_claims s join payment_attempts a on a.order_id = s.order_id where s.order_id = ${order.order_id}`.execute(
    db,
  );
  expect(rows[0]?.hold).toBe(300);
  expect(rows[0]?.session).toBeGreaterThan(900);

  await poll(academy);
  expect(cashfree.orders.get(cashfree.orderIdOf(order.data))?.order_status).toBe('ACTIVE');
  await endHold(order.order_id);
  await poll(academy);
  expect(cashfree.orders.get(cashfree.orderIdOf(order.data))?.order_status).toBe('TERMINATED');
  expect(await orderState(academy, order.order_id)).toBe('expired');
  expect(await claims(academy, batches.fireSeven)).toEqual({ holds: 0, bookings: 0 });
  await expectInvariants(academy);
});

it('if a payment succeeds after the five-minute seat hold has ended, the order is completed if seats are free', async () => {
  const { student, order } = await orderWithShortHold();
  await endHold(order.order_id);
  cashfree.pay(cashfree.orderIdOf(order.data), 'SUCCESS');
  expect((await recheckOrder(student, order.attempt_id)).state).toBe('completed');
  await expectInvariants(academy);
});
