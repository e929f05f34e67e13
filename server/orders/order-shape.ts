import type { Order, OrderItem, OrderState, orderItemStatuses, PaymentStatus } from '../../contract/orders.ts';
import { toRupees } from '../db/paise.ts';
import { maskEmail } from '../providers/mail/mail.ts';

type ItemStatus = (typeof orderItemStatuses)[number];
type StoredCourse = { id: number; name: string; batch_start_date: string; batch_end_date: string };

/** An order as stored. Its items are sorted by position, and money is in paise. */
export type StoredOrder = {
  order_id: string;
  order_date: Date;
  state: OrderState;
  total_paise: number;
  receipt_number: string | null;
  due_receipts?: string[] | null;
  is_payment_pending: boolean;
  held_until: Date | null;
  confirmation_email: { to: string; state: 'waiting' | 'sent' | 'dead' } | null;
  items: Array<{
    id: number;
    type: 'course' | 'package';
    offer_id: number;
    name: string;
    price_paise: number;
    is_cancelled: boolean;
    courses: StoredCourse[];
  }>;
};

const paymentStatusOf: Record<OrderState, PaymentStatus> = {
  awaiting_payment: 'PROCESSING',
  completed: 'APPROVED',
  // An order whose payment is or was refunded has the payment status of a paid order; `state` shows the refund.
  refund_due: 'APPROVED',
  refunded: 'APPROVED',
  declined: 'DECLINED',
  expired: 'DECLINED',
  replaced: 'DECLINED',
};

/**
 * The payment status of an order. It is PROCESSING even for a declined or expired order if a payment is pending,
 * because this payment may still book the order.
 */
export function paymentStatus({
  state,
  is_payment_pending,
}: Pick<StoredOrder, 'state' | 'is_payment_pending'>): PaymentStatus {
  return is_payment_pending ? 'PROCESSING' : paymentStatusOf[state];
}

/**
 * The status of a booked course on `today`, a date in the academy's time zone. `isCancelled`: the course's line was
 * cancelled, or the order is neither completed nor awaiting payment.
 */
function courseStatus(isCancelled: boolean, course: StoredCourse, today: string): ItemStatus {
  if (isCancelled) return 'Cancelled';
  if (today < course.batch_start_date) return 'Not Started';
  return today <= course.batch_end_date ? 'In Progress' : 'Completed';
}

/** The status of a package: in progress from the start of its first course to the end of its last. */
function packageStatus(statuses: readonly ItemStatus[]): ItemStatus {
  const [first = 'Not Started'] = statuses;
  return statuses.every((status) => status === first) ? first : 'In Progress';
}

function toConfirmationEmail({ to, state }: NonNullable<StoredOrder['confirmation_email']>) {
  return { to: maskEmail(to), state: state === 'dead' ? ('failed' as const) : state };
}

/** An order as the API returns it. */
export function toOrder(stored: StoredOrder, today: string): Order {
  const { state, is_payment_pending } = stored;
  const isBookable = state === 'completed' || state === 'awaiting_payment' || is_payment_pending;
  const items = stored.items.map(({ price_paise, is_cancelled, courses, ...line }): OrderItem => {
    const isCancelled = is_cancelled || !isBookable;
    const booked = courses.map((course) => ({ ...course, status: courseStatus(isCancelled, course, today) }));
    const base = { ...line, price: toRupees(price_paise) };
    const [only] = booked;
    if (line.type === 'course' && only)
      return {
        ...base,
        status: only.status,
        batch_start_date: only.batch_start_date,
        batch_end_date: only.batch_end_date,
      };
    const status = packageStatus(booked.map((course) => course.status));
    return { ...base, status, batch_start_date: null, batch_end_date: null, courses: booked };
  });
  return {
    order_id: stored.order_id,
    order_date: stored.order_date.toISOString(),
    final_payment_status: paymentStatus(stored),
    state: stored.state,
    is_payment_pending: stored.is_payment_pending,
    ...(stored.held_until ? { held_until: stored.held_until.toISOString() } : {}),
    total: toRupees(stored.total_paise),
    receipt_number: stored.receipt_number,
    ...(stored.due_receipts ? { due_receipts: stored.due_receipts } : {}),
    ...(stored.confirmation_email ? { confirmation_email: toConfirmationEmail(stored.confirmation_email) } : {}),
    items,
  };
}
