import { paths } from '../../../contract/pages.ts';
import { Icon } from '../../ui/icons.tsx';
import { PageLink } from '../../ui/links/page-link.tsx';
import classes from '../site-frame.module.css';

/** Badge with the number of items in the cart. Hidden if the number is 0 or unknown. */
export function CartBadge({ count }: { count: number | null }) {
  if (!count) return null;
  return (
    <span className={`center tiny strong ${classes.badge}`}>
      {count}
      <span className="visually-hidden"> in cart</span>
    </span>
  );
}

export function CartLink({ count }: { count: number | null }) {
  return (
    <PageLink href={paths.cart} className={`stack relative ${classes.cart}`}>
      <Icon name="cart" size={24} />
      <span className="visually-hidden">Cart</span>
      <CartBadge count={count} />
    </PageLink>
  );
}
