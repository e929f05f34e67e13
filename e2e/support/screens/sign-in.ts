import { expect, type Page } from '@playwright/test';
import { expectScreenAccessible } from '../browser/accessibility.ts';
import { readCode } from '../site/sandbox-outbox.ts';
import { type StudentAccount, signInByApi } from '../site/students.ts';

/** Signs a student in: step by step on the login screen, or through the API in journeys that test something else. */
export class SignIn {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async identifiesAs(identifier: string): Promise<void> {
    await this.#page.getByLabel('Email, mobile, INDOS or passport number').fill(identifier);
    await this.#page.getByRole('button', { name: 'Continue' }).click();
    await expect(this.#page.getByRole('heading', { name: 'How would you like to sign in?' })).toBeVisible();
    await expectScreenAccessible(this.#page, 'sign-in methods');
  }

  async byPassword(student: StudentAccount): Promise<void> {
    await this.identifiesAs(student.email ?? student.mobile);
    await this.#page.getByRole('button', { name: 'Password' }).click();
    await this.#page.getByLabel('Password', { exact: true }).fill(student.password ?? '');
    await expectScreenAccessible(this.#page, 'password');
    await this.#page.getByRole('button', { name: 'Login' }).click();
    await this.#seesDestinationDialog();
  }

  async byWhatsappCode(student: StudentAccount): Promise<void> {
    await this.identifiesAs(student.indos);
    await this.#page.getByRole('button', { name: 'Code by WhatsApp' }).click();
    await expect(this.#page.getByRole('status').filter({ hasText: 'OTP Sent' })).toBeVisible();
    await expectScreenAccessible(this.#page, 'one-time code by WhatsApp');
    const code = await readCode(this.#page, `91${student.mobile}`);
    for (const [index, digit] of [...code].entries()) {
      await this.#page.getByLabel(`Digit ${index + 1} of 6`).fill(digit);
    }
    await this.#page.getByRole('button', { name: 'Verify' }).click();
    await this.#seesDestinationDialog();
  }

  /**
   * Signs in by password through the API, which sets the session cookie in the browser. @returns the id of the student
   */
  byApi(student: StudentAccount): Promise<string> {
    return signInByApi(this.#page.request, student);
  }

  async #seesDestinationDialog(): Promise<void> {
    await expect(this.#page.getByRole('dialog', { name: 'Where would you like to go?' })).toBeVisible();
    await expectScreenAccessible(this.#page, 'dialog after signing in');
  }
}
