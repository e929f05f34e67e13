import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { signatureHeader, timestampHeader } from '../../contract/payments.ts';
import { signWebhook } from '../../server/providers/payments/cashfree-webhook.ts';
import { answerRefunds, type StandInRefund } from './cashfree-refunds.ts';
import { type Answer, checkOrder, checkRequest, endOrder, failure, type Sent } from './cashfree-rules.ts';
import { listenLocally, readBody } from './local-http.ts';

export type StandInPayment = {
  cf_payment_id: string;
  payment_status: string;
  payment_amount: number;
  payment_currency: string;
  payment_group: string;
  payment_time: string;
};

type StandInOrder = {
  order_id: string;
  order_amount: number;
  order_currency: string;
  order_status: string;
  order_expiry_time: string;
  payment_session_id: string;
  customer_details: Record<string, string>;
  order_meta: Record<string, string>;
};

/**
 * What the next call gets instead of its usual response. `after`: the call still takes effect, as if only its response
 * were lost.
 */
export type Fault = { answer: Answer | 'hang' | 'cut' | 'html'; after?: boolean };

export const cashfreeAccess = { clientId: 'TEST10400001', clientSecret: 'cfsk_ma_test_stand_in_secret' };

/**
 * A local stand-in for Cashfree over real HTTP, with the documented paths, formats, headers and errors for orders,
 * payments and refunds. Tests make payments in it and make calls to it fail.
 */
export class CashfreeServer {
  readonly orders = new Map<string, StandInOrder>();
  readonly payments = new Map<string, StandInPayment[]>();
  readonly refunds = new Map<string, StandInRefund>();
  readonly sent: Sent[] = [];
  readonly #replays = new Map<string, { text: string; answer: Answer }>();
  readonly #server = createServer((request, reply) => void this.#serve(request, reply));
  #fault: Fault | null = null;
  /**
   * Called just before an order is terminated. If it returns a response, the server sends that response instead of the
   * usual one.
   */
  onEnding: (orderId: string) => Fault['answer'] | undefined = () => undefined;
  #made = 0;

