import { expect } from '@playwright/test';
import { Screen } from './screen.ts';

/** The page of a receipt, also as it is printed. */
export class Receipt extends Screen {
  /** Follows the link to the receipt on the confirmation page. @returns the receipt number */
  async opensFromThanks(): Promise<string> {
    const link = this.main.getByRole('link', { name: /^LFR-\d{4}-\d{6}$/ });
    const number = (await link.textContent()) ?? '';
    await link.click();
    await this.arrivesAt(/receipt/i);
    await expect(this.sheet.getByRole('heading', { level: 2, name: `Receipt ${number}` })).toBeVisible();
    return number;
  }

  get sheet() {
    return this.main.getByRole('article');
  }

  async says(texts: readonly (string | RegExp)[]): Promise<void> {
    for (const text of texts) await expect(this.sheet).toContainText(text);
  }

  /** Downloads the receipt as a PDF. */
  async downloads(): Promise<{ name: string; bytes: Buffer }> {
    return this.downloadsBy(this.main.getByRole('link', { name: 'Download PDF' }));
  }

  /**
   * Presses Print and checks the page with print styles. `window.print` is replaced, because a headless browser cannot
   * print.
   */
  async prints(): Promise<void> {
    await this.page.evaluate(() => {
      window.print = () => document.documentElement.setAttribute('data-printed', '');
    });
    await this.main.getByRole('button', { name: 'Print' }).click();
    await expect(this.page.locator('html[data-printed]')).toHaveCount(1);
    await this.page.emulateMedia({ media: 'print' });
    await expect(this.sheet).toBeVisible();
    await expect(this.main.getByRole('button', { name: 'Print' })).toBeHidden();
    await expect(this.page.getByRole('banner')).toBeHidden();
    await this.page.emulateMedia({ media: null });
  }
}
