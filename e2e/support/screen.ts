import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';

/** A page of the site as a person has it before them. */
export class Screen {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Waits until the screen under this heading stands, and holds it to the accessibility rules. */
  async arrivesAt(heading: string | RegExp): Promise<void> {
    await expect(this.page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await this.seesPageRunning();
    await expectAccessible(this.page);
  }

  /** The display choice shows what is chosen only once the page's script runs. */
  async seesPageRunning(): Promise<void> {
    await expect(this.page.getByRole('group', { name: 'Display' }).getByRole('button', { pressed: true })).toHaveCount(
      1,
    );
  }

  async seesToast(text: string): Promise<void> {
    await expect(this.page.getByRole('status').filter({ hasText: text })).toBeVisible();
  }
}
