import { expect, type Locator } from '@playwright/test';
import { Screen } from './screen.ts';

/** The student's profile, its edit dialog and its picture. */
export class Profile extends Screen {
  get sheet(): Locator {
    return this.page.getByRole('dialog', { name: 'Edit Profile' });
  }

  get form(): Locator {
    return this.page.getByRole('form', { name: 'Your details' });
  }

  get discardDialog(): Locator {
    return this.page.getByRole('dialog', { name: 'Discard your changes?' });
  }

  get editButton(): Locator {
    return this.page.getByRole('button', { name: 'Edit Profile' });
  }

  async opens(): Promise<void> {
    await this.page.goto('/profile');
    await expect(this.editButton).toBeVisible();
  }

  /** Opens the edit dialog and expects the focus to be in it. @returns the form */
  async edits(): Promise<Locator> {
    await this.editButton.click();
    await expect(this.sheet).toBeVisible();
    await expect(this.sheet.locator(':focus')).toHaveCount(1);
    return this.form;
  }

  async turnsTo(tab: 'Personal' | 'Address' | 'Experience'): Promise<void> {
    await this.form.getByRole('tab', { name: tab }).click();
    await expect(this.form.getByRole('tabpanel', { name: tab })).toBeVisible();
  }

  async saves(): Promise<void> {
    await this.form.getByRole('button', { name: 'Save' }).click();
    await expect(this.sheet).toHaveCount(0);
    await this.seesToast('Updated Successfully');
  }

  /** Expands a section if it is collapsed. @returns the section */
  async unfolds(title: 'Personal details' | 'Address' | 'Experience'): Promise<Locator> {
    const toggle = this.main.getByRole('heading', { level: 2, name: title }).getByRole('button');
    if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click();
    return this.main.getByRole('region', { name: title });
  }

  async choosesPicture(file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
    const chooser = this.page.waitForEvent('filechooser');
    await this.page.getByRole('button', { name: /^(Add|Change) picture$/ }).click();
    await (await chooser).setFiles(file);
  }
}
