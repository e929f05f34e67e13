import { expect } from '@playwright/test';
import { Screen } from './screen.ts';

const percent = (text: string | null) => Number(/(\d+) %/.exec(text ?? '')?.[1] ?? 0);

/**
 * The page "Save for the voyage", which downloads the offline library, and the pages that can be read offline
 * afterwards.
 */
export class OfflineLibrary extends Screen {
  async opens(): Promise<void> {
    await this.page.goto('/save-for-the-voyage');
    await this.arrivesAt('Save for the voyage');
    await expect(this.#saveButton).toBeVisible();
  }

  async startsDownload({ pictures }: { pictures: boolean }): Promise<void> {
    await this.main.getByRole('checkbox', { name: /^With pictures/ }).setChecked(pictures);
    await this.#saveButton.click();
  }

  /** Waits until more than `before` percent of the library are downloaded. @returns the new percentage */
  async progressesBeyond(before: number): Promise<number> {
    await expect.poll(() => this.progress(), { timeout: 60_000 }).toBeGreaterThan(before);
    return this.progress();
  }

  async progress(): Promise<number> {
    return percent(await this.main.getByText(/ of .* %$/).textContent());
  }

  async waitsForConnection(): Promise<void> {
    await expect(this.main.getByRole('heading', { name: 'Waiting for the connection' })).toBeVisible();
  }

  async isDownloading(): Promise<void> {
    await expect(this.main.getByRole('heading', { name: 'Saving', exact: true })).toBeVisible();
  }

  async isComplete(): Promise<void> {
    await expect(this.main.getByText('Everything is on this device.')).toBeVisible({ timeout: 90_000 });
    await expect(this.main.getByRole('heading', { name: 'On this device' })).toBeVisible();
  }

  async isEmpty(): Promise<void> {
    await expect(this.#saveButton).toBeVisible();
    await expect(this.main.getByRole('heading', { name: 'On this device' })).toHaveCount(0);
  }

  async pauses(): Promise<void> {
    await this.main.getByRole('button', { name: 'Pause' }).click();
    await expect(this.main.getByText('Paused.')).toBeVisible();
  }

  /** Waits until the download has stopped because the device is full. */
  async hasNoSpace(): Promise<void> {
    await expect(this.main.getByText('There is no space left on this device.')).toBeVisible({ timeout: 60_000 });
  }

  async continuesWithoutPictures(): Promise<void> {
    await this.main.getByRole('button', { name: 'Continue without pictures' }).click();
  }

  async deletesAll(): Promise<void> {
    await this.main.getByRole('button', { name: 'Delete from this device' }).click();
    await this.page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  }

  /** Opens a saved page by its URL. */
  async reads(path: string, heading: string | RegExp): Promise<void> {
    await this.page.goto(path);
    await this.arrivesAt(heading);
    await expect(this.main.getByText(/could not be loaded|is not saved/)).toHaveCount(0);
  }

  async readsNewestPost(): Promise<void> {
    await this.reads('/blogs', 'Blogs');
    await this.main.getByRole('listitem').getByRole('link').first().click();
    await expect(this.main.getByRole('link', { name: /^Back to/ })).toBeVisible();
    await expect(this.main.getByText(/could not be loaded|is not saved/)).toHaveCount(0);
  }

  async seesPictures(): Promise<void> {
    const picture = this.main.locator('picture img').first();
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  }

  get #saveButton() {
    return this.main.getByRole('button', { name: /^Save \(/ });
  }
}
