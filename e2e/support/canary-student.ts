import { expect, type Page } from '@playwright/test';
import type { addressSchema } from '../../contract/student.ts';
import { Profile } from './profile.ts';
import { Registration } from './registration.ts';
import { SignIn } from './sign-in.ts';
import { Student } from './student.ts';

const addressLabels: Record<keyof typeof addressSchema.shape, string> = {
  house_number: 'House number',
  address_line_2: 'Address line 2',
  address_line_3: 'Address line 3',
  street: 'Street',
  village: 'Village',
  post_office: 'Post office',
  police_station: 'Police station',
  district: 'District',
  city: 'City',
  state: 'State',
  pincode: 'Pincode',
};

const password = 'Anchor watch 4';

/** A student whose every particular is a word that stands nowhere else, at every screen that asks for one. */
export class CanaryStudent extends Student {
  readonly #mark: string;
  readonly #typed = new Set<string>();
  readonly #shown = new Set<string>();

  /** `mark`: four digits that are this student's alone. */
  constructor(page: Page, mark: string) {
    super(page);
    this.#mark = mark;
  }

  /** Every word that was typed or shown so far. */
  get canaries(): string[] {
    return [...this.#typed, ...this.#shown];
  }

  get typed(): string[] {
    return [...this.#typed];
  }

  #plant(word: string): string {
    this.#typed.add(word);
    return word;
  }

  #note(word: string): string {
    this.#shown.add(word);
    return word;
  }

  #word(name: string): string {
    return this.#plant(`zq${name.toLowerCase().replaceAll(/\W/g, '')}${this.#mark}`);
  }

  /** At the registration form, then at the login screen, where a lookup fails first. */
  async registersAndSignsIn(): Promise<void> {
    const registration = new Registration(this.page);
    const [email, mobile] = [this.#plant(`zq.mail.${this.#mark}@example.com`), this.#plant(`987001${this.#mark}`)];
    const names = { first: this.#word('First'), last: this.#word('Last') };
    this.#plant('2001-03-04');
    await registration.opens();
    await registration.fills({ ...names, email, mobile, dob: ['4', '3', '2001'], password });
    await registration.field('WhatsApp number').fill(this.#plant(`987002${this.#mark}`));
    await this.page.getByLabel('INDOS number (optional)').fill(this.#plant(`ZQ${this.#mark}`));
    await registration.submits();
    await registration.isRegistered();
    await this.page.goto(`/login?identifier=${this.#word('Stranger')}`);
    await expect(this.page.getByText('We found no account with these details')).toBeVisible();
    await this.page.goto('/login');
    await new SignIn(this.page).byPassword({ name: '', email, mobile, indos: '', password });
  }

  /** The id under which the device keeps a student's things. */
  async readsOwnId(): Promise<string> {
    return this.#note((await this.page.evaluate(() => localStorage.getItem('landfall:subject'))) ?? '');
  }

  /** Passport, both addresses and an experience, saved; then one word that is typed and not saved. */
  async fillsProfile(): Promise<void> {
    const profile = new Profile(this.page);
    await profile.opens();
    const form = await profile.edits();
    await form.getByLabel('Passport number').fill(this.#plant(`ZQP${this.#mark}`));
    await profile.turnsTo('Address');
    for (const [place, prefix] of ['Permanent', 'Correspondence'].entries()) {
      const address = form.getByRole('group', { name: `${prefix} address` });
      for (const [name, label] of Object.entries(addressLabels)) {
        const word =
          name === 'pincode' ? this.#plant(`${place + 7}${place}${this.#mark}`) : this.#word(prefix.slice(0, 4) + name);
        await address.getByLabel(label, { exact: true }).fill(word);
      }
    }
    await profile.turnsTo('Experience');
    await form.getByRole('button', { name: 'Add experience' }).click();
    for (const label of ['Position', 'Company', 'Description']) await form.getByLabel(label).fill(this.#word(label));
    await profile.saves();
    await profile.edits();
    await form.getByLabel('Last name').fill(this.#word('Unsaved'));
  }

  /** Books and pays, and reads the order and its receipt. */
  async books(course: string): Promise<void> {
    await this.opensBookOnline('individual');
    await this.addsCourseToCart(course);
    await this.opensCart();
    const checkout = await this.confirmsBooking();
    await checkout.proceeds();
    await checkout.acceptsTerms();
    await checkout.goesToPay();
    await checkout.pays();
    this.#note(await checkout.seesThanks([course]));
    const receipt = this.main.getByRole('link', { name: /^LFR-/ });
    this.#note((await receipt.textContent()) ?? '');
    await receipt.click();
    await this.arrivesAt('Receipt');
  }

  /** An enquiry that is typed and not sent. */
  async beginsEnquiry(): Promise<void> {
    await this.page.goto('/contact-us');
    await this.page.getByRole('textbox', { name: /^Name/ }).fill(this.#word('Enquirer'));
    await this.page.getByRole('textbox', { name: /message/i }).fill(this.#word('Enquiry'));
  }

  /** A grievance that is typed, with a name, and not sent. */
  async beginsGrievance(): Promise<void> {
    await this.page.goto('/grievance-form');
    await this.page.getByRole('textbox', { name: /^Grievance/ }).fill(this.#word('Grievance'));
    await this.page.getByRole('textbox', { name: /^Name/ }).fill(this.#word('Griever'));
  }

  /** In another tab, which keeps what is typed there to itself. */
  async typesInOtherTab(): Promise<Page> {
    const other = await this.page.context().newPage();
    const profile = new Profile(other);
    await profile.opens();
    const form = await profile.edits();
    await form.getByLabel('First name').fill(this.#word('Othertab'));
    return other;
  }

  /** Logs out by the page that stands open. `discards`: a change waits, and is given up in the dialog that asks about it. */
  async logsOut({ discards = false } = {}): Promise<void> {
    await this.page.getByRole('button', { name: 'Logout', exact: true }).click();
    if (discards) await this.page.getByRole('button', { name: 'Discard and log out' }).click();
    await expect(this.page).toHaveURL(/\/$/);
  }
}
