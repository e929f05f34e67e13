import { ActionButton } from '../ui/action-button.tsx';
import { Notice } from '../ui/notice.tsx';
import { BellOffer } from './bell-offer.tsx';
import { ChangeList } from './change-list.tsx';
import classes from './checkout.module.css';
import { useCheckout } from './checkout-context.ts';
import type { CheckoutState } from './checkout-screen.ts';
import { LeaveButton } from './leave-button.tsx';

/** Whether checkout waits for the connection, or for the student's word after it came back. */
export function isConnectionWait(state: CheckoutState): boolean {
  return state.matches('waitingForConnection') || state.matches('comparingCart') || state.matches('askingToContinue');
}

function WaitNotice() {
  const { state, send } = useCheckout();
  const { changes } = state.context;
  if (state.matches('waitingForConnection'))
    return (
      <Notice tone="waiting" role="status" title="Waiting for the connection">
        <div className={classes.says}>
          <p>
            Nothing was ordered and nothing was charged. Your cart and your choices are kept, also when you close this.
          </p>
          <p>When the connection is back you are asked whether to go on.</p>
          <BellOffer />
        </div>
      </Notice>
    );
  if (state.matches('comparingCart'))
    return (
      <Notice tone="waiting" role="status" title="The connection is back">
        Looking for what has changed meanwhile…
      </Notice>
    );
  if (!state.matches('askingToContinue')) return null;
  return (
    <Notice
      tone={changes?.length === 0 ? 'right' : 'plain'}
      role="alert"
      title="The connection is back. Continue your booking?"
      action={
        <div className={classes.ways}>
          <ActionButton onClick={() => send({ type: 'checkout.continue' })}>Continue</ActionButton>
          <LeaveButton />
        </div>
      }
    >
      {changes === null ? <p>We could not check what changed meanwhile. You will see it before you pay.</p> : null}
      {changes?.length === 0 ? <p>Prices, seats and dates are as you saw them.</p> : null}
      {changes && changes.length > 0 ? <ChangeList changes={changes} /> : null}
    </Notice>
  );
}

/** Checkout without a connection: it waits, and asks before it goes on, with what has changed meanwhile. */
export function ConnectionWait() {
  const { state } = useCheckout();
  if (!isConnectionWait(state)) return null;
  return (
    <div className={classes.arrival} tabIndex={-1} data-arrival>
      <WaitNotice />
    </div>
  );
}
