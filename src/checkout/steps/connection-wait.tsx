import { useQuery } from '@tanstack/react-query';
import type { QuoteChange } from '../../../machines/order-quote.ts';
import { cartQueries } from '../../cart/cart.queries.ts';
import { useConnection } from '../../offline/connection/page-connection.ts';
import { ActionButton } from '../../ui/links/action-button.tsx';
import { Notice } from '../../ui/messages/notice.tsx';
import classes from '../checkout.module.css';
import { useCheckout } from '../checkout-context.ts';
import { type CheckoutState, isWaitingForConnection } from '../checkout-screen.ts';
import { changeText } from '../checkout-texts.ts';
import { ReturnNotificationOffer } from '../resume/return-notification-offer.tsx';
import { LeaveButton } from '../step-page.tsx';

const isComparing = (state: CheckoutState) =>
  state.matches({ information: 'comparingAtInformation' }) || state.matches({ review: 'comparingAtReview' });
const isAsking = (state: CheckoutState) =>
  state.matches({ information: 'askingAtInformation' }) || state.matches({ review: 'askingAtReview' });

/**
 * Whether checkout is interrupted: it waits for the connection or, once the connection is back, compares the cart and
 * asks whether to continue.
 */
export function isConnectionWait(state: CheckoutState): boolean {
  return isWaitingForConnection(state) || isComparing(state) || isAsking(state);
}

function ChangeList({ changes }: { changes: readonly QuoteChange[] }) {
  const { studentId } = useCheckout();
  const { data: cart } = useQuery(cartQueries.current(studentId));
  const yearsOf = (change: QuoteChange) =>
    change.kind === 'price'
      ? cart?.items.find(({ type, id }) => type === change.type && id === change.id)?.price.by_year
      : undefined;
  const texts = new Set(changes.map((change) => changeText(change, yearsOf(change))));
  return (
    <ul>
      {[...texts].map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

function WaitNotice() {
  const { state, send, isNothingOrdered } = useCheckout();
  const { changes } = state.context;
  const isServerDown = useConnection() === 'serverDown';
  if (isWaitingForConnection(state))
    return (
      <Notice
        tone="waiting"
        role="status"
        title={isServerDown ? 'Waiting for our server' : 'Waiting for the connection'}
      >
        <div className="stack gap-2">
          {isNothingOrdered ? (
            <p>
              Nothing was ordered and nothing was charged. Your cart and your choices are saved, even if you close this
              page.
            </p>
          ) : null}
          <p>
            {isServerDown ? 'When our server answers again' : 'When the connection is back'}, we will ask whether you
            want to continue.
          </p>
          <ReturnNotificationOffer />
        </div>
      </Notice>
    );
  if (isComparing(state))
    return (
      <Notice tone="waiting" role="status" title="The connection is back">
        Checking for changes…
      </Notice>
    );
  if (!isAsking(state)) return null;
  return (
    <Notice
      tone={changes?.length === 0 ? 'success' : 'plain'}
      role="alert"
      title="The connection is back. Continue your booking?"
      action={
        <div className="row wrap gap-3 screen-only">
          <ActionButton onClick={() => send({ type: 'checkout.continue' })}>Continue</ActionButton>
          <LeaveButton />
        </div>
      }
    >
      {changes === null ? <p>We could not check for changes. You will see any changes before you pay.</p> : null}
      {changes?.length === 0 ? <p>Prices, seats and dates have not changed.</p> : null}
      {changes && changes.length > 0 ? <ChangeList changes={changes} /> : null}
    </Notice>
  );
}

/** Shown in checkout without a connection: waits for it, then says what has changed and asks whether to continue. */
export function ConnectionWait() {
  const { state } = useCheckout();
  if (!isConnectionWait(state)) return null;
  return (
    <div className={classes.arrival} tabIndex={-1} data-arrival>
      <WaitNotice />
    </div>
  );
}
