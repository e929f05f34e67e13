import { formatPrice } from '../lib/format/format.ts';
import classes from './price-tag.module.css';

/** A price from the server, see `priceSchema` in `contract/batch.ts`. Amounts are in rupees. */
type Price = {
  main: number;
  struck?: number | undefined;
  percent_off?: number | undefined;
  by_year?: { years: number; total: number } | undefined;
  note?: string | undefined;
};

type PriceTagProps = {
  price: Price;
  /** A remark shown with the price, for example "including GST", in addition to `price.note`. */
  note?: string;
  isLarge?: boolean;
  /** Whether to omit the original price and the discount. */
  isBrief?: boolean;
  /** Whether the student can book or pay on this screen. If so, a yearly price says which part is paid now. */
  isPayable?: boolean;
  /** Formats the amounts. The cart and checkout show them with two decimals. */
  format?: (rupees: number) => string;
};

/**
 * Shows a price and what it covers: year 1 and the total of a programme that is paid year by year, the hostel,
 * instalments (docs/product.md#fees-by-year).
 */
export function PriceTag({ price, note, isLarge, isBrief, isPayable, format = formatPrice }: PriceTagProps) {
  const { main, struck, percent_off: percentOff, by_year: byYear } = price;
  return (
    <span className={`wrap baseline ${classes.tag}`} data-price data-large={isLarge || undefined}>
      <span className={`ink strong ${classes.main}`}>
        {byYear ? 'Year 1 ' : ''}
        <span className="nowrap">{format(main)}</span>
      </span>
      {struck && !isBrief ? (
        <s className="soft tiny">
          <span className="visually-hidden">instead of </span>
          {format(struck)}
        </s>
      ) : null}
      {percentOff && !isBrief ? <span className={`tiny strong nowrap ${classes.badge}`}>{percentOff}% off</span> : null}
      {byYear ? (
        <span className="soft tiny">
          total <span className="nowrap">{format(byYear.total)}</span> over {byYear.years} years
        </span>
      ) : null}
      {byYear && isPayable ? <span className="ink tiny">You pay year 1 now</span> : null}
      {[note, price.note].map((text) =>
        text ? (
          <span key={text} className="soft tiny">
            {text}
          </span>
        ) : null,
      )}
    </span>
  );
}
