import type { Page, Request, Route } from '@playwright/test';
import { apiVersion, markerHeader } from '../../../contract/headers.ts';

type Body = Record<string, unknown>;

/**
 * How a held call ends. `real`: the server answers, to the request as it is or with another body. `changed`: the server's
 * answer, changed on its way. `known`: an answer of ours. `lost`: nobody answers.
 */
export type Answer =
  | { kind: 'real'; body?: (body: Body) => Body }
  | { kind: 'changed'; change: (body: Body) => unknown; body?: (body: Body) => Body }
  | { kind: 'known'; status: number; body: unknown }
  | { kind: 'lost' };

/** A failure of the API, as the server says it. */
export function refusal(status: number, code: string, message = 'Something went wrong.'): Answer {
  const body = { statusCode: status, code, errorCode: code, message, requestId: 'path-lab' };
  return { kind: 'known', status, body };
}

const patience = 15_000;

/** Holds the calls of one endpoint until a path says how each ends. */
export class Gate {
  readonly #page: Page;
  readonly #path: string | RegExp;
  readonly #method: string;
  readonly #held: Route[] = [];
  readonly #hear: Array<() => void> = [];
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

  /** Calls that come from now on go their way. */
  open(): void {
    this.#mode = 'open';
  }

  /** Calls that come from now on are never answered. */
  lose(): void {
    this.#mode = 'losing';
  }

  /** Holds again, after `open` or `lose`. */
  holdOn(): void {
    this.#mode = 'holding';
  }

  /** Ends the call that is held, or the next that comes. */
  async answer(answer: Answer): Promise<void> {
    const route = await this.#next();
    if (answer.kind === 'lost') return route.abort();
    if (answer.kind === 'known') return fulfil(route, answer.status, answer.body);
    if (answer.kind === 'changed') {
      const response = await route.fetch(sentInstead(route, answer.body));
      return route.fulfill({ response, json: answer.change((await response.json()) as Body) });
    }
    return route.continue(sentInstead(route, answer.body));
  }

  async #take(route: Route): Promise<void> {
    if (route.request().method() !== this.#method) return route.fallback();
    if (this.#mode === 'open') return route.continue();
    if (this.#mode === 'losing') return route.abort();
    this.#held.push(route);
    this.#hear.shift()?.();
  }

  async #next(): Promise<Route> {
    if (this.#held.length === 0)
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`no call of ${this.#method} ${this.#path} came`)), patience);
        this.#hear.push(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    const route = this.#held.shift();
    if (!route) throw new Error(`the call of ${this.#path} went away`);
    return route;
  }

  #forget(request: Request): void {
    const place = this.#held.findIndex((route) => route.request() === request);
    if (place >= 0) this.#held.splice(place, 1);
  }
}

function sentInstead(route: Route, body: ((body: Body) => Body) | undefined): { postData?: string } {
  return body ? { postData: JSON.stringify(body((route.request().postDataJSON() ?? {}) as Body)) } : {};
}

function fulfil(route: Route, status: number, body: unknown): Promise<void> {
  return route.fulfill({ status, headers: { [markerHeader]: apiVersion }, json: body });
}
