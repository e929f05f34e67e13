import { useQuery } from '@tanstack/react-query';
import type { Order } from '../../contract/orders.ts';
import { orderQueries } from '../student/orders/order.queries.ts';
import { confirmationPath } from '../student/orders/order-texts.ts';
import { ActionLink } from '../ui/links/action-link.tsx';
import { Notice } from '../ui/messages/notice.tsx';
import { pendingTitle } from './cart-texts.ts';

/**
 * The student's order whose payment is not settled, whichever device it was placed on; null if there is none. The
 * student must not pay again.
 */
export function usePendingOrder(studentId: string): Order | null {
  const { data: orders } = useQuery({ ...orderQueries.list(studentId), refetchOnMount: 'always' });
  return orders?.find((order) => order.is_payment_pending === true) ?? null;
}

/**
 * Warns about a payment that is not settled yet, and links to the page on which the student can have the payment
 * checked again.
 */
export function PendingNotice({ order }: { order: Order }) {
  return (
    <Notice
      tone="waiting"
      role="status"
      title={pendingTitle}
      action={
        <ActionLink href={confirmationPath(order)} look="outline">
          Recheck Payment
        </ActionLink>
      }
    >
      Order <strong>{order.order_id}</strong>: the bank has not confirmed your payment yet.
      {order.state === 'awaiting_payment' ? ' We are holding your seats.' : ''}
    </Notice>
  );
}
