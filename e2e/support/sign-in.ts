import { expect, type Page } from '@playwright/test';
import { searchUser, signInByPassword } from '../../contract/auth.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { clientHeader, clientName } from '../../contract/headers.ts';
import { expectAccessible } from './accessibility.ts';
import { readCode } from './code-outbox.ts';
import type { DemoStudent } from './students.ts';

/** Signing in: at the login screen, step by step, or behind it where a journey is about something else. */
export class SignIn {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async identifiesAs(identifier: string): Promise<void> {
    await this.#page.getByLabel('E-mail, mobile, INDOS or passport number').fill(identifier);
    await this.#page.getByRole('button', { name: 'Continue' }).click();
    await expect(this.#page.getByRole('heading', { name: 'How would you like to sign in?' })).toBeVisible();
    await expectAccessible(this.#page);
  }

  async byPassword(student: DemoStudent): Promise<void> {
    await this.identifiesAs(student.email ?? student.mobile);
    await this.#page.getByRole('button', { name: 'Password' }).click();
    await this.#page.getByLabel('Password', { exact: true }).fill(student.password ?? '');
    await expectAccessible(this.#page);
    await this.#page.getByRole('button', { name: 'Login' }).click();
    await this.#isAskedWhereToGo();
  }

  async byWhatsappCode(student: DemoStudent): Promise<void> {
    await this.identifiesAs(student.indos);
    await this.#page.getByRole('button', { name: 'Code by WhatsApp' }).click();
    await expect(this.#page.getByRole('status').filter({ hasText: 'OTP Sent' })).toBeVisible();
    await expectAccessible(this.#page);
    const code = await readCode(this.#page, `91${student.mobile}`);
    for (const [place, digit] of [...code].entries()) {
      await this.#page.getByLabel(`Digit ${place + 1} of 6`).fill(digit);
    }
    await this.#page.getByRole('button', { name: 'Verify' }).click();
    await this.#isAskedWhereToGo();
  }

  /** The two calls of a sign-in by password; the session is in the browser's cookies. */
  async behindTheScreen({ mobile, password }: DemoStudent): Promise<string> {
    const { user } = searchUser.answers[200].parse(await this.#send(searchUser, { identifier: mobile }));
    const { user_id, field } = user;
    const body = { identifier: mobile, field, user_id, password, type: 'student' };
    signInByPassword.answers[200].parse(await this.#send(signInByPassword, body));
    return user_id;
  }

  async #send({ url }: Endpoint, body: object): Promise<unknown> {
    const answer = await this.#page.request.post(url, { data: body, headers: { [clientHeader]: clientName } });
    return answer.json();
  }

  async #isAskedWhereToGo(): Promise<void> {
    await expect(this.#page.getByRole('dialog', { name: 'Where would you like to go?' })).toBeVisible();
    await expectAccessible(this.#page);
  }
}
