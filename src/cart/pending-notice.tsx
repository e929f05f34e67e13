import type { Order } from '../../contract/orders.ts';
import { confirmationPath } from '../student/orders/order-texts.ts';
import { ActionLink } from '../ui/action-link.tsx';
import { Notice } from '../ui/notice.tsx';
import { pendingTitle } from './cart-texts.ts';

/** A payment that is not settled, above all that could be paid meanwhile; it leads to where it is rechecked. */
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
      Order <strong>{order.order_id}</strong>: the bank has not told us yet how your payment ended. Its seats are held
      meanwhile.
    </Notice>
  );
}
