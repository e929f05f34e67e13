import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Cart } from '../../../contract/cart.ts';
import { paths } from '../../../contract/pages.ts';
import { quoteOf, quoteWhenAdded } from '../../../machines/order-quote.ts';
import { bookingQueries } from '../../booking/booking.queries.ts';
import { cartQueries } from '../../cart/cart.queries.ts';
import { usePriceChanges } from '../../cart/price-changes.ts';
import { LoadFailed } from '../../offline/load-failed.tsx';
import { ProfileDetails } from '../../student/profile/profile-details.tsx';
import { studentQueries } from '../../student/student.queries.ts';
import { ActionButton } from '../../ui/links/action-button.tsx';
import { PageLink } from '../../ui/links/page-link.tsx';
import classes from '../checkout.module.css';
import { useCheckout } from '../checkout-context.ts';
import { CheckoutLoading } from '../checkout-loading.tsx';
import { stateName } from '../checkout-screen.ts';
import { termsNeeded } from '../checkout-texts.ts';
import { ContactStep } from '../contact/contact-step.tsx';
import { AcceptChanges, isResolvingChanges } from '../order-changes/order-changes.tsx';
import { StepPage } from '../step-page.tsx';
import { AcceptTerms, BookingTerms } from './booking-terms.tsx';
import { ConnectionWait } from './connection-wait.tsx';
import { DocumentWarning } from './document-warning.tsx';
import { OrderBlockNotice, useOrderBlock } from './order-block.tsx';
import { OrderLines } from './order-lines.tsx';
import { OrderProblem } from './order-problem.tsx';
import { OrderSummary } from './order-summary.tsx';

function Customer({ phone }: { phone: string | null }) {
  const { state, studentId } = useCheckout();
  const { data: student, isError, refetch } = useQuery(studentQueries.profile(studentId));
  // Leave out the link that edits the details while an order has no response: it may have been placed, and the machine
  // stays on this screen until that is known.
  const canEdit = !state.matches({ review: 'orderUnanswered' });
  return (
    <section className="stack shrink gap-4" aria-labelledby="customer">
      <div className={`row wrap baseline between ${classes.partHead}`}>
        <h2 id="customer">Customer information</h2>
        {canEdit ? (
          <PageLink href={paths.checkoutInformation} className="touch">
            Edit Information
          </PageLink>
        ) : null}
      </div>
      {student ? <ProfileDetails student={student} part="personal" /> : null}
      {!student && isError ? (
        <LoadFailed message="Your details could not be loaded." onRetry={() => refetch()} phone={phone} />
      ) : null}
      {!student && !isError ? <CheckoutLoading label="Your details are loading" /> : null}
    </section>
  );
}

function Terms() {
  const { data: settings, isError, isFetching, refetch } = useQuery(bookingQueries.settings());
  if (settings?.terms_version !== undefined) return <BookingTerms settings={settings} />;
  if (isError || settings)
    return (
      <LoadFailed message="The booking terms could not be loaded." onRetry={() => refetch()} isRetrying={isFetching} />
    );
  return <CheckoutLoading label="The booking terms are loading" />;
}

function Accept() {
  const { state, send } = useCheckout();
  const { data: settings } = useQuery(bookingQueries.settings());
  const accepted = state.context.termsVersion;
  const current = settings?.terms_version;
  const isOutdated = accepted !== null && current !== undefined && accepted !== current;

  // If the terms change while the page is open, the student must accept them again.
  useEffect(() => {
    if (isOutdated) send({ type: 'terms.withdraw' });
  }, [isOutdated, send]);

  if (!settings || current === undefined) return null;
  return (
    <AcceptTerms
      settings={settings}
      isAccepted={accepted === current}
      isDisabled={!state.matches({ review: 'reviewing' })}
      onChange={(isAccepted) =>
        send(isAccepted ? { type: 'terms.accept', termsVersion: current } : { type: 'terms.withdraw' })
      }
    />
  );
}

/** The academy's note about how the student pays, and to whom, from the booking settings. */
function PaymentNote() {
  const { data: settings } = useQuery(bookingQueries.settings());
  return settings?.payment_note ? <p className="soft small">{settings.payment_note}</p> : null;
}

function Proceed({ cart }: { cart: Cart }) {
  const { state, send } = useCheckout();
  const order = { type: 'order.place' as const, key: '', quote: quoteOf(cart) };
  const canPlace = state.can(order);
  const isBusy = state.hasTag('busy');
  const progress = state.matches({ review: 'creatingOrder' })
    ? 'Placing your order and holding your seats…'
    : 'Opening the payment page…';
  const hint = canPlace ? 'You’ll pay on the next page.' : termsNeeded;
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

/**
 * Sends the cart, as this page shows it, to the checkout machine, which looks for changes that the student has not
 * seen. `updatedAt`: when the cart was loaded (ms since the epoch).
 */
function useSendShownCart(cart: Cart | undefined, updatedAt: number): void {
  const { state, send, studentId } = useCheckout();
  const priceChanges = usePriceChanges(studentId, cart);
  const isReviewing = state.matches({ review: 'reviewing' });
  const isFresh = updatedAt >= performance.timeOrigin;
  useEffect(() => {
    if (!cart || !isReviewing) return;
    send({ type: 'cart.updated', cart, whenAdded: quoteWhenAdded(cart, priceChanges), isFresh });
  }, [cart, isReviewing, isFresh, priceChanges, send]);
}

/** The second step: the student reviews the order and accepts the terms, then goes to the payment. */
export function ReviewPage({ phone }: { phone: string | null }) {
  const { state, studentId } = useCheckout();
  const { data: cart, dataUpdatedAt, isError, isFetching, refetch } = useQuery(cartQueries.current(studentId));
  const block = useOrderBlock(studentId);
  useSendShownCart(cart, dataUpdatedAt);
  const isPlacing =
    state.matches({ review: 'reviewing' }) ||
    state.matches({ review: 'creatingOrder' }) ||
    state.matches({ review: 'redirecting' });
  const isEmptied = block?.kind === 'empty' && state.matches({ review: 'cartChanged' });
  const isBlocked = block !== null && (state.matches({ review: 'reviewing' }) || isEmptied);
  const phase = isPlacing ? 'order' : isResolvingChanges(state) ? 'decision' : stateName(state);

  return (
    <StepPage title="Review Your Order" step={1} phase={phase}>
      {isBlocked ? <OrderBlockNotice block={block} phone={phone} /> : null}
      {!isBlocked ? (
        <div className={`stack gap-6 ${classes.columns}`}>
          <div className="stack packed shrink gap-8">
            <ConnectionWait />
            <OrderProblem />
            <ContactStep />
            <DocumentWarning studentId={studentId} cart={cart} />
            <section className="stack shrink gap-4" aria-labelledby="order-lines">
              <h2 id="order-lines">Order items</h2>
              {cart ? <OrderLines cart={cart} /> : null}
              {!cart && isError ? (
                <LoadFailed
                  message="Your order could not be loaded."
                  onRetry={() => refetch()}
                  isRetrying={isFetching}
                  phone={phone}
                />
              ) : null}
              {!cart && !isError ? <CheckoutLoading label="Your order is loading" /> : null}
            </section>
            <Customer phone={phone} />
            {isPlacing ? <Terms /> : null}
          </div>
          <OrderSummary cart={cart} note={<PaymentNote />}>
            {cart && isPlacing ? <Accept /> : null}
            {cart && isPlacing ? <Proceed cart={cart} /> : null}
            {isResolvingChanges(state) ? <AcceptChanges /> : null}
          </OrderSummary>
        </div>
      ) : null}
    </StepPage>
  );
}
