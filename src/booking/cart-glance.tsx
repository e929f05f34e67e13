import type { Cart } from '../../contract/cart.ts';
import { paths } from '../../contract/pages.ts';
import { lineName } from '../cart/line-parts.ts';
import { formatTotal } from '../lib/format.ts';
import { ActionLink } from '../ui/action-link.tsx';
import classes from './cart-glance.module.css';

/** What is in the cart so far, beside the offers on wide screens and as a strip above the bar on phones; nothing while it is empty. */
export function CartGlance({ cart }: { cart: Cart | undefined }) {
  if (!cart || cart.items.length === 0) return null;
  const count = cart.items.length;
  return (
    <section className={classes.glance} aria-labelledby="cart-glance" data-sticky-action>
      <h2 id="cart-glance" className={classes.title}>
        {count} in your cart
      </h2>
      <ul className={classes.lines}>
        {cart.items.map((line) => (
          <li key={`${line.type}-${line.id}`}>{lineName(line)}</li>
        ))}
      </ul>
      <p className={classes.total}>{formatTotal(cart.totals.total)}</p>
      <ActionLink href={paths.cart}>Go to cart</ActionLink>
    </section>
  );
}
