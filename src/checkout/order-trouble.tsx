import '../ui/controls.css';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { paths } from '../../contract/pages.ts';
import type { OrderRefusal } from '../../machines/checkout.types.ts';
import { bookingQueries } from '../booking/booking.queries.ts';
import { cartQueries } from '../cart/cart.queries.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { ActionLink } from '../ui/action-link.tsx';
import { Notice } from '../ui/notice.tsx';
import classes from './checkout.module.css';
import { useCheckout } from './checkout-context.ts';
import type { CheckoutState } from './checkout-screen.ts';
import { refusalText } from './checkout-texts.ts';
import { isDeciding, OrderDecision } from './order-decision.tsx';

function Trouble({ title, children, action }: { title: string; children: ReactNode; action: ReactNode }) {
  return (
    <div className={classes.arrival} tabIndex={-1} data-arrival>
      <Notice tone="wrong" role="alert" title={title} action={<div className={classes.ways}>{action}</div>}>
        <div className={classes.says}>{children}</div>
      </Notice>
    </div>
  );
}

function RefusedOrder({ refusal }: { refusal: OrderRefusal }) {
  const { send } = useCheckout();
  const { title, advice, way } = refusalText(refusal);
  const ways = {
    review: <ActionButton onClick={() => send({ type: 'review.return' })}>Back to your order</ActionButton>,
    details: <ActionButton onClick={() => send({ type: 'information.open' })}>Complete your details</ActionButton>,
    cart: <ActionButton onClick={() => send({ type: 'checkout.leave' })}>Back to cart</ActionButton>,
    courses: <ActionLink href={paths.bookOnline}>Book Online</ActionLink>,
  };
  return (
    <Trouble title={title} action={ways[way]}>
      <p>{advice}</p>
    </Trouble>
  );
}

/** Terms on the screen become those that the server went by, and the cart where the machine has not read it already. */
function useFreshOrder(state: CheckoutState): void {
  const client = useQueryClient();
  const isRefused = state.matches('orderRefused');
  const isStale = isRefused || isDeciding(state);
  useEffect(() => {
    if (isStale) void client.invalidateQueries({ queryKey: bookingQueries.settings().queryKey });
    if (isRefused) void client.invalidateQueries({ queryKey: cartQueries.all() });
  }, [isStale, isRefused, client]);
}

/** What came between the order and its payment, each with a way on. */
export function OrderTrouble() {
  const { state, send, isOnline } = useCheckout();
  const { refusal } = state.context;
  useFreshOrder(state);

  if (isDeciding(state)) return <OrderDecision />;
  if (state.matches('orderRefused') && refusal) return <RefusedOrder refusal={refusal} />;
  if (state.matches('orderUnanswered'))
    return (
      <Trouble
        title="We do not know yet whether your order arrived"
        action={
          <ActionButton disabled={!state.can({ type: 'order.retry' })} onClick={() => send({ type: 'order.retry' })}>
            Try again
          </ActionButton>
        }
      >
        <p>Trying again is safe: it is the same order, and it is placed and paid once only.</p>
        {isOnline ? null : <p>You are offline. Try again when the connection is back.</p>}
      </Trouble>
    );
  if (state.matches('paymentNotOpened'))
    return (
      <Trouble
        title="Your payment is not finished"
        action={
          <>
            <ActionButton onClick={() => send({ type: 'payment.open' })}>Open the payment page</ActionButton>
            <Button variant="outline" onClick={() => send({ type: 'payment.recheck' })}>
              I have paid: check it
            </Button>
          </>
        }
      >
        <p>Your seats are held for a while. If you have paid already, do not pay again.</p>
      </Trouble>
    );
  return null;
}
