import type { PaymentRequest, ProviderRefund, RefundRequest } from '../../server/providers/payments.ts';
import type { PaidAtProvider } from './evidence.ts';
import { paymentBody, refundBody } from './webhook-bodies.ts';

/** A payment as the provider knows it; `begunAt`: the step of the schedule in which the student paid. */
export type WorldPayment = {
  id: string;
  status: 'approved' | 'declined' | 'pending';
  amountPaise: number;
  begunAt: number;
};

/** An order at the provider; `expiresAt` in milliseconds since 1970. */
export type WorldOrder = {
  id: string;
  sessionId: string;
  amountPaise: number;
  expiresAt: number;
  payments: WorldPayment[];
};

export type WorldRefund = RefundRequest & { status: ProviderRefund['status'] };

/**
 * The provider of payments as `integrations.md` describes Cashfree: orders that are active, paid or expired, payments
 * that are begun while an order is active and may succeed long after, and now and then two successes for one order. It
 * outlives every crash of ours and is the truth that the books are held against.
 */
export class PaymentWorld {
  readonly orders = new Map<string, WorldOrder>();
  readonly refunds = new Map<string, WorldRefund>();
  /** Bodies of what it tells by webhook, in the order of the events. */
  readonly news: string[] = [];
  /** What no correct caller does. */
  readonly complaints: string[] = [];
  /** Step of the schedule at work. */
  step = 0;
  /** Orders that we had it end. */
  ended = 0;
  #made = 0;

  reset(): void {
    this.orders.clear();
    this.refunds.clear();
    this.news.length = 0;
    this.complaints.length = 0;
    this.step = 0;
    this.ended = 0;
  }

  /** The same id asked twice is one order. */
  open({ orderId: id, amountPaise, expiresAt }: PaymentRequest): WorldOrder {
    const known = this.orders.get(id);
    if (known && known.amountPaise !== amountPaise)
      this.complaints.push(`${id} was asked for again over another amount`);
    const made = { id, sessionId: `session-${id}`, amountPaise, expiresAt: expiresAt.getTime(), payments: [] };
    const order: WorldOrder = known ?? made;
    this.orders.set(id, order);
    return order;
  }

  statusOf(order: WorldOrder): 'active' | 'paid' | 'expired' {
    if (order.payments.some((payment) => payment.status === 'approved')) return 'paid';
    return order.expiresAt <= Date.now() ? 'expired' : 'active';
  }

  /** The student pays on the hosted page; false where it is closed. `isDouble`: two cards at the same moment. */
  pay(order: WorldOrder, status: WorldPayment['status'], isDouble = false): boolean {
    const isOver = order.expiresAt <= Date.now();
    if (isOver || (this.statusOf(order) === 'paid' && !isDouble)) return false;
    this.#made += 1;
    const id = `pay-${order.id}-${this.#made}`;
    const payment = { id, status, amountPaise: order.amountPaise, begunAt: this.step };
    order.payments.push(payment);
    if (status !== 'pending') this.news.push(paymentBody(order, payment));
    return true;
  }

  /** A bank's late word on a payment that was pending; also after the order has expired. */
  decide(order: WorldOrder, status: 'approved' | 'declined'): boolean {
    const payment = order.payments.find((one) => one.status === 'pending');
    if (!payment) return false;
    payment.status = status;
    this.news.push(paymentBody(order, payment));
    return true;
  }

  /** No payment of it is begun from now on; false where it is paid, or unknown. */
  end(id: string): boolean {
    const order = this.orders.get(id);
    if (!order || this.statusOf(order) === 'paid') return false;
    order.expiresAt = Math.min(order.expiresAt, Date.now());
    this.ended += 1;
    return true;
  }

  /** Money goes back; the same id asked twice is one refund. */
  refund(request: RefundRequest): WorldRefund {
    const known = this.refunds.get(request.refundId);
    if (known) return known;
    const paid = this.approved.filter(({ orderId }) => orderId === request.orderId);
    const back = [...this.refunds.values(), request].filter(({ orderId }) => orderId === request.orderId);
    const sum = (all: ReadonlyArray<{ amountPaise: number }>) => all.reduce((total, one) => total + one.amountPaise, 0);
    if (sum(back) > sum(paid)) this.complaints.push(`${request.orderId} is to give back more than was paid`);
    const refund: WorldRefund = { ...request, status: 'pending' };
    this.refunds.set(request.refundId, refund);
    return refund;
  }

  /** Time passes: refunds arrive. */
  age(milliseconds: number): void {
    for (const order of this.orders.values()) order.expiresAt -= milliseconds;
    for (const refund of this.refunds.values()) {
      if (refund.status === 'pending') this.news.push(refundBody(refund));
      refund.status = 'settled';
    }
  }

  /** Every payment that succeeded. */
  get approved(): PaidAtProvider[] {
    return [...this.orders.values()].flatMap(({ id: orderId, payments }) =>
      payments
        .filter(({ status }) => status === 'approved')
        .map(({ id, amountPaise, begunAt }) => ({ id, orderId, amountPaise, begunAt })),
    );
  }
}
