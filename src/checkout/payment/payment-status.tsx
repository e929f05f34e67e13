import '../../ui/controls.css';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Enrolment } from '../../../contract/enrolments.ts';
import { paths } from '../../../contract/pages.ts';
import { formatDays } from '../../lib/format/format.ts';
import { useUnreachable } from '../../offline/connection/unreachable.ts';
import { heldText, isHoldOver } from '../../student/orders/held-text.ts';
import { orderQueries } from '../../student/orders/order.queries.ts';
import { studentTabPath } from '../../student/student-area-address.ts';
import { ActionButton } from '../../ui/links/action-button.tsx';
import { ActionLink } from '../../ui/links/action-link.tsx';
import { PageLink } from '../../ui/links/page-link.tsx';
import { Notice } from '../../ui/messages/notice.tsx';
import { useCheckout } from '../checkout-context.ts';
import { PhoneLink } from '../phone-link.tsx';

function Recheck() {
  const { send } = useCheckout();
  return (
    <Button variant="outline" onClick={() => send({ type: 'payment.recheck' })}>
      Recheck Payment
    </Button>
  );
}

/**
 * Says that the last check of the payment got no response. Without this text, pressing Recheck would seem to do
 * nothing.
 */
function CheckFailed() {
  const { state, isOnline } = useCheckout();
  const { reason } = useUnreachable();
  if (!state.matches({ payment: { awaitingPayment: 'paymentUnanswered' } })) return null;
  return <p>We could not check just now. {isOnline ? null : `${reason}.`}</p>;
}

/** Shown while the payment is not settled or its status could not be checked: the student must not pay again. */
export function PendingPayment({ orderId, isChecking }: { orderId: string; isChecking: boolean }) {
  const { studentId } = useCheckout();
  const { data: orders } = useQuery(orderQueries.list(studentId));
  const listed = orders?.find(({ order_id }) => order_id === orderId);
  // Say that seats are held only if the order awaits payment and its hold has not ended. While a payment is known to be
  // pending, the server extends the hold, so its earlier end does not count. A payment may also succeed after the order
  // was declined or has expired, but then no seats are held for it.
  const isOver = !listed?.is_payment_pending && isHoldOver(listed?.held_until, Date.now());
  const hasEnded = listed !== undefined && (listed.state !== 'awaiting_payment' || isOver);
  return (
    <div className="stack left gap-4">
      <Notice tone="waiting" role="status" title="Payment pending, do not pay again" action={<Recheck />}>
        <div className="stack gap-2">
          <p>
            Order <strong>{orderId}</strong>: the bank has not confirmed your payment yet.
            {hasEnded ? '' : ' We are holding your seats.'}
          </p>
          <CheckFailed />
          <p>
            We check automatically every few seconds. You can also close this page: your booking will appear in your
            profile.
          </p>
        </div>
      </Notice>
      <p role="status" className="soft small">
        {isChecking ? 'Checking your payment…' : ''}
      </p>
      <PageLink href={paths.profile} className="touch">
        Go to your profile
      </PageLink>
    </div>
  );
}

/**
 * Shown when the payment provider knows no payment for an open order: the payment may still arrive, or the student
 * never paid.
 */
export function UnseenPayment({ orderId, isChecking }: { orderId: string; isChecking: boolean }) {
  const { state, send, studentId } = useCheckout();
  const { data: orders } = useQuery(orderQueries.list(studentId));
  const heldUntil = orders?.find(({ order_id }) => order_id === orderId)?.held_until ?? state.context.heldUntil;
  return (
    <div className="stack left gap-4">
      <Notice tone="waiting" role="status" title="No payment has reached us yet" action={<Recheck />}>
        <div className="stack gap-2">
          <p>
            Order <strong>{orderId}</strong>. {heldText(heldUntil, Date.now())} If you have paid, do not pay again: we
            check automatically every few seconds.
          </p>
          <CheckFailed />
          <p>If you left the payment page before paying, go back to your order and pay.</p>
        </div>
      </Notice>
      <p role="status" className="soft small">
        {isChecking ? 'Checking your payment…' : ''}
      </p>
      <ActionButton onClick={() => send({ type: 'payment.again' })} disabled={!state.can({ type: 'payment.again' })}>
        Back to your order
      </ActionButton>
    </div>
  );
}

