import { useQuery } from '@tanstack/react-query';
import type { Order, OrderItem } from '../../../contract/orders.ts';
import { paths } from '../../../contract/pages.ts';
import { formatDays, formatInstant, formatTotal } from '../../lib/format.ts';
import { ActionLink } from '../../ui/action-link.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx';
import classes from './booking-list.module.css';
import { orderQueries } from './order.queries.ts';
import { confirmationPath, isRefunded, paymentLabel, receiptPath } from './order-texts.ts';

type DatedPart = Pick<OrderItem, 'id' | 'name' | 'batch_start_date' | 'batch_end_date' | 'status'>;

function Part({ part }: { part: DatedPart }) {
  const { name, batch_start_date: start, batch_end_date: end, status } = part;
  return (
    <>
      <span className={classes.name}>{name}</span>
      <span className={classes.dates}>
        {start && end ? `${formatDays(start, end)} · ` : ''}
        {status}
      </span>
    </>
  );
}

function OrderNotice({ order }: { order: Order }) {
  const path = confirmationPath(order);
  if (isRefunded(order))
    return (
      <Notice tone="waiting" title={order.state === 'refunded' ? 'Refunded' : 'Refund due'}>
        This order was paid when its seats were gone. The money goes back to the account that paid.
      </Notice>
    );
  if (order.final_payment_status === 'PROCESSING')
    return (
      <Notice
        tone="waiting"
        title="Payment Pending"
        action={<PageLink href={path}>Recheck Payment {order.order_id}</PageLink>}
      >
        Do not pay again until this payment is settled.
      </Notice>
    );
  if (order.final_payment_status === 'APPROVED')
    return (
      <PageLink href={path} className={classes.link}>
        View confirmation <span className="visually-hidden">of {order.order_id}</span>
      </PageLink>
    );
  return null;
}

function OrderCard({ order }: { order: Order }) {
  const label = paymentLabel(order.final_payment_status);
  return (
    <li className={classes.order}>
      <div className={classes.head}>
        <h3>{order.order_id}</h3>
        <span className={classes.label} data-tone={label.tone}>
          {label.text}
        </span>
      </div>
      <p className={classes.dates}>
        {formatInstant(order.order_date)} · {formatTotal(order.total)}
      </p>
      <ul className={classes.parts}>
        {order.items.map((item) => (
          <li key={`${item.type}-${item.id}`}>
            <Part part={item} />
            {item.courses?.length ? (
              <ul className={classes.parts}>
                {item.courses.map((course) => (
                  <li key={course.id}>
                    <Part part={course} />
                  </li>
                ))}
              </ul>
            ) : null}
          </li>
        ))}
      </ul>
      <OrderNotice order={order} />
      {order.receipt_number ? (
        <PageLink href={receiptPath(order)} className={classes.link}>
          View receipt <span className="visually-hidden">of {order.order_id}</span>
        </PageLink>
      ) : null}
    </li>
  );
}

/** The student's orders, newest first, with their payment label; offline what was last seen. */
export function BookingList({ studentId, phone }: { studentId: string; phone: string | null }) {
  const { data: orders, isError, isFetching, refetch } = useQuery(orderQueries.list(studentId));
  if (orders?.length === 0)
    return (
      <EmptyState title="No bookings yet" action={<ActionLink href={paths.bookOnline}>Book Online</ActionLink>}>
        Courses and packages that you book are kept here with their dates and numbers.
      </EmptyState>
    );
  if (orders)
    return (
      <ul className={classes.orders}>
        {orders.map((order) => (
          <OrderCard key={order.order_id} order={order} />
        ))}
      </ul>
    );
  if (isError)
    return (
      <ErrorState
        message="Your bookings could not be loaded."
        onRetry={() => refetch()}
        isRetrying={isFetching}
        phone={phone}
      />
    );
  return (
    <SkeletonGroup label="Your bookings are loading" className={classes.orders}>
      <Skeleton height="9rem" />
      <Skeleton height="9rem" />
    </SkeletonGroup>
  );
}
