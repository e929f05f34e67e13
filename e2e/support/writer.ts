import { expect, type Locator } from '@playwright/test';
import { Screen } from './screen.ts';

/** Somebody at the contact form or the grievance form. */
export class Writer extends Screen {
  async opens(path: string, heading: string | RegExp): Promise<void> {
    await this.page.goto(path);
    await this.arrivesAt(heading);
  }

  field(label: string): Locator {
    // A field that is required has a star behind its label.
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

  async isTold(text: string): Promise<void> {
    await expect(this.main.getByRole('alert').filter({ hasText: text })).toBeVisible();
    await this.findsItAccessible();
  }

  /** Reads the number under which the office has it. */
  async isReceived(title: string, message: string): Promise<string> {
    const note = this.main.getByRole('status').filter({ hasText: title });
    await expect(note).toContainText(message);
    await this.findsItAccessible();
    const [reference = ''] = (await note.textContent())?.match(/LF[EG]-[0-9A-Z]{10}/) ?? [];
    expect(reference).not.toBe('');
    return reference;
  }

  get waiting(): Locator {
    return this.page.getByRole('region', { name: /changes? waiting$/ });
  }

  get receipt(): Locator {
    return this.page.getByRole('region', { name: 'Your message was received' });
  }

  /** Our server is out of reach: what was written waits on the device under this title. */
  async isKeptToSend(title: string): Promise<void> {
    const note = this.main
      .getByRole('status')
      .filter({ hasText: 'Saved. It will be sent when the connection is back.' });
    await expect(note).toBeVisible();
    await expect(this.waiting.getByRole('listitem').filter({ hasText: title })).toBeVisible();
    await this.findsItAccessible();
  }

  /** Sent after all: reads the number under which the office has it. */
  async hearsItWasReceived(): Promise<string> {
    await expect(this.receipt).toBeVisible({ timeout: 45_000 });
    await expect(this.waiting).toHaveCount(0);
    await this.findsItAccessible();
    const [reference = ''] = (await this.receipt.textContent())?.match(/LF[EG]-[0-9A-Z]{10}/) ?? [];
    expect(reference).not.toBe('');
    return reference;
  }

  /** Goes on by Tab until this has the focus, as a person without a mouse does. */
  async tabsTo(target: Locator): Promise<void> {
    const hasFocus = () => target.evaluate((element) => element === document.activeElement);
    for (let step = 0; step < 80 && !(await hasFocus()); step += 1) await this.page.keyboard.press('Tab');
    await expect(target).toBeFocused();
  }
}
