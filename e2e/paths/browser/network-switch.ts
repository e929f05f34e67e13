import type { Page } from '@playwright/test';

/** The page's line to our server, for calls that no gate holds. The page itself, its scripts and its pictures stay reachable. */
export class NetworkSwitch {
  readonly #page: Page;
  #isCut = false;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Before every gate: of two that want a call, the later takes it. */
  async install(): Promise<void> {
    await this.#page.route(
      (url) => url.pathname.startsWith('/api/'),
      (route) => (this.#isCut ? route.abort() : route.fallback()),
    );
  }

  get isCut(): boolean {
    return this.#isCut;
  }

  async cut(): Promise<void> {
    this.#isCut = true;
    await this.#page.evaluate(() => window.dispatchEvent(new Event('offline')));
  }

  async restore(): Promise<void> {
    if (!this.#isCut) return;
    this.#isCut = false;
    await this.#page.evaluate(() => window.dispatchEvent(new Event('online')));
  }
}
