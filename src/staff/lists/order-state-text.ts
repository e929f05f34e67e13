import type { OrderState } from '../../../contract/orders.ts';
import type { ListedState } from '../../../contract/staff/orders.ts';

/** The names of order states as the console shows them; for a single order, see `orderStateText`. */
export const orderStateNames: Record<ListedState, string> = {
  awaiting_payment: 'Awaiting payment',
  completed: 'Paid',
  declined: 'Payment declined',
  expired: 'Payment time ran out',
  replaced: 'Replaced',
  refund_due: 'Refund due',
  refunded: 'Refunded',
  cancelled: 'Cancelled',
};

/**
 * The state of an order in words. A paid order stays `completed` when its bookings are moved or cancelled (decision 147,
 * "Let a cancelled order stay completed and cancel its lines"). `isCancelled`: all its bookings are cancelled.
 * `isDue`: a price difference is due.
 */
export function orderStateText(state: OrderState, { isCancelled, isDue }: Record<'isCancelled' | 'isDue', boolean>) {
  if (state !== 'completed') return orderStateNames[state];
  if (isCancelled) return orderStateNames.cancelled;
  return isDue ? 'Partly paid' : orderStateNames[state];
}
