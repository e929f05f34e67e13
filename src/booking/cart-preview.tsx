import type { Cart } from '../../contract/cart.ts';
import { paths } from '../../contract/pages.ts';
import { lineName } from '../../machines/cart-lines.ts';
import { formatTotal } from '../lib/format/format.ts';
import { ActionLink } from '../ui/links/action-link.tsx';
import classes from './booking-page.module.css';

/**
 * The cart's items and total: beside the offers on wide screens, and as a strip above the bottom bar on phones. Hidden
 * while the cart is empty.
 */
export function CartPreview({ cart }: { cart: Cart | undefined }) {
  if (!cart || cart.items.length === 0) return null;
  const count = cart.items.length;
  return (
    <section
      className={`row middle gap-x-4 surface screen-only ${classes.preview}`}
      aria-labelledby="cart-preview"
      data-sticky-action
    >
      <h2 id="cart-preview" className="small">
        {count} in your cart
      </h2>
      <ul className={classes.lines}>
        {cart.items.map((line) => (
          <li key={`${line.type}-${line.id}`}>{lineName(line)}</li>
        ))}
      </ul>
      <p className={`strong nowrap ${classes.total}`}>{formatTotal(cart.totals.total)}</p>
      <ActionLink href={paths.cart}>Go to cart</ActionLink>
    </section>
  );
}
