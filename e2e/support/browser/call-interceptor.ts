import type { Page, Route } from '@playwright/test';
import { apiVersion, markerHeader } from '../../../contract/headers.ts';

type Call = { method: string; path: RegExp };

const isCall = (route: Route, { method, path }: Call) =>
  route.request().method() === method && path.test(new URL(route.request().url()).pathname);

/**
 * Intercepts API calls of a page and holds them back, refuses them or aborts them, so that the page stays in the state
 * to test.
 */
export class CallInterceptor {
  readonly #page: Page;
  readonly #firstHeld = Promise.withResolvers<void>();
  #releases: Array<() => Promise<void>> = [];

  constructor(page: Page) {
    this.#page = page;
  }

  async #intercept(call: Call, handle: (route: Route) => Promise<void>): Promise<void> {
    await this.#page.route('**/*', (route) => (isCall(route, call) ? handle(route) : route.fallback()));
  }

  /** Holds calls back until `releaseAll`. A held call whose page is closed by then is not sent. */
  async hold(method: string, path: RegExp): Promise<void> {
    const released = Promise.withResolvers<void>();
    this.#releases.push(async () => released.resolve());
    await this.#intercept({ method, path }, async (route) => {
      this.#firstHeld.resolve();
      await released.promise;
      await route.continue().catch(() => {});
    });
  }

  /** Resolves as soon as the first call is held back. */
  get firstHeld(): Promise<void> {
    return this.#firstHeld.promise;
  }

  async refuse(method: string, path: RegExp, status: number, code: string, data?: object): Promise<void> {
    const json = { statusCode: status, code, errorCode: code, message: 'No.', requestId: 'r', data };
    await this.#intercept({ method, path }, (route) =>
      route.fulfill({ status, headers: { [markerHeader]: apiVersion }, json }),
    );
  }

  /** Makes calls fail with a network error before they reach the server. */
  async abort(method: string, path: RegExp): Promise<void> {
    await this.#intercept({ method, path }, (route) => route.abort());
  }

  /** Sends the calls that are held back, and lets all later calls pass. */
  async releaseAll(): Promise<void> {
    for (const release of this.#releases) await release();
    this.#releases = [];
    await this.#page.unrouteAll({ behavior: 'wait' });
  }
}
