import type { ReactNode } from 'react';
import type { Brand } from '../../../contract/content.ts';
import type { Order, OrderItem } from '../../../contract/orders.ts';
import { formatDays, formatInstant, formatTotal } from '../../lib/format/format.ts';
import { receiptPath } from '../../student/orders/order-texts.ts';
import { PageLink } from '../../ui/links/page-link.tsx';
import { CompassRose } from '../../ui/pictures/compass-rose.tsx';
import classes from './booking-pass.module.css';

/** A booked course on the pass. `packageName`: null for a course that was booked on its own. */
type Seat = Pick<OrderItem, 'id' | 'name' | 'batch_start_date' | 'batch_end_date'> & { packageName: string | null };

/**
 * The booked seats of an order: one for each course, including the courses of packages. Cancelled bookings are left
 * out, and so are courses whose batch was cancelled.
 */
function seatsOf({ items }: Order, cancelledCourseIds: readonly number[]): Seat[] {
  const isHeld = (courseId: number | undefined) => courseId === undefined || !cancelledCourseIds.includes(courseId);
  const booked = items.filter(({ status }) => status !== 'Cancelled');
  return booked.flatMap((item): Seat[] => {
    if (!item.courses?.length) return isHeld(item.offer_id) ? [{ ...item, packageName: null }] : [];
    return item.courses.filter(({ id }) => isHeld(id)).map((course) => ({ ...course, packageName: item.name }));
  });
}

type BookingPassProps = {
  order: Order;
  studentName: string;
  brand: Brand | null;
  /** The ids of the booked courses whose batch the academy has cancelled. */
  cancelledCourseIds: readonly number[];
  children?: ReactNode;
};

/**
 * The booking confirmation that the student saves or prints, on one page: order number, courses and dates, then
 * `children`, such as where to report.
 */
export function BookingPass({ order, studentName, brand, cancelledCourseIds, children }: BookingPassProps) {
  return (
    <article className={`stack fill surface clip ${classes.pass}`} aria-labelledby="pass-number">
      <header className={`row middle ${classes.head}`}>
        <CompassRose size={44} className={classes.rose ?? ''} />
        <p className="stack small">
          {brand ? <span className="midsize strong">{brand.name}</span> : null}
          Booking confirmed
        </p>
      </header>
      <div className={classes.number}>
        <p className="soft small">Order number</p>
        <h2 id="pass-number">{order.order_id}</h2>
      </div>
      <dl className={`terms ${classes.facts}`}>
        <div>
          <dt>Student</dt>
          <dd>{studentName}</dd>
        </div>
        <div>
          <dt>Order date</dt>
          <dd>{formatInstant(order.order_date)}</dd>
        </div>
        <div>
          <dt>Paid</dt>
          <dd>{formatTotal(order.total)}</dd>
        </div>
        {order.receipt_number ? (
          <div>
            <dt>Receipt</dt>
            <dd>
              <PageLink href={receiptPath(order)}>{order.receipt_number}</PageLink>
            </dd>
          </div>
        ) : null}
      </dl>
      <ul className={`stack gap-4 p-5 ${classes.seats}`}>
        {seatsOf(order, cancelledCourseIds).map(
          ({ id, name, packageName, batch_start_date: start, batch_end_date: end }) => (
            <li key={`${packageName}-${id}`}>
              <h3>{name}</h3>
              {packageName ? <p className="soft small">in {packageName}</p> : null}
              <p className="row wrap between gap-x-4 semibold">
                {start && end ? formatDays(start, end) : 'Dates to be announced'}
                <span>1 seat</span>
              </p>
            </li>
          ),
        )}
      </ul>
      <div className="stack p-5">{children}</div>
    </article>
  );
}
