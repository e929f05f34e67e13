import { expect, type Locator, type Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import type { StaffRole } from '../../../contract/staff/permissions.ts';
import { expectScreenAccessible } from '../browser/accessibility.ts';
import type { ConsoleWatch } from '../browser/console-watch.ts';
import { Screen } from './screen.ts';

/**
 * The password and the authenticator key of all staff accounts of the demo. They are public: the README contains them.
 */
export const demoPassword = 'Landfall#2026';
const secret = Secret.fromBase32('LANDFALLDEMOSTAFFCONSOLE22345672');

/** The present code of the demo's authenticator. */
export const demoCode = () => new TOTP({ secret }).generate();
/**
 * The code of the next half-minute, which the server also accepts. It is for using the second factor again, because the
 * present code works only once and was used to sign in.
 */
export const nextDemoCode = () => new TOTP({ secret }).generate({ timestamp: Date.now() + 30_000 });

/**
 * The staff console as a staff member of the demo uses it. For each account, an authenticator code works only once. A
 * test file that signs in therefore needs a site of its own (`academy`) and signs in at most once for each role.
 */
export class StaffConsole extends Screen {
  static async signsIn(page: Page, role: StaffRole, watch: ConsoleWatch): Promise<StaffConsole> {
    // The console calls the API to find out whether somebody is signed in. Before sign-in, the response is 401, which
    // the browser logs as an error.
    watch.expects(/status of 401/);
    await page.goto('/staff');
    await page.getByLabel('Email address').fill(`${role}@example.com`);
    await page.getByLabel('Password', { exact: true }).fill(demoPassword);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('Code from your authenticator app').fill(demoCode());
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('navigation', { name: 'Console' })).toBeAttached();
    return new StaffConsole(page);
  }

  /** Waits until the page with this heading is shown, and checks its accessibility. */
  override async arrivesAt(heading: string | RegExp): Promise<void> {
    const title = this.page.getByRole('heading', { level: 1, name: heading });
    await expect(title).toBeVisible();
    await this.seesItLoaded();
    await expectScreenAccessible(this.page, `console ${new URL(this.page.url()).pathname.replaceAll(/[\d-]+/g, '#')}`);
  }

  /** Opens a page of the console through the menu, which is collapsed on a phone. */
  async opens(label: string, heading: string = label): Promise<void> {
    const menu = this.page.getByRole('button', { name: 'Menu' });
    if (await menu.isVisible()) await menu.click();
    await this.page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: label }).click();
    await this.arrivesAt(heading);
  }

  /** Uses the second factor again. */
  async stepsUp(): Promise<void> {
    const dialog = this.page.getByRole('dialog', { name: 'Confirm that it is you' });
    await dialog.getByLabel('Code from your authenticator app').fill(nextDemoCode());
    await expectScreenAccessible(this.page, 'console step-up authentication');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(dialog).toBeHidden();
  }

  /** Downloads a file by clicking a control, and returns the file's name. */
  async savesFileBy(control: Locator): Promise<string> {
    return (await this.downloadsBy(control)).name;
  }

  /** Downloads a CSV file by clicking a control. Returns its rows, as `readsCsvDuring`. */
  readsCsvBy(control: Locator): Promise<string[][]> {
    return this.readsCsvDuring(() => control.click());
  }
}
