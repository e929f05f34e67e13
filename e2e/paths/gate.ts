import type { Page, Request, Route } from '@playwright/test';
import { apiVersion, markerHeader } from '../../contract/headers.ts';

type Body = Record<string, unknown>;

/** How a call that a `Gate` holds back ends. */
export type CallResult =
  /** The request goes to the server (`body` may change its body), and the page gets the server's response. */
  | { kind: 'real'; body?: (body: Body) => Body }
  /** As `real`, but the page gets what `change` makes of the response. */
  | { kind: 'changed'; change: (body: Body) => unknown; body?: (body: Body) => Body }
  /** The page gets this status and body, and the server gets no request. */
  | { kind: 'known'; status: number; body: unknown }
  /** The page gets a network error. */
  | { kind: 'lost' };

/** A refused call, with an error body in the format of our API. */
export function refusal(status: number, code: string, message = 'Something went wrong.', data?: unknown): CallResult {
  const body = { statusCode: status, code, errorCode: code, message, requestId: 'path-lab', data };
  return { kind: 'known', status, body };
}

/** How long to wait for the page to call the endpoint, in milliseconds. */
const timeoutMs = 15_000;

/** Holds back the page's calls of one endpoint. The test path being replayed then decides how each call ends. */
export class Gate {
  readonly #page: Page;
  readonly #path: string | RegExp;
  readonly #method: string;
  readonly #held: Route[] = [];
  readonly #waiters: Array<() => void> = [];
  #mode: 'holding' | 'open' | 'losing' = 'open';

  constructor(page: Page, { url, method }: { url: string | RegExp; method: string }) {
    this.#page = page;
    this.#path = url;
    this.#method = method;
  }

  async hold(): Promise<void> {
    this.#mode = 'holding';
    this.#page.on('requestfailed', (request) => this.#forget(request));
    await this.#page.route(
      ({ pathname }) => (typeof this.#path === 'string' ? pathname === this.#path : this.#path.test(pathname)),
      (route) => this.#take(route),
    );
  }

  /**
   * From now on, calls of the endpoint go to the server, unless another Playwright route, such as `NetworkSwitch`,
   * stops them.
   */
  open(): void {
    this.#mode = 'open';
  }

  /** As `open`, and also sends the calls that are held back to the server. */
  async release(): Promise<void> {
    this.open();
    for (const route of this.#held.splice(0)) await route.continue();
  }

  /** From now on, calls of the endpoint that this `Gate` controls fail with a network error. */
  lose(): void {
    this.#mode = 'losing';
  }

  /** Holds the endpoint's calls back again after `open`, `release` or `lose`. */
  holdAgain(): void {
    this.#mode = 'holding';
  }

  /**
   * Ends the oldest call that is held back, in the way that `result` describes. If none is held back, waits for the
   * next call.
   */
  async settle(result: CallResult): Promise<void> {
    const route = await this.#next();
    if (result.kind === 'lost') return route.abort();
    if (result.kind === 'known') return fulfil(route, result.status, result.body);
    if (result.kind === 'changed') {
      const response = await route.fetch(changedRequest(route, result.body));
      return route.fulfill({ response, json: result.change((await response.json()) as Body) });
    }
    return route.continue(changedRequest(route, result.body));
  }

  async #take(route: Route): Promise<void> {
    if (route.request().method() !== this.#method) return route.fallback();
    if (this.#mode === 'open') return route.fallback();
    if (this.#mode === 'losing') return route.abort();
    this.#held.push(route);
    this.#waiters.shift()?.();
  }

  async #next(): Promise<Route> {
    if (this.#held.length === 0)
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(
          () => reject(new Error(`the page did not call ${this.#method} ${this.#path}`)),
          timeoutMs,
        );
        this.#waiters.push(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    const route = this.#held.shift();
    if (!route) throw new Error(`the call of ${this.#path} was cancelled`);
    return route;
  }

  #forget(request: Request): void {
    const index = this.#held.findIndex((route) => route.request() === request);
    if (index >= 0) this.#held.splice(index, 1);
  }
}

function changedRequest(route: Route, body: ((body: Body) => Body) | undefined): { postData?: string } {
  return body ? { postData: JSON.stringify(body((route.request().postDataJSON() ?? {}) as Body)) } : {};
}

function fulfil(route: Route, status: number, body: unknown): Promise<void> {
  return route.fulfill({ status, headers: { [markerHeader]: apiVersion }, json: body });
}
