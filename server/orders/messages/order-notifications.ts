import { type RawBuilder, sql } from 'kysely';
import { paths } from '../../../contract/pages.ts';
import type { StudentNotification } from '../../providers/push/push.ts';

// Other people may see push messages on a locked screen, so these messages name no course and no amount
// (docs/product.md#push-messages).

const myOrders = `${paths.profile}?tab=bookings`;
// The path of the tab Payments. Only this tab lists what is refunded of each payment; My Orders does not.
const payments = `${paths.profile}?tab=payments`;
const studentOf = (orderId: string): RawBuilder<unknown> => sql`(select student_id from orders where id = ${orderId})`;

/** The push message which says that an order is paid and booked. */
export const bookedNotification = (orderId: string, studentId: string): StudentNotification => ({
  studentId,
  kind: 'payment',
  dedupeKey: `order-completed:${orderId}`,
  tag: `order:${orderId}`,
  title: 'Booking confirmed',
  body: 'Your payment has arrived and your seats are booked.',
  path: myOrders,
});

/** The push message which says that a payment, or the part of it that was too much, will be refunded. */
export const refundDueNotification = (orderId: string, paymentId: string): StudentNotification => ({
  studentId: studentOf(orderId),
  kind: 'payment',
  dedupeKey: `order-refund-due:${orderId}:${paymentId}`,
  tag: `refund-due:${orderId}`,
  title: 'A payment will be refunded',
  body: 'We received a payment that we could not use in full. Payments lists the refund.',
  path: payments,
});

/** The push message which says that a payment was declined. */
export const paymentFailedNotification = (attempt: { id: string; order_id: string }): StudentNotification => ({
  studentId: studentOf(attempt.order_id),
  kind: 'payment',
  dedupeKey: `payment-failed:${attempt.id}`,
  tag: `order:${attempt.order_id}`,
  title: 'Payment not received',
  body: 'Your seats are not booked. You can pay again from your cart.',
  path: paths.cart,
});

/** The push message which says that a refund was paid. */
export const refundSentNotification = (refund: { id: string; orderId: string }): StudentNotification => ({
  studentId: studentOf(refund.orderId),
  kind: 'refund',
  dedupeKey: `refund-sent:${refund.id}`,
  tag: `refund:${refund.id}`,
  title: 'Refund sent',
  body: 'Payments has the details.',
  path: payments,
});

// Of two messages with the same tag, a device that was off gets only the newer one. A cancellation and a transfer have
// different tags, because they may be about different courses of the order, and the student must get both messages.

/** The push message which says that bookings of an order were cancelled. */
export const cancelledNotification = (orderId: string, changeId: number): StudentNotification => ({
  studentId: studentOf(orderId),
  kind: 'batch',
  dedupeKey: `order-cancelled:${orderId}:${changeId}`,
  tag: `cancelled:${orderId}`,
  title: 'A booking was cancelled',
  body: 'My Orders says what was cancelled, and Payments what is refunded.',
  path: myOrders,
});

/** The push message which says that a booking has moved to another batch. */
export const transferredNotification = (orderId: string, changeId: number): StudentNotification => ({
  studentId: studentOf(orderId),
  kind: 'batch',
  dedupeKey: `order-transferred:${orderId}:${changeId}`,
  tag: `transferred:${orderId}`,
  title: 'New dates for your booking',
  body: 'Your booking has moved to another batch. My Courses has the new dates.',
  path: `${paths.profile}?tab=courses`,
});
