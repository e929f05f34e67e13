import type { Cart } from '../../contract/cart.ts';
import { formatTotal } from '../lib/format/format.ts';

type TotalRowsProps = { totals: Cart['totals']; subtotalLabel?: string; totalClassName: string | undefined };

/** Subtotal, discount and total as rows of a `dl`, used in the cart and in checkout. */
export function TotalRows({ totals, subtotalLabel = 'Subtotal', totalClassName }: TotalRowsProps) {
  return (
    <>
      <div>
        <dt>{subtotalLabel}</dt>
        <dd>{formatTotal(totals.subtotal)}</dd>
      </div>
      <div>
        <dt>Discount</dt>
        <dd>{totals.discount > 0 ? `−${formatTotal(totals.discount)}` : formatTotal(0)}</dd>
      </div>
      <div className={totalClassName}>
        <dt>Total</dt>
        <dd>{formatTotal(totals.total)}</dd>
      </div>
    </>
  );
}
