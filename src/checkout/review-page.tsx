import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Cart } from '../../contract/cart.ts';
import { paths } from '../../contract/pages.ts';
import { bookingQueries } from '../booking/booking.queries.ts';
import { cartQueries } from '../cart/cart.queries.ts';
import { ProfileDetails } from '../student/profile/profile-details.tsx';
import { studentQueries } from '../student/student.queries.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { PageLink } from '../ui/page-link.tsx';
import { BookingTerms } from './booking-terms.tsx';
import classes from './checkout.module.css';
import { useCheckout } from './checkout-context.ts';
import { stateName } from './checkout-screen.ts';
import { termsNeeded } from './checkout-texts.ts';
import { CheckoutWaiting } from './checkout-waiting.tsx';
import { ConnectionWait } from './connection-wait.tsx';
import { DocumentWarning } from './document-warning.tsx';
import { Hindered } from './hindered.tsx';
import { AcceptChanges, isDeciding } from './order-decision.tsx';
import { OrderLines } from './order-lines.tsx';
import { OrderSummary } from './order-summary.tsx';
import { OrderTrouble } from './order-trouble.tsx';
import { quoteOf } from './quote.ts';
import { StepPage } from './step-page.tsx';
import { useChangesInSight } from './use-changes-in-sight.ts';
import { useHindrance } from './use-hindrance.ts';

function Customer({ phone }: { phone: string | null }) {
  const { studentId } = useCheckout();
  const { data: student, isError, refetch } = useQuery(studentQueries.profile(studentId));
  return (
    <section className={classes.part} aria-labelledby="customer">
      <div className={classes.partHead}>
        <h2 id="customer">Customer information</h2>
        <PageLink href={paths.checkoutInformation} className={classes.link}>
          Edit Information
        </PageLink>
      </div>
      {student ? <ProfileDetails student={student} part="personal" /> : null}
      {!student && isError ? (
        <ErrorState message="Your details could not be loaded." onRetry={() => refetch()} phone={phone} />
      ) : null}
      {!student && !isError ? <CheckoutWaiting label="Your details are loading" /> : null}
    </section>
  );
}

function Terms() {
  const { state, send } = useCheckout();
  const { data: settings, isError, isFetching, refetch } = useQuery(bookingQueries.settings());
  const accepted = state.context.termsVersion;
  const current = settings?.terms_version;
  const isOutdated = accepted !== null && current !== undefined && accepted !== current;

  // Terms that changed under the student's eyes are not the accepted ones.
  useEffect(() => {
    if (isOutdated) send({ type: 'terms.withdraw' });
  }, [isOutdated, send]);

  if (settings && current !== undefined)
    return (
      <BookingTerms
        settings={settings}
        isAccepted={accepted === current}
        isDisabled={!state.matches('reviewing')}
        onChange={(isAccepted) =>
          send(isAccepted ? { type: 'terms.accept', termsVersion: current } : { type: 'terms.withdraw' })
        }
      />
    );
  if (isError || settings)
    return (
      <ErrorState message="The booking terms could not be loaded." onRetry={() => refetch()} isRetrying={isFetching} />
    );
  return <CheckoutWaiting label="The booking terms are loading" />;
}

function Proceed({ cart }: { cart: Cart }) {
  const { state, send } = useCheckout();
  const order = { type: 'order.place' as const, key: '', quote: quoteOf(cart) };
  const canPlace = state.can(order);
  const isBusy = state.hasTag('busy');
  const progress = state.matches('creatingOrder')
    ? 'Placing your order and holding your seats…'
    : 'Opening the payment page…';
  const hint = canPlace ? 'You pay on the next page.' : termsNeeded;
  return (
    <>
      <ActionButton
        fullWidth
        disabled={!canPlace && !isBusy}
        loading={isBusy}
        aria-describedby="proceed-hint"
        onClick={() => send({ ...order, key: crypto.randomUUID() })}
      >
        Proceed to Payment
      </ActionButton>
      <p id="proceed-hint" role="status" className={classes.hint}>
        {isBusy ? progress : hint}
      </p>
    </>
  );
}

/** Review Your Order (document 2, section 2): lines, customer, terms, summary, and the way to the payment. */
export function ReviewPage({ phone }: { phone: string | null }) {
  const { state, studentId } = useCheckout();
  const { data: cart, dataUpdatedAt, isError, isFetching, refetch } = useQuery(cartQueries.current(studentId));
  const hindrance = useHindrance(studentId);
  useChangesInSight(cart, dataUpdatedAt);
  const isPlacing = state.matches('reviewing') || state.matches('creatingOrder') || state.matches('redirecting');
  const isOver = hindrance?.kind === 'empty' && state.matches('cartChanged');
  const isHindered = hindrance !== null && (state.matches('reviewing') || isOver);
  const phase = isPlacing ? 'order' : isDeciding(state) ? 'decision' : stateName(state);

  return (
    <StepPage title="Review Your Order" step={1} phase={phase}>
      {isHindered ? <Hindered hindrance={hindrance} phone={phone} /> : null}
      {!isHindered ? (
        <div className={classes.columns}>
          <div className={classes.main}>
            <ConnectionWait />
            <OrderTrouble />
            <DocumentWarning studentId={studentId} cart={cart} />
            <section className={classes.part} aria-labelledby="order-lines">
              <h2 id="order-lines">Order items</h2>
              {cart ? <OrderLines cart={cart} /> : null}
              {!cart && isError ? (
                <ErrorState
                  message="Your order could not be loaded."
                  onRetry={() => refetch()}
                  isRetrying={isFetching}
                  phone={phone}
                />
              ) : null}
              {!cart && !isError ? <CheckoutWaiting label="Your order is loading" /> : null}
            </section>
            <Customer phone={phone} />
            {isPlacing ? <Terms /> : null}
          </div>
          <OrderSummary cart={cart}>
            {cart && isPlacing ? <Proceed cart={cart} /> : null}
            {isDeciding(state) ? <AcceptChanges /> : null}
          </OrderSummary>
        </div>
      ) : null}
    </StepPage>
  );
}
