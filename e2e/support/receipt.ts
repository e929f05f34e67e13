import { expect } from '@playwright/test';
import { Screen } from './screen.ts';

/** A receipt, as its page shows it and as it is printed. */
export class Receipt extends Screen {
  /** From the confirmation by the receipt's number, which it answers. */
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

  /** The file that the browser keeps: its name and its bytes. */
  async downloads(): Promise<{ name: string; bytes: Buffer }> {
    const kept = this.page.waitForEvent('download');
    await this.main.getByRole('link', { name: 'Download PDF' }).click();
    const download = await kept;
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk));
    return { name: download.suggestedFilename(), bytes: Buffer.concat(chunks) };
  }

  /** Asks the browser to print, which headless browsers do not do, and looks at the page as paper shows it. */
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