  /** Starts the fake Cashfree server and returns its base URL. */
  async start(): Promise<string> {
    return `${await listenLocally(this.#server)}/pg`;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** Makes the next call to the fake Cashfree server fail. */
  break(fault: Fault): void {
    this.#fault = fault;
  }

  /** Returns the id of the order that has this payment session. */
  orderIdOf(sessionId: string): string {
    const order = [...this.orders.values()].find(({ payment_session_id }) => payment_session_id === sessionId);
    if (!order) throw new Error(`no session ${sessionId} at Cashfree`);
    return order.order_id;
  }

  /**
   * Makes a payment of an order on Cashfree's hosted page, or changes the payment's status as a bank does. `more`
   * overrides single fields of the payment.
   */
  pay(orderId: string, payment_status: string, more: Partial<StandInPayment> = {}): StandInPayment {
    const order = this.orders.get(orderId);
    if (!order) throw new Error(`no order ${orderId} at Cashfree`);
    if (order.order_status === 'TERMINATED') throw new Error(`${orderId} is terminated and cannot be paid`);
    this.#made += 1;
    const payment = {
      cf_payment_id: String(5_114_900_000 + this.#made),
      payment_status,
      payment_amount: order.order_amount,
      payment_currency: 'INR',
      payment_group: 'upi',
      payment_time: new Date(Date.now() + this.#made * 1000).toISOString(),
      ...more,
    };
    // Put the new payment before the older ones, as Cashfree does in its lists.
    this.payments.set(orderId, [payment, ...(this.payments.get(orderId) ?? [])]);
    if (payment_status === 'SUCCESS') order.order_status = 'PAID';
    return payment;
  }

  /** Creates a signed webhook about a payment. `rewrite` can change the text before it is signed. */
  deliver(type: string, orderId: string, payment: StandInPayment, rewrite = (text: string) => text) {
    const order = this.orders.get(orderId);
    const { order_id, order_amount, order_currency, customer_details } = order ?? { order_id: orderId };
    const data = { order: { order_id, order_amount, order_currency, order_tags: null }, payment, customer_details };
    return signedDelivery(rewrite(JSON.stringify({ data, event_time: new Date().toISOString(), type })));
  }

  async #serve(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const text = String(await readBody(request));
    const url = new URL(request.url ?? '', 'http://127.0.0.1');
    const path = url.pathname.replace(/^\/pg/, '').split('/').filter(Boolean).map(decodeURIComponent);
    const sent: Sent = { method: request.method ?? '', path, headers: request.headers, text };
    this.sent.push(sent);
    const fault = this.#fault;
    this.#fault = null;
    const ending = sent.method === 'PATCH' ? this.onEnding(path[1] ?? '') : undefined;
    const answer = fault && !fault.after ? fault.answer : (ending ?? this.#answerOnce(sent));
    this.#reply(reply, fault?.after ? fault.answer : answer);
  }

  #reply(reply: ServerResponse, answer: Fault['answer']): void {
    if (answer === 'hang') return;
    if (answer === 'cut') return void reply.destroy();
    if (answer === 'html') {
      reply.writeHead(502, { 'content-type': 'text/html' }).end('<html><h1>502 Bad Gateway</h1></html>');
      return;
    }
    reply.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
    reply.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
  }

  /**
   * Responds to a call. A repeat under the same idempotency key gets the stored response; the same key with another
   * body is refused.
   */
  #answerOnce(sent: Sent): Answer {
    const refused = checkRequest(sent, cashfreeAccess);
    if (refused) return refused;
    const key = sent.headers['x-idempotency-key'];
    const known = typeof key === 'string' ? this.#replays.get(key) : undefined;
    if (known && known.text !== sent.text) return failure(400, 'idempotency_key_mismatch', 'key of another request');
    if (known) return { ...known.answer, headers: { 'x-idempotency-replayed': 'true' } };
    const answer = this.#answer(sent);
    if (typeof key === 'string') this.#replays.set(key, { text: sent.text, answer });
    return answer;
  }

  #answer({ method, path, text }: Sent): Answer {
    const [collection, orderId = '', part] = path;
    if (collection !== 'orders') return failure(404, 'not_found', 'bad URL, please check API documentation');
    if (method === 'POST' && path.length === 1) return this.#open(JSON.parse(text));
    const order = this.orders.get(orderId);
    if (!order) return failure(404, 'order_not_found', 'Order Reference Id does not exist');
    if (method === 'GET' && path.length === 2) return { status: 200, body: order };
    if (method === 'PATCH' && path.length === 2) return endOrder(order, this.payments.get(orderId) ?? [], text);
    if (method === 'GET' && part === 'payments') return { status: 200, body: this.payments.get(orderId) ?? [] };
    const sent = { method, path, text };
    return answerRefunds(this.refunds, order, sent) ?? failure(404, 'not_found', 'bad URL');
  }

  #open(body: Record<string, unknown>): Answer {
    const fault = checkOrder(body);
    if (fault) return fault;
    const order_id = String(body.order_id);
    if (this.orders.has(order_id)) return failure(409, 'order_already_exists', 'order with same id is already present');
    const made = { order_status: 'ACTIVE', payment_session_id: `session_${randomUUID().replaceAll('-', '')}` };
    const order = { cf_order_id: String(2_149_460_581 + this.orders.size), entity: 'order', ...body, ...made };
    this.orders.set(order_id, order as unknown as StandInOrder);
    return { status: 200, body: order };
  }
}

/**
 * A webhook request with the given body text, signed as Cashfree signs it. By default, the timestamp is the current
 * time.
 */
function signedDelivery(text: string, timestamp = String(Date.now()), secret = cashfreeAccess.clientSecret) {
  const headers = {
    'content-type': 'application/json',
    'x-webhook-version': '2025-01-01',
    [timestampHeader]: timestamp,
    [signatureHeader]: signWebhook(secret, timestamp, text),
  };
  return { headers, body: text };
}
