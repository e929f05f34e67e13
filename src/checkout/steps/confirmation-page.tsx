import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Brand } from '../../../contract/content.ts';
import type { Enrolment } from '../../../contract/enrolments.ts';
import type { Order } from '../../../contract/orders.ts';
import { useSession } from '../../auth/session/use-session.ts';
import { enrolmentQueries } from '../../student/courses/enrolment.queries.ts';
import { orderQueries } from '../../student/orders/order.queries.ts';
import { isCancelled, isRefunded, orderIdOf } from '../../student/orders/order-texts.ts';
import { useCheckout } from '../checkout-context.ts';
import { CheckoutLoading } from '../checkout-loading.tsx';
import type { CheckoutState } from '../checkout-screen.ts';
import {
  CancelledBatches,
  CancelledBooking,
  DeclinedPayment,
  PendingPayment,
  RefundDue,
  UnknownPayment,
  UnseenPayment,
} from '../payment/payment-status.tsx';
import { StepPage } from '../step-page.tsx';
import { ConfirmedBooking } from './confirmed-booking.tsx';

/** The settled order, from the checkout machine or else from the cached list of orders; null if neither has it. */
function useSettledOrder(state: CheckoutState, studentId: string, orderId: string): Order | null {
  const { data: orders } = useQuery(orderQueries.list(studentId));
  const listed = orders?.find(({ order_id }) => order_id === orderId);
  const { order } = state.context;
  // Take the status of the confirmation email from the list of orders. The list is loaded again after the payment, so
  // it may already say that the email was sent.
  if (order && listed?.confirmation_email?.state === 'sent')
    return { ...order, confirmation_email: listed.confirmation_email };
  if (order) return order;
  return listed && (listed.state === 'completed' || isRefunded(listed)) ? listed : null;
}

/** The courses of the paid order `settled` if the academy has cancelled the batch of each of them; otherwise null. */
function useCancelledCourses(settled: Order | null, studentId: string): Enrolment[] | null {
  const { data = [] } = useQuery({ ...enrolmentQueries.list(studentId), enabled: settled !== null });
  const courses = data.filter(({ order_id }) => order_id === settled?.order_id);
  return courses.length > 0 && courses.every(({ cancelled }) => cancelled) ? courses : null;
}

type Waiting = 'pending' | 'unseen' | null;

/**
 * Why the payment is not settled: `unseen` if the payment provider knows no payment, else `pending`. Null if it is
 * settled, if the student has no such payment, and during the first check. A later check changes the value only when it
 * gets a response.
 */
function useWaiting(state: CheckoutState): Waiting {
  const waiting = useRef<Waiting>(null);
  if (state.matches({ payment: { awaitingPayment: 'paymentUnanswered' } })) waiting.current ??= 'pending';
  else if (state.matches({ payment: 'awaitingPayment' }))
    waiting.current = state.matches({ payment: { awaitingPayment: 'paymentNotSeen' } }) ? 'unseen' : 'pending';
  else if (!state.matches({ payment: 'checkingPayment' })) waiting.current = null;
  return waiting.current;
}

type ConfirmationPageProps = { attemptId: string; phone: string | null; brand: Brand | null };

/** The confirmation page, which says how the payment ended. A settled order is shown offline too. */
export function ConfirmationPage({ attemptId, phone, brand }: ConfirmationPageProps) {
  const { state, studentId } = useCheckout();
  const { student } = useSession();
  const orderId = orderIdOf(attemptId);
  const settled = useSettledOrder(state, studentId, orderId);
  const cancelledCourses = useCancelledCourses(settled, studentId);
  const waiting = useWaiting(state);
  const isChecking = state.matches({ payment: 'checkingPayment' });

  if (settled && isRefunded(settled))
    return (
      <StepPage title={settled.state === 'refunded' ? 'Refunded' : 'Refund due'}>
        <RefundDue orderId={settled.order_id} isRefunded={settled.state === 'refunded'} phone={phone} />
      </StepPage>
    );
  if (settled && isCancelled(settled))
    return (
      <StepPage title="Booking cancelled">
        <CancelledBooking orderId={settled.order_id} phone={phone} />
      </StepPage>
    );
  if (cancelledCourses)
    return (
      <StepPage title="Batch cancelled">
        <CancelledBatches courses={cancelledCourses} />
      </StepPage>
    );
  if (settled)
    return (
      <StepPage
        title="Thank You"
        lead="Your seats are booked. Keep this pass. You can also find it in your profile, even offline."
      >
        <ConfirmedBooking
          order={settled}
          studentId={studentId}
          studentName={student?.name ?? ''}
          brand={brand}
          phone={phone}
        />
      </StepPage>
    );
  if (state.matches({ payment: 'declined' }))
    return (
      <StepPage title="Payment declined">
        <DeclinedPayment phone={phone} />
      </StepPage>
    );
  if (state.matches({ payment: 'paymentUnknown' }))
    return (
      <StepPage title="Payment not found">
        <UnknownPayment phone={phone} />
      </StepPage>
    );
  if (waiting)
    return (
      <StepPage title={waiting === 'pending' ? 'Payment pending' : 'Waiting for your payment'} step={2}>
        {waiting === 'pending' ? (
          <PendingPayment orderId={orderId} isChecking={isChecking} />
        ) : (
          <UnseenPayment orderId={orderId} isChecking={isChecking} />
        )}
      </StepPage>
    );
  return (
    <StepPage title="Checking your payment" step={2} lead="This takes a few seconds. Do not pay again.">
      <CheckoutLoading label="Checking your payment…" />
    </StepPage>
  );
}
