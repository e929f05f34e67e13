import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';

/** A page of the site as a person has it before them. */
export class Screen {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  protected get main(): Locator {
    return this.page.getByRole('main');
  }

  /** Waits until the screen under this heading stands, and holds it to the accessibility rules. */
  async arrivesAt(heading: string | RegExp): Promise<void> {
    await expect(this.page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await this.seesItRunning();
    await this.findsItAccessible();
  }

  /** The display choice shows what is chosen only once the page's script runs. */
  async seesItRunning(): Promise<void> {
    const choices = this.page.getByRole('group', { name: 'Display' });
    await expect(choices.getByRole('button', { pressed: true })).toHaveCount(1);
  }

  /** Also says that nothing is still loading: what is judged is what stays. */
  async findsItAccessible(): Promise<void> {
    await expect(this.main.getByRole('status').filter({ hasText: /loading/i })).toHaveCount(0);
    await expectAccessible(this.page);
  }

  async seesItIsOffline(): Promise<void> {
    await expect(this.page.getByRole('status').filter({ hasText: 'You are offline.' })).toBeVisible();
  }

  /** From now on the worker serves this page, also without a network. */
  async isKeptByWorker(): Promise<void> {
    const state = () => this.page.evaluate(() => navigator.serviceWorker.controller?.state);
    // Everything of the site is fetched first.
    await expect.poll(state, { timeout: 45_000 }).toBe('activated');
  }

  async seesToast(text: string): Promise<void> {
    await expect(this.page.getByRole('status').filter({ hasText: text })).toBeVisible();
  }
}
