import { expect, type Locator, type Page } from '@playwright/test';
import { clientHeader, clientName } from '../../contract/headers.ts';
import { registerStudent } from '../../contract/registration.ts';
import { Screen } from './screen.ts';
import type { DemoStudent } from './students.ts';

export type NewStudent = {
  first: string;
  last: string;
  email: string;
  mobile: string;
  dob: [day: string, month: string, year: string];
  password: string;
};

/** Somebody who is not a student yet, at the registration form. */
export class Registration extends Screen {
  async opens(): Promise<void> {
    await this.page.goto('/register');
    await this.arrivesAt('Register');
  }

  field(label: string): Locator {
    // A field that is required has a star behind its label.
    return this.page.getByRole('form', { name: 'Your details' }).getByLabel(new RegExp(`^${label}( \\*)?$`));
  }

  async fills(student: NewStudent): Promise<void> {
    const [day, month, year] = student.dob;
    const typed: Record<string, string> = {
      'First name': student.first,
      'Last name': student.last,
      'E-mail': student.email,
      'Mobile number': student.mobile,
      'WhatsApp number': student.mobile,
      Day: day,
      Month: month,
      Year: year,
    };
    for (const [label, text] of Object.entries(typed)) await this.field(label).fill(text);
    await this.choosesPassword(student.password);
  }

  /** Passwords and consent are never kept: they are given anew after a reload. */
  async choosesPassword(password: string): Promise<void> {
    await this.field('Password').fill(password);
    await this.field('Confirm password').fill(password);
    await this.page.getByRole('checkbox', { name: /I accept the terms/ }).check();
  }

  async submits(): Promise<void> {
    await this.page.getByRole('button', { name: 'Register' }).click();
  }

  async isTold(text: string): Promise<void> {
    await expect(this.main.getByRole('alert').filter({ hasText: text })).toBeVisible();
    await this.findsItAccessible();
  }

  async isRegistered(): Promise<void> {
    await this.seesToast('You are registered.');
    await this.arrivesAt('Login');
    await expect(this.page).toHaveURL(/\/login$/);
  }
}

/** A student of this journey alone, whose password it may change. */
export async function registerBehindTheScreen(
  page: Page,
  name: string,
): Promise<DemoStudent & { email: string; password: string }> {
  const known = { email: `${name}@example.com`, mobile: '9876500073', password: 'Landfall#2026' };
  const body = { ...known, first_name: 'Tara', last_name: 'Pillai', whatsapp_number: known.mobile, dob: '2004-08-19' };
  const answer = await page.request.post(registerStudent.url, { data: body, headers: { [clientHeader]: clientName } });
  registerStudent.answers[200].parse(await answer.json());
  return { ...known, name: 'Tara Pillai', indos: '' };
}
