import type { BrowserContext, Page } from '@playwright/test';
import { findUnsafeMarkup } from './find-unsafe-markup.ts';

/** The host to which injected scripts of the tests send requests. It does not exist. */
const payloadHost = 'xss.invalid';

/**
 * Detects in the pages of a browser context whether injected scripts run or send requests, and whether there is unsafe
 * markup.
 */
export class ScriptWatch {
  readonly #ran: string[] = [];
  readonly #blocked = new Map<string, number>();

  /** Starts to watch all pages of the browser context for injected scripts. Call it before the first page opens. */
  static async on(context: BrowserContext): Promise<ScriptWatch> {
    const watch = new ScriptWatch();
    await watch.#follow(context);
    return watch;
  }

  async #follow(context: BrowserContext): Promise<void> {
    await context.exposeBinding('__xss', ({ frame }) => void this.#ran.push(`a payload ran on ${frame.url()}`));
    await context.exposeBinding('__blocked', (_, directive: string) => {
      this.#blocked.set(directive, (this.#blocked.get(directive) ?? 0) + 1);
    });
    await context.addInitScript(() => {
      const { __blocked } = window as unknown as { __blocked: (directive: string) => void };
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => __blocked(effectiveDirective));
    });
    // Report every request of an injected script (to `payloadHost`) as a fault: the Content Security Policy should have
    // blocked it.
    await context.route(
      (url) => url.hostname === payloadHost,
      (route) => {
        this.#ran.push(`a call to ${route.request().url()}`);
        return route.abort();
      },
    );
    context.on('dialog', (dialog) => {
      this.#ran.push(`a dialog on ${dialog.page()?.url()}: ${dialog.message()}`);
      void dialog.dismiss();
    });
  }

  /**
   * Returns the faults found: scripts that ran, script loads that the Content Security Policy had to block, and unsafe
   * markup in the page.
   */
  async findFaults(page: Page): Promise<string[]> {
    const unsafeMarkup = (await page.evaluate(findUnsafeMarkup, undefined)).map(
      (found) => `${page.url()} contains ${found}`,
    );
    const scripts = [...this.#blocked.keys()].filter((directive) => /^(script|frame|object|base|form)/.test(directive));
    return [...this.#ran, ...scripts.map((directive) => `${page.url()} had a ${directive} blocked`), ...unsafeMarkup];
  }

  /**
   * How often the Content Security Policy blocked something, by directive. A blocked image is no fault: the site's
   * content may contain pictures of other hosts.
   */
  get blocked(): Record<string, number> {
    return Object.fromEntries(this.#blocked);
  }
}
