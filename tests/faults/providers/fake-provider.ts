import {
  PaymentRefused,
  type PaymentRequest,
  type ProviderRefund,
  type RefundRequest,
} from '../../../server/providers/payments/payments.ts';
import type { PaidAtProvider } from '../invariants/evidence.ts';
import { paymentBody, refundBody } from './webhook-bodies.ts';

/**
 * A payment at the simulated payment provider. `begunAt`: the step of the random sequence in which the student paid.
 */
export type FakePayment = {
  id: string;
  status: 'approved' | 'declined' | 'pending';
  amountPaise: number;
  begunAt: number;
};

/** An order at the simulated payment provider. `expiresAt` is in milliseconds since 1970. */
export type FakeOrder = {
  id: string;
  sessionId: string;
  amountPaise: number;
  expiresAt: number;
  payments: FakePayment[];
};

export type FakeRefund = RefundRequest & { status: ProviderRefund['status'] };

/**
 * How the provider fails to pay a refund. `refused`: it refuses the request. `returned`: it accepts the request, but
 * the bank returns the money. `misreported`: it says that it refuses the request, but pays.
 */
export const refundFailures = ['refused', 'returned', 'misreported'] as const;
export type RefundFailure = (typeof refundFailures)[number];

/**
 * A simulated payment provider that behaves like Cashfree. A payment that starts before its order expires may succeed
 * long afterwards, and an order may be paid twice. The data survives crashes of the server instances, so that a test
 * can compare it with the database.
 */
export class FakeProvider {
  readonly orders = new Map<string, FakeOrder>();
  readonly refunds = new Map<string, FakeRefund>();
  /** How the next refunds fail, the next one first. When the list is empty, refunds succeed. */
  readonly refundFailures: RefundFailure[] = [];
  /** Ids of the refunds that the bank will return. */
  readonly #returned = new Set<string>();
  /** Bodies of the webhooks about all payments and refunds so far, oldest first. A test delivers them. */
  readonly webhooks: string[] = [];
  /** Descriptions of calls to the provider that a correct client never makes. */
  readonly problems: string[] = [];
  /** The number of the current step of the random sequence of events. */
  step = 0;
  /** How many orders the server instances under test have terminated at the provider. */
  ended = 0;
  #made = 0;

  reset(): void {
    this.orders.clear();
    this.refunds.clear();
    this.refundFailures.length = 0;
    this.#returned.clear();
    this.webhooks.length = 0;
    this.problems.length = 0;
    this.step = 0;
    this.ended = 0;
  }

  /** Creates an order; a repeat with the same id returns the order that exists already. */
  open({ orderId: id, amountPaise, expiresAt }: PaymentRequest): FakeOrder {
    const known = this.orders.get(id);
    if (known && known.amountPaise !== amountPaise) this.problems.push(`${id} was asked for again over another amount`);
    const made = { id, sessionId: `session-${id}`, amountPaise, expiresAt: expiresAt.getTime(), payments: [] };
    const order: FakeOrder = known ?? made;
    this.orders.set(id, order);
    return order;
  }

  statusOf(order: FakeOrder): 'active' | 'paid' | 'expired' {
    if (order.payments.some((payment) => payment.status === 'approved')) return 'paid';
    return order.expiresAt <= Date.now() ? 'expired' : 'active';
  }

  /**
   * Pays an order on the provider's payment page. Returns false if the page accepts no payment, because the order has
   * expired or is paid. With `isDouble`, an order that is already paid can be paid again.
   */
  pay(order: FakeOrder, status: FakePayment['status'], isDouble = false): boolean {
    const isOver = order.expiresAt <= Date.now();
    if (isOver || (this.statusOf(order) === 'paid' && !isDouble)) return false;
    this.#made += 1;
    const id = `pay-${order.id}-${this.#made}`;
    const payment = { id, status, amountPaise: order.amountPaise, begunAt: this.step };
    order.payments.push(payment);
    if (status !== 'pending') this.webhooks.push(paymentBody(order, payment));
    return true;
  }

  /**
   * Lets the bank approve or decline a pending payment of an order, possibly after the order has expired. Returns false
   * if no payment is pending.
   */
  decide(order: FakeOrder, status: 'approved' | 'declined'): boolean {
    const payment = order.payments.find((one) => one.status === 'pending');
    if (!payment) return false;
    payment.status = status;
    this.webhooks.push(paymentBody(order, payment));
    return true;
  }

  /** Terminates an order, so that no new payment can start. Returns false if the order is paid or unknown. */
  end(id: string): boolean {
    const order = this.orders.get(id);
    if (!order || this.statusOf(order) === 'paid') return false;
    order.expiresAt = Math.min(order.expiresAt, Date.now());
    this.ended += 1;
    return true;
  }

  /**
   * Creates a refund; a repeat with the same id returns the refund that exists already.
   * @throws PaymentRefused if the provider refuses the refund, or says so although it pays
   */
  refund(request: RefundRequest): FakeRefund {
    const known = this.refunds.get(request.refundId);
    if (known) return known;
    const failure = this.refundFailures.shift();
    if (failure === 'refused') throw new PaymentRefused('the account of the payment is closed');
    const paid = this.approved.filter(({ orderId }) => orderId === request.orderId);
    const back = [...this.paidRefunds, request].filter(({ orderId }) => orderId === request.orderId);
    const sum = (all: ReadonlyArray<{ amountPaise: number }>) => all.reduce((total, one) => total + one.amountPaise, 0);
    if (sum(back) > sum(paid)) this.problems.push(`${request.orderId} is to give back more than was paid`);
    const refund: FakeRefund = { ...request, status: 'pending' };
    this.refunds.set(request.refundId, refund);
    if (failure === 'returned') this.#returned.add(request.refundId);
    if (failure === 'misreported') throw new PaymentRefused('the refund is not possible at present');
    return refund;
  }

  /** The refunds that the provider has paid or is paying. */
  get paidRefunds(): FakeRefund[] {
    return [...this.refunds.values()].filter(({ status }) => status !== 'failed');
  }

  /** Advances the simulated time by `milliseconds`, and completes pending refunds. */
  age(milliseconds: number): void {
    for (const order of this.orders.values()) order.expiresAt -= milliseconds;
    for (const refund of this.refunds.values()) {
      if (refund.status !== 'pending') continue;
      refund.status = this.#returned.has(refund.refundId) ? 'failed' : 'settled';
      this.webhooks.push(refundBody(refund));
    }
  }

  /** All successful payments at the provider. */
  get approved(): PaidAtProvider[] {
    return [...this.orders.values()].flatMap(({ id: orderId, payments }) =>
      payments
        .filter(({ status }) => status === 'approved')
        .map(({ id, amountPaise, begunAt }) => ({ id, orderId, amountPaise, begunAt })),
    );
  }
}
