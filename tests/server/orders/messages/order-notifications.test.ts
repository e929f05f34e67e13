import { expect, it } from 'vitest';
import {
  bookedNotification,
  cancelledNotification,
  paymentFailedNotification,
  refundDueNotification,
  refundSentNotification,
  transferredNotification,
} from '../../../../server/orders/messages/order-notifications.ts';

const id = 'LF-2026-000123';
const myOrders = '/profile?tab=bookings';
const payments = '/profile?tab=payments';

it.each([
  [
    'a booked order',
    bookedNotification(id, 'STUDENT'),
    { kind: 'payment', dedupeKey: `order-completed:${id}`, tag: `order:${id}`, path: myOrders },
    ['Booking confirmed', 'Your payment has arrived and your seats are booked.'],
  ],
  [
    'a payment that will be refunded',
    refundDueNotification(id, 'pay-1'),
    { kind: 'payment', dedupeKey: `order-refund-due:${id}:pay-1`, tag: `refund-due:${id}`, path: payments },
    ['A payment will be refunded', 'We received a payment that we could not use in full. Payments lists the refund.'],
  ],
  [
    'a declined payment',
    paymentFailedNotification({ id: `${id}-1`, order_id: id }),
    { kind: 'payment', dedupeKey: `payment-failed:${id}-1`, tag: `order:${id}`, path: '/course-booking/details' },
    ['Payment not received', 'Your seats are not booked. You can pay again from your cart.'],
  ],
  [
    'a refund that was sent',
    refundSentNotification({ id: 'R1', orderId: id }),
    { kind: 'refund', dedupeKey: 'refund-sent:R1', tag: 'refund:R1', path: payments },
    ['Refund sent', 'Payments has the details.'],
  ],
  [
    'a cancelled booking',
    cancelledNotification(id, 9),
    { kind: 'batch', dedupeKey: `order-cancelled:${id}:9`, tag: `cancelled:${id}`, path: myOrders },
    ['A booking was cancelled', 'My Orders says what was cancelled, and Payments what is refunded.'],
  ],
  [
    'a transferred booking',
    transferredNotification(id, 9),
    {
      ...{ kind: 'batch', dedupeKey: `order-transferred:${id}:9`, tag: `transferred:${id}` },
      path: '/profile?tab=courses',
    },
    ['New dates for your booking', 'Your booking has moved to another batch. My Courses has the new dates.'],
  ],
])(
  'the push message about %s has the specified title and text and opens the specified page',
  (_, message, fields, [title, body]) => {
    const { studentId: __, ...rest } = message;
    expect(rest).toEqual({ ...fields, title, body });
  },
);
