import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { StaffConsole } from '../support/screens/staff-console.ts';
import { expect, test } from '../support/test.ts';

// The editor changes the catalogue, so this file has its own site.
test.use({ academy: 'editor-week' });
// The journey, a week of an editor, takes five minutes on a busy machine.
test.setTimeout(480_000);

/** A picture of 1200 x 630 pixels. */
const photo = fileURLToPath(new URL('../../content/media/brand/og.png', import.meta.url));
const course = 'Personal Survival Techniques (PST)';

/** An editor at work on the texts of the site. */
class Editor extends StaffConsole {
  /** Opens the list of one kind of documents, such as 'Notices'. */
  async opensKind(kind: string): Promise<void> {
    await this.opens('Content', 'Courses');
    await this.page.getByRole('tab', { name: kind, exact: true }).click();
    await this.arrivesAt(kind);
  }

  async opensDocument(kind: string, title: string | RegExp): Promise<void> {
    await this.opensKind(kind);
    await this.page.getByRole('table').getByRole('link', { name: title }).click();
    await this.arrivesAt(title);
  }

  /** Publishes the open draft and waits until the page says so. */
  async publishes(reason?: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Publish…' }).click();
    const dialog = this.page.getByRole('dialog', { name: 'Publish' });
    if (reason) await dialog.getByLabel('Reason').fill(reason);
    await this.findsItAccessible();
    await dialog.getByRole('button', { name: 'Publish now' }).click();
    await expect(dialog).toBeHidden();
    await expect(this.main.getByRole('status').filter({ hasText: /^Published$/ })).toBeVisible();
  }
}

/** The first price of the course "Advanced Fire Fighting" in the HTML that visitors get. */
async function readPrice(page: Page): Promise<string | undefined> {
  const html = await (await page.request.get('/course-booking/advanced-fire-fighting-aff-408')).text();
  return /₹[\d,]+/.exec(html.slice(html.indexOf('<main')))?.[0];
}

