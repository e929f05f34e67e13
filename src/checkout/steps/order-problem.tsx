import '../../ui/controls.css';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { paths } from '../../../contract/pages.ts';
import type { OrderRefusal } from '../../../machines/checkout.context.ts';
import { bookingQueries } from '../../booking/booking.queries.ts';
import { cartQueries } from '../../cart/cart.queries.ts';
import { useUnreachable } from '../../offline/connection/unreachable.ts';
import { heldText, isHoldOver } from '../../student/orders/held-text.ts';
import { ActionButton } from '../../ui/links/action-button.tsx';
import { ActionLink } from '../../ui/links/action-link.tsx';
import { Notice } from '../../ui/messages/notice.tsx';
import classes from '../checkout.module.css';
import { useCheckout } from '../checkout-context.ts';
import type { CheckoutState } from '../checkout-screen.ts';
import { refusalText } from '../checkout-texts.ts';
import { isResolvingChanges, OrderChanges } from '../order-changes/order-changes.tsx';
import { ClashConfirmation } from './clash-confirmation.tsx';

function ProblemNotice({ title, children, action }: { title: string; children: ReactNode; action: ReactNode }) {
  return (
    <div className={classes.arrival} tabIndex={-1} data-arrival>
      <Notice
        tone="error"
        role="alert"
        title={title}
        action={<div className="row wrap gap-3 screen-only">{action}</div>}
      >
        <div className="stack gap-2">{children}</div>
      </Notice>
    </div>
  );
}

function RefusedOrder({ refusal }: { refusal: OrderRefusal }) {
  const { send } = useCheckout();
  const { title, advice, next } = refusalText(refusal);
  const ways = {
    review: <ActionButton onClick={() => send({ type: 'review.return' })}>Back to your order</ActionButton>,
    details: <ActionButton onClick={() => send({ type: 'information.open' })}>Complete your details</ActionButton>,
    cart: <ActionButton onClick={() => send({ type: 'checkout.leave' })}>Back to cart</ActionButton>,
    courses: <ActionLink href={paths.bookOnline}>Book Online</ActionLink>,
  };
  return (
    <ProblemNotice title={title} action={ways[next]}>
      <p>{advice}</p>
    </ProblemNotice>
  );
}

/**
 * Shown when the payment page was not opened, or was left with Back. Once the seats are no longer held, the payment
 * page cannot be used, so the button then only checks the payment.
 */
function UnopenedPayment() {
  const { state, send } = useCheckout();
  const { heldUntil } = state.context;
  const isOver = isHoldOver(heldUntil, Date.now());
  return (
    <ProblemNotice
      title="Your payment is not finished"
      action={
        <>
          <ActionButton onClick={() => send({ type: 'payment.open', isHoldOver: isHoldOver(heldUntil, Date.now()) })}>
            {isOver ? 'Check the payment' : 'Open the payment page'}
          </ActionButton>
          {isOver ? null : (
            <Button variant="outline" onClick={() => send({ type: 'payment.recheck' })}>
              I have paid, check again
            </Button>
          )}
        </>
      }
    >
      <p>{heldText(heldUntil, Date.now())} If you have paid already, do not pay again.</p>
    </ProblemNotice>
  );
}

/**
 * After a refused order, reloads what was outdated: the booking settings with the terms, and the cart unless the
 * checkout machine has loaded it already.
 */
function useReloadAfterRefusal(state: CheckoutState): void {
  const client = useQueryClient();
  const isRefused = state.matches({ review: 'orderRefused' });
  const isStale = isRefused || isResolvingChanges(state);
  useEffect(() => {
    if (isStale) void client.invalidateQueries({ queryKey: bookingQueries.settings().queryKey });
    if (isRefused) void client.invalidateQueries({ queryKey: cartQueries.all() });
  }, [isStale, isRefused, client]);
}

/** Shows what went wrong between placing the order and paying it, with a way to continue. */
export function OrderProblem() {
  const { state, send, isOnline } = useCheckout();
  const { reason, when } = useUnreachable();
  const { refusal } = state.context;
  useReloadAfterRefusal(state);

  if (isResolvingChanges(state)) return <OrderChanges />;
  if (state.matches({ review: 'confirmingClashes' })) return <ClashConfirmation />;
  if (state.matches({ review: 'orderRefused' }) && refusal) return <RefusedOrder refusal={refusal} />;
  if (state.matches({ review: 'orderUnanswered' }))
    return (
      <ProblemNotice
        title="We do not know yet whether your order was placed"
        action={
          <ActionButton disabled={!state.can({ type: 'order.retry' })} onClick={() => send({ type: 'order.retry' })}>
            Try again
          </ActionButton>
        }
      >
        <p>You can safely try again: the order is placed and paid only once.</p>
        {isOnline ? null : (
          <p>
            {reason}. Try again {when}.
          </p>
        )}
      </ProblemNotice>
    );
  if (state.matches({ review: 'paymentNotOpened' })) return <UnopenedPayment />;
  return null;
}
