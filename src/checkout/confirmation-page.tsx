import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Brand } from '../../contract/content.ts';
import type { Order } from '../../contract/orders.ts';
import { paths } from '../../contract/pages.ts';
import { useSession } from '../auth/use-session.ts';
import { orderQueries } from '../student/orders/order.queries.ts';
import { isRefunded, orderIdOf } from '../student/orders/order-texts.ts';
import { ActionLink } from '../ui/action-link.tsx';
import { BookingPass } from './booking-pass.tsx';
import classes from './checkout.module.css';
import { useCheckout } from './checkout-context.ts';
import type { CheckoutState } from './checkout-screen.ts';
import { CheckoutWaiting } from './checkout-waiting.tsx';
import { DeclinedPayment, PendingPayment, RefundDue, UnknownPayment, UnseenPayment } from './payment-standing.tsx';
import { StepPage } from './step-page.tsx';

/** The order as far as it is settled: what the machine learned, else what this device has from before. */
function useSettled(state: CheckoutState, studentId: string, orderId: string): Order | null {
  const { data: orders } = useQuery(orderQueries.list(studentId));
  if (state.context.order) return state.context.order;
  const known = orders?.find(({ order_id }) => order_id === orderId);
  return known && (known.state === 'completed' || isRefunded(known)) ? known : null;
}

type Waiting = 'pending' | 'unseen' | null;

/** What an unsettled payment waits for. Asking again every few seconds does not change the screen, nor does a lost answer. */
function useWaiting(state: CheckoutState): Waiting {
  const waiting = useRef<Waiting>(null);
  if (state.matches({ awaitingPayment: 'paymentUnanswered' })) waiting.current ??= 'pending';
  else if (state.matches('awaitingPayment'))
    waiting.current = state.matches({ awaitingPayment: 'paymentNotSeen' }) ? 'unseen' : 'pending';
  else if (!state.matches('checkingPayment')) waiting.current = null;
  return waiting.current;
}

type ConfirmationPageProps = { attemptId: string; phone: string | null; brand: Brand | null };

/** How the payment ended (document 2, section 2 "Booking confirmation"); what is settled is there offline as well. */
export function ConfirmationPage({ attemptId, phone, brand }: ConfirmationPageProps) {
  const { state, studentId } = useCheckout();
  const { student } = useSession();
  const orderId = orderIdOf(attemptId);
  const settled = useSettled(state, studentId, orderId);
  const waiting = useWaiting(state);
  const isAsking = state.matches('checkingPayment');

  if (settled && isRefunded(settled))
    return (
      <StepPage title="Refund due">
        <RefundDue orderId={settled.order_id} isPaidBack={settled.state === 'refunded'} phone={phone} />
      </StepPage>
    );
  if (settled)
    return (
      <StepPage
        title="Thank You"
        lead="Your seats are booked. Keep this pass; it is also in your profile, offline as well."
      >
        <div className={classes.confirmed}>
          <BookingPass order={settled} studentName={student?.name ?? ''} brand={brand} />
          <div className={classes.ways}>
            <ActionLink href={paths.profile}>Student profile</ActionLink>
          </div>
        </div>
      </StepPage>
    );
  if (state.matches('declined'))
    return (
      <StepPage title="Payment declined">
        <DeclinedPayment phone={phone} />
      </StepPage>
    );
  if (state.matches('paymentUnknown'))
    return (
      <StepPage title="Payment not found">
        <UnknownPayment phone={phone} />
      </StepPage>
    );
  if (waiting)
    return (
      <StepPage title={waiting === 'pending' ? 'Payment pending' : 'Waiting for your payment'} step={2}>
        {waiting === 'pending' ? (
          <PendingPayment orderId={orderId} isAsking={isAsking} />
        ) : (
          <UnseenPayment orderId={orderId} isAsking={isAsking} />
        )}
      </StepPage>
    );
  return (
    <StepPage title="Checking your payment" step={2} lead="This takes a few seconds. Do not pay again.">
      <CheckoutWaiting label="Checking your payment…" />
    </StepPage>
  );
}
