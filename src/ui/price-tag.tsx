import { formatPrice } from '../lib/format.ts';
import classes from './price-tag.module.css';

/** Rupees; `percent_off` is the badge's whole number. */
type Price = { main: number; struck?: number | undefined; percent_off?: number | undefined };

/** What is paid, what is struck through, and by how much: always side by side. `note` follows, such as 'including GST'. */
export function PriceTag({ price, note, isLarge = false }: { price: Price; note?: string; isLarge?: boolean }) {
  return (
    <span className={classes.tag} data-large={isLarge || undefined}>
      <span className={classes.main}>{formatPrice(price.main)}</span>
      {price.struck ? (
        <s className={classes.struck}>
          <span className="visually-hidden">instead of </span>
          {formatPrice(price.struck)}
        </s>
      ) : null}
      {price.percent_off ? <span className={classes.badge}>{price.percent_off}% off</span> : null}
      {note ? <span className={classes.note}>{note}</span> : null}
    </span>
  );
}
