import type { Order, OrderItem } from '../../../contract/orders.ts';
import { formatDays, formatInstant, formatTotal } from '../../lib/format/format.ts';
import { PageLink } from '../../ui/links/page-link.tsx';
import { Notice, type NoticeTone } from '../../ui/messages/notice.tsx';
import { studentTabPath } from '../student-area-address.ts';
import { AccordionEntry } from '../ui/accordion-entry.tsx';
import { Tag } from '../ui/tag.tsx';
import {
  bookAgainPath,
  confirmationPath,
  endedLabel,
  isCancelled,
  isRefunded,
  paymentLabel,
  receiptPath,
  refundText,
} from './order-texts.ts';
import { findPending } from './order-views.ts';
import classes from './orders-tab.module.css';
import { PaymentPending } from './payment-pending.tsx';
import type { Recheck } from './use-recheck.ts';

type BookedCourse = Pick<OrderItem, 'name' | 'batch_start_date' | 'batch_end_date' | 'status'>;

const tones: Partial<Record<OrderItem['status'], NoticeTone>> = { 'In Progress': 'success', Cancelled: 'error' };

function BookedDates({
  booked: { name, batch_start_date: start, batch_end_date: end, status },
}: {
  booked: BookedCourse;
}) {
  return (
    <div className={`stack top ${classes.booked}`}>
      <span className="semibold anywhere">{name}</span>
      <Tag tone={tones[status] ?? 'plain'}>{status}</Tag>
      {start && end ? <span className="full-row soft small">{formatDays(start, end)}</span> : null}
    </div>
  );
}

function Item({ item }: { item: OrderItem }) {
  return (
    <li>
      <BookedDates booked={item} />
      {item.courses?.length ? (
        <ul className={`stack gap-2-5 ${classes.courses}`} aria-label={`Courses in ${item.name}`}>
          {item.courses.map((course) => (
            <li key={course.id}>
              <BookedDates booked={course} />
            </li>
          ))}
        </ul>
      ) : null}
      <PageLink href={bookAgainPath(item)} className={`touch self-left small semibold ${classes.link}`}>
        Book again <span className="visually-hidden">{item.name}</span>
      </PageLink>
    </li>
  );
}

function OrderLinks({ order }: { order: Order }) {
  const isBooked = order.final_payment_status === 'APPROVED' && !endedLabel(order);
  if (!isBooked && !order.receipt_number) return null;
  return (
    <div className={`row wrap gap-x-6 line-above ${classes.links}`}>
      {isBooked ? (
        <PageLink href={confirmationPath(order)} className={`touch self-left small semibold ${classes.link}`}>
          View confirmation <span className="visually-hidden">of {order.order_id}</span>
        </PageLink>
      ) : null}
      {order.receipt_number ? (
        <PageLink href={receiptPath(order)} className={`touch self-left small semibold ${classes.link}`}>
          View receipt <span className="visually-hidden">of {order.order_id}</span>
        </PageLink>
      ) : null}
      {order.due_receipts?.map((number) => (
        <PageLink
          key={number}
          href={receiptPath(order, number)}
          className={`touch self-left small semibold ${classes.link}`}
        >
          Receipt of the price difference <span className="visually-hidden">{number}</span>
        </PageLink>
      ))}
    </div>
  );
}

/**
 * One order as an entry of the accordion. It always shows number, payment label, whether it was cancelled or refunded,
 * date and total; while open, also items, notices and links.
 */
export function OrderEntry({ order, recheck, isOpen }: { order: Order; recheck: Recheck; isOpen: boolean }) {
  const label = paymentLabel(order.final_payment_status);
  const ended = endedLabel(order);
  const isPending = findPending([order]) !== undefined;
  const names = order.items.map(({ name }) => name).join(', ');
  return (
    <AccordionEntry
      title={order.order_id}
      label={
        <>
          <Tag tone={ended ? 'plain' : label.tone}>{label.text}</Tag>
          {ended ? <Tag tone={ended === 'Cancelled' ? 'error' : 'waiting'}>{ended}</Tag> : null}
        </>
      }
      lead={
        <>
          {formatInstant(order.order_date)} · {formatTotal(order.total)}
          <span className={`clip ink ${classes.names}`}>{names}</span>
        </>
      }
      isOpen={isOpen || isPending}
    >
      {isPending ? <PaymentPending order={order} recheck={recheck} /> : null}
      {isRefunded(order) ? (
        <Notice tone="waiting" title={order.state === 'refunded' ? 'Refunded' : 'Refund due'}>
          We received your payment, but could not book your seats. {refundText(order)}
        </Notice>
      ) : null}
      {isCancelled(order) ? (
        <Notice
          title="This booking was cancelled"
          action={<PageLink href={studentTabPath('payments')}>Payments</PageLink>}
        >
          You have no seat in these courses. What was refunded is listed under Payments.
        </Notice>
      ) : null}
      <ul className={`stack gap-3 ${classes.items}`} aria-label={`Booked in ${order.order_id}`}>
        {order.items.map((item) => (
          <Item key={`${item.type}-${item.id}`} item={item} />
        ))}
      </ul>
      <OrderLinks order={order} />
    </AccordionEntry>
  );
}
