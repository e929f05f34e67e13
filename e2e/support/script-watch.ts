import type { BrowserContext, Page } from '@playwright/test';
import { findCarriers } from './script-carriers.ts';

/** A host that nobody has; payloads call it. */
const stranger = 'xss.invalid';

/** Hears whether anything ran, asked or stands in a page that the site itself did not put there. */
export class ScriptWatch {
  readonly #ran: string[] = [];
  readonly #refused = new Map<string, number>();

  /** Before the first page of the context. */
  static async on(context: BrowserContext): Promise<ScriptWatch> {
    const watch = new ScriptWatch();
    await watch.#follow(context);
    return watch;
  }

  async #follow(context: BrowserContext): Promise<void> {
    await context.exposeBinding('__xss', ({ frame }) => void this.#ran.push(`a payload ran on ${frame.url()}`));
    await context.exposeBinding('__refused', (_, directive: string) => {
      this.#refused.set(directive, (this.#refused.get(directive) ?? 0) + 1);
    });
    await context.addInitScript(() => {
      const { __refused } = window as unknown as { __refused: (directive: string) => void };
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => __refused(effectiveDirective));
    });
    // Only what the page's policy lets through comes here.
    await context.route(
      (url) => url.hostname === stranger,
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

  /** What ran, what asked for a script and was refused, and what in the page could run or leads away. */
  async faultsOf(page: Page): Promise<string[]> {
    const carriers = (await page.evaluate(findCarriers, undefined)).map((carrier) => `${page.url()} holds ${carrier}`);
    const scripts = [...this.#refused.keys()].filter((directive) => /^(script|frame|object|base|form)/.test(directive));
    return [...this.#ran, ...scripts.map((directive) => `${page.url()} was refused a ${directive}`), ...carriers];
  }

  /** How often the policy of the pages refused something, by directive: pictures of other hosts may be written. */
  get refused(): Record<string, number> {
    return Object.fromEntries(this.#refused);
  }
}
