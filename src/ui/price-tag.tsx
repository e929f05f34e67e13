import { formatPrice } from '../lib/format/format.ts';
import classes from './price-tag.module.css';

/** A price. `main` and `struck` (the original price) in rupees; `percent_off` is a whole number. */
type Price = { main: number; struck?: number | undefined; percent_off?: number | undefined };

/** A price, with the original price and the discount if there is one. `note`: for example "including GST". */
export function PriceTag({ price, note, isLarge = false }: { price: Price; note?: string; isLarge?: boolean }) {
  return (
    <span className={`wrap baseline ${classes.tag}`} data-large={isLarge || undefined}>
      <span className={`ink strong nowrap ${classes.main}`}>{formatPrice(price.main)}</span>
      {price.struck ? (
        <s className="soft tiny">
          <span className="visually-hidden">instead of </span>
          {formatPrice(price.struck)}
        </s>
      ) : null}
      {price.percent_off ? (
        <span className={`tiny strong nowrap ${classes.badge}`}>{price.percent_off}% off</span>
      ) : null}
      {note ? <span className="soft tiny">{note}</span> : null}
    </span>
  );
}
