import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';

/** The screen on which a one-time code is typed. */
export class CodeScreen {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async isReachedBy(method: 'WhatsApp' | 'e-mail'): Promise<void> {
    await this.#page.getByRole('button', { name: `Code by ${method}` }).click();
  }

  async awaitsCode(sentTo: string): Promise<void> {
    await expect(this.#page.getByText(`Sent to ${sentTo}`)).toBeVisible();
    await expect(this.#page.getByLabel('Digit 1 of 6')).toBeVisible();
    await expectAccessible(this.#page);
  }

  /** Seconds on the button that sends another code; 0 once it may be pressed. */
  async countdown(): Promise<number> {
    const words = await this.#page.getByRole('button', { name: /^Resend code/ }).textContent();
    return Number(/\d+/.exec(words ?? '')?.[0] ?? 0);
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

  async isAskedWhereToGo(): Promise<void> {
    await expect(this.#page.getByRole('dialog', { name: 'Where would you like to go?' })).toBeVisible();
  }
}
