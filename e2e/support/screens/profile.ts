import { expect, type Locator, type Page } from '@playwright/test';
import { Screen } from './screen.ts';

/** Creates, in the browser, a JPEG in landscape format that is as large as a phone camera's pictures. */
export async function drawPicture(page: Page): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const bytes = await page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [2400, 1600];
    const context = canvas.getContext('2d');
    if (!context) throw new Error('The browser has no canvas');
    for (const [index, colour] of ['#b3480b', '#0c6f79', '#14633a'].entries()) {
      context.fillStyle = colour;
      context.fillRect(index * 800, 0, 800, 1600);
    }
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9));
    return [...new Uint8Array((await blob?.arrayBuffer()) ?? new ArrayBuffer(0))];
  });
  return { name: 'me.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(bytes) };
}

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
