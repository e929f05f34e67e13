import { fileURLToPath } from 'node:url';
import { StaffConsole } from '../support/screens/staff-console.ts';
import { expect, test } from '../support/test.ts';

// The codes of the demo's editor work only once, so this file has its own site.
test.use({ academy: 'content-pictures' });

/** A picture of 1200 x 630 pixels. */
const photo = fileURLToPath(new URL('../../content/media/brand/og.png', import.meta.url));

test('an editor uploads a picture for the top of a page, and visitors see it when the page is published', async ({
  browser,
  baseURL,
  watch,
}) => {
  const office = await browser.newContext({ ...(baseURL ? { baseURL } : {}) });
  await watch.follow(office);
  const page = await office.newPage();
  const editor = await StaffConsole.signsIn(page, 'editor', watch);
  const field = page.getByRole('combobox', { name: 'Image' }).first();
  const dialog = page.getByRole('dialog', { name: 'Upload a picture' });

  await test.step('the dialog shows the part that pages will show, and the field has the picture afterwards', async () => {
    await editor.opens('Content', 'Courses');
    await page.getByRole('tab', { name: 'Pages' }).click();
    await editor.arrivesAt('Pages');
    await page.getByRole('link', { name: /^About/ }).click();
    await page
      .getByRole('button', { name: /^Upload a picture/ })
      .first()
      .click();
    await dialog.locator('input[type="file"]').setInputFiles(photo);
    await expect(dialog.getByRole('img', { name: 'The part that pages show' })).toBeVisible();
    await dialog.getByLabel('Name').fill('Harbour at dawn');
    await editor.findsItAccessible();
    await dialog.getByRole('button', { name: 'Upload' }).click();
    await expect(dialog).toBeHidden();
    await expect(field).toHaveValue(/^\/media\/campus\/harbour-at-dawn-[0-9a-f]{10}-640\.webp$/);
    await expect(
      page.getByRole('button', { name: /^Upload a picture/ }).first(),
      'the focus returns to the button',
    ).toBeFocused();
  });

  await test.step('after the publication, the page of visitors has the picture, in the sizes of the others', async () => {
    const address = await field.inputValue();
    await page.getByRole('button', { name: 'Publish…' }).click();
    await page.getByRole('dialog', { name: 'Publish' }).getByRole('button', { name: 'Publish now' }).click();
    await expect(page.getByText('Published', { exact: true })).toBeVisible();
    const visitor = await office.newPage();
    await visitor.goto('/about-us');
    const picture = visitor.locator(`img[src="${address}"]`);
    await expect(picture).toBeVisible();
    await expect
      .poll(() => picture.evaluate((img: HTMLImageElement) => [img.naturalWidth > 0, img.currentSrc.endsWith('.avif')]))
      .toEqual([true, true]);
  });
  await office.close();
});
