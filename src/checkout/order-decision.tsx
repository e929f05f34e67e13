import { useQuery } from '@tanstack/react-query';
import { cartQueries } from '../cart/cart.queries.ts';
import { cartWarning } from '../cart/cart-texts.ts';
import { useFocusOnLoss } from '../cart/use-focus-on-loss.ts';
import { formatTotal } from '../lib/format.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { Notice } from '../ui/notice.tsx';
import { byLine } from './changed-lines.ts';
import classes from './checkout.module.css';
import { useCheckout } from './checkout-context.ts';
import type { CheckoutState } from './checkout-screen.ts';
import { termsChanged } from './checkout-texts.ts';
import { DecisionLine, OldAndNew } from './decision-line.tsx';
import { LeaveButton } from './leave-button.tsx';

/** Whether the student decides about what changed, or a decision is on its way. */
export function isDeciding(state: CheckoutState): boolean {
  return state.matches('cartChanged') || state.matches('changingLine');
}

/** The difference between the order that was shown and the one that holds, line by line, each with what can be done. */
export function OrderDecision() {
  const { state, studentId } = useCheckout();
  const { data: cart } = useQuery(cartQueries.current(studentId));
  const changes = state.context.changes ?? [];
  const lines = byLine(changes);
  const holderRef = useFocusOnLoss(lines.length);
  const total = changes.find((change) => change.kind === 'total');
  const hasNewTerms = changes.some(({ kind }) => kind === 'terms');
  const isAsBefore = changes.length === 0;
  return (
    <div ref={holderRef} className={classes.arrival} tabIndex={-1} data-arrival>
      <div className={classes.decision}>
        <Notice
          tone={isAsBefore ? 'right' : 'wrong'}
          role="alert"
          title={isAsBefore ? 'Your order is as you saw it again' : 'Your order has changed'}
        >
          {isAsBefore
            ? 'Nothing was charged. You can go on.'
            : 'Nothing was charged. Look at what is not as you saw it, and go on.'}
        </Notice>
        {lines.length > 0 ? (
          <>
            <h2 id="changes">What changed</h2>
            <ul className={classes.lines} aria-labelledby="changes">
              {lines.map(({ line, changes: differences }) => (
                <DecisionLine
                  key={`${line.type}-${line.id}`}
                  line={line}
                  changes={differences}
                  inCart={cart?.items.find(({ type, id }) => type === line.type && id === line.id)}
                />
              ))}
            </ul>
          </>
        ) : null}
        {total ? (
          <p>
            Total <OldAndNew was={formatTotal(total.was)} now={formatTotal(total.now)} />
          </p>
        ) : null}
        {hasNewTerms ? <p>{termsChanged}</p> : null}
        <div>
          <LeaveButton />
        </div>
      </div>
    </div>
  );
}

/** The step's one action while the student decides; closed while something cannot be booked as it is. */
export function AcceptChanges() {
  const { state, send } = useCheckout();
  const isBusy = state.matches('changingLine');
  const canAccept = state.can({ type: 'changes.accept' });
  const isAsBefore = state.context.changes?.length === 0;
  return (
    <>
      <ActionButton
        fullWidth
        disabled={!canAccept && !isBusy}
        loading={isBusy}
        aria-describedby="accept-hint"
        onClick={() => send({ type: 'changes.accept' })}
      >
        {isAsBefore ? 'Continue' : 'Accept the changes'}
      </ActionButton>
      <p id="accept-hint" role="status" className={classes.hint}>
        {isBusy ? 'Changing your order…' : canAccept ? 'You confirm and pay on the next steps.' : cartWarning}
      </p>
    </>
  );
}
