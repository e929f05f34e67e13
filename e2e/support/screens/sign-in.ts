import { expect, type Page } from '@playwright/test';
import { searchUser, signInByPassword } from '../../../contract/auth.ts';
import { expectScreenAccessible } from '../browser/accessibility.ts';
import { callApi } from '../site/api-call.ts';
import { readCode } from '../site/sandbox-outbox.ts';
import type { StudentAccount } from '../site/students.ts';

/** Signs a student in: step by step on the login screen, or through the API in journeys about something else. */
export class SignIn {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async identifiesAs(identifier: string): Promise<void> {
    await this.#page.getByLabel('E-mail, mobile, INDOS or passport number').fill(identifier);
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

  /** Signs in by password through the API, which sets the session cookie in the browser. @returns the student's id */
  async byApi({ mobile, password }: StudentAccount): Promise<string> {
    const { request } = this.#page;
    const found = await callApi(request, searchUser, { body: { identifier: mobile } });
    const { user_id, field } = searchUser.answers[200].parse(found).user;
    const body = { identifier: mobile, field, user_id, password, type: 'student' };
    signInByPassword.answers[200].parse(await callApi(request, signInByPassword, { body }));
    return user_id;
  }

  async #seesDestinationDialog(): Promise<void> {
    await expect(this.#page.getByRole('dialog', { name: 'Where would you like to go?' })).toBeVisible();
    await expectScreenAccessible(this.#page, 'dialog after signing in');
  }
}
