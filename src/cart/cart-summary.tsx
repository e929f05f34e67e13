import type { Cart } from '../../contract/cart.ts';
import { groupDiscountSeats, maxOrderLines } from '../../contract/limits.ts';
import { hasTrouble } from '../../machines/cart-lines.ts';
import { telHref } from '../content/tel-href.ts';
import { formatTotal } from '../lib/format/format.ts';
import { type Unreachable, useUnreachable } from '../offline/connection/unreachable.ts';
import { ActionButton } from '../ui/links/action-button.tsx';
import { Notice } from '../ui/messages/notice.tsx';
import classes from './cart.module.css';
import { bookingNotAllowed, cartWarning, pendingReason, tooManyLinesAdvice, tooManyLinesTitle } from './cart-texts.ts';
import { TotalRows } from './total-rows.tsx';

type CartSummaryProps = {
  cart: Cart;
  phone: string | null;
  isOnline: boolean;
  /** Whether an earlier payment of the student is not settled yet. */
  isPending: boolean;
  onConfirm: () => void;
};

type BlockReason = { text: string; tone: 'waiting' | 'error' };

/** Why the student cannot confirm the booking now, shown above the disabled button; null if they can. */
function blockReason(
  { cart, isOnline, isPending }: CartSummaryProps,
  { reason, when }: Unreachable,
): BlockReason | null {
  if (isPending) return { text: pendingReason, tone: 'waiting' };
  if (!cart.allowedBooking) return { text: bookingNotAllowed, tone: 'error' };
  if (cart.items.some(hasTrouble)) return { text: cartWarning, tone: 'error' };
  if (cart.items.length > maxOrderLines) return { text: `${tooManyLinesTitle} ${tooManyLinesAdvice}`, tone: 'error' };
  if (!isOnline) return { text: `${reason}. Your cart is saved. You can confirm ${when}.`, tone: 'waiting' };
  return null;
}

/** Subtotal, discount, total and the Confirm Booking button. */
export function CartSummary(props: CartSummaryProps) {
  const { cart, phone, onConfirm } = props;
  const reason = blockReason(props, useUnreachable());
  return (
    <section className={`panel ruled stack packed gap-4 p-5 ${classes.summary}`} aria-labelledby="cart-summary">
      <h2 id="cart-summary">Summary</h2>
      <dl className={`stack gap-2 ${classes.totals}`}>
        <TotalRows totals={cart.totals} totalClassName={`line-above large strong ${classes.total}`} />
      </dl>
      <div className={`stack gap-2 small ${classes.confirm}`} data-sticky-action={reason ? undefined : true}>
        {reason ? (
          <div id="cart-block-reason">
            <Notice tone={reason.tone} role="status">
              {reason.text}
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
