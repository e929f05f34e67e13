import { LoadFailed } from '../offline/load-failed.tsx';
import '../ui/controls.css';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Cart, CartItem } from '../../contract/cart.ts';
import { cartLoginRedirect } from '../../contract/limits.ts';
import { paths } from '../../contract/pages.ts';
import { lineName } from '../../machines/cart-lines.ts';
import { ApiError } from '../lib/api.ts';
import { useUnreachable } from '../offline/connection/unreachable.ts';
import type { OutboxRow } from '../offline/outbox/row.ts';
import { AsOf } from '../ui/as-of.tsx';
import { ActionLink } from '../ui/links/action-link.tsx';
import { EmptyState } from '../ui/messages/empty-state.tsx';
import { Skeleton, SkeletonGroup } from '../ui/messages/skeleton.tsx';
import { useFocusAfterRemoval } from '../ui/page/use-focus-after-removal.ts';
import classes from './cart.module.css';
import { cartQueries } from './cart.queries.ts';
import { CartSummary } from './cart-summary.tsx';
import { swapLater } from './cart-texts.ts';
import type { CartOutbox } from './changes/cart-add-flow.ts';
import { withoutCartLines } from './changes/delivered-adds.ts';
import { useCartRefresh } from './changes/refresh-cart.ts';
import { useCartRemoval } from './changes/use-cart-removal.ts';
import { CartLine } from './lines/cart-line.tsx';
import { useSwapControls } from './lines/swap-controls.ts';
import { hasWaitingLines, WaitingLines } from './lines/waiting-lines.tsx';
import { waitingRemovalText } from './lines/waiting-texts.ts';
import { LoginRedirect } from './login-redirect.tsx';
import { PendingNotice, usePendingOrder } from './pending-payment.tsx';
import { usePriceChanges } from './price-changes.ts';
import { type QueuedAttendance, useAttendances, withQueued } from './warnings/attendances.ts';

/** Placeholder as large as two cart lines. */
export function CartLoading() {
  return (
    <SkeletonGroup label="Your cart is loading" className="stack packed gap-4">
      <Skeleton height="9rem" />
      <Skeleton height="9rem" />
    </SkeletonGroup>
  );
}

/** Shown to visitors who are not signed in, because a cart belongs to a student. */
export function CartSignedOut() {
  return <LoginRedirect message="Login to view your cart" from={paths.cart} delay={cartLoginRedirect} />;
}

function EmptyCart() {
  return (
    <EmptyState title="Your cart is empty" action={<ActionLink href={paths.bookOnline}>Book Online</ActionLink>}>
      Courses and packages that you add will appear here.
    </EmptyState>
  );
}

/** Says which cart line was removed, and offers to undo the removal. */
function RemovedNote({ line, onUndo }: { line: CartItem; onUndo: () => void }) {
  return (
    <div className={`row wrap middle between tint ${classes.removed}`} role="status">
      <p>
        <strong>{lineName(line)}</strong> was removed.
      </p>
      <Button variant="outline" onClick={onUndo}>
        Undo <span className="visually-hidden">removing {lineName(line)}</span>
      </Button>
    </div>
  );
}

type CartPageProps = {
  studentId: string;
  phone: string | null;
  isOnline: boolean;
  outbox: CartOutbox;
  /** The student's rows in the outbox. They include the additions that were delivered after the cart was loaded. */
  waiting: readonly OutboxRow[];
  /** The batches that the student's rows in the outbox will add to the cart, as far as their dates are known. */
  queued: readonly QueuedAttendance[];
  onConfirm: () => void;
};

function FilledCart({ cart, asOf, ...props }: CartPageProps & { cart: Cart; asOf: number | null }) {
  const { phone, isOnline, waiting, onConfirm } = props;
  const { whenBack } = useUnreachable();
  const removal = useCartRemoval(props);
  const controls = useSwapControls(props.studentId, isOnline);
  const pending = usePendingOrder(props.studentId);
  const linesRef = useFocusAfterRemoval(cart.items.length, removal.removed ? 1 : 0);
  const priceChanges = usePriceChanges(props.studentId, cart);
  const adding = withoutCartLines(waiting, cart);
  const attendances = withQueued(useAttendances(props.studentId, cart), props.queued);

  return (
    <>
      {asOf ? <AsOf what="Your cart," at={asOf} /> : null}
      <div className={`stack gap-3 ${classes.notes}`}>
        {isOnline ? null : <p className="soft small">{swapLater(whenBack)}</p>}
        {pending ? <PendingNotice order={pending} /> : null}
        {removal.removed ? <RemovedNote line={removal.removed} onUndo={() => void removal.undo()} /> : null}
      </div>
      <div
        ref={linesRef}
        tabIndex={-1}
        className={
          cart.items.length > 0
            ? `stack gap-6 no-outline ${classes.columns}`
            : `stack gap-6 no-outline ${classes.column}`
        }
      >
        {cart.items.length > 0 || hasWaitingLines(adding) ? (
          <ul className="stack packed gap-4" aria-label="In your cart">
            {cart.items.map((line) => {
              const waitingRemoval = removal.waitingRemoval(line);
              return (
                <CartLine
                  key={`${line.type}-${line.id}`}
                  line={line}
                  controls={controls}
                  attendances={attendances}
                  wasPrice={priceChanges.find((other) => other.line === line)?.was ?? null}
                  isRemoving={removal.isRemoving(line)}
                  removalText={waitingRemoval ? waitingRemovalText(waitingRemoval, { isOnline, whenBack }) : null}
                  onRemove={() => void removal.remove(line)}
                />
              );
            })}
            <WaitingLines waiting={adding} queued={props.queued} attendances={attendances} isOnline={isOnline} />
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

/** The cart page. Offline, it shows the cart as it was last loaded. */
export function CartPage(props: CartPageProps) {
  const { data: cart, dataUpdatedAt, error, isFetching, refetch } = useQuery(cartQueries.current(props.studentId));
  useCartRefresh({ outbox: props.outbox, studentId: props.studentId, cart });
  if (error instanceof ApiError && error.status === 401) return <CartSignedOut />;
  if (cart) return <FilledCart {...props} cart={cart} asOf={props.isOnline ? null : dataUpdatedAt} />;
  if (!error) return <CartLoading />;
  return (
    <LoadFailed
      message="Your cart could not be loaded."
      onRetry={() => void refetch()}
      isRetrying={isFetching}
      phone={props.phone}
    />
  );
}
