import { expect } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { expectScreenAccessible } from '../browser/accessibility.ts';
import { Screen } from './screen.ts';

/** The page on which an invited staff member sets up the account. */
export class StaffInvitation extends Screen {
  /** Opens the link of an invitation, sets a password, and is then asked for a second factor. */
  async setsPassword(link: string, password: string): Promise<void> {
    await this.page.goto(link);
    await this.page.getByLabel('New password', { exact: true }).fill(password);
    const repeated = this.page.getByLabel('Repeat the password');
    await repeated.fill(password);
    await expectScreenAccessible(this.page, 'console invitation');
    await repeated.press('Enter');
    await this.startsAt('Choose your second factor');
  }

  /** Waits until the step with this heading is open and the heading has the focus, so that a screen reader reads it. */
  async startsAt(heading: string): Promise<void> {
    await expect(this.page.getByRole('heading', { level: 1, name: heading })).toBeFocused();
  }

  async setsUpAuthenticatorApp(): Promise<void> {
    await expect(this.page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
    const secret = Secret.fromBase32((await this.page.getByText(/^[A-Z2-7]{20,}$/).textContent()) ?? '');
    await this.page.getByLabel('2. Enter the code that the app shows').fill(new TOTP({ secret }).generate());
    await expectScreenAccessible(this.page, 'console second factor');
    await this.page.getByRole('button', { name: 'Confirm' }).click();
  }

  /** Goes from the recovery codes to the console. Returns one of the codes. */
  async storesRecoveryCodes(): Promise<string> {
    await this.startsAt('Your recovery codes');
    await this.page.getByRole('button', { name: 'Show recovery codes' }).click();
    const codes = this.page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await expect(codes).toHaveCount(10);
    const code = (await codes.first().textContent()) ?? '';
    await this.page.getByLabel('I have stored the codes in a safe place').check();
    await expectScreenAccessible(this.page, 'console recovery codes');
    await this.page.getByRole('button', { name: 'Continue' }).click();
    return code;
  }
}
