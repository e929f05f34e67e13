import type { Order } from '../../../contract/orders.ts';

/** Tabs of My Orders (document 2, section 2); the first is open where the address names none. */
export const orderViews = [
  { key: 'active', label: 'Active Orders' },
  { key: 'history', label: 'Order History' },
] as const;
export type OrderView = (typeof orderViews)[number]['key'];

/** Nothing of it is still to come: each item was held, or will not be. */
function isOver({ state, items }: Order): boolean {
  // Money that is still to come back keeps an order in sight.
  if (state === 'refund_due') return false;
  return items.every(({ status }) => status === 'Completed' || status === 'Cancelled');
}

/** Where an order is listed: active while it is approved and not over, else history (document 2, section 4). */
export function viewOf(order: Order): OrderView {
  return order.final_payment_status === 'APPROVED' && !isOver(order) ? 'active' : 'history';
}

/** The order whose payment is not settled; a student has at most one. */
export function findPending(orders: readonly Order[]): Order | undefined {
  return orders.find(({ final_payment_status: status }) => status !== 'APPROVED' && status !== 'DECLINED');
}
