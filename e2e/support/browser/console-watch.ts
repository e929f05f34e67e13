import type { BrowserContext } from '@playwright/test';
import { recordToasts } from './shown-toasts.ts';

/**
 * Chromium logs this message when the tests add their scripts to a document that may run no scripts: the preview of
 * content in the staff console, or a page of a journey without JavaScript. Ignoring the message hides no fault, because
 * the site's own scripts run in other documents.
 */
const refusedInitScript = /^Blocked script execution in '.*' because the document's frame is sandboxed/;

/** Collects the errors that the pages of a browser context log to the console or throw. */
export class ConsoleWatch {
  readonly #errors: string[] = [];
  readonly #expected: RegExp[] = [];

  /**
   * Starts to collect the errors of a browser context, and makes its pages record their toasts. Call it before the
   * first page of the context loads.
   */
  async follow(context: BrowserContext): Promise<void> {
    await recordToasts(context);
    context.on('console', (message) => {
      if (message.type() === 'error' && !refusedInitScript.test(message.text()))
        this.#errors.push(`${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (webError) => {
      const { stack, name, message } = webError.error();
      this.#errors.push(stack || `${name}: ${message}`);
    });
    // Log the cause of each error too, which Playwright does not report. For errors of React, the cause says what went
    // wrong.
    await context.addInitScript(() =>
      window.addEventListener('error', ({ error }) => {
        if (error instanceof Error && error.cause instanceof Error)
          console.error(`${error.message} Caused by: ${error.cause.stack}`);
      }),
    );
  }

  /** Declares that errors which match `pattern` are expected in this journey. */
  expects(pattern: RegExp): void {
    this.#expected.push(pattern);
  }

  /** All collected errors that match no pattern given to `expects`. */
  get unexpectedErrors(): string[] {
    return this.#errors.filter((text) => !this.#expected.some((pattern) => pattern.test(text)));
  }
}
