import { afterEach, expect, it } from 'vitest';
import { inPipelinedTransaction } from '../../../../server/db/transactions/pipelined-transaction.ts';
import { applyPaymentUpdate, type PaymentUpdate } from '../../../../server/orders/pay/apply-payment-update.ts';
import { openAcademy } from '../../booking/academy.ts';
import { batches } from '../../booking/academy-seed.ts';
import { claims, clearSeats, expectInvariants, orderFire, orderState } from '../ordering.ts';
import { orderDeps } from '../place/order-server.ts';

const academy = await openAcademy();
const { db, clock } = academy;
const deps = orderDeps(db, clock);
const amountPaise = 550_050;

afterEach(async () => {
  await expectInvariants(academy);
  await clearSeats(academy);
});

const apply = (attemptId: string, update: PaymentUpdate) =>
  inPipelinedTransaction(db, (transaction) => applyPaymentUpdate(transaction, deps, attemptId, update));

it('an outdated provider response with only a declined payment does not release the seat while a newer payment is pending', async () => {
  const { created } = await orderFire(academy);
  const payment = (id: string, status: 'approved' | 'declined' | 'pending') => ({
    ...{ id: `${created.attempt_id} ${id}`, status, amountPaise, method: null },
  });
  const report = (...payments: ReturnType<typeof payment>[]): PaymentUpdate => ({
    source: 'student',
    order: { status: 'active', payments },
  });
  await apply(created.attempt_id, report(payment('first', 'declined'), payment('second', 'pending')));
  await apply(created.attempt_id, report(payment('first', 'declined')));
  expect(await orderState(academy, created.order_id)).toBe('awaiting_payment');
  expect(await claims(academy, batches.fireOpen)).toEqual({ holds: 1, bookings: 0 });
  await apply(created.attempt_id, report(payment('first', 'declined'), payment('second', 'declined')));
  expect(await orderState(academy, created.order_id)).toBe('declined');
});
