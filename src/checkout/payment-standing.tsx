import '../ui/controls.css';
import { Button } from '@mantine/core';
import { paths } from '../../contract/pages.ts';
import { studentTabPath } from '../student/student-area-address.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { ActionLink } from '../ui/action-link.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageLink } from '../ui/page-link.tsx';
import { CallLink } from './call-link.tsx';
import classes from './checkout.module.css';
import { useCheckout } from './checkout-context.ts';

function Recheck() {
  const { send } = useCheckout();
  return (
    <Button variant="outline" onClick={() => send({ type: 'payment.recheck' })}>
      Recheck Payment
    </Button>
  );
}

/** Says that the last time of asking brought no answer, so that asking again is seen to do something. */
function Unanswered() {
  const { state, isOnline } = useCheckout();
  if (!state.matches({ awaitingPayment: 'paymentUnanswered' })) return null;
  return <p>We could not ask just now. {isOnline ? null : 'You are offline.'}</p>;
}

/** Not settled yet, or nobody could be asked: above all, nobody pays twice. */
export function PendingPayment({ orderId, isAsking }: { orderId: string; isAsking: boolean }) {
  return (
    <div className={classes.standing}>
      <Notice tone="waiting" role="status" title="Payment pending, do not pay again" action={<Recheck />}>
        <div className={classes.says}>
          <p>
            Order <strong>{orderId}</strong>: the bank has not told us yet how your payment ended. Your seats are held
            meanwhile.
          </p>
          <Unanswered />
          <p>
            We ask again by ourselves every few seconds. You may also close this page: the booking appears in your
            profile.
          </p>
        </div>
      </Notice>
      <p role="status" className={classes.soft}>
        {isAsking ? 'Checking your payment…' : ''}
      </p>
      <PageLink href={paths.profile} className={classes.link}>
        Go to your profile
      </PageLink>
    </div>
  );
}

/** The order is open and the provider knows no payment: it may be on its way, or was never made. */
export function UnseenPayment({ orderId, isAsking }: { orderId: string; isAsking: boolean }) {
  const { state, send } = useCheckout();
  return (
    <div className={classes.standing}>
      <Notice tone="waiting" role="status" title="No payment has reached us yet" action={<Recheck />}>
        <div className={classes.says}>
          <p>
            Order <strong>{orderId}</strong>: your seats are held for a while. If you have paid, do not pay again: we
            ask by ourselves every few seconds.
          </p>
          <Unanswered />
          <p>If you left the payment page before you paid, go back to your order and pay it.</p>
        </div>
      </Notice>
      <p role="status" className={classes.soft}>
        {isAsking ? 'Checking your payment…' : ''}
      </p>
      <ActionButton onClick={() => send({ type: 'payment.again' })} disabled={!state.can({ type: 'payment.again' })}>
        Back to your order
      </ActionButton>
    </div>
  );
}

/** The payment did not succeed: the cart is as it was, and the order may be tried again. */
export function DeclinedPayment({ phone }: { phone: string | null }) {
  const { send } = useCheckout();
  return (
    <div className={classes.standing}>
      <Notice tone="wrong" role="alert" title="Your payment was declined">
        <div className={classes.says}>
          <p>You were not charged, and no seat is booked. Your cart is as it was.</p>
          <p>Try again, perhaps with another card or another way to pay.</p>
          {phone ? (
            <p>
              Help: <CallLink phone={phone} />
            </p>
          ) : null}
        </div>
      </Notice>
      <div className={classes.ways}>
        <ActionButton onClick={() => send({ type: 'payment.again' })}>Try again</ActionButton>
        <ActionLink href={paths.cart} look="outline">
          Back to cart
        </ActionLink>
      </div>
    </div>
  );
}

/** Paid, but the seats were gone. */
export function RefundDue({
  orderId,
  isPaidBack,
  phone,
}: {
  orderId: string;
  isPaidBack: boolean;
  phone: string | null;
}) {
  return (
    <div className={classes.standing}>
      <Notice
        tone="waiting"
        role="alert"
        title={isPaidBack ? 'Your money was paid back' : 'You have paid, but the seats were gone: your money goes back'}
      >
        <div className={classes.says}>
          <p>
            Order <strong>{orderId}</strong>: your payment arrived after the last seat was booked. You get the whole
            amount back to the account that paid. You need not do anything.
          </p>
          {phone ? (
            <p>
              Questions: <CallLink phone={phone} />
            </p>
          ) : null}
        </div>
      </Notice>
      <div className={classes.ways}>
        <ActionLink href={paths.bookOnline}>Choose another batch</ActionLink>
        <ActionLink href={paths.profile} look="outline">
          Student profile
        </ActionLink>
      </div>
    </div>
  );
}

/** The address names no payment of this student. */
export function UnknownPayment({ phone }: { phone: string | null }) {
  return (
    <div className={classes.standing}>
      <Notice tone="wrong" role="alert" title="We know no such payment" action={<Recheck />}>
        <div className={classes.says}>
          Check the address, or look into your bookings. If you have paid, do not pay again.{' '}
          {phone ? (
            <>
              Questions: <CallLink phone={phone} />
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
