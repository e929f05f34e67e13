import { useQuery } from '@tanstack/react-query';
import type { Order } from '../../contract/orders.ts';
import { bookingQueries } from '../booking/booking.queries.ts';
import { cartQueries } from '../cart/cart.queries.ts';
import { bookingNotAllowed, pendingTitle } from '../cart/cart-texts.ts';
import { usePendingOrder } from '../cart/use-pending-order.ts';
import { bookingClosed } from './checkout-texts.ts';

/** Why this student cannot order now whatever the step; null where nothing is known to stand in the way. */
export type Hindrance =
  | { kind: 'empty' | 'closed' | 'notAllowed'; text: string }
  | { kind: 'pending'; text: string; order: Order };

export function useHindrance(studentId: string): Hindrance | null {
  const { data: settings } = useQuery(bookingQueries.settings());
  const { data: cart } = useQuery(cartQueries.current(studentId));
  const pending = usePendingOrder(studentId);
  if (pending) return { kind: 'pending', text: pendingTitle, order: pending };
  if (settings?.enable_booking === false) return { kind: 'closed', text: bookingClosed };
  if (cart?.items.length === 0) return { kind: 'empty', text: 'Your cart is empty' };
  if (cart?.allowedBooking === false) return { kind: 'notAllowed', text: bookingNotAllowed };
  return null;
}
