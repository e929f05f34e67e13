import { useQuery } from '@tanstack/react-query';
import type { Order } from '../../../contract/orders.ts';
import { paths } from '../../../contract/pages.ts';
import { ActionLink } from '../../ui/action-link.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx';
import { TabStrip } from '../../ui/tab-strip.tsx';
import { SeenAt } from '../seen-at.tsx';
import { orderQueries } from './order.queries.ts';
import { OrderEntry } from './order-entry.tsx';
import { findPending, type OrderView, orderViews, viewOf } from './order-views.ts';
import classes from './orders-tab.module.css';
import { PaymentPending } from './payment-pending.tsx';
import { RecheckOutcome } from './recheck-outcome.tsx';
import { type Recheck, useRecheck } from './use-recheck.ts';

export type OrdersTabProps = { studentId: string; phone: string | null; view: string | undefined };

type OrderListProps = { orders: readonly Order[]; open: OrderView; recheck: Recheck };

function OrderList({ orders, open, recheck }: OrderListProps) {
  const listed = orders.filter((order) => viewOf(order) === open);
  if (listed.length > 0)
    return (
      <ul className={classes.orders} aria-label={open === 'active' ? 'Active Orders' : 'Order History'}>
        {listed.map((order, place) => (
          <li key={order.order_id}>
            <OrderEntry order={order} recheck={recheck} isOpen={place === 0} />
          </li>
        ))}
      </ul>
    );
  if (open === 'active')
    return (
      <EmptyState title="No active orders">
        Paid courses and packages stand here until their last day.
        {orders.length > 0 ? ' Earlier orders are in Order History.' : ''}
      </EmptyState>
    );
  return (
    <EmptyState title="No order history yet">
      Orders whose courses are over, and orders that were not paid, are kept here.
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
    // What was pending may long be settled; the rest is fresh for a day.
    refetchOnMount: ({ state }) => (findPending(state.data ?? []) ? 'always' : true),
  });
  const pending = orders && findPending(orders);
  if (orders)
    return (
      <>
        <SeenAt at={dataUpdatedAt} />
        <RecheckOutcome recheck={recheck} />
        {pending && open === 'active' ? <PaymentPending order={pending} recheck={recheck} /> : null}
        <OrderList orders={orders} open={open} recheck={recheck} />
      </>
    );
  if (isError)
    return (
      <ErrorState
        message="Your orders could not be loaded."
        onRetry={() => refetch()}
        isRetrying={isFetching}
        phone={phone}
      />
    );
  return (
    <SkeletonGroup label="Your orders are loading" className={classes.orders}>
      <Skeleton height="6rem" />
      <Skeleton height="6rem" />
    </SkeletonGroup>
  );
}

/** Tab My Orders (document 2, section 2): active orders and their history; offline what was last seen. */
export function OrdersTab({ view, ...student }: OrdersTabProps) {
  const open = view === 'history' ? 'history' : 'active';
  return (
    <section aria-labelledby="orders" className={classes.tab}>
      <div className={classes.head}>
        <h2 id="orders">My Orders</h2>
        <ActionLink href={paths.bookOnline}>Book New Course / Package</ActionLink>
      </div>
      <TabStrip label="Orders" tabs={orderViews} open={open} look="even" param="view">
        <div className={classes.panel}>
          <Orders {...student} open={open} />
        </div>
      </TabStrip>
    </section>
  );
}
