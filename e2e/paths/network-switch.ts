import type { Page, Request, Route } from '@playwright/test';

/** How long to wait for calls in progress before the connection is cut, in milliseconds. */
const longestCall = 10_000;
const pollInterval = 20;

/** Cuts and restores the page’s connection to our API. The page, its scripts and its pictures can always be loaded. */
export class NetworkSwitch {
  readonly #page: Page;
  readonly #callsUnderWay = new Set<Request>();
  #isCut = false;

  constructor(page: Page) {
    this.#page = page;
  }

  /**
   * Installs the Playwright route that cuts the connection. Call it before the first `Gate.hold`: Playwright calls the
   * handler of the newest route first, and the handler of the gate must be called first.
   */
  async install(): Promise<void> {
    const end = (request: Request) => void this.#callsUnderWay.delete(request);
    this.#page.on('requestfinished', end);
    this.#page.on('requestfailed', end);
    await this.#page.route(
      (url) => url.pathname.startsWith('/api/'),
      (route) => this.#handle(route),
    );
  }

  get isCut(): boolean {
    return this.#isCut;
  }

  /**
   * Cuts the connection and waits until the page has noticed. First waits for calls in progress: a response that
   * arrives after the cut would tell the page that it is online again.
   */
  async cut(): Promise<void> {
    this.#isCut = true;
    const deadline = performance.now() + longestCall;
    while (this.#callsUnderWay.size > 0 && performance.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, pollInterval));
    await this.#page.evaluate(() => window.dispatchEvent(new Event('offline')));
  }

  async restore(): Promise<void> {
    if (!this.#isCut) return;
    this.#isCut = false;
    await this.#page.evaluate(() => window.dispatchEvent(new Event('online')));
  }

  #handle(route: Route): Promise<void> {
    if (this.#isCut) return route.abort();
    this.#callsUnderWay.add(route.request());
    return route.fallback();
  }
}
