import type { Order } from '../../../contract/orders.ts';

/** Tabs of My Orders. The first tab is open if the URL names none. */
export const orderViews = [
  { key: 'active', label: 'Active Orders' },
  { key: 'history', label: 'Order History' },
] as const;
export type OrderView = (typeof orderViews)[number]['key'];

/** Whether the order is over: all its items are completed or cancelled, and no refund is due. */
function isOver({ state, items }: Order): boolean {
  if (state === 'refund_due') return false;
  return items.every(({ status }) => status === 'Completed' || status === 'Cancelled');
}

/** The tab that lists the order: Active Orders if it is paid and not over, otherwise Order History. */
export function viewOf(order: Order): OrderView {
  return order.final_payment_status === 'APPROVED' && !isOver(order) ? 'active' : 'history';
}

/** The first order whose payment is pending, if any. */
export function findPending(orders: readonly Order[]): Order | undefined {
  return orders.find(({ final_payment_status: status }) => status !== 'APPROVED' && status !== 'DECLINED');
}
