import type { Cart } from '../../contract/cart.ts';
import { groupDiscountSeats, maxOrderLines } from '../../contract/limits.ts';
import { hasTrouble } from '../../machines/cart-lines.ts';
import { telHref } from '../content/tel-href.ts';
import { formatTotal } from '../lib/format/format.ts';
import { ActionButton } from '../ui/links/action-button.tsx';
import { Notice } from '../ui/messages/notice.tsx';
import classes from './cart.module.css';
import {
  bookingNotAllowed,
  cartWarning,
  offlineReason,
  pendingReason,
  tooManyLinesAdvice,
  tooManyLinesTitle,
} from './cart-texts.ts';
import { TotalRows } from './total-rows.tsx';

type CartSummaryProps = {
  cart: Cart;
  phone: string | null;
  isOnline: boolean;
  /** Whether an earlier payment is not settled yet. */
  isPending: boolean;
  onConfirm: () => void;
};

/** Why the student cannot confirm the booking now, shown above the disabled button; null if they can. */
function blockReason({ cart, isOnline, isPending }: CartSummaryProps): string | null {
  if (isPending) return pendingReason;
  if (!cart.allowedBooking) return bookingNotAllowed;
  if (cart.items.some(hasTrouble)) return cartWarning;
  if (cart.items.length > maxOrderLines) return `${tooManyLinesTitle} ${tooManyLinesAdvice}`;
  if (!isOnline) return offlineReason;
  return null;
}

/** Subtotal, discount, total and the Confirm Booking button. */
export function CartSummary(props: CartSummaryProps) {
  const { cart, phone, onConfirm } = props;
  const reason = blockReason(props);
  const isTemporary = reason === offlineReason || reason === pendingReason;
  return (
    <section className={`panel ruled stack packed gap-4 p-5 ${classes.summary}`} aria-labelledby="cart-summary">
      <h2 id="cart-summary">Summary</h2>
      <dl className={`stack gap-2 ${classes.totals}`}>
        <TotalRows totals={cart.totals} totalClassName={`line-above large strong ${classes.total}`} />
      </dl>
      <div className={`stack gap-2 small ${classes.confirm}`} data-sticky-action={reason ? undefined : true}>
        {reason ? (
          <div id="cart-block-reason">
            <Notice tone={isTemporary ? 'waiting' : 'error'} role="status">
              {reason}
            </Notice>
          </div>
        ) : null}
        {reason ? null : (
          <p className={classes.barTotal}>
            Total <strong className="midsize ink">{formatTotal(cart.totals.total)}</strong>
          </p>
        )}
        <ActionButton
          fullWidth
          disabled={reason !== null}
          {...(reason ? { 'aria-describedby': 'cart-block-reason' } : {})}
          onClick={onConfirm}
        >
          Confirm Booking
        </ActionButton>
      </div>
      <p className={`soft small ${classes.group}`}>
        Booking for a group? {groupDiscountSeats} or more seats get a discount, arranged by phone
        {phone ? (
          <>
            : <a href={telHref(phone)}>{phone}</a>
          </>
        ) : null}
      </p>
    </section>
  );
}
