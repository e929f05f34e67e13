import type { Clock } from '../../server/providers/clock.ts';
import {
  PaymentRefused,
  type Payments,
  type ProviderOrder,
  type ProviderRefund,
} from '../../server/providers/payments.ts';
import { readSignedWebhook } from '../../server/providers/payments-webhook.ts';
import type { PaymentWorld, WorldRefund } from './payment-world.ts';
import { webhookSecret } from './webhook-bodies.ts';

/**
 * How a call to the provider goes wrong: `refused` before it has an effect, `cut` after it (the reply is lost), `hung`
 * without an answer until the line is mended, `late` with the answer of then, or the caller dies before or after it.
 */
export const lineFaults = ['refused', 'cut', 'hung', 'late', 'dies before', 'dies after'] as const;
export type LineFault = (typeof lineFaults)[number];

const latenessMs = 15;
/** A dead process hears no answer. */
const never = new Promise<never>(() => {});

const toRefund = ({ refundId, status }: WorldRefund): ProviderRefund => ({ reference: `ref-${refundId}`, status });

/** One app's line to the provider. */
export class PaymentsLine {
  /** The next call goes wrong like this. */
  fault: LineFault | null = null;
  isDead = false;
  /** Hears of a call that hangs. */
  onHung: () => void = () => {};
  onFault: (fault: LineFault) => void = () => {};
  readonly #world: PaymentWorld;
  readonly #die: () => void;
  readonly #hung = new Set<() => void>();

  constructor(world: PaymentWorld, die: () => void) {
    this.#world = world;
    this.#die = die;
  }

  /** Whoever waits hears that the line timed out. */
  mend(): void {
    this.fault = null;
    for (const release of this.#hung) release();
    this.#hung.clear();
  }

  port(clock: Clock): Payments {
    const world = this.#world;
    return {
      name: 'cashfree',
      createOrder: (request) =>
        this.#call(() => {
          const { sessionId } = world.open(request);
          return { sessionId, checkoutUrl: `https://pay.example.com/${sessionId}` };
        }),
      fetchOrder: (orderId) => this.#call(() => this.#read(orderId)),
      endOrder: (orderId) =>
        this.#call(() => {
          if (!world.end(orderId)) throw new PaymentRefused(`${orderId} is paid, or unknown`);
        }),
      refund: (request) => this.#call(() => toRefund(world.refund(request))),
      fetchRefund: (_, refundId) =>
        this.#call(() => {
          const refund = world.refunds.get(refundId);
          return refund ? toRefund(refund) : null;
        }),
      readWebhook: (delivery) => readSignedWebhook(webhookSecret, clock, delivery),
    };
  }

  #read(orderId: string): ProviderOrder | null {
    const order = this.#world.orders.get(orderId);
    if (!order) return null;
    const payments = order.payments.map(({ id, status, amountPaise }) => ({ id, status, amountPaise, method: 'upi' }));
    return { status: this.#world.statusOf(order), payments };
  }

  async #call<T>(work: () => T): Promise<T> {
    if (this.isDead) return never;
    const fault = this.fault;
    this.fault = null;
    if (fault) this.onFault(fault);
    if (fault === 'refused') throw new Error('no line to the provider');
    if (fault === 'dies before') return this.#end();
    const answer = work();
    if (fault === 'dies after') return this.#end();
    if (fault === 'hung') await this.#hang();
    await new Promise((resolve) => setTimeout(resolve, fault === 'late' ? latenessMs : 0));
    if (fault === 'cut' || fault === 'hung') throw new Error('the provider’s answer was lost');
    return this.isDead ? never : answer;
  }

  #end(): Promise<never> {
    this.#die();
    return never;
  }

  #hang(): Promise<void> {
    this.onHung();
    return new Promise((resolve) => this.#hung.add(resolve));
  }
}