test('an editor publishes a notice, a fee, an author, a picture, booking terms and a redirect, undoes a mistake, and visitors see each change', async ({
  account,
  visitor,
  browser,
  baseURL,
  watch,
}) => {
  const office = await browser.newContext({ ...(baseURL ? { baseURL } : {}) });
  await watch.follow(office);
  const page = await office.newPage();
  await StaffConsole.signsIn(page, 'editor', watch);
  const editor = new Editor(page);
  const anybody = await office.newPage();

  await test.step('a new notice is shown on Home as soon as an editor publishes it, and not before', async () => {
    await editor.opensKind('Notices');
    await page.getByRole('button', { name: 'New notice' }).click();
    await editor.arrivesAt('Notice');
    await page.getByLabel('Title').fill('The pool is closed on Friday');
    await page.getByRole('textbox', { name: 'Content' }).fill('Survival courses of that day use the harbour basin.');
    await page.getByLabel('Date').fill('2026-11-01');
    await page.getByLabel('Shown until').fill('2099-12-31');
    await expect(page.getByText('Draft saved. Visitors do not see it yet.')).toBeVisible();
    const notice = anybody.getByRole('region', { name: 'Notices' }).getByText('The pool is closed on Friday');
    await anybody.goto('/');
    await expect(anybody.getByRole('region', { name: 'Notices' })).toBeVisible();
    await expect(notice).toHaveCount(0);
    await editor.publishes();
    await anybody.reload();
    await expect(notice).toBeAttached();
  });

  await test.step('the form of a course shows the editor that the fee is missing, and keeps what was typed', async () => {
    await editor.opensKind('Courses');
    await page.getByLabel('Search courses').fill('advanced fire');
    await page.getByRole('link', { name: /^Advanced Fire Fighting/ }).click();
    await editor.arrivesAt(/^Advanced Fire Fighting/);
    await page.getByRole('button', { name: 'Fees and discounts' }).click();
    await page.getByLabel('Full fee').fill('9100');
    await page.getByLabel('Fee of the course').fill('');
    await page.getByRole('button', { name: 'Publish…' }).click();
    await page.getByRole('button', { name: 'Show them in the form' }).click();
    await expect(page.getByLabel('Fee of the course')).toBeFocused();
    await expect(page.getByText('Fee of the course is missing')).toBeVisible();
    await expect(page.getByLabel('Full fee')).toHaveValue('₹9,100');
  });

  await test.step('a new fee of a course is shown in the editor’s preview, and visitors see it once it is published', async () => {
    await page.getByLabel('Fee of the course').fill('9100');
    await page.getByRole('tab', { name: 'Preview' }).click();
    await expect(page.frameLocator('iframe').getByText('₹9,100').first()).toBeVisible();
    expect(await readPrice(page)).toBe('₹8,024');
    await page.getByRole('tab', { name: 'Edit' }).click();
    await editor.publishes('fees of the new year');
    await expect.poll(() => readPrice(page)).toBe('₹9,100');
  });

  await test.step('the previews of a group and of a package show them on Book Online, to which students must sign in', async () => {
    await editor.opensDocument('Book Online', 'Management and value-added courses');
    await page.getByLabel('Title').fill('Courses for managers');
    await page.getByRole('tab', { name: 'Preview' }).click();
    const frame = page.frameLocator('iframe');
    await expect(frame.getByRole('heading', { name: 'Courses for managers' })).toBeInViewport();
    await editor.findsItAccessible();
    await editor.opensDocument('Packages', 'Engine Officer Pack');
    await page.getByLabel('Package name').fill('Engine Room and Boiler Pack');
    await page.getByRole('tab', { name: 'Preview' }).click();
    const cards = frame.getByRole('main').getByRole('heading', { level: 3 });
    await expect(cards.first()).toHaveText('Engine Room and Boiler Pack');
    await expect(cards).toHaveCount(10);
  });

  await test.step('the new name of an author is shown on a post as soon as an editor publishes it', async () => {
    await editor.opensDocument('Authors', /^Aparna Kulkarni/);
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Aparna Kulkarni, Second Officer');
    await page.getByRole('tab', { name: 'Preview' }).click();
    await expect(page.frameLocator('iframe').getByText('Aparna Kulkarni, Second Officer')).toBeVisible();
    await page.getByRole('tab', { name: 'Edit' }).click();
    await editor.publishes();
    await anybody.goto('/blogs/your-first-sign-on-papers-2101');
    await expect(anybody.getByText('Aparna Kulkarni, Second Officer')).toBeVisible();
  });

  await test.step('visitors see a picture that an editor has uploaded for the top of the About page and published', async () => {
    await editor.opensDocument('Pages', /^About/);
    const upload = page.getByRole('button', { name: /^Upload a picture/ }).first();
    const dialog = page.getByRole('dialog', { name: 'Upload a picture' });
    const field = page.getByRole('combobox', { name: 'Image' }).first();
    await upload.click();
    await dialog.locator('input[type="file"]').setInputFiles(photo);
    await expect(dialog.getByRole('img', { name: 'The part that pages show' })).toBeVisible();
    await dialog.getByLabel('Name').fill('Harbour at dawn');
    await editor.findsItAccessible();
    await dialog.getByRole('button', { name: 'Upload' }).click();
    await expect(dialog).toBeHidden();
    await expect(field).toHaveValue(/^\/media\/campus\/harbour-at-dawn-[0-9a-f]{10}-640\.webp$/);
    await expect(upload, 'the focus returns to the button').toBeFocused();
    const address = await field.inputValue();
    await editor.publishes();
    await anybody.goto('/about-us');
    const picture = anybody.locator(`img[src="${address}"]`);
    await expect(picture).toBeVisible();
    await expect
      .poll(() => picture.evaluate((img: HTMLImageElement) => [img.naturalWidth > 0, img.currentSrc.endsWith('.avif')]))
      .toEqual([true, true]);
  });

  await test.step('a student who is about to pay has to accept new booking terms that an editor publishes', async () => {
    const student = await visitor.signsInByApi(account);
    const checkout = await student.startsCheckoutWith(course);
    await checkout.acceptsTerms();
    await editor.opensDocument('Policies', 'Booking terms');
    const text = page.getByRole('textbox', { name: 'Text', exact: true });
    await text.press('Control+End');
    await text.pressSequentially('Boiler suits are on loan.');
    await editor.publishes('suits are on loan from now on');
    watch.expects(/status of 409/);
    await student.page.getByRole('button', { name: 'Proceed to Payment' }).click();
    await expect(student.page.getByText('The booking terms have changed.')).toBeVisible();
    await student.page.getByRole('button', { name: 'Accept the changes' }).click();
    await expect(student.page.getByText('Boiler suits are on loan.')).toBeVisible();
    const clause = student.page.getByRole('listitem').filter({ hasText: 'Seats are held while you pay' });
    await expect(clause.getByRole('heading'), 'a clause keeps its heading').toHaveText('Your booking');
    await checkout.acceptsTerms();
    await checkout.goesToPay();
  });

  await test.step('a redirect that an editor publishes leads from an old URL to a current page', async () => {
    await editor.opensDocument('Menus and redirects', 'Redirects');
    await page.getByLabel('New address').first().fill('/about-us');
    await editor.publishes();
    const old = await page.getByLabel('Old address').first().inputValue();
    // The server rereads the redirects every few seconds.
    await expect
      .poll(async () => (await page.request.get(old, { maxRedirects: 0 })).headers().location)
      .toBe('/about-us');
  });

  await test.step('an editor undoes a wrong fee by restoring the course’s earlier state from the history and publishing it', async () => {
    await editor.opensKind('Courses');
    await page.getByLabel('Search courses').fill('advanced fire');
    await page.getByRole('link', { name: /^Advanced Fire Fighting/ }).click();
    await page.getByRole('tab', { name: 'History' }).click();
    await expect(page.getByText('Reason: fees of the new year')).toBeVisible();
    await page.getByRole('button', { name: 'Restore the state before' }).first().click();
    await editor.seesToast('Restored as a draft.');
    await editor.publishes('the old fee holds until March');
    await expect.poll(() => readPrice(page)).toBe('₹8,024');
  });
  await office.close();
});