/** Shown when the payment did not succeed: the cart is unchanged, and the student can try again. */
export function DeclinedPayment({ phone }: { phone: string | null }) {
  const { send } = useCheckout();
  return (
    <div className="stack left gap-4">
      <Notice tone="error" role="alert" title="Your payment was declined">
        <div className="stack gap-2">
          <p>Your payment did not go through, and no seat is booked. Your cart is unchanged.</p>
          <p>If the amount has left your account and reaches us later, we will book your seats or refund you.</p>
          <p>Try again, perhaps with another card or payment method.</p>
          {phone ? (
            <p>
              Help: <PhoneLink phone={phone} />
            </p>
          ) : null}
        </div>
      </Notice>
      <div className="row wrap gap-3 screen-only">
        <ActionButton onClick={() => send({ type: 'payment.again' })}>Try again</ActionButton>
        <ActionLink href={paths.cart} look="outline">
          Back to cart
        </ActionLink>
      </div>
    </div>
  );
}

/** Shown when the order was paid but could not be booked, for example because no seats were left. */
export function RefundDue({
  orderId,
  isRefunded,
  phone,
}: {
  orderId: string;
  isRefunded: boolean;
  phone: string | null;
}) {
  return (
    <div className="stack left gap-4">
      <Notice
        tone="waiting"
        role="alert"
        title={
          isRefunded
            ? 'Your payment was refunded'
            : 'You have paid, but we could not book your seats: we are refunding you'
        }
      >
        <div className="stack gap-2">
          <p>
            Order <strong>{orderId}</strong>: we received your payment, but could not book your seats. The full amount{' '}
            {isRefunded ? 'was' : 'is being'} refunded to the account that you paid from. You do not need to do
            anything.
          </p>
          {phone ? (
            <p>
              Questions: <PhoneLink phone={phone} />
            </p>
          ) : null}
        </div>
      </Notice>
      <div className="row wrap gap-3 screen-only">
        <ActionLink href={paths.bookOnline}>Choose another batch</ActionLink>
        <ActionLink href={paths.profile} look="outline">
          Student profile
        </ActionLink>
      </div>
    </div>
  );
}

/** Shown when everything that the order had booked was cancelled, so that the student has no seat any more. */
export function CancelledBooking({ orderId, phone }: { orderId: string; phone: string | null }) {
  return (
    <div className="stack left gap-4">
      <Notice role="status" title="This booking was cancelled">
        <div className="stack gap-2">
          <p>
            You have no seat in the courses of order <strong>{orderId}</strong>. What was refunded is listed under
            Payments.
          </p>
          {phone ? (
            <p>
              Questions: <PhoneLink phone={phone} />
            </p>
          ) : null}
        </div>
      </Notice>
      <div className="row wrap gap-3 screen-only">
        <ActionLink href={paths.bookOnline}>Book Online</ActionLink>
        <ActionLink href={studentTabPath('payments')} look="outline">
          Payments
        </ActionLink>
      </div>
    </div>
  );
}

/**
 * Lists the booked courses whose batch the academy has cancelled. My Courses says what the student can do about them.
 */
export function CancelledBatches({ courses }: { courses: readonly Enrolment[] }) {
  return (
    <Notice
      tone="error"
      role="alert"
      title={courses.length === 1 ? 'A batch was cancelled' : `${courses.length} batches were cancelled`}
      action={<PageLink href={studentTabPath('courses')}>My Courses</PageLink>}
    >
      <ul>
        {courses.map(({ id, course_name, start_date, end_date }) => (
          <li key={id}>
            {course_name}, {formatDays(start_date, end_date)}, will not take place.
          </li>
        ))}
      </ul>
      <p>My Courses says what you can do.</p>
    </Notice>
  );
}

/** Shown when the student has no payment with the id in the URL. */
export function UnknownPayment({ phone }: { phone: string | null }) {
  return (
    <div className="stack left gap-4">
      <Notice tone="error" role="alert" title="We could not find this payment" action={<Recheck />}>
        <div className="stack gap-2">
          Check the address, or look in your bookings. If you have paid, do not pay again.{' '}
          {phone ? (
            <>
              Questions: <PhoneLink phone={phone} />
            </>
          ) : null}
        </div>
      </Notice>
      <ActionLink href={studentTabPath('bookings')} look="outline">
        Your bookings
      </ActionLink>
    </div>
  );
}
