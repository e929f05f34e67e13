import { clientHeader, clientName, idempotencyHeader } from '../../../contract/headers.ts';
import { type Evidence, finalResponse, type SentCall } from '../invariants/evidence.ts';

const retryPauseMs = 20;
const timeoutMs = 180_000;
const form = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };

/** The HTTP calls of a simulated student who buys a course. Each call is repeated until it gets a final response. */
export class ShopCalls {
  readonly #address: string;
  readonly #cookie: string;
  readonly #evidence: Evidence;
  #last = 'none';

  constructor(address: string, cookie: string, evidence: Evidence) {
    this.#address = address;
    this.#cookie = cookie;
    this.#evidence = evidence;
  }

  async #fetch(url: string, init: RequestInit): Promise<{ status: number; body: Record<string, unknown> } | null> {
    try {
      const response = await fetch(`${this.#address}${url}`, { redirect: 'manual', ...init });
      const text = await response.text();
      this.#last = `${response.status} ${text.slice(0, 200)}`;
      const isJson = response.headers.get('content-type')?.startsWith('application/json');
      return { status: response.status, body: isJson ? JSON.parse(text) : {} };
    } catch (error) {
      this.#last = String(error);
      this.#evidence.unanswered += 1;
      return null;
    }
  }

  async #persist<T>(what: string, attempt: () => Promise<T | null | undefined>): Promise<T> {
    for (const deadline = performance.now() + timeoutMs; performance.now() < deadline; ) {
      const got = await attempt();
      if (got !== null && got !== undefined) return got;
      await new Promise((resolve) => setTimeout(resolve, retryPauseMs));
    }
    throw new Error(`${what} did not finish in ${timeoutMs} ms; the last response was ${this.#last}`);
  }

  /**
   * Sends a call that changes something, and repeats it under the same idempotency key until it gets a final response.
   */
  async send(call: Pick<SentCall, 'kind' | 'studentId' | 'item' | 'key' | 'body'>, method: string, url: string) {
    const sent: SentCall = { ...call, replaces: [], begunAt: 0, endedAt: 0, responses: [] };
    this.#evidence.calls.push(sent);
    const headers = { [clientHeader]: clientName, [idempotencyHeader]: call.key, cookie: this.#cookie };
    const init = {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(call.body),
    };
    return this.#persist(`${method} ${url}`, async () => {
      const response = await this.#fetch(url, init);
      if (response?.status === 500) this.#evidence.problems.push(`${method} ${url} returned 500`);
      if (response) sent.responses.push(response);
      if (response?.status === 401) this.#miss(`the session of ${call.studentId}`);
      return response?.status === 401 ? response : finalResponse(sent);
    });
  }

  /**
   * Presses Pay on the sandbox payment page. `session` is the payment session of an order that the server has
   * confirmed.
   */
  async pay(session: string): Promise<void> {
    const init = { method: 'POST', headers: form, body: '' };
    await this.#persist(`paying ${session}`, async () => {
      const response = await this.#fetch(`/sandbox/pay/${session}/pay`, init);
      if (response?.status === 404) return this.#miss(`the payment session ${session}`);
      return response?.status === 303 ? 'paid' : null;
    });
  }

  /**
   * Has the server check the payment of a confirmed order again and again, until the order no longer awaits payment.
   */
  async settle(studentId: string, attempt: string): Promise<void> {
    const query = new URLSearchParams({ user_id: studentId, attempt_id: attempt });
    await this.#persist(`settling ${attempt}`, async () => {
      const response = await this.#fetch(`/api/orders/update?${query}`, { headers: { cookie: this.#cookie } });
      if (response?.status === 401 || response?.status === 404) return this.#miss(`the order of ${attempt}`);
      const order = response?.body.data as { order_id: string; state: string } | undefined;
      if (order?.state === 'completed') this.#evidence.seenCompleted.add(order.order_id);
      return order && order.state !== 'awaiting_payment' ? order.state : null;
    });
  }

  #miss(what: string): string {
    this.#evidence.problems.push(`${what} was acknowledged and is missing`);
    return 'lost';
  }
}
