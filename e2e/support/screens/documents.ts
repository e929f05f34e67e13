import { type APIRequestContext, expect, type Locator } from '@playwright/test';
import { addDocument } from '../../../contract/documents.ts';
import { uploadDocument } from '../../../contract/files.ts';
import { clientHeader, clientName, idempotencyHeader } from '../../../contract/headers.ts';
import { makeTextPdf } from '../../../tests/support/pdf.ts';
import { expectScreenAccessible } from '../browser/accessibility.ts';
import { callApi } from '../site/api-call.ts';
import { Screen } from './screen.ts';

/**
 * Uploads a PDF through the API and adds it to the documents of the student who is signed in with the cookies of
 * `request`.
 */
export async function uploadByApi(request: APIRequestContext, name: string): Promise<void> {
  const headers = { [clientHeader]: clientName, [idempotencyHeader]: crypto.randomUUID() };
  const file = { name: `${name}.pdf`, mimeType: 'application/pdf', buffer: makeTextPdf([`${name} of a student`]) };
  const response = await request.post(uploadDocument.url, { headers, multipart: { file } });
  const { url } = (await response.json()) as { url: string };
  await callApi(request, addDocument, { body: { document_url: url, document_name: name, category_name: 'personal' } });
}

export type ChosenFile = { name: string; mimeType: string; buffer: Buffer };

/** The tab My Documents and its dialogs. */
export class Documents extends Screen {
  async opens(): Promise<void> {
    await this.page.goto('/profile?tab=documents');
    await expect(this.main.getByRole('heading', { level: 2, name: 'My Documents' })).toBeVisible();
    await this.arrivesAt('Your profile');
  }

  row(name: string): Locator {
    const heading = this.page.getByRole('heading', { level: 3, name, exact: true });
    return this.main.getByRole('listitem').filter({ has: heading });
  }

  get names(): Locator {
    return this.main.getByRole('heading', { level: 3 });
  }

  dialog(name: string): Locator {
    return this.page.getByRole('dialog', { name });
  }

  async opensUpload(): Promise<Locator> {
    await this.main.getByRole('button', { name: 'Upload document' }).click();
    const dialog = this.dialog('Upload a document');
    await expect(dialog).toBeVisible();
    await expectScreenAccessible(this.page, 'upload dialog');
    return dialog;
  }

  async chooses(file: ChosenFile): Promise<void> {
    await this.dialog('Upload a document').locator('input[type=file]').setInputFiles(file);
  }

  /** Opens the dialog of this action (such as renaming) for a document and checks the dialog's accessibility. */
  async opensDialog(action: string, name: string): Promise<Locator> {
    await this.row(name)
      .getByRole('button', { name: new RegExp(`^${action}`) })
      .click();
    const dialog = this.page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    await expectScreenAccessible(this.page, `dialog ${action} of a document`);
    return dialog;
  }

  /** Expects the preview of a document to show this page on a canvas that is not blank. */
  async seesPage(name: string, number: number, pages: number): Promise<void> {
    const canvasImage = this.page.getByRole('img', { name: `Page ${number} of ${pages} of ${name}` });
    await expect(canvasImage).toBeVisible();
    const hasInk = () =>
      canvasImage.evaluate((canvas: HTMLCanvasElement) => {
        const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
        return pixels.some(
          (value, index) => index % 4 < 3 && value < 128 && (pixels[index - (index % 4) + 3] ?? 0) > 0,
        );
      });
    await expect.poll(hasInk).toBe(true);
  }

  async downloads(name: string): Promise<Buffer> {
    return (await this.downloadsBy(this.row(name).getByRole('link', { name: `Download ${name}` }))).bytes;
  }
}
