import { expect, type Locator } from '@playwright/test';
import { Student } from './student.ts';

type Tab = 'My Courses' | 'My Wallet' | 'My Orders' | 'Payments';
const tabKeys: Record<Tab, string> = {
  'My Courses': 'courses',
  'My Wallet': 'wallet',
  'My Orders': 'bookings',
  Payments: 'payments',
};

/** The student area (`/profile`), with its tabs. */
export class StudentArea extends Student {
  /** Loads the page with this tab selected. @returns the tab's panel */
  async opens(tab: Tab): Promise<Locator> {
    await this.page.goto(`/profile?tab=${tabKeys[tab]}`);
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

  /** Expands the accordion entry of a course. @returns the entry */
  async expandsCourse(title: string): Promise<Locator> {
    const heading = this.page.getByRole('heading', { level: 3, name: title, exact: true });
    return this.expands(this.main.getByRole('group').filter({ has: heading }));
  }

  /** Expands an accordion entry unless it is open. */
  async expands(entry: Locator): Promise<Locator> {
    if (!(await entry.evaluate((details: HTMLDetailsElement) => details.open)))
      await entry.getByRole('heading', { level: 3 }).click();
    return entry;
  }

  async searches(words: string): Promise<void> {
    await this.main.getByRole('searchbox', { name: 'Search your courses' }).fill(words);
  }

  /** Clicks the button with this name, which downloads a calendar file, and reads the file. */
  async savesCalendar(name: string | RegExp): Promise<{ name: string; text: string }> {
    const file = await this.downloadsBy(this.main.getByRole('button', { name }));
    return { name: file.name, text: file.bytes.toString() };
  }

  get pendingNotice(): Locator {
    return this.main.getByText('Payment Pending', { exact: true });
  }

  async rechecks(): Promise<void> {
    await this.main.getByRole('button', { name: /^Recheck Payment/ }).click();
  }
}
