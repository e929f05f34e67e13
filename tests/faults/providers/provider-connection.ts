import type { Clock } from '../../../server/http/clock.ts';
import { readSignedWebhook } from '../../../server/providers/payments/cashfree-webhook.ts';
import {
  PaymentRefused,
  type Payments,
  type ProviderOrder,
  type ProviderRefund,
} from '../../../server/providers/payments/payments.ts';
import type { FakeProvider, FakeRefund } from './fake-provider.ts';
import { webhookSecret } from './webhook-bodies.ts';

/**
 * How a call to the payment provider fails. `refused`: the call fails before it takes effect. `cut`: the call takes
 * effect, but its reply is lost. `hung`: there is no reply until `mend` is called. `late`: the reply is outdated when
 * it arrives. `dies before`, `dies after`: the calling server instance dies before or after the call takes effect.
 */
export const providerFaults = ['refused', 'cut', 'hung', 'late', 'dies before', 'dies after'] as const;
export type ProviderFault = (typeof providerFaults)[number];

const latenessMs = 15;
/** A promise that never settles: what a call to the provider returns to a server instance that has been killed. */
const never = new Promise<never>(() => {});

const toRefund = ({ refundId, status, amountPaise }: FakeRefund): ProviderRefund => ({
  ...{ reference: `ref-${refundId}`, status, amountPaise },
});

/** The connection of one server instance to the payment provider. */
export class ProviderConnection {
  /** How the next call to the payment provider fails; null if it succeeds. */
  fault: ProviderFault | null = null;
  isDead = false;
  /** Called when a call to the payment provider starts to hang. */
  onHung: () => void = () => {};
  onFault: (fault: ProviderFault) => void = () => {};
  readonly #provider: FakeProvider;
  readonly #die: () => void;
  readonly #hung = new Set<() => void>();

  constructor(provider: FakeProvider, die: () => void) {
    this.#provider = provider;
    this.#die = die;
  }

  /** Ends all hanging calls with a failure, and cancels the fault that was planned for the next call. */
  mend(): void {
    this.fault = null;
    for (const release of this.#hung) release();
    this.#hung.clear();
  }

  port(clock: Clock): Payments {
    const provider = this.#provider;
    return {
      name: 'cashfree',
      createOrder: (request) =>
        this.#call(() => {
          const { sessionId } = provider.open(request);
          return { sessionId, checkoutUrl: `https://pay.example.com/${sessionId}` };
        }),
      fetchOrder: (orderId) => this.#call(() => this.#read(orderId)),
      endOrder: (orderId) =>
        this.#call(() => {
          if (!provider.end(orderId)) throw new PaymentRefused(`${orderId} is paid, or unknown`);
        }),
      refund: (request) => this.#call(() => toRefund(provider.refund(request))),
      fetchRefund: (_, refundId) =>
        this.#call(() => {
          const refund = provider.refunds.get(refundId);
          return refund ? toRefund(refund) : null;
        }),
      readWebhook: (delivery) => readSignedWebhook(webhookSecret, clock, delivery),
    };
  }

  #read(orderId: string): ProviderOrder | null {
    const order = this.#provider.orders.get(orderId);
    if (!order) return null;
    const payments = order.payments.map(({ id, status, amountPaise }) => ({ id, status, amountPaise, method: 'upi' }));
    return { status: this.#provider.statusOf(order), payments };
  }

  async #call<T>(work: () => T): Promise<T> {
    if (this.isDead) return never;
    const fault = this.fault;
    this.fault = null;
    if (fault) this.onFault(fault);
    if (fault === 'refused') throw new Error('no line to the provider');
    if (fault === 'dies before') return this.#end();
    const response = work();
    if (fault === 'dies after') return this.#end();
    if (fault === 'hung') await this.#hang();
    await new Promise((resolve) => setTimeout(resolve, fault === 'late' ? latenessMs : 0));
    if (fault === 'cut' || fault === 'hung') throw new Error('the provider’s response was lost');
    return this.isDead ? never : response;
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
