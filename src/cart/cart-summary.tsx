import type { Cart } from '../../contract/cart.ts';
import { groupDiscountSeats } from '../../contract/limits.ts';
import { telephone } from '../content/telephone.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { Notice } from '../ui/notice.tsx';
import classes from './cart.module.css';
import { bookingNotAllowed, cartWarning, offlineHindrance, pendingHindrance } from './cart-texts.ts';
import { hasTrouble } from './line-parts.ts';
import { TotalRows } from './total-rows.tsx';

type CartSummaryProps = {
  cart: Cart;
  phone: string | null;
  isOnline: boolean;
  /** A payment is not settled yet. */
  isPending: boolean;
  onConfirm: () => void;
};

/** Why the order can't be confirmed now; null while it can. A disabled button says why. */
function hindranceOf({ cart, isOnline, isPending }: CartSummaryProps): string | null {
  if (isPending) return pendingHindrance;
  if (!cart.allowedBooking) return bookingNotAllowed;
  if (cart.items.some(hasTrouble)) return cartWarning;
  if (!isOnline) return offlineHindrance;
  return null;
}

/** Subtotal, discount, total, and the one action (document 1, section 2 "Cart"). */
export function CartSummary(props: CartSummaryProps) {
  const { cart, phone, onConfirm } = props;
  const hindrance = hindranceOf(props);
  const waits = hindrance === offlineHindrance || hindrance === pendingHindrance;
  return (
    <section className={classes.summary} aria-labelledby="cart-summary">
      <h2 id="cart-summary">Summary</h2>
      <dl className={classes.totals}>
        <TotalRows totals={cart.totals} totalClassName={classes.total} />
      </dl>
      <div className={classes.confirm} data-sticky-action={hindrance ? undefined : true}>
        {hindrance ? (
          <div id="cart-hindrance">
            <Notice tone={waits ? 'waiting' : 'wrong'} role="status">
              {hindrance}
            </Notice>
          </div>
        ) : null}
        <ActionButton
          fullWidth
          disabled={hindrance !== null}
          {...(hindrance ? { 'aria-describedby': 'cart-hindrance' } : {})}
          onClick={onConfirm}
        >
          Confirm Booking
        </ActionButton>
      </div>
      <p className={classes.group}>
        Booking for a group? {groupDiscountSeats} or more seats get a discount, arranged by phone
        {phone ? (
          <>
            : <a href={telephone(phone)}>{phone}</a>
          </>
        ) : null}
      </p>
    </section>
  );
}
