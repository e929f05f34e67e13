import { expect, type Page } from '@playwright/test';
import { expectScreenAccessible } from '../browser/accessibility.ts';

/** The login screen that asks for a one-time code. */
export class CodeScreen {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async choosesCodeBy(method: 'WhatsApp' | 'email'): Promise<void> {
    await this.#page.getByRole('button', { name: `Code by ${method}` }).click();
  }

  async asksForCode(sentTo: string): Promise<void> {
    await expect(this.#page.getByText(`Sent to ${sentTo}`)).toBeVisible();
    await expect(this.#page.getByLabel('Digit 1 of 6')).toBeVisible();
    await expectScreenAccessible(this.#page, 'one-time code');
  }

  /**
   * Returns the seconds after which another code can be requested, as shown on the button; 0 if the button is enabled.
   */
  async countdown(): Promise<number> {
    const label = await this.#page.getByRole('button', { name: /^Resend code/ }).textContent();
    return Number(/\d+/.exec(label ?? '')?.[0] ?? 0);
  }

  async types(code: string): Promise<void> {
    await this.#page.getByLabel('Digit 1 of 6').click();
    await this.#page.keyboard.type(code);
    await this.#page.getByRole('button', { name: 'Verify' }).click();
  }

  async says(text: string): Promise<void> {
    await expect(this.#page.getByText(text, { exact: true })).toBeVisible();
  }

  async triesAgain(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Try again' }).click();
  }

  async seesDestinationDialog(): Promise<void> {
    await expect(this.#page.getByRole('dialog', { name: 'Where would you like to go?' })).toBeVisible();
  }
}
