import { clientHeader, clientName, idempotencyHeader } from '../../contract/headers.ts';
import { type Evidence, lastWord, type SentCall } from './evidence.ts';

const againAfterMs = 20;
const patienceMs = 180_000;
const form = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };

/** A student who buys: over real HTTP, again and again until there is an answer. */
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
      const answer = await fetch(`${this.#address}${url}`, { redirect: 'manual', ...init });
      const text = await answer.text();
      this.#last = `${answer.status} ${text.slice(0, 200)}`;
      const isJson = answer.headers.get('content-type')?.startsWith('application/json');
      return { status: answer.status, body: isJson ? JSON.parse(text) : {} };
    } catch (error) {
      this.#last = String(error);
      return null;
    }
  }

  async #persist<T>(what: string, attempt: () => Promise<T | null | undefined>): Promise<T> {
    for (const deadline = performance.now() + patienceMs; performance.now() < deadline; ) {
      const got = await attempt();
      if (got !== null && got !== undefined) return got;
      await new Promise((resolve) => setTimeout(resolve, againAfterMs));
    }
    throw new Error(`${what} came to no end in ${patienceMs} ms; the last answer was ${this.#last}`);
  }

  /** An unsafe call under its key until it has its last word. */
  async send(call: Pick<SentCall, 'kind' | 'studentId' | 'item' | 'key' | 'body'>, method: string, url: string) {
    const sent: SentCall = { ...call, begunAt: 0, endedAt: 0, answers: [] };
    this.#evidence.calls.push(sent);
    const headers = { [clientHeader]: clientName, [idempotencyHeader]: call.key, cookie: this.#cookie };
    const init = {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(call.body),
    };
    return this.#persist(`${method} ${url}`, async () => {
      const answer = await this.#fetch(url, init);
      if (answer?.status === 500) this.#evidence.complaints.push(`${method} ${url} was answered 500`);
      if (answer) sent.answers.push(answer);
      if (answer?.status === 401) this.#miss(`the session of ${call.studentId}`);
      return answer?.status === 401 ? answer : lastWord(sent);
    });
  }

  /** Presses Pay on the hosted page, which was acknowledged. */
  async pay(session: string): Promise<void> {
    const init = { method: 'POST', headers: form, body: '' };
    await this.#persist(`paying ${session}`, async () => {
      const answer = await this.#fetch(`/sandbox/pay/${session}/pay`, init);
      if (answer?.status === 404) return this.#miss(`the payment session ${session}`);
      return answer?.status === 303 ? 'paid' : null;
    });
  }

  /** Rechecks until the order, which was acknowledged, has come to its end. */
  async settle(studentId: string, attempt: string): Promise<void> {
    const query = new URLSearchParams({ user_id: studentId, attempt_id: attempt });
    await this.#persist(`settling ${attempt}`, async () => {
      const answer = await this.#fetch(`/api/orders/update?${query}`, { headers: { cookie: this.#cookie } });
      if (answer?.status === 401 || answer?.status === 404) return this.#miss(`the order of ${attempt}`);
      const told = answer?.body.data as { order_id: string; state: string } | undefined;
      if (told?.state === 'completed') this.#evidence.seenCompleted.add(told.order_id);
      return told && told.state !== 'awaiting_payment' ? told.state : null;
    });
  }

  #miss(what: string): string {
    this.#evidence.complaints.push(`${what} was acknowledged and is not there`);
    return 'lost';
  }
}
