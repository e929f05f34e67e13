import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Cart } from '../../../contract/cart.ts';
import { cartQueries } from '../../cart/cart.queries.ts';
import { TotalRows } from '../../cart/total-rows.tsx';
import { formatTotal } from '../../lib/format/format.ts';
import { AsOf } from '../../ui/as-of.tsx';
import classes from '../checkout.module.css';
import { useCheckout } from '../checkout-context.ts';

type OrderSummaryProps = {
  cart: Cart | undefined;
  /** A text below the total. */
  note?: ReactNode;
  /** The main button of the checkout step and its hint. On phones they stick to the bottom of the screen. */
  children?: ReactNode;
};

/**
 * Subtotal, discount, total and the step's main button. On phones the total is shown beside the button, at the bottom
 * of the screen.
 */
export function OrderSummary({ cart, note, children }: OrderSummaryProps) {
  const { studentId, isOnline } = useCheckout();
  const { dataUpdatedAt } = useQuery({ ...cartQueries.current(studentId), enabled: false });
  return (
    <aside className={classes.aside} aria-labelledby="order-summary">
      <div className="panel stack gap-3 p-5 rounded">
        <h2 id="order-summary">Order summary</h2>
        {cart && !isOnline ? <AsOf what="Prices and seats" at={dataUpdatedAt} /> : null}
        {cart ? (
          <dl className={`stack gap-2 ${classes.totals}`}>
            <TotalRows
              totals={cart.totals}
              subtotalLabel={`Subtotal (${cart.items.length === 1 ? '1 item' : `${cart.items.length} items`})`}
              totalClassName={`line-above large strong ${classes.total}`}
            />
          </dl>
        ) : null}
        {note}
      </div>
      {children ? (
        <div className={`stack middle line-above ${classes.action}`} data-sticky-action>
          {cart ? (
            <p className={classes.barTotal}>
              Total <strong className="midsize ink">{formatTotal(cart.totals.total)}</strong>
            </p>
          ) : null}
          {children}
        </div>
      ) : null}
    </aside>
  );
}
