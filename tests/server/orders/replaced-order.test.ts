import { sql } from 'kysely';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { buildApp } from '../../../server/app.ts';
import { systemClock } from '../../../server/providers/clock.ts';
import { CashfreeServer } from '../../support/cashfree-server.ts';
import { openAcademy } from '../booking/academy.ts';
import { batches, courses } from '../booking/academy-seed.ts';
import { cashfreeEnv } from './cashfree-env.ts';
import { poll } from './due.ts';
import { addCourse, addFire, clearSeats, expectInvariants, ordered, press, update } from './ordering.ts';

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

/** A student who ordered, and ordered anew with another cart. */
async function replaced(app = cashfreeApp) {
  Object.assign(academy.app, app);
  const student = await enrol();
  await sql`update sessions set expires_at = now() + interval '1 day', last_seen_at = now()`.execute(db);
  await addFire(student, batches.fireSeven);
  const first = await ordered(student);
  await addCourse(student, courses.firstAid, batches.firstAidOpen);
  const second = await ordered(student);
  return { student, first, second };
}

const statusOf = ({ attempt_id }: { attempt_id: string }) => cashfree.orders.get(attempt_id)?.order_status;
const endings = () => cashfree.sent.filter(({ method }) => method === 'PATCH').length;

async function stateOf({ order_id }: { order_id: string }): Promise<string | undefined> {
  const row = await db.selectFrom('orders').select('state').where('id', '=', order_id).executeTakeFirst();
  return row?.state;
}

describe('an order that gave way to another', () => {
  it('is ended at Cashfree by the next run of the poller, once, and the new one is not', async () => {
    const { student, first, second } = await replaced();
    expect(statusOf(first)).toBe('ACTIVE');
    expect((await cashfreeApp.settlePayments()).failures).toEqual([]);
    expect([statusOf(first), statusOf(second)]).toEqual(['TERMINATED', 'ACTIVE']);
    const before = endings();
    await poll(academy);
    expect(endings()).toBe(before);
    cashfree.pay(second.attempt_id, 'SUCCESS');
    expect((await update(student, second.attempt_id)).state).toBe('completed');
    expect([await stateOf(first), await stateOf(second)]).toEqual(['replaced', 'completed']);
  });

  it('that was paid a moment before is owed back as ever', async () => {
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
  ])('that was paid a moment before is owed back, refused with %d %s', async (status, code) => {
    const { first } = await replaced();
    cashfree.onEnding = (orderId) => {
      cashfree.pay(orderId, 'SUCCESS');
      return { status, body: { message: 'no', code, type: 'invalid_request_error' } };
    };
    expect((await cashfreeApp.settlePayments()).failures).toEqual([]);
    expect(await stateOf(first)).toBe('refund_due');
  });

  it('whose end is refused although it can be paid is ended by a later run', async () => {
    const { first } = await replaced();
    cashfree.onEnding = () => ({ status: 400, body: { message: 'no', code: 'request_failed', type: 'x' } });
    expect((await cashfreeApp.settlePayments()).failures).toHaveLength(1);
    cashfree.onEnding = () => undefined;
    await poll(academy);
    expect(statusOf(first)).toBe('TERMINATED');
  });

  it('is ended later where Cashfree is out of reach', async () => {
    const { first } = await replaced();
    cashfree.onEnding = () => 'html';
    expect((await cashfreeApp.settlePayments()).failures).toHaveLength(1);
    expect(statusOf(first)).toBe('ACTIVE');
    cashfree.onEnding = () => undefined;
    await poll(academy);
    expect(statusOf(first)).toBe('TERMINATED');
  });

  it('with a payment under way is looked for until that is known', async () => {
    const { first } = await replaced();
    const pending = cashfree.pay(first.attempt_id, 'PENDING');
    await poll(academy);
    expect(statusOf(first)).toBe('TERMINATION_REQUESTED');
    pending.payment_status = 'SUCCESS';
    await poll(academy);
    expect(await stateOf(first)).toBe('refund_due');
  });

  it('cannot be paid in the sandbox either', async () => {
    const { first, second } = await replaced(sandboxApp);
    expect((await sandboxApp.settlePayments()).failures).toEqual([]);
    await press(academy, first, 'pay-away');
    await press(academy, second, 'pay-away');
    await poll(academy);
    expect([await stateOf(first), await stateOf(second)]).toEqual(['replaced', 'completed']);
  });
});
