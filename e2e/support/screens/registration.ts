import { expect, type Locator } from '@playwright/test';
import { Screen } from './screen.ts';

export type NewStudent = {
  first: string;
  last: string;
  email: string;
  mobile: string;
  dob: [day: string, month: string, year: string];
  password: string;
};

/** The registration form. */
export class Registration extends Screen {
  async opens(): Promise<void> {
    await this.page.goto('/register');
    await this.arrivesAt('Register');
  }

  field(label: string): Locator {
    // The label of a required field ends with a star.
    return this.page.getByRole('form', { name: 'Your details' }).getByLabel(new RegExp(`^${label}( \\*)?$`));
  }

  async fills(student: NewStudent): Promise<void> {
    const [day, month, year] = student.dob;
    const typed: Record<string, string> = {
      'First name': student.first,
      'Last name': student.last,
      Email: student.email,
      'Mobile number': student.mobile,
      'WhatsApp number': student.mobile,
      Day: day,
      Month: month,
      Year: year,
    };
    for (const [label, text] of Object.entries(typed)) await this.field(label).fill(text);
    await this.choosesPassword(student.password);
  }

  /**
   * Fills in both password fields and accepts the terms. The page does not store these inputs, so a reload clears them.
   */
  async choosesPassword(password: string): Promise<void> {
    await this.field('Password').fill(password);
    await this.field('Confirm password').fill(password);
    await this.page.getByRole('checkbox', { name: /I accept the terms/ }).check();
  }

  async submits(): Promise<void> {
    await this.page.getByRole('button', { name: 'Register' }).click();
  }

  async isRegistered(): Promise<void> {
    await this.seesToast('You are registered.');
    await this.arrivesAt('Login');
    await expect(this.page).toHaveURL(/\/login$/);
  }
}
