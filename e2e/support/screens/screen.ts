import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible, expectScreenAccessible } from '../browser/accessibility.ts';
import { takeToast } from '../browser/shown-toasts.ts';

/** A page of the site, with what a person sees and does on it. */
export class Screen {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  protected get main(): Locator {
    return this.page.getByRole('main');
  }

  /**
   * Waits until the page with this heading is shown and interactive. Checks its accessibility the first time that a
   * journey of this process reaches it; in `npm run soak`, every time.
   */
  async arrivesAt(heading: string | RegExp): Promise<void> {
    const title = this.page.getByRole('heading', { level: 1, name: heading });
    await expect(title).toBeVisible();
    await this.seesScriptRunning();
    await this.seesItLoaded();
    const { pathname } = new URL(this.page.url());
    await expectScreenAccessible(this.page, `${pathname.replaceAll(/\d+/g, '#')} ${await title.first().textContent()}`);
  }

  /**
   * Waits until React has hydrated the page: until the footer marks the chosen display setting as pressed or, in
   * checkout, which has no footer, until the header has its help link.
   */
  async seesScriptRunning(): Promise<void> {
    const choice = this.page.getByRole('group', { name: 'Display' }).getByRole('button', { pressed: true });
    const help = this.page.getByRole('banner').getByRole('link', { name: 'Help', exact: true });
    await expect(choice.or(help)).toHaveCount(1);
  }

  async seesItLoaded(): Promise<void> {
    await expect(this.main.getByRole('status').filter({ hasText: /loading/i })).toHaveCount(0);
  }

  async findsItAccessible(): Promise<void> {
    await this.seesItLoaded();
    await expectAccessible(this.page);
  }

  async seesItIsOffline(): Promise<void> {
    await expect(this.page.getByRole('status').filter({ hasText: 'You are offline.' })).toBeVisible();
  }

  /** Waits until the service worker controls this page, so that the page also loads without a network. */
  async isServedByWorker(): Promise<void> {
    const state = () =>
      this.page.evaluate(async () => {
        const { controller } = navigator.serviceWorker;
        if (controller) return controller.state;
        // If no service worker controls the page, return the worker's state, for the error message. There may be no
        // registration: if a service worker cannot fetch all files of the site, its registration is removed.
        const registration = await navigator.serviceWorker.getRegistration();
        if (!registration) return 'no registration';
        return `no controller; ${(registration.active ?? registration.waiting ?? registration.installing)?.state}`;
      });
    // The timeout is long, because the service worker first downloads all files of the site.
    await expect.poll(state, { timeout: 90_000 }).toBe('activated');
  }

  /** Clicks a control that starts a download, and reads the downloaded file. */
  protected downloadsBy(control: Locator): Promise<{ name: string; bytes: Buffer }> {
    return this.downloadsDuring(() => control.click());
  }

  /** Starts a download by `act`, and reads the downloaded file. */
  protected async downloadsDuring(act: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
    const started = this.page.waitForEvent('download');
    await act();
    const download = await started;
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk));
    return { name: download.suggestedFilename(), bytes: Buffer.concat(chunks) };
  }

  /** Downloads a CSV file by `act`. Returns its rows, the header first. The cells must not contain quotes or commas. */
  async readsCsvDuring(act: () => Promise<void>): Promise<string[][]> {
    const { name, bytes } = await this.downloadsDuring(act);
    expect(name).toMatch(/\.csv$/);
    const lines = bytes.toString('utf8').replace('\uFEFF', '').trim().split(/\r?\n/);
    return lines.map((line) => line.split(','));
  }

  async seesAlert(text: string): Promise<void> {
    await expect(this.main.getByRole('alert').filter({ hasText: text })).toBeVisible();
    await this.findsItAccessible();
  }

  /** Presses Tab or Shift+Tab until this element has the focus, as a person who uses only the keyboard does. */
  async tabsTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    // Wait until the element exists. If it appeared only after the focus had passed its place, Tab would not reach it.
    await expect(target).toBeAttached();
    // Find the element and check its focus in one step: between two steps, the page may replace the element by a new
    // one that has the focus.
    const isFocused = async () => (await target.and(this.page.locator(':focus')).count()) > 0;
    // After Tab has left a date field, Mantine's dialogs correct the focus in a timer, so wait for the timers and check
    // the focus again.
    const runTimers = () => this.page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
    const hasFocus = async () => {
      if (!(await isFocused())) return false;
      await runTimers();
      return isFocused();
    };
    for (let step = 0; step < 80 && !(await hasFocus()); step += 1) await this.page.keyboard.press(key);
    await expect(target).toBeFocused();
  }

  /** Types a day, given as `YYYY-MM-DD`, into the three inputs of a date field. */
  async typesDay(form: Locator, label: string | RegExp, given: string): Promise<void> {
    const [year = '', month = '', day = ''] = given.split('-');
    const group = form.getByRole('group', { name: label });
    for (const [name, text] of Object.entries({ Day: day, Month: month, Year: year }))
      await group.getByLabel(name).fill(text);
  }

  /**
   * Expects that the page has shown a toast with this text since the last click, key or changed field. Each toast
   * counts only once, so a second call expects another toast.
   */
  async seesToast(text: string): Promise<void> {
    await expect.poll(() => takeToast(this.page, text), { message: `toast “${text}”` }).toBe(true);
  }
}
