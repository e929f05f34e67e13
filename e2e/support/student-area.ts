import { expect, type Locator } from '@playwright/test';
import { Student } from './student.ts';

type Tab = 'My Courses' | 'My Wallet' | 'My Orders' | 'Payments';
const keys: Record<Tab, string> = {
  'My Courses': 'courses',
  'My Wallet': 'wallet',
  'My Orders': 'bookings',
  Payments: 'payments',
};

/** A student in the tabs of their own page. */
export class StudentArea extends Student {
  /** Loads the page anew, at a tab. */
  async opens(tab: Tab): Promise<Locator> {
    await this.page.goto(`/profile?tab=${keys[tab]}`);
    const panel = this.main.getByRole('region', { name: tab });
    await expect(panel).toBeVisible();
    await this.arrivesAt('Your profile');
    return panel;
  }

  async opensWithin(tab: string): Promise<void> {
    await this.page.getByRole('tab', { name: tab, exact: true }).click();
    await expect(this.page.getByRole('tabpanel', { name: tab, exact: true })).toBeVisible();
    await this.findsItAccessible();
  }

  /** An entry of the accordion, opened. */
  async unfolds(title: string): Promise<Locator> {
    const entry = this.main
      .getByRole('group')
      .filter({ has: this.page.getByRole('heading', { level: 3, name: title, exact: true }) });
    if (!(await entry.evaluate((details: HTMLDetailsElement) => details.open)))
      await entry.getByRole('heading', { level: 3 }).click();
    return entry;
  }

  async searches(words: string): Promise<void> {
    await this.main.getByRole('searchbox', { name: 'Search your courses' }).fill(words);
  }

  /** The calendar file that a button makes. */
  async savesCalendar(name: string | RegExp): Promise<{ name: string; text: string }> {
    const kept = this.page.waitForEvent('download');
    await this.main.getByRole('button', { name }).click();
    const download = await kept;
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk));
    return { name: download.suggestedFilename(), text: Buffer.concat(chunks).toString() };
  }

  get pendingNotice(): Locator {
    return this.main.getByText('Payment Pending', { exact: true });
  }

  async rechecks(): Promise<void> {
    await this.main.getByRole('button', { name: /^Recheck Payment/ }).click();
  }
}
