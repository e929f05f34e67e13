import type { Cart } from '../../../contract/cart.ts';
import { apiVersion, idempotencyHeader, markerHeader, replayedHeader } from '../../../contract/headers.ts';
import type { Order } from '../../../contract/orders.ts';
import { datesClash } from '../../../lab/alphabets/samples.ts';
import { quoteOf } from '../../../machines/order-quote.ts';
import { type Api, createApi } from '../../../src/lib/api.ts';
import { attemptId, cart, profile, settings, update } from './orders.ts';

type Reply = { status: number; body: object };
const ok = (body: object): Reply => ({ status: 200, body: { statusCode: 200, ...body } });
const refused = (status: number, code: string, data?: unknown): Reply => ({
  status,
  body: { statusCode: status, code, errorCode: code, message: code, requestId: 'r', data },
});

/** How an API call fails: it hangs, its response is lost after it took effect, or the server refuses it. */
export type Fault = 'hangs' | 'loses its response' | { status: number; code: string };

/**
 * A fake of the server that answers the calls of checkout. However often a call is repeated under its idempotency key,
 * it takes effect only once.
 */
export class FakeServer {
  isUp = true;
  /** How calls fail, keyed by `METHOD /path`. A call that is not listed succeeds. */
  readonly faults = new Map<string, Fault>();
  readonly #replies = new Map<string, Reply>();
  readonly #hanging = new Set<() => void>();
  cart: Cart = cart();
  /** The order that `GET /api/orders/update` returns, with the state of its payment; null if the server finds none. */
  payment: Partial<Order> | null = { state: 'awaiting_payment', final_payment_status: 'PROCESSING' };
  /**
   * The idempotency keys of the calls that took effect: those that placed an order, saved the profile or changed a
   * batch.
   */
  readonly orders: string[] = [];
  readonly saves: string[] = [];
  readonly swaps: string[] = [];
  checks = 0;

  readonly api: Api = createApi(async (input, init = {}) => {
    const path = String(input).split('?')[0];
    const call = `${init.method ?? 'GET'} ${path}`;
    const fault = this.faults.get(call);
    if (!this.isUp) throw new TypeError('Failed to fetch');
    if (fault === 'hangs') await this.#hang(init.signal);
    const key = new Headers(init.headers).get(idempotencyHeader) ?? '';
    const isReplayed = this.#replies.has(key);
    const reply = this.#reply(call, key, fault);
    if (fault === 'loses its response') throw new TypeError('Failed to fetch');
    return new Response(JSON.stringify(reply.body), {
      status: reply.status,
      headers: { [markerHeader]: apiVersion, ...(isReplayed ? { [replayedHeader]: 'true' } : {}) },
    });
  });

  /** Cuts the connection: calls that hang fail, and so does every later call. */
  disconnect(): void {
    this.isUp = false;
    for (const lose of this.#hanging) lose();
  }

  #hang(signal: AbortSignal | null | undefined): Promise<never> {
    return new Promise((_, reject) => {
      const lose = () => reject(new TypeError('Failed to fetch'));
      this.#hanging.add(lose);
      signal?.addEventListener('abort', lose);
    });
  }

  #reply(call: string, key: string, fault: Fault | undefined): Reply {
    const earlier = this.#replies.get(key);
    if (earlier) return earlier;
    if (typeof fault === 'object') return refused(fault.status, fault.code, this.#refusalData(fault.code));
    const reply = this.#effects[call]?.(key);
    if (!reply) throw new Error(`The fake server has no route ${call}`);
    if (key) this.#replies.set(key, reply);
    return reply;
  }

  #refusalData(code: string): unknown {
    if (code === 'DATES_CLASH') return { clashes: [datesClash] };
    if (code !== 'CART_CHANGED') return undefined;
    const terms_version = settings.terms_version;
    return { before: { ...quoteOf(cart()), terms_version }, after: { ...quoteOf(this.cart), terms_version } };
  }

  readonly #effects: Record<string, (key: string) => Reply> = {
    'GET /api/users/student': () => ok({ data: { users: [profile()] } }),
    [`PUT /api/users/student/${profile().id}`]: (key) => {
      this.saves.push(key);
      return ok({});
    },
    'GET /api/cart': () => ok({ data: this.cart }),
    'PUT /api/cart/batch': (key) => {
      this.swaps.push(key);
      return ok({ data: this.cart });
    },
    'POST /api/orders/create': (key) => {
      this.orders.push(key);
      return ok({
        data: 's',
        order_id: 'LF-2026-000123',
        attempt_id: attemptId,
        checkout_url: 'https://pay.example/1',
      });
    },
    'GET /api/orders/update': () => {
      this.checks += 1;
      return ok({ data: this.payment && update(this.payment) });
    },
  };
}
