import type { BrowserContext } from '@playwright/test';

/** Hears what the pages of a context log as an error and what they throw. */
export class ConsoleWatch {
  readonly #heard: string[] = [];
  readonly #expected: RegExp[] = [];

  follow(context: BrowserContext): void {
    context.on('console', (message) => {
      if (message.type() === 'error') this.#heard.push(`${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (fault) => {
      const { stack, name, message } = fault.error();
      this.#heard.push(stack || `${name}: ${message}`);
    });
  }

  /** Says that errors like this belong to the journey. */
  expects(pattern: RegExp): void {
    this.#expected.push(pattern);
  }

  /** Errors that nobody expected. */
  get faults(): string[] {
    return this.#heard.filter((text) => !this.#expected.some((pattern) => pattern.test(text)));
  }
}
