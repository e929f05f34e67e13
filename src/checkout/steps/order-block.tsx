import { useQuery } from '@tanstack/react-query';
import { maxOrderLines } from '../../../contract/limits.ts';
import type { Order } from '../../../contract/orders.ts';
import { paths } from '../../../contract/pages.ts';
import { bookingQueries } from '../../booking/booking.queries.ts';
import { cartQueries } from '../../cart/cart.queries.ts';
import { bookingNotAllowed, pendingTitle, tooManyLinesAdvice, tooManyLinesTitle } from '../../cart/cart-texts.ts';
import { PendingNotice, usePendingOrder } from '../../cart/pending-payment.tsx';
import { ActionLink } from '../../ui/links/action-link.tsx';
import { EmptyState } from '../../ui/messages/empty-state.tsx';
import { Notice } from '../../ui/messages/notice.tsx';
import { bookingClosed } from '../checkout-texts.ts';
import { PhoneLink } from '../phone-link.tsx';

/**
 * Why the student cannot order anything now, whichever step of checkout is open. `text`: the reason as shown to the
 * student.
 */
type OrderBlock =
  | { kind: 'empty' | 'closed' | 'notAllowed' | 'tooLong'; text: string }
  | { kind: 'pending'; text: string; order: Order };

/** Why the student cannot order; null if no reason is known. */
export function useOrderBlock(studentId: string): OrderBlock | null {
  const { data: settings } = useQuery(bookingQueries.settings());
  const { data: cart } = useQuery(cartQueries.current(studentId));
  const pending = usePendingOrder(studentId);
  if (pending) return { kind: 'pending', text: pendingTitle, order: pending };
  if (settings?.enable_booking === false) return { kind: 'closed', text: bookingClosed };
  if (cart?.items.length === 0) return { kind: 'empty', text: 'Your cart is empty' };
  if (cart && cart.items.length > maxOrderLines) return { kind: 'tooLong', text: tooManyLinesTitle };
  if (cart?.allowedBooking === false) return { kind: 'notAllowed', text: bookingNotAllowed };
  return null;
}

/** Says why nothing can be ordered now, and where to go instead. */
export function OrderBlockNotice({ block, phone }: { block: OrderBlock; phone: string | null }) {
  if (block.kind === 'pending') return <PendingNotice order={block.order} />;
  if (block.kind === 'empty')
    return (
      <EmptyState title={block.text} action={<ActionLink href={paths.bookOnline}>Book Online</ActionLink>}>
        Choose courses or packages first. Bookings that you have paid for are in your profile.
      </EmptyState>
    );
  return (
    <Notice
      tone="error"
      role="alert"
      title={block.text}
      action={
        <ActionLink href={paths.cart} look="outline">
          Back to cart
        </ActionLink>
      }
    >
      {block.kind === 'tooLong' ? tooManyLinesAdvice : 'Your cart is saved.'}{' '}
      {phone && block.kind !== 'tooLong' ? (
        <>
          Admissions: <PhoneLink phone={phone} />
        </>
      ) : null}
    </Notice>
  );
}
