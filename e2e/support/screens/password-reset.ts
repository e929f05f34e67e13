import { expect } from '@playwright/test';
import { readMailedLink } from '../site/sandbox-outbox.ts';
import { Screen } from './screen.ts';

/** The screens on which a student requests a link to reset the password, and sets a new password. */
export class PasswordReset extends Screen {
  async requestsLink(email: string): Promise<void> {
    await this.page.goto('/auth/forgot-password');
    await this.arrivesAt('Reset Your Password');
    await this.#sends(email);
    await expect(this.main.getByRole('status').filter({ hasText: 'A reset link is on its way' })).toBeVisible();
    await expect(this.main.getByLabel('Email')).toHaveCount(0);
    await this.findsItAccessible();
  }

  async isRefusedALink(email: string, text: string): Promise<void> {
    await this.page.goto('/auth/forgot-password');
    await this.#sends(email);
    await expect(this.main.getByRole('alert')).toContainText(text);
    await this.findsItAccessible();
  }

  async #sends(email: string): Promise<void> {
    await this.main.getByLabel('Email').fill(email);
    await this.page.getByRole('button', { name: 'Send Reset Link' }).click();
  }

  /** Opens the link in the newest email to this address. @returns the path of the link */
  async opensMailedLink(email: string): Promise<string> {
    const link = await readMailedLink(this.page, email);
    expect(link).toMatch(/^\/auth\/reset-password\?t=[\w-]{43}$/);
    await this.page.goto(link);
    await this.seesForm();
    return link;
  }

  /**
   * Expects the form for a new password, which is shown once the link was verified. The link's token must be gone from
   * the address bar.
   */
  async seesForm(): Promise<void> {
    await this.arrivesAt('Set a new password');
    await expect(this.main.getByLabel('Email')).toBeEnabled();
    await expect(this.page).toHaveURL(/\/auth\/reset-password$/);
  }

  async fills(email: string, password: string, confirm = password): Promise<void> {
    await this.main.getByLabel('Email').fill(email);
    await this.main.getByLabel(/^New password/).fill(password);
    await this.main.getByLabel(/^Confirm new password/).fill(confirm);
    await this.findsItAccessible();
  }

  async submitsByEnter(): Promise<void> {
    await this.main.getByLabel(/^Confirm new password/).press('Enter');
  }

  async seesMessage(text: string): Promise<void> {
    await expect(this.main.getByText(text)).toBeVisible();
    await this.findsItAccessible();
  }

  async isUpdated(): Promise<void> {
    await expect(this.main.getByRole('status').filter({ hasText: 'Password updated.' })).toBeVisible();
    await this.arrivesAt('Login');
  }

  async isSentHome(): Promise<void> {
    await expect(this.page).toHaveURL(/\/$/);
    await this.arrivesAt(/./);
  }
}
