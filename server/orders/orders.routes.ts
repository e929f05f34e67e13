import { createOrder as createOrderCall, listOrders, updateOrder } from '../../contract/orders.ts';
import type { Mount } from '../http/mount.ts';
import { notFound } from '../http/refusal.ts';
import { today } from '../providers/clock.ts';
import { type CreationParts, createOrder } from './create-order.ts';
import { findStoredOrder, listStoredOrders } from './order-list.repo.ts';
import { paymentStatus, toOrder } from './order-shape.ts';
import { settleOne, settleOpenOf } from './settle-open.ts';

/** Bytes: twice a quote of as many courses as `quoteLimits` allows. */
const bodyLimit = 32 * 1024;

export function orderRoutes(mount: Mount, parts: CreationParts): void {
  mount(createOrderCall, (call) => createOrder(parts, call), { ownTransactions: true, bodyLimit });

  mount(updateOrder, async ({ db, query, subject }) => {
    const { attempt_id } = query;
    if (!attempt_id) await settleOpenOf(parts, subject.studentId);
    else if (!(await settleOne(parts, subject.studentId, attempt_id))) throw notFound();
    const stored = await findStoredOrder(db, subject.studentId, attempt_id || undefined);
    if (!stored) return { statusCode: 200, data: null };
    const { attempt_id: newest, ...order } = stored;
    const status = { final_payment_status: paymentStatus(order.state), state: order.state };
    const ids = { order_id: order.order_id, attempt_id: newest };
    return { statusCode: 200, data: { ...ids, ...status, order: toOrder(order, today(parts.clock)) } };
  });

  mount(listOrders, async ({ db, subject }) => {
    const orders = await listStoredOrders(db, subject.studentId);
    return { statusCode: 200, data: orders.map((order) => toOrder(order, today(parts.clock))) };
  });
}
