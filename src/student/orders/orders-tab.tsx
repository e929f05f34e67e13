import { useQuery } from '@tanstack/react-query';
import type { Order } from '../../../contract/orders.ts';
import { paths } from '../../../contract/pages.ts';
import { LoadFailed } from '../../offline/load-failed.tsx';
import { ActionLink } from '../../ui/links/action-link.tsx';
import { EmptyState } from '../../ui/messages/empty-state.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/messages/skeleton.tsx';
import { TabStrip } from '../../ui/tabs/tab-strip.tsx';
import { SavedListAge } from '../ui/saved-list-age.tsx';
import { orderQueries } from './order.queries.ts';
import { OrderEntry } from './order-entry.tsx';
import { findPending, type OrderView, orderViews, viewOf } from './order-views.ts';
import { PaymentPending } from './payment-pending.tsx';
import { RecheckResult } from './recheck-result.tsx';
import { type Recheck, useRecheck } from './use-recheck.ts';

type OrdersTabProps = { studentId: string; phone: string | null; view: string | undefined };

type OrderListProps = { orders: readonly Order[]; open: OrderView; recheck: Recheck };

function OrderList({ orders, open, recheck }: OrderListProps) {
  const listed = orders.filter((order) => viewOf(order) === open);
  if (listed.length > 0)
    return (
      <ul
        className="stack packed shrink gap-3 wide-items"
        aria-label={open === 'active' ? 'Active Orders' : 'Order History'}
      >
        {listed.map((order, index) => (
          <li key={order.order_id}>
            <OrderEntry order={order} recheck={recheck} isOpen={index === 0} />
          </li>
        ))}
      </ul>
    );
  if (open === 'active')
    return (
      <EmptyState title="No active orders">
        Paid courses and packages are listed here until their last day.
        {orders.length > 0 ? ' Earlier orders are in Order History.' : ''}
      </EmptyState>
    );
  return (
    <EmptyState title="No order history yet">
      Orders with completed courses and orders that were not paid are listed here.
    </EmptyState>
  );
}

function Orders({ studentId, phone, open }: Omit<OrdersTabProps, 'view'> & { open: OrderView }) {
  const recheck = useRecheck(studentId);
  const {
    data: orders,
    dataUpdatedAt,
    isError,
    isFetching,
    refetch,
  } = useQuery({
    ...orderQueries.list(studentId),
    // While a payment is pending, refetch each time the tab is opened, because the payment may have succeeded or failed
    // meanwhile. If none is pending, refetch only when the list is older than a day.
    refetchOnMount: ({ state }) => (findPending(state.data ?? []) ? 'always' : true),
  });
  const pending = orders && findPending(orders);
  if (orders)
    return (
      <>
        <SavedListAge at={dataUpdatedAt} />
        <RecheckResult recheck={recheck} />
        {pending && open === 'active' ? <PaymentPending order={pending} recheck={recheck} /> : null}
        <OrderList orders={orders} open={open} recheck={recheck} />
      </>
    );
  if (isError)
    return (
      <LoadFailed
        message="Your orders could not be loaded."
        onRetry={() => refetch()}
        isRetrying={isFetching}
        phone={phone}
      />
    );
  return (
    <SkeletonGroup label="Your orders are loading" className="stack packed shrink gap-3 wide-items">
      <Skeleton height="6rem" />
      <Skeleton height="6rem" />
    </SkeletonGroup>
  );
}

/** Tab My Orders: active orders and the order history. Offline it shows the orders that were saved on the device. */
export function OrdersTab({ view, ...student }: OrdersTabProps) {
  const open = view === 'history' ? 'history' : 'active';
  return (
    <section aria-labelledby="orders" className="stack packed shrink gap-4">
      <div className="row wrap middle between gap-3">
        <h2 id="orders">My Orders</h2>
        <ActionLink href={paths.bookOnline}>Book New Course / Package</ActionLink>
      </div>
      <TabStrip label="Orders" tabs={orderViews} open={open} look="even" param="view">
        <div className="stack packed shrink gap-4">
          <Orders {...student} open={open} />
        </div>
      </TabStrip>
    </section>
  );
}
