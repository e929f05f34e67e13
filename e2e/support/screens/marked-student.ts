import { expect, type Page } from '@playwright/test';
import type { addressSchema } from '../../../contract/student.ts';
import { readCode } from '../site/sandbox-outbox.ts';
import { CodeScreen } from './code-screen.ts';
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

/**
 * A student who enters a unique marker text into every field, so that a test can search the device and the network for
 * these texts.
 */
export class MarkedStudent extends Student {
  readonly #mark: string;
  readonly #typed = new Set<string>();
  readonly #shown = new Set<string>();

  /** `mark`: four digits that are part of every marker text and that no other student of the tests uses. */
  constructor(page: Page, mark: string) {
    super(page);
    this.#mark = mark;
  }

  /**
   * The markers so far, for which tests search: texts that the student typed, and ids that the site showed to the
   * student.
   */
  get markers(): string[] {
    return [...this.#typed, ...this.#shown];
  }

  get typed(): string[] {
    return [...this.#typed];
  }

  #typedMarker(text: string): string {
    this.#typed.add(text);
    return text;
  }

  #shownMarker(text: string): string {
    this.#shown.add(text);
    return text;
  }

  #newMarker(field: string): string {
    return this.#typedMarker(`zq${field.toLowerCase().replaceAll(/\W/g, '')}${this.#mark}`);
  }

  /**
   * Registers the student and signs in. In between, looks up a marker text on the login screen that belongs to no
   * account.
   */
  async registersAndSignsIn(): Promise<void> {
    const registration = new Registration(this.page);
    const [email, mobile] = [
      this.#typedMarker(`zq.mail.${this.#mark}@example.com`),
      this.#typedMarker(`987001${this.#mark}`),
    ];
    const names = { first: this.#newMarker('First'), last: this.#newMarker('Last') };
    this.#typedMarker('2001-03-04');
    await registration.opens();
    await registration.fills({ ...names, email, mobile, dob: ['4', '3', '2001'], password });
    await registration.field('WhatsApp number').fill(this.#typedMarker(`987002${this.#mark}`));
    await this.page.getByLabel('INDOS number (optional)').fill(this.#typedMarker(`ZQ${this.#mark}`));
    await registration.submits();
    await registration.isRegistered();
    await this.page.goto(`/login?identifier=${this.#newMarker('Stranger')}`);
    await expect(this.page.getByText('We found no account with these details')).toBeVisible();
    await this.page.goto('/login');
    await new SignIn(this.page).byPassword({ name: '', email, mobile, indos: '', password });
  }

  /** Reads the student's id from local storage. The device stores the student's data under this id. */
  async readsOwnId(): Promise<string> {
    return this.#shownMarker((await this.page.evaluate(() => localStorage.getItem('landfall:subject'))) ?? '');
  }

  /**
   * Saves a passport number, both addresses and a work experience in the profile, then types a last name without saving
   * it.
   */
  async fillsProfile(): Promise<void> {
    const profile = new Profile(this.page);
    await profile.opens();
    const form = await profile.edits();
    await form.getByLabel('Passport number').fill(this.#typedMarker(`ZQP${this.#mark}`));
    await profile.turnsTo('Address');
    for (const [index, prefix] of ['Permanent', 'Correspondence'].entries()) {
      const address = form.getByRole('group', { name: `${prefix} address` });
      for (const [name, label] of Object.entries(addressLabels)) {
        const text =
          name === 'pincode'
            ? this.#typedMarker(`${index + 7}${index}${this.#mark}`)
            : this.#newMarker(prefix.slice(0, 4) + name);
        await address.getByLabel(label, { exact: true }).fill(text);
      }
    }
    await profile.turnsTo('Experience');
    await form.getByRole('button', { name: 'Add experience' }).click();
    for (const label of ['Position', 'Company', 'Description'])
      await form.getByLabel(label).fill(this.#newMarker(label));
    await profile.saves();
    await profile.edits();
    await form.getByLabel('Last name').fill(this.#newMarker('Unsaved'));
  }

  /** Books a course, pays for it, and opens the receipt. */
  async books(course: string): Promise<void> {
    const checkout = await this.startsCheckoutWith(course);
    await checkout.acceptsTerms();
    await this.page.getByRole('button', { name: 'Proceed to Payment' }).click();
    const codes = new CodeScreen(this.page);
    await codes.choosesCodeBy('WhatsApp');
    await codes.types(await readCode(this.page, `91987002${this.#mark}`));
    await checkout.pays();
    this.#shownMarker(await checkout.seesThanks([course]));
    const receipt = this.main.getByRole('link', { name: /^LFR-/ });
    this.#shownMarker((await receipt.textContent()) ?? '');
    await receipt.click();
    await this.arrivesAt('Receipt');
  }

  /** Types an enquiry without sending it. */
  async draftsEnquiry(): Promise<void> {
    await this.page.goto('/contact-us');
    await this.page.getByRole('textbox', { name: /^Name/ }).fill(this.#newMarker('Enquirer'));
    await this.page.getByRole('textbox', { name: /message/i }).fill(this.#newMarker('Enquiry'));
  }

  /** Types a grievance and a name without sending them. */
  async draftsGrievance(): Promise<void> {
    await this.page.goto('/grievance-form');
    await this.page.getByRole('textbox', { name: /^Grievance/ }).fill(this.#newMarker('Grievance'));
    await this.page.getByRole('textbox', { name: /^Name/ }).fill(this.#newMarker('Griever'));
  }

  /**
   * Types into the profile form in another browser tab without saving. The draft is in the session storage of that tab.
   * @returns the other tab
   */
  async typesInOtherTab(): Promise<Page> {
    const other = await this.page.context().newPage();
    const profile = new Profile(other);
    await profile.opens();
    const form = await profile.edits();
    await form.getByLabel('First name').fill(this.#newMarker('Othertab'));
    return other;
  }

  /**
   * Logs out from the open page. `discards`: confirms the dialog that warns about changes that still wait in the
   * outbox.
   */
  async logsOut({ discards = false } = {}): Promise<void> {
    await this.page.getByRole('button', { name: 'Logout', exact: true }).click();
    if (discards) await this.page.getByRole('button', { name: 'Discard and log out' }).click();
    await expect(this.page).toHaveURL(/\/$/);
  }
}
