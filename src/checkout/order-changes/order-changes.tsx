import { useQuery } from '@tanstack/react-query';
import { cartQueries } from '../../cart/cart.queries.ts';
import { cartWarning } from '../../cart/cart-texts.ts';
import { formatTotal } from '../../lib/format/format.ts';
import { ActionButton } from '../../ui/links/action-button.tsx';
import { Notice } from '../../ui/messages/notice.tsx';
import { useFocusAfterRemoval } from '../../ui/page/use-focus-after-removal.ts';
import classes from '../checkout.module.css';
import { useCheckout } from '../checkout-context.ts';
import type { CheckoutState } from '../checkout-screen.ts';
import { termsChanged } from '../checkout-texts.ts';
import { LeaveButton } from '../step-page.tsx';
import { ChangedLineCard, OldAndNew } from './changed-line-card.tsx';
import { groupByLine } from './changed-lines.ts';

/** Whether the student has to decide about changes of the order, or a decision about a line is being saved. */
export function isResolvingChanges(state: CheckoutState): boolean {
  return state.matches({ review: 'cartChanged' }) || state.matches({ review: 'changingLine' });
}

/** Shows line by line what has changed in the order since the student saw it, and what the student can do about it. */
export function OrderChanges() {
  const { state, studentId } = useCheckout();
  const { data: cart } = useQuery(cartQueries.current(studentId));
  const changes = state.context.changes ?? [];
  const lines = groupByLine(changes);
  const listRef = useFocusAfterRemoval(lines.length);
  const total = changes.find((change) => change.kind === 'total');
  const hasNewTerms = changes.some(({ kind }) => kind === 'terms');
  const isUnchanged = changes.length === 0;
  return (
    <div ref={listRef} className={classes.arrival} tabIndex={-1} data-arrival>
      <div className="stack gap-4">
        <Notice
          tone={isUnchanged ? 'success' : 'error'}
          role="alert"
          title={isUnchanged ? 'Your order is the same as before' : 'Your order has changed'}
        >
          {isUnchanged
            ? 'Nothing was charged. You can continue.'
            : 'Nothing was charged. Review the changes below, then continue.'}
        </Notice>
        {lines.length > 0 ? (
          <>
            <h2 id="changes">What changed</h2>
            <ul className="stack gap-3" aria-labelledby="changes">
              {lines.map(({ line, changes: differences }) => (
                <ChangedLineCard
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

/** The button with which the student accepts the changes of the order; disabled while some batch cannot be booked. */
export function AcceptChanges() {
  const { state, send } = useCheckout();
  const isBusy = state.matches({ review: 'changingLine' });
  const canAccept = state.can({ type: 'changes.accept' });
  const isUnchanged = state.context.changes?.length === 0;
  return (
    <>
      <ActionButton
        fullWidth
        disabled={!canAccept && !isBusy}
        loading={isBusy}
        aria-describedby="accept-hint"
        onClick={() => send({ type: 'changes.accept' })}
      >
        {isUnchanged ? 'Continue' : 'Accept the changes'}
      </ActionButton>
      <p id="accept-hint" role="status" className={classes.hint}>
        {isBusy ? 'Changing your order…' : canAccept ? 'You confirm and pay on the next steps.' : cartWarning}
      </p>
    </>
  );
}
