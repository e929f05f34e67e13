import { useQuery } from '@tanstack/react-query';
import type { Cart } from '../../contract/cart.ts';
import { cartLoginRedirect } from '../../contract/limits.ts';
import { paths } from '../../contract/pages.ts';
import { ApiError } from '../lib/api.ts';
import type { OutboxRow } from '../offline/outbox-row.ts';
import { ActionLink } from '../ui/action-link.tsx';
import { AsOf } from '../ui/as-of.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Skeleton, SkeletonGroup } from '../ui/skeleton.tsx';
import classes from './cart.module.css';
import { cartQueries } from './cart.queries.ts';
import type { CartOutbox } from './cart-add-flow.ts';
import { CartLine } from './cart-line.tsx';
import { useCartRemoval } from './cart-removal.ts';
import { CartSummary } from './cart-summary.tsx';
import { swapLater } from './cart-texts.ts';
import { PendingNotice } from './pending-notice.tsx';
import { RemovedNote } from './removed-note.tsx';
import { SignInFirst } from './sign-in-first.tsx';
import { useOtherPrices } from './tapped-prices.ts';
import { useFocusOnLoss } from './use-focus-on-loss.ts';
import { usePendingOrder } from './use-pending-order.ts';
import { useSwapDesk } from './use-swap-desk.ts';
import { hasWaitingLines, WaitingLines } from './waiting-lines.tsx';

/** Two lines in their size. */
export function CartLoading() {
  return (
    <SkeletonGroup label="Your cart is loading" className={classes.lines}>
      <Skeleton height="9rem" />
      <Skeleton height="9rem" />
    </SkeletonGroup>
  );
}

/** For those who are not signed in: a cart belongs to a student (document 1, section 2 "Cart"). */
export function CartForStrangers() {
  return <SignInFirst message="Login to view your cart" from={paths.cart} delay={cartLoginRedirect} />;
}

function EmptyCart() {
  return (
    <EmptyState title="Your cart is empty" action={<ActionLink href={paths.bookOnline}>Book Online</ActionLink>}>
      Courses and packages that you add wait here until you book them.
    </EmptyState>
  );
}

type CartPageProps = {
  studentId: string;
  phone: string | null;
  isOnline: boolean;
  outbox: CartOutbox;
  /** The student's rows in the outbox. */
  waiting: readonly OutboxRow[];
  onConfirm: () => void;
};

function FilledCart({ cart, asOf, ...props }: CartPageProps & { cart: Cart; asOf: number | null }) {
  const { phone, isOnline, waiting, onConfirm } = props;
  const removal = useCartRemoval(props);
  const desk = useSwapDesk(props.studentId, isOnline);
  const pending = usePendingOrder(props.studentId);
  const linesRef = useFocusOnLoss(cart.items.length);
  const otherPrices = useOtherPrices(props.studentId, cart);

  return (
    <>
      {asOf ? <AsOf what="Your cart," at={asOf} /> : null}
      <div className={classes.notes}>
        {isOnline ? null : <p className={classes.offline}>{swapLater}</p>}
        {pending ? <PendingNotice order={pending} /> : null}
        {removal.removed ? <RemovedNote line={removal.removed} onUndo={() => void removal.undo()} /> : null}
      </div>
      <div ref={linesRef} tabIndex={-1} className={cart.items.length > 0 ? classes.columns : classes.column}>
        {cart.items.length > 0 || hasWaitingLines(waiting) ? (
          <ul className={classes.lines} aria-label="In your cart">
            {cart.items.map((line) => (
              <CartLine
                key={`${line.type}-${line.id}`}
                line={line}
                desk={desk}
                wasPrice={otherPrices.find((other) => other.line === line)?.was ?? null}
                isRemoving={removal.isRemoving(line)}
                isWaiting={removal.isWaiting(line)}
                onRemove={() => void removal.remove(line)}
              />
            ))}
            <WaitingLines waiting={waiting} />
          </ul>
        ) : (
          <EmptyCart />
        )}
        {cart.items.length > 0 ? (
          <CartSummary
            cart={cart}
            phone={phone}
            isOnline={isOnline}
            isPending={pending !== null}
            onConfirm={onConfirm}
          />
        ) : null}
      </div>
    </>
  );
}

/** The cart (document 1, sections 2 and 8). Offline it shows what was last seen. */
export function CartPage(props: CartPageProps) {
  const { data: cart, dataUpdatedAt, error, isFetching, refetch } = useQuery(cartQueries.current(props.studentId));
  if (error instanceof ApiError && error.status === 401) return <CartForStrangers />;
  if (cart) return <FilledCart {...props} cart={cart} asOf={props.isOnline ? null : dataUpdatedAt} />;
  if (!error) return <CartLoading />;
  return (
    <ErrorState
      message="Your cart could not be loaded."
      onRetry={() => void refetch()}
      isRetrying={isFetching}
      phone={props.phone}
    />
  );
}
