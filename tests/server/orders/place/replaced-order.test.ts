import { sql } from 'kysely';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { buildApp } from '../../../../server/app.ts';
import { systemClock } from '../../../../server/http/clock.ts';
import { CashfreeServer } from '../../../support/cashfree-server.ts';
import { openAcademy } from '../../booking/academy.ts';
import { batches, courses } from '../../booking/academy-seed.ts';
import {
  addCourse,
  addFire,
  type Created,
  clearSeats,
  expectInvariants,
  orderState,
  placeOrder,
  pressPaymentButton,
  recheckOrder,
} from '../ordering.ts';
import { cashfreeEnv } from '../pay/cashfree-env.ts';
import { poll } from '../pay/make-due.ts';

vi.setConfig({ testTimeout: 30_000 });
const cashfree = new CashfreeServer();
const baseUrl = await cashfree.start();
afterAll(() => cashfree.stop());

const academy = await openAcademy();
const { db, enrol } = academy;
const sandboxApp = { ...academy.app };
const env = cashfreeEnv(baseUrl);
await sql`update batches set start_date = current_date + 60, end_date = current_date + 62`.execute(db);
const cashfreeApp = await buildApp({ env, db, clock: systemClock, release: 'test' });

afterEach(async () => {
  Object.assign(academy.app, cashfreeApp);
  cashfree.onEnding = () => undefined;
  await expectInvariants(academy);
  await clearSeats(academy);
  await sql`update payment_attempts set next_check_at = null`.execute(db);
});

/** Creates a student with an order that a second order with another cart has replaced. */
async function replaced(app = cashfreeApp) {
  Object.assign(academy.app, app);
  const student = await enrol();
  await sql`update sessions set expires_at = now() + interval '1 day', last_seen_at = now()`.execute(db);
  await addFire(student, batches.fireSeven);
  const first = await placeOrder(student);
  await addCourse(student, courses.firstAid, batches.firstAidOpen);
  const second = await placeOrder(student);
  return { student, first, second };
}

const statusOf = ({ data }: Created) => cashfree.orders.get(cashfree.orderIdOf(data))?.order_status;
const countTerminations = () => cashfree.sent.filter(({ method }) => method === 'PATCH').length;

const stateOf = ({ order_id }: Created) => orderState(academy, order_id);

describe('an order replaced by a newer one', () => {
  it('the payment poller terminates a replaced order at Cashfree once, and does not terminate the order that replaced it', async () => {
    const { student, first, second } = await replaced();
    expect(statusOf(first)).toBe('ACTIVE');
    const due = db.selectFrom('payment_attempts').select('id').where('next_check_at', '<=', sql<Date>`now()`);
    expect(await due.execute()).toEqual([{ id: first.attempt_id }]);
    expect((await cashfreeApp.settlePayments()).failures).toEqual([]);
    expect([statusOf(first), statusOf(second)]).toEqual(['TERMINATED', 'ACTIVE']);
    const before = countTerminations();
    await poll(academy);
    expect(countTerminations()).toBe(before);
    cashfree.pay(cashfree.orderIdOf(second.data), 'SUCCESS');
    expect((await recheckOrder(student, second.attempt_id)).state).toBe('completed');
    expect([await stateOf(first), await stateOf(second)]).toEqual(['replaced', 'completed']);
  });

  it('a replaced order that is paid just before its termination at Cashfree becomes due for refund', async () => {
    const { first } = await replaced();
    cashfree.onEnding = (orderId) => {
      cashfree.pay(orderId, 'SUCCESS');
      return undefined;
    };
    await poll(academy);
    expect(statusOf(first)).toBe('PAID');
    expect(await stateOf(first)).toBe('refund_due');
  });

  it.each([
    [409, 'order_already_paid'],
    [422, 'of_a_later_version'],
  ])(
    'if Cashfree refuses to terminate a paid replaced order (response %d %s), the order becomes due for refund',
    async (status, code) => {
      const { first } = await replaced();
      cashfree.onEnding = (orderId) => {
        cashfree.pay(orderId, 'SUCCESS');
        return { status, body: { message: 'no', code, type: 'invalid_request_error' } };
      };
      expect((await cashfreeApp.settlePayments()).failures).toEqual([]);
      expect(await stateOf(first)).toBe('refund_due');
    },
  );

  it('the next run of the payment poller terminates an unpaid replaced order that Cashfree refused to terminate before', async () => {
    const { first } = await replaced();
    cashfree.onEnding = () => ({ status: 400, body: { message: 'no', code: 'request_failed', type: 'x' } });
    expect((await cashfreeApp.settlePayments()).failures).toHaveLength(1);
    cashfree.onEnding = () => undefined;
    await poll(academy);
    expect(statusOf(first)).toBe('TERMINATED');
  });

  it('if Cashfree was unreachable, the next run of the payment poller terminates the replaced order', async () => {
    const { first } = await replaced();
    cashfree.onEnding = () => 'html';
    expect((await cashfreeApp.settlePayments()).failures).toHaveLength(1);
    expect(statusOf(first)).toBe('ACTIVE');
    cashfree.onEnding = () => undefined;
    await poll(academy);
    expect(statusOf(first)).toBe('TERMINATED');
  });

  it('the payment poller checks a replaced order with a pending payment until the payment has succeeded or failed', async () => {
    const { first } = await replaced();
    const pending = cashfree.pay(cashfree.orderIdOf(first.data), 'PENDING');
    await poll(academy);
    expect(statusOf(first)).toBe('TERMINATION_REQUESTED');
    pending.payment_status = 'SUCCESS';
    await poll(academy);
    expect(await stateOf(first)).toBe('refund_due');
  });

  it('a replaced order can no longer be paid in the payment sandbox once the payment poller has run', async () => {
    const { first, second } = await replaced(sandboxApp);
    expect((await sandboxApp.settlePayments()).failures).toEqual([]);
    await pressPaymentButton(academy, first, 'pay-away');
    await pressPaymentButton(academy, second, 'pay-away');
    await poll(academy);
    expect([await stateOf(first), await stateOf(second)]).toEqual(['replaced', 'completed']);
  });
});
