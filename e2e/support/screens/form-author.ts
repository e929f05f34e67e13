import { expect, type Locator } from '@playwright/test';
import { Screen } from './screen.ts';

/** Reads from the confirmation the reference number under which the staff find the message. */
async function readReference(confirmation: Locator): Promise<string> {
  const [reference = ''] = (await confirmation.textContent())?.match(/LF[EG]-[0-9A-Z]{10}/) ?? [];
  expect(reference).not.toBe('');
  return reference;
}

/** A person who fills in the contact form or the grievance form. */
export class FormAuthor extends Screen {
  async opens(path: string, heading: string | RegExp): Promise<void> {
    await this.page.goto(path);
    await this.arrivesAt(heading);
  }

  field(label: string): Locator {
    // The label of a required field ends with a star.
    return this.main.getByRole('form').getByLabel(new RegExp(`^${label.replace(/[()]/g, '.')}( \\*)?$`));
  }

  get anonymous(): Locator {
    return this.main.getByRole('checkbox', { name: 'Submit anonymously' });
  }

  async fills(typed: Record<string, string>): Promise<void> {
    for (const [label, text] of Object.entries(typed)) await this.field(label).fill(text);
  }

  async presses(name: string | RegExp): Promise<void> {
    await this.main.getByRole('button', { name }).click();
  }

  /** Expects the confirmation of a sent form. @returns the reference number */
  async seesConfirmation(title: string, message: string): Promise<string> {
    const confirmation = this.main.getByRole('status').filter({ hasText: title });
    await expect(confirmation).toContainText(message);
    await this.findsItAccessible();
    return readReference(confirmation);
  }

  /** The region that lists the changes waiting in the outbox. */
  get waiting(): Locator {
    return this.page.getByRole('region', { name: /changes? waiting$/ });
  }

  get receipt(): Locator {
    return this.page.getByRole('region', { name: 'Your message was received' });
  }

  /** Expects the page to say that the form will be sent later, and the outbox to contain the form under this title. */
  async isQueued(title: string): Promise<void> {
    const note = this.main
      .getByRole('status')
      .filter({ hasText: 'Saved. It will be sent when the connection is back.' });
    await expect(note).toBeVisible();
    await expect(this.waiting.getByRole('listitem').filter({ hasText: title })).toBeVisible();
    await this.findsItAccessible();
  }

  /** Waits until the form has been sent from the outbox. @returns the reference number */
  async seesReceipt(): Promise<string> {
    await expect(this.receipt).toBeVisible({ timeout: 45_000 });
    await expect(this.waiting).toHaveCount(0);
    await this.findsItAccessible();
    return readReference(this.receipt);
  }
}
