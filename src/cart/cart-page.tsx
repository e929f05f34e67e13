import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CartItem, CartRemove } from '../../contract/cart.ts';
import { paths } from '../../contract/pages.ts';
import { ActionLink } from '../ui/action-link.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { Skeleton, SkeletonGroup } from '../ui/skeleton.tsx';
import { showToast } from '../ui/toasts.ts';
import classes from './cart.module.css';
import { cartQueries, removeFromCartMutation } from './cart.queries.ts';
import { CartLine } from './cart-line.tsx';
import { CartSummary } from './cart-summary.tsx';
import { cartRemoveText } from './cart-texts.ts';

function removalOf(line: CartItem): CartRemove {
  return line.type === 'course'
    ? { item_type: 'course', course_id: line.id }
    : { item_type: 'package', package_id: line.id };
}

function LoadingCart() {
  return (
    <SkeletonGroup label="Your cart is loading" className={classes.lines}>
      <Skeleton height="8rem" />
      <Skeleton height="8rem" />
    </SkeletonGroup>
  );
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
  /** Keeps a removal for later; resolves when it is kept. Null where nothing can be kept. */
  queueRemoval: ((payload: CartRemove, key: string) => Promise<void>) | null;
  /** Lines that wait to be removed. */
  isWaiting: (line: CartItem) => boolean;
  onConfirm: () => void;
};

/** The cart (document 1, sections 2 and 8). Offline it shows what was last seen. */
export function CartPage({ studentId, phone, isOnline, queueRemoval, isWaiting, onConfirm }: CartPageProps) {
  const client = useQueryClient();
  const { data: cart, isError, isFetching, refetch } = useQuery(cartQueries.current(studentId));
  const removal = useMutation(removeFromCartMutation(client, studentId));

  const remove = async (line: CartItem) => {
    const change = { payload: removalOf(line), key: crypto.randomUUID() };
    try {
      if (isOnline || !queueRemoval) await removal.mutateAsync(change);
      else await queueRemoval(change.payload, change.key);
    } catch (error) {
      showToast({ message: cartRemoveText(error), tone: 'wrong' });
    }
  };
  const isRemoving = (line: CartItem) =>
    removal.isPending && JSON.stringify(removal.variables.payload) === JSON.stringify(removalOf(line));

  return (
    <div className={classes.page}>
      <PageTitle>Your cart</PageTitle>
      {!cart && !isError ? <LoadingCart /> : null}
      {!cart && isError ? (
        <ErrorState
          message="Your cart could not be loaded."
          onRetry={() => refetch()}
          isRetrying={isFetching}
          phone={phone}
        />
      ) : null}
      {cart?.items.length === 0 ? <EmptyCart /> : null}
      {cart && cart.items.length > 0 ? (
        <div className={classes.columns}>
          <ul className={classes.lines}>
            {cart.items.map((line) => (
              <CartLine
                key={`${line.type}-${line.id}`}
                line={line}
                isRemoving={isRemoving(line)}
                isWaiting={isWaiting(line)}
                onRemove={() => remove(line)}
              />
            ))}
          </ul>
          <CartSummary cart={cart} phone={phone} isOnline={isOnline} onConfirm={onConfirm} />
        </div>
      ) : null}
    </div>
  );
}
