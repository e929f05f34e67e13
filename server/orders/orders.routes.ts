import { createOrder as createOrderCall, listOrders, updateOrder } from '../../contract/orders.ts';
import { listStudentPayments } from '../../contract/student-payments.ts';
import { shareReads } from '../db/transactions/batch-queue.ts';
import { today } from '../http/clock.ts';
import type { Mount } from '../http/mount/mount.ts';
import { notFound } from '../http/refusal.ts';
import { findNewestOrder, findOrdersByAttempt, listStoredOrders } from './order-list.repo.ts';
import { paymentStatus, toOrder } from './order-shape.ts';
import type { OwnAttempt } from './own-attempts.ts';
import { findAttempts, settleAttemptOnReturn, settleOpenAttempts } from './pay/settle-attempts.ts';
import { listPayments } from './payment-list.repo.ts';
import { createOrder } from './place/create-order.ts';
import type { OrderRoutesDeps } from './place/order-queue.ts';

/**
 * Largest body of `POST /orders/create`, in bytes. The longest price quote that the contract allows takes less than 31
 * KB.
 */
const bodyLimit = 32 * 1024;

export function orderRoutes(mount: Mount, deps: OrderRoutesDeps): void {
  mount(createOrderCall, (call) => createOrder(deps, call), { ownTransactions: true, bodyLimit });

  // Many students return from the payment page at the same time, so the reads of their calls share SQL statements.
  const findAttempt = shareReads((own: readonly OwnAttempt[]) => findAttempts(deps.db, own));
  const findOrder = shareReads((own: readonly OwnAttempt[]) => findOrdersByAttempt(deps.db, own));

  mount(updateOrder, async ({ db, query: { attempt_id: attemptId }, subject: { studentId } }) => {
    if (attemptId) {
      const attempt = await findAttempt({ studentId, attemptId });
      if (!attempt) throw notFound();
      await settleAttemptOnReturn(deps, attempt);
    } else await settleOpenAttempts(deps, studentId);
    const stored = attemptId ? await findOrder({ studentId, attemptId }) : await findNewestOrder(db, studentId);
    if (!stored) return { statusCode: 200, data: null };
    const { attempt_id: newest, ...order } = stored;
    const status = { final_payment_status: paymentStatus(order), state: order.state };
    const ids = { order_id: order.order_id, attempt_id: newest };
    return { statusCode: 200, data: { ...ids, ...status, order: toOrder(order, today(deps.clock)) } };
  });

  mount(listOrders, async ({ db, subject }) => {
    const orders = await listStoredOrders(db, subject.studentId);
    return { statusCode: 200, data: orders.map((order) => toOrder(order, today(deps.clock))) };
  });

  mount(listStudentPayments, async ({ db, subject }) => ({
    statusCode: 200,
    data: await listPayments(db, subject.studentId),
  }));
}
